import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { filesOf, journeysAbout, journeysThrough } from './places.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

it.each(journeysAbout)('%s is a part of the console, and its journeys are there', (part, names) => {
  const file = filesOf(root, 'console').find((path) => part.test(path))
  expect(file).toBeDefined()
  expect(journeysThrough(root, file!, [])[0]).toEqual(expect.arrayContaining(names.map((name) => `tests/journeys/${name}.test.ts`)))
  for (const name of names) expect(existsSync(`${root}tests/journeys/${name}.test.ts`), name).toBe(true)
})

it('journeys that open a screen are found by its address', () =>
  expect(journeysThrough(root, 'console/src/features/account/role/role-page.tsx', ['/account/power/roles'])[1]).toContain('tests/journeys/power.test.ts'))
