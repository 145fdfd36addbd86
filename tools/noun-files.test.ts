import { mkdtempSync, cpSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesOfNoun, NameRefused } from './noun-files.ts'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'nameplane-new-'))
for (const path of ['tools/noun-template', 'contract/src', 'server/src/db', 'server/src/app/app.ts', 'console/src/app/areas'])
  cpSync(join(root, path), join(copy, path), { recursive: true })
afterAll(() => rmSync(copy, { recursive: true }))

/** The lines that a file has beside those it had. */
function added(files: ReadonlyMap<string, string>, path: string): string[] {
  const before = new Set(filesOfNoun(copy, 'dns/other-thing').get(path)?.split('\n'))
  return files
    .get(path)!
    .split('\n')
    .filter((line) => !before.has(line))
}

test('a noun is its own files and a line in each of four lists', () => {
  const files = filesOfNoun(copy, 'dns/ptr-policy')
  const migration = [...files.keys()].find((path) => path.includes('/migrations/'))!
  expect([...files.keys()].toSorted()).toEqual([
    'console/src/app/areas/dns.ts',
    'console/src/features/dns/ptr-policy/ptr-policy-form.tsx',
    'console/src/features/dns/ptr-policy/ptr-policy-page.tsx',
    'console/src/features/dns/ptr-policy/ptr-policy.messages.ts',
    'console/src/features/dns/ptr-policy/ptr-policy.screens.ts',
    'contract/src/dns/ptr-policy.ts',
    'contract/src/nouns.ts',
    'server/src/app/app.ts',
    'server/src/db/migrate.ts',
    migration,
    'server/src/db/ptr-policy-tables.ts',
    'server/src/features/dns/ptr-policy/ptr-policy.calls.testing.ts',
    'server/src/features/dns/ptr-policy/ptr-policy.routes.ts',
    'server/src/features/dns/ptr-policy/ptr-policy.test.ts',
  ])
  expect(migration).toMatch(/^server\/src\/db\/migrations\/\d{4}-ptr-policies\.ts$/)
  expect(added(files, 'contract/src/nouns.ts')).toEqual([`export * as ptrPolicy from './dns/ptr-policy.ts'`])
  expect(added(files, 'server/src/app/app.ts')).toEqual([
    `import { ptrPolicyRoutes } from '../features/dns/ptr-policy/ptr-policy.routes.ts'`,
    '    ...ptrPolicyRoutes,',
  ])
  expect(added(files, 'server/src/db/migrate.ts')).toHaveLength(2)
  expect(files.get('console/src/app/areas/dns.ts')).toMatch(/\.\.\.ptrPolicyScreens,?\s*\]\n$/)
  expect([...files].filter(([, text]) => /sample/i.test(text)).map(([path]) => path)).toEqual([])
})

test.each([
  ['', 'Missing argument'],
  ['dns', 'Missing argument'],
  ['dns/a/b', 'Missing argument'],
  ['cdn/node', 'Unknown area: cdn'],
  ['constructor/node', 'Unknown area: constructor'],
  ['dns/ptrZone', 'Invalid name'],
  ['dns/ptr-zone-', 'Invalid name'],
  ['dns/../x', 'Missing argument'],
  ['dns/ptr-zones', 'looks like a plural'],
  ['dns/import', 'is a reserved word of TypeScript'],
  ['dns/order', 'is a reserved word of SQL'],
  ['dns/service-group', 'service-group already exists'],
  ['system/service-group', 'service-group already exists'],
  ['dns/node', 'node already exists'],
])('%j is refused: %s', (asked, why) => {
  expect(() => filesOfNoun(copy, asked)).toThrow(NameRefused)
  expect(() => filesOfNoun(copy, asked)).toThrow(why)
})
