import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/* Where faults are put, and which tests are nearest to each place. */

export type Side = 'server' | 'console'

const code: Readonly<Record<Side, readonly string[]>> = {
  server: [
    'server/src/features',
    'server/src/db',
    'server/src/changes',
    'server/src/audit',
    'server/src/access',
    'server/src/keys',
    'server/src/finance',
    'server/src/jobs',
  ],
  console: ['console/src/features', 'console/src/entities', 'console/src/screen-parts', 'console/src/api'],
}
/** Services, stores and calls of a noun and the kits below them; forms, actions, lists and the kits below them. */
const judged: Readonly<Record<Side, RegExp>> = {
  server: /\.(service|store|routes)\.ts$|^server\/src\/(?!features\/)(?!.*\/(embedded|migrations)\/)(?!.*-tables\.ts$)/,
  console: /(form|actions?|list|dialog|drawer|page|panel)\.tsx?$|^console\/src\/(screen-parts|api|entities)\//,
}
const never = /\.(test|oracle\.test|testing|messages|screens)\.tsx?$|\.d\.ts$/

/** Sweeps that take each call or each screen of a noun, by the noun's names. */
const sweeps: Readonly<Record<Side, RegExp>> = {
  server: /^tests\/sweeps\/(?!screens\/|malformed\/|weights|source|wording)/,
  console: /^tests\/sweeps\/screens\//,
}

