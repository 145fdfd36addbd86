import { expect, test } from 'vitest'
import { apportioned, askedIn, overMinutes, type AskedDomain } from './demo-traffic.ts'

const domain: AskedDomain = {
  ...{ id: 1, name: 'shop.example', perMinute: 100, clients: 'mainland', weekend: 0.5, until: new Date('2026-03-12T00:00:00Z') },
  ...{ names: [['www', 700], ['@', 300]], types: [[1, 800], [28, 200]] }, // oxfmt-ignore
}
const nodes = [
  { id: 5, weight: 70, until: null },
  { id: 6, weight: 30, until: new Date('2026-03-11T00:00:00Z') },
]
const at = (hour: string) => askedIn(domain, nodes, new Date(hour))!
const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)

test('the same hour has the same queries, which each way of telling them apart adds up to', () => {
  const asked = at('2026-03-10T12:00:00Z')
  expect(at('2026-03-10T12:00:00Z')).toEqual(asked)
  expect(at('2026-03-10T13:00:00Z').minutes).not.toEqual(asked.minutes)
  expect(asked.minutes).toHaveLength(60)
  for (const counts of [asked.minutes, asked.node.values(), asked.line.values(), asked.type.values(), asked.rcode.values()])
    expect(sumOf(counts)).toBe(asked.answers)
  expect(sumOf(asked.name.values())).toBe(asked.rcode.get(0))
  expect(sumOf(asked.country.values())).toBe(asked.answers - (asked.line.get('default') ?? 0))
})

test('nights are quieter than evenings, and weekends as the domain has them', () => {
  // 20:00 and 04:00 in Beijing, on a Tuesday and on a Saturday.
  expect(at('2026-03-10T12:00:00Z').answers).toBeGreaterThan(4 * at('2026-03-09T20:00:00Z').answers)
  const [tuesday, saturday] = [at('2026-03-10T12:00:00Z').answers, askedIn({ ...domain, until: null }, nodes, new Date('2026-03-14T12:00:00Z'))!.answers]
  expect(saturday / tuesday).toBeCloseTo(0.5, 1)
})

test('a node that is out of use answers nothing more, and a domain that is gone is not asked', () => {
  expect([...at('2026-03-10T12:00:00Z').node.keys()]).toEqual([5, 6])
  expect([...at('2026-03-11T12:00:00Z').node.keys()]).toEqual([5])
  expect(askedIn(domain, nodes, new Date('2026-03-12T00:00:00Z'))).toBeNull()
})

test('an hour that still runs has its first minutes alone', () => {
  expect(askedIn(domain, nodes, new Date('2026-03-10T12:00:00Z'), 17)!.minutes).toEqual(at('2026-03-10T12:00:00Z').minutes.slice(0, 17))
})

test('shares are whole, and their sum is the total', () => {
  expect(apportioned(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(apportioned(0, [1, 2])).toEqual([0, 0])
  expect(apportioned(0, [0, 0])).toEqual([0, 0])
  expect(apportioned(7, [0, 3])).toEqual([0, 7])
})

test('counts over minutes have the sums of both', () => {
  const counts = new Map([['a', 7], ['b', 2], ['c', 1]]) // oxfmt-ignore
  const minutes = [3, 0, 5, 2]
  const spread = overMinutes(counts, minutes)
  for (const [key, answers] of counts) expect([key, sumOf(spread.get(key)!.map(([, count]) => count))]).toEqual([key, answers])
  for (const [minute, answers] of minutes.entries())
    expect(sumOf([...spread.values()].flat().filter(([one]) => one === minute).map(([, count]) => count))).toBe(answers) // oxfmt-ignore
})
