import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesOf, journeysAbout, journeysThrough, pressedTestsOf, pureTestsOf, testsBeside } from './places.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

it.each(journeysAbout)('%s is a part of the console, and its journeys are there', (part, names) => {
  const file = filesOf(root, 'console').find((path) => part.test(path))
  expect(file).toBeDefined()
  expect(journeysThrough(root, file!, []).flat()).toEqual(expect.arrayContaining(names.map((name) => `tests/journeys/${name}.test.ts`)))
  for (const name of names) expect(existsSync(`${root}tests/journeys/${name}.test.ts`), name).toBe(true)
})

it.each([
  ['dns/query-log/request-log-page.tsx', 'request-log'],
  ['dns/change-set/watch-section.tsx', 'change-watch'],
  ['system/setting/payment/alipay-page.tsx', 'payments'],
  ['account/message/message-dialog.tsx', 'messages'],
])('%s is seen first by the journey whose name shares its telling words', (file, name) =>
  expect(journeysThrough(root, `console/src/features/${file}`, [])[0]).toContain(`tests/journeys/${name}.test.ts`),
)

it('journeys that open a screen are found by its address', () =>
  expect(journeysThrough(root, 'console/src/features/dns/service-group/service-group-page.tsx', ['/dns/serve/group']).at(-1)).toContain(
    'tests/journeys/navigation.test.ts',
  ))

it('every test of the console that needs no browser is asked once, those of the same part of the product before the others', () => {
  const [own, others, swept] = pressedTestsOf(root, 'console/src/features/account/user/user-list.tsx')
  expect(own).toContain('console/src/features/account/user/user-page.pressed.test.tsx')
  expect(others).toContain('console/src/features/dns/record/editing.pressed.test.tsx')
  expect(swept).toContain('console/src/app/sweeps/all-screens.swept.test.tsx')
  const all = [...pureTestsOf(root), ...own!, ...others!, ...swept!]
  expect(new Set(all).size).toBe(all.length)
  expect(all.toSorted()).toEqual(globSync('console/src/**/*.test.{ts,tsx}', { cwd: root }).toSorted())
})

it.each([
  ['features/account/user/user-list.tsx', 'features/account/user/user-list.test.ts'],
  // No test of its own folder names it.
  ['screen-parts/list/named-searches.tsx', 'screen-parts/parts.pressed.test.tsx'],
])('%s is seen first by the test that names it', (file, test) => expect(testsBeside(root, `console/src/${file}`)[0]).toContain(`console/src/${test}`))

it.each([
  ['keys/resealing.ts', 'server/src/keys/key-rotation.test.ts'],
  ['access/confirmed-session.ts', 'tests/sweeps/confirmed-sessions.test.ts'],
  ['keys/data-keys.ts', 'server/src/features/system/backup/backup.test.ts'],
])('%s, which all parts share, is seen by tests of its folder, of its name, or that use it elsewhere', (file, test) =>
  expect(testsBeside(root, `server/src/${file}`).flat()).toContain(test),
)