/** Journeys by the part of the console that they are about, where neither their names nor their addresses say it. */
export const journeysAbout: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^console\/src\/api\//, ['shell', 'sign-in-safely', 'messages']],
  [/^console\/src\/api\/(impersonation|seen-role)/, ['accounts']],
  [/\/screen-parts\/rich-text\/|\/features\/account\/message\//, ['messages']],
  [/\/screen-parts\/rich-text\//, ['text-editor']],
  [/\/screen-parts\/date-range\/|\/features\/dns\/log\//, ['audit-log']],
  [/\/screen-parts\/(list|table)\/|\/screen-parts\/action-menu/, ['navigation']],
  [/\/screen-parts\/dialog\//, ['dialogs']],
  [/\/screen-parts\/(form|dialog)\//, ['accounts', 'navigation']],
  [/\/screen-parts\/course-/, ['domain-figures', 'domain-statistics']],
  [/\/features\/dns\/record\/(history|review|tray|table)\//, ['large-domain', 'change-approval']],
  [/\/features\/dns\/record\/(template|form|inline)\//, ['record-editor']],
  [/\/entities\/(record|line)\/|\/features\/dns\/record\//, ['domain-to-dig', 'record-editor']],
  [/\/entities\/(user|account|domain|right|service-group)\//, ['accounts']],
  [/\/features\/account\/session\//, ['sign-in-safely', 'first-login']],
  [/\/features\/account\/(user|admin)\//, ['accounts']],
  [/\/features\/account\/(role|menu)\//, ['navigation']],
  [/\/features\/dns\/domain\/(?!setting|statistics)|\/entities\/saved-filter\//, ['navigation', 'bulk-import']],
  [/\/features\/dns\/domain-claim\//, ['domain-retrieval']],
  [/\/features\/dns\/query-source\//, ['domain-figures']],
  [/\/features\/home\//, ['shell']],
]

export function filesOf(root: string, side: Side): string[] {
  return code[side].flatMap((folder) => filesBelow(root, folder)).filter((path) => /\.tsx?$/.test(path) && judged[side].test(path) && !never.test(path))
}

/**
 * The tests beside a file, in rounds: those that name it, of its folder before all others, then those of its folder, or of the nearest
 * above that has any; for a part that all share those that name it elsewhere, or else sweeps of its name.
 */
export function testsBeside(root: string, path: string): string[][] {
  const stem = basename(path).replace(/(\.(service|store|routes))?\.tsx?$/, '')
  const names = (test: string): boolean => basename(test).startsWith(`${stem}.`) || readFileSync(join(root, test), 'utf8').includes(`/${basename(path)}'`)
  const testsBelow = (folder: string): string[] => filesBelow(root, folder).filter((name) => /\.test\.tsx?$/.test(name))
  const users = (): string[] => testsBelow(path.split('/').slice(0, 2).join('/')).filter(names)
  for (let folder = dirname(path); folder.split('/').length > 2; folder = dirname(folder)) {
    const tests = testsBelow(folder)
    const isKit = folder.split('/').length === 3
    if (tests.some(names)) return [tests.filter(names), isKit ? users().filter((test) => !tests.includes(test)) : tests.filter((test) => !names(test))]
    if (tests.length > 0 && !isKit) return [users(), tests]
  }
  const sweptByName = filesBelow(root, 'tests/sweeps').filter((test) => test.endsWith('.test.ts') && basename(test).startsWith(stem))
  return [users(), testsBelow(dirname(path)), sweptByName]
}

/** Folder of the noun that the file belongs to, as `service-group`; null for what belongs to none. */
export function nounOf(path: string): string | null {
  return /\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null
}

export function sweepsOf(root: string, side: Side): string[] {
  return filesBelow(root, 'tests/sweeps').filter((path) => path.endsWith('.test.ts') && sweeps[side].test(path))
}

/** Tests of the console's functions and markup: a list, a rule or a text may be proven far from its file. */
export function pureTestsOf(root: string): string[] {
  return consoleTests(root).filter((name) => !/\.(pressed|swept)\./.test(name))
}

/**
 * Tests that press the console without a browser, in rounds so that the most likely is soon done: those of the file's part of the
 * product, those of the others, then those that press their way through all lists.
 */
export function pressedTestsOf(root: string, file: string): string[][] {
  const part = /^console\/src\/features\/[^/]+\//.exec(file)?.[0] ?? 'console/src/'
  const pressed = consoleTests(root).filter((name) => name.includes('.pressed.'))
  const swept = consoleTests(root).filter((name) => name.includes('.swept.'))
  return [pressed.filter((name) => name.startsWith(part)), pressed.filter((name) => !name.startsWith(part)), swept]
}

const consoleTests = (root: string): string[] => filesBelow(root, 'console/src').filter((name) => /\.test\.tsx?$/.test(name))

/**
 * The journeys through a part of the console, in rounds: those that are about it, by their names or by the table above, a few at a time
 * so that the most likely is soon done; then those that open one of its screens.
 */
export function journeysThrough(root: string, file: string, screens: readonly string[]): string[][] {
  const journeys = filesBelow(root, 'tests/journeys').filter((path) => path.endsWith('.test.ts'))
  const about = journeysAbout.filter(([part]) => part.test(file)).flatMap(([, names]) => names.map((name) => `tests/journeys/${name}.test.ts`))
  const named = namedLike(file, journeys)
  const near = [...new Set(named.concat(about).flatMap((_, rank) => [named[rank], about[rank]].filter((path) => path !== undefined)))]
  const opening = journeys.filter((path) => {
    if (near.includes(path)) return false
    const source = readFileSync(join(root, path), 'utf8')
    return screens.some((screen) => source.includes(screen.split('{')[0]!))
  })
  return [near.slice(0, mostAtOnce), near.slice(mostAtOnce), opening]
}

const mostAtOnce = 3

/** What files are called by their kind, which says nothing of what they are about. */
const kinds = new Set(['page', 'list', 'form', 'dialog', 'drawer', 'panel', 'action', 'field', 'use', 'kit', 'test', 'ts', 'tsx', 'by', 'in', 'to'])
const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .split(/[/.-]/)
      .map((word) => word.replace(/s$/, ''))
      .filter((word) => !kinds.has(word)),
  )
/** A word that more journeys share tells them apart no more. */
const mostOfAWord = 3

/** Journeys that have a telling word of their name in common with the path below the console’s modules, those with most of them first. */
function namedLike(file: string, journeys: readonly string[]): string[] {
  const words = wordsOf(file.replace(/^console\/src\/(features\/[^/]+|[^/]+)\//, ''))
  const named = journeys.map((path) => ({ path, words: wordsOf(basename(path)) }))
  const worth = (word: string): number => {
    const count = named.filter((one) => one.words.has(word)).length
    return count > mostOfAWord ? 0 : 1 / count
  }
  return named
    .map(({ path, words: own }) => ({ path, shared: [...own].filter((word) => words.has(word)).reduce((sum, word) => sum + worth(word), 0) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, mostAtOnce)
    .map(({ path }) => path)
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .toSorted()
}
