import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { namesOf, numberNames, packNames } from './names.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** What is numbered of these names in an hour of a day in March, one answer each. */
async function numbered(domainId: number, day: number, names: readonly string[]): Promise<Map<number, number>> {
  const rows = [{ domain_id: domainId, names: packNames(new Map(names.map((name) => [name, 1]))) }]
  return (await test.db.transaction().execute((tx) => numberNames(tx, new Date(Date.UTC(2026, 2, day, 12)), rows))).get(domainId)!
}
const listOf = async (domainId: number): Promise<string[]> => [...(await namesOf(test.db, domainId, [new Date(Date.UTC(2026, 2, 1))])).values()].flat()
const word = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(2, '0')}`)

it('a name that is there keeps its number, and a new one gets the next', async () => {
  expect([...(await numbered(1, 1, ['mail', 'www']))]).toEqual([
    [0, 1],
    [1, 1],
  ])
  expect([...(await numbered(1, 2, ['api', 'www']))]).toEqual([
    [2, 1],
    [1, 1],
  ])
  expect(await listOf(1)).toEqual(['mail', 'www', 'api'])
})

it('of a month there are twenty names and one more for each of its days; what finds no room has no number', async () => {
  for (let hour = 0; hour < 6; hour += 1) await numbered(2, 3, word(`h${hour}-`, 8))
  expect(await listOf(2)).toHaveLength(23)
  expect((await numbered(2, 3, ['late', 'h0-00'])).size).toBe(1)
  expect([...(await numbered(2, 4, ['late']))]).toEqual([[23, 1]])
  expect(await listOf(2)).toHaveLength(24)
})

it('names that are long are fewer', async () => {
  for (let hour = 0; hour < 4; hour += 1) await numbered(3, 31, word(`${'x'.repeat(60)}${hour}-`, 8))
  const list = await listOf(3)
  expect(list.length).toBeLessThan(32)
  expect(list.join(' ').length).toBeLessThanOrEqual(2_000)
  expect(list.join(' ').length + 65).toBeGreaterThan(2_000)
})
