// Imports go down, never sideways, never up. Each list is an order from top to bottom: a folder may import what stands below it.
const serverLayers = [
  'cli',
  'app',
  'features',
  'serving',
  'finance',
  'keys',
  'changes',
  'http',
  'integrations',
  'audit',
  'access',
  'settings',
  'db',
  'jobs',
  'secrets',
]
const consoleLayers = ['app', 'shell', 'features', 'entities', 'screen-parts', 'ui']
/** Below all of the console's layers, from anywhere but ui. */
const consoleGround = ['api', 'routing', 'i18n', 'browser']

/** Tests, and what only tests of the same folder use. */
const testFile = '\\.(test|testing)\\.tsx?$'

/** Which of the server's features may use which other; this list is the diagram of the domain. From left to right, no circles. */
const featureEdges = [
  ['account/admin', 'account/account', 'account/session'],
  ['account/session', 'account/account'],
  ['account/api-token', 'account/session'],
  // The key of node checks is an API key.
  ['system/node-check', 'account/session'],
  ['system/node-enrolment', 'account/session'],
  ['account/user', 'account/account', 'account/session'],
  // A licence is trusted as an update is; its limits hold where a domain is added. A clone writes the records of the domain that it is like.
  ['dns/domain', 'home/licence', 'dns/record'],
  // It removes domains and tells their owners.
  ['dns/nameserver-check', 'dns/domain', 'account/message'],
  // They are chosen for domains, resolvers are asked for their addresses, and these are records.
  ['dns/vanity-nameserver', 'dns/domain', 'dns/nameserver-check', 'dns/record'],
  // It changes records as one of its keys.
  ['dns/update-key', 'dns/record'],
  // It changes records in the name of an account.
  ['dns/dynamic-host', 'account/session', 'dns/record'],
  // It judges saved records, and asks the same resolvers.
  ['dns/health', 'dns/nameserver-check', 'dns/record'],
  ['home/licence', 'home/update'],
  // Many domains and their records, through the same doors; it acts as its author may at that moment, and tells who may approve.
  ['dns/change-set', 'dns/domain', 'dns/record', 'account/message', 'account/session'],
  // Domains and records as PowerDNS shows them, through the same doors.
  ['dns/powerdns-api', 'dns/domain', 'dns/record'],
  // Their records are written by the same door.
  ['dns/primary', 'dns/domain', 'dns/record'],
  // A table for the import of records.
  ['dns/provider-zone', 'dns/record'],
  // It moves domains once resolvers see a record, and tells who had them.
  ['dns/domain-claim', 'dns/domain', 'dns/nameserver-check', 'account/message'],
  // It asks the same resolvers, and is told of the platform's own answers as the explainer is.
  ['dns/domain-comparison', 'dns/nameserver-check', 'dns/explain'],
  // Zones of a segment are domains, and PTR records are records, which an activation can bring with it.
  ['dns/reverse-segment', 'dns/domain', 'dns/record'],
  ['dns/ptr-record', 'dns/record'],
  // One reading of the same figures, under the path of another console.
  ['system/figures', 'home/dashboard'],
]

