import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newNode } from '../../../../../tests/support/nodes.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { answerTo, CountingNode } from '../../../../../tests/support/statistics.ts'
import { keepStatistics } from '../../../app/statistics-upkeep.ts'

const now = new Date('2026-03-10T12:34:56Z')
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)

let test: TestApp
let id: number
let node: number
beforeAll(async () => {
  test = await createTestApp({ now: () => now })
  id = (await test.call(domain.save, { domain: 'asked.example' })).data.id
  node = await newNode(test, 'ns-here', { address: '192.0.2.53', port: 53 })
  const counting = new CountingNode(node)
  const ask = async (hours: number, ...events: ReturnType<typeof answerTo>[]) => {
    for (const event of events) counting.counters.add(event)
    await counting.rollUp(test.db, hoursAgo(hours))
  }
  await ask(0, answerTo(id, 'telecom', 1, 0, 'www'), answerTo(id, 'jp', 28, 0, ''), answerTo(id, 'default', 65_399, 3))
  await ask(23, answerTo(id, 'telecom', 1, 0, 'www'))
  await ask(24, answerTo(id, 'unicom', 1, 0, 'mail'))
  await ask(24 * 20, answerTo(id, 'jp', 1, 0, '*'), answerTo(id, 'jp', 1, 0, '*'), answerTo(id, 'jp', 1, 0, '*'))
  await ask(0, answerTo(null, 'jp', 1, 5), answerTo(id + 1000, 'jp', 1, 0, 'www'))
})
afterAll(() => test.close())

const day = {
  start: '2026-03-09T13:00:00.000Z',
  answers: 4,
  names: [
    { name: 'www', answers: 2 },
    { name: '@', answers: 1 },
  ],
  types: [
    { name: 'A', answers: 2 },
    { name: 'AAAA', answers: 1 },
    { name: 'OTHER', answers: 1 },
  ],
  lines: [
    { name: 'telecom', answers: 2 },
    { name: 'default', answers: 1 },
    { name: 'jp', answers: 1 },
  ],
  rcodes: [
    { name: 'NOERROR', answers: 3 },
    { name: 'NXDOMAIN', answers: 1 },
  ],
  countries: [
    { name: 'cn', answers: 2 },
    { name: 'jp', answers: 1 },
  ],
  nodes: [{ name: 'ns-here', answers: 4 }],
}

describe.each(['while it is counted', 'after it became coarser'])('the figures of a domain, %s,', (when) => {
  beforeAll(async () => {
    if (when === 'while it is counted') return
    const signal = new AbortController().signal
    await keepStatistics(test.db, { keepDays: 10, keepDailyDays: 400, budgetBytes: Number.MAX_SAFE_INTEGER, now, signal, write: () => {} })
  })

  it('are those of whole hours, by what they were asked for, by whom and where', async () => {
    expect((await test.call(domain.statistics, { id })).data).toEqual(day)
  })

  it('reach back as far as is asked for', async () => {
    const week = (await test.call(domain.statistics, { id, period: 'week' })).data
    expect(week).toMatchObject({ answers: 5, countries: [{ name: 'cn', answers: 3 }, { name: 'jp', answers: 1 }] }) // oxfmt-ignore
    const month = (await test.call(domain.statistics, { id, period: 'month' })).data
    expect(month).toMatchObject({ start: '2026-02-08T13:00:00.000Z', answers: 8, names: [{ name: '*', answers: 3 }, { name: 'www', answers: 2 }, { name: '@' }, { name: 'mail' }] }) // oxfmt-ignore
  })
})

it('a domain that nobody asked has none', async () => {
  const silent = (await test.call(domain.save, { domain: 'silent-one.example' })).data.id
  expect((await test.call(domain.statistics, { id: silent })).data).toMatchObject({
    answers: 0,
    names: [],
    types: [],
    lines: [],
    rcodes: [],
    countries: [],
    nodes: [],
  })
})

it('figures of a domain beyond reach are as absent as the domain', async () => {
  const { token } = await administratorWith(test, ['domain.read'], { dataScope: 'own' })
  expect(await refusalOf(test.call(domain.statistics, { id }, token))).toMatchObject({ problem: 'domain_missing' })
  expect(await refusalOf(test.call(domain.statistics, { id: 999_999 }))).toMatchObject({ problem: 'domain_missing' })
})
