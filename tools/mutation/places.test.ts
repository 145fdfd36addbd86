import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesOf, journeysAbout, journeysThrough } from './places.ts'

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