function below(folder, layers) {
  return layers.flatMap((layer, index) => {
    const above = layers.slice(0, index)
    return above.length === 0
      ? []
      : [
          {
            name: `${folder}-${layer}-imports-down-only`,
            severity: 'error',
            // A test imports what it proves.
            from: { path: `^${folder}/src/${layer}/`, pathNot: testFile },
            to: { path: `^${folder}/src/(${above.join('|')})/` },
          },
        ]
  })
}

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    // Which codes and rights there are is a type made of all nouns, and every noun names some: types may go in circles, values never.
    forbid('no-circle', 'Two files that need each other are one, or lack a third.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    // Icons are made by the build, which refuses a name that there is not.
    forbid('resolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true, pathNot: '^(icon|world-map):' }),
    forbid(
      'product-without-dev-packages',
      'A production installation has no packages of development.',
      { path: '^(server|contract|dns-text)/src/', pathNot: testFile },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'dns-text-is-pure',
      'Texts of the DNS need nothing of the rest and do no I/O.',
      { path: '^dns-text/src/', pathNot: testFile },
      { path: '^(contract|server|console|tests|tools)/|node_modules', pathNot: 'node_modules/punycode/' },
    ),
    forbid('dns-text-without-io', 'Texts of the DNS do no I/O.', { path: '^dns-text/src/', pathNot: testFile }, { dependencyTypes: ['core'] }),
    forbid(
      'contract-is-pure',
      'The contract runs on both sides.',
      { path: '^contract/src/', pathNot: testFile },
      { path: '^(server|console|tests|tools)/|node_modules', pathNot: 'node_modules/zod/' },
    ),
    forbid('contract-without-io', 'The contract runs on both sides.', { path: '^contract/src/', pathNot: testFile }, { dependencyTypes: ['core'] }),
    forbid('console-knows-no-server', 'They meet in the contract.', { path: '^console/' }, { path: '^server/' }),
    forbid(
      'console-loads-no-list-of-all-nouns',
      'A first load would grow with every noun: the console asks the server instead.',
      { path: '^console/src/', pathNot: testFile },
      { path: '^contract/src/(nouns|manifests|endpoints|rights|problems|menu|log-words)\\.ts$' },
    ),
    forbid('server-knows-no-console', 'They meet in the contract.', { path: '^server/' }, { path: '^console/' }),
    forbid(
      'tests-are-not-imported',
      'Nothing that runs depends on a test.',
      { path: '^(dns-text|contract|server|console)/', pathNot: testFile },
      { path: `^(tests|bench)/|${testFile}` },
    ),
    ...below('server', serverLayers),
    ...below('console', [...consoleLayers, ...consoleGround]),
    forbid(
      'entry-files-start-the-server',
      'Only the entry files import the top layer.',
      { path: '^server/src/[^/]+/', pathNot: `^server/src/app/|${testFile}` },
      { path: '^server/src/(main|cli)\\.ts$' },
    ),
    forbid(
      'outbound-rules-are-read-only',
      'Where calls may go is never changed by what runs: the client reads it, tests alone replace it.',
      { path: '^server/src/', pathNot: `^server/src/integrations/http/(outbound|breaker)\\.ts$|${testFile}` },
      { path: '^server/src/integrations/http/outbound-rules\\.ts$' },
    ),
    forbid(
      'console-features-stand-alone',
      'What two features need goes down to entities/.',
      { path: '^console/src/features/([^/]+/[^/]+)/' },
      { path: '^console/src/features/', pathNot: '^console/src/features/$1/' },
    ),
    forbid(
      'ui-knows-no-product',
      'ui holds what the component library lacks: no words, no calls, no nouns.',
      { path: '^console/src/ui/' },
      { path: `^console/src/(${consoleGround.filter((name) => name !== 'browser').join('|')})/|^contract/src/` },
    ),
    forbid(
      'screen-parts-know-no-noun',
      'The shared parts know no noun.',
      { path: '^console/src/screen-parts/' },
      { path: '^contract/src/(home|account|dns|system)/' },
    ),
    forbid(
      'server-features-along-listed-edges',
      'A new edge is a line in featureEdges, or the shared part goes down a layer.',
      { path: '^server/src/features/([^/]+/[^/]+)/', pathNot: featureEdges.map(([from]) => `^server/src/features/${from}/`).concat(testFile) },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    ),
    ...featureEdges.map(([from, ...to]) =>
      forbid(
        `server-feature-${from.replace('/', '-')}-edges`,
        'See featureEdges.',
        { path: `^server/src/features/${from}/`, pathNot: testFile },
        { path: '^server/src/features/', pathNot: [from, ...to].map((feature) => `^server/src/features/${feature}/`) },
      ),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    // TypeScript 7 has no JS API; without another parser nothing at all would be read, and nothing found.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
