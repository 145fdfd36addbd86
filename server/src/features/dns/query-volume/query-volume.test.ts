import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { queryVolume, type QueryVolume } from '@nameplane/contract/dns/query-volume'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { newNode } from '../../../../../tests/support/nodes.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { answerTo, CountingNode } from '../../../../../tests/support/statistics.ts'
import { keepStatistics } from '../../../app/statistics-upkeep.ts'

const now = new Date('2026-03-10T12:34:56Z')
const hourMs = 3_600_000

const test = await createTestApp({ now: () => now })
afterAll(() => test.close())
const id = (await test.call(domain.save, { domain: 'volume.example' })).data.id
const node = await newNode(test, '=node')
const counting = new CountingNode(node)
const ask = async (hoursAgo: number, count: number, type = 1, name = 'www') => {
  for (let each = 0; each < count; each += 1) counting.counters.add(answerTo(id, 'telecom', type, 0, name))
  await counting.rollUp(test.db, new Date(now.getTime() - hoursAgo * hourMs))
}
await ask(0, 9)
await ask(1, 3)
await ask(1, 2, 28, '')
await ask(2, 1)
await ask(25, 4)
await ask(24 * 7 + 1, 6)
await ask(24 * 20, 2)
await ask(24 * 40, 1)

/** The steps that have answers, by their start. */
function counted({ start, answers }: QueryVolume['current'], stepSeconds: number): Record<string, number> {
  return Object.fromEntries(
    answers.flatMap((count, step) => (count ? [[new Date(new Date(start).getTime() + step * stepSeconds * 1000).toISOString().slice(0, 16), count]] : [])),
  )
}

describe('the last 24 hours', () => {
  it('are known to the minute, without the one that runs', async () => {
    const { stepSeconds, current, compared } = (await test.call(queryVolume.list, { id })).data
    expect([stepSeconds, current.start, current.answers.length, compared]).toEqual([60, '2026-03-09T12:34:00.000Z', 1440, null])
    expect(counted(current, 60)).toEqual({ '2026-03-10T10:34': 1, '2026-03-10T11:34': 5 })
    expect(current).toMatchObject({ total: 6, average: 6 / 1440, peak: { time: '2026-03-10T11:34:00.000Z', answers: 5 } })
  })

  it('stand beside the day before, step by step', async () => {
    const { stepSeconds, current, compared } = (await test.call(queryVolume.list, { id, compare: 'yesterday' })).data
    expect(stepSeconds).toBe(60)
    expect(counted(compared!, 60)).toEqual({ '2026-03-09T11:34': 4 })
    expect(current.answers.findIndex((count) => count === 5)).toBe(compared!.answers.findIndex((count) => count === 4))
  })

  it.each([
    ['type', 'AAAA', 2],
    ['name', '@', 2],
    ['name', 'www', 4],
    ['line', 'telecom', 6],
    ['country', 'cn', 6],
    ['rcode', 'NOERROR', 6],
    ['node', '=node', 6],
    ['type', 'MX', 0],
  ] as const)('are known by hours of one %s, as %s', async (by, value, total) => {
    const { stepSeconds, current } = (await test.call(queryVolume.list, { id, by, value })).data
    expect([stepSeconds, current.answers.length, current.total]).toEqual([3600, 24, total])
  })
})

it('a filter is a value of something', async () => {
  expect(await refusalOf(test.call(queryVolume.list, { id, by: 'type' }))).toMatchObject({ fields: { value: 'required' } })
  expect(await refusalOf(test.call(queryVolume.list, { id, value: 'A' }))).toMatchObject({ fields: { value: 'required' } })
})

it('before the first figures nothing is known, which is not zero', async () => {
  const fresh = await createTestApp({ now: () => now })
  const own = (await fresh.call(domain.save, { domain: 'fresh.example' })).data.id
  const { current } = (await fresh.call(queryVolume.list, { id: own, period: 'week' })).data
  expect(current).toMatchObject({ total: null, average: null, peak: null })
  expect(new Set(current.answers)).toEqual(new Set([null]))
  await fresh.close()
})

it('the file has the steps that are shown, and guards what a spreadsheet would run', async () => {
  const answer = await test.app.inject({
    url: `/api/sys/dns/domain/query_volume/export?id=${id}&compare=yesterday&by=node&value=%3Dnode`,
    headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': 'en' },
  })
  expect(answer.headers['content-disposition']).toContain('query-volume-volume.example-day.csv')
  const [head, ...rows] = answer.body.trim().split('\r\n')
  expect(head).toContain('Start (UTC),Answers (=node),Day before (=node)')
  expect(rows).toHaveLength(24)
  expect(rows.at(-1)).toBe('2026-03-10T11:00:00.000Z,5,4')
})

it('figures of a domain beyond reach are as absent as the domain', async () => {
  const { token } = await administratorWith(test, ['domain.read'], { dataScope: 'own' })
  expect(await refusalOf(test.call(queryVolume.list, { id }, token))).toMatchObject({ problem: 'domain_missing' })
  const answer = await test.app.inject({ url: `/api/sys/dns/domain/query_volume/export?id=${id}`, headers: { authorization: `Bearer ${token}` } })
  expect(answer.json()).toMatchObject({ problem: 'domain_missing' })
})

describe('figures that became coarser', () => {
  beforeAll(async () => {
    const signal = new AbortController().signal
    await keepStatistics(test.db, { keepDays: 10, keepDailyDays: 400, budgetBytes: Number.MAX_SAFE_INTEGER, now, signal, write: () => {} })
  })

  it('give both courses the step of the coarser one', async () => {
    const { stepSeconds, current, compared } = (await test.call(queryVolume.list, { id, compare: 'week' })).data
    expect(stepSeconds).toBe(3600)
    expect([counted(current, 3600), counted(compared!, 3600)]).toEqual([{ '2026-03-10T10:00': 1, '2026-03-10T11:00': 5 }, { '2026-03-03T11:00': 6 }])
  })

  it('are whole days of UTC where their hours are gone', async () => {
    const { stepSeconds, current, compared } = (await test.call(queryVolume.list, { id, period: 'month', compare: 'week' })).data
    expect(stepSeconds).toBe(86_400)
    expect([current.start, current.answers.length]).toEqual(['2026-02-08T00:00:00.000Z', 30])
    expect([counted(current, 86_400), counted(compared!, 86_400)]).toEqual([
      { '2026-02-18T00:00': 2, '2026-03-03T00:00': 6, '2026-03-09T00:00': 4 },
      { '2026-02-18T00:00': 2 },
    ])
  })
})
