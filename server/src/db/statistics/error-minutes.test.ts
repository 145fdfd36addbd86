import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answered } from '../../../../tests/support/answered.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { keepStatistics } from '../../app/statistics-upkeep.ts'
import { Random } from '../../seed/random.ts'
import { errorMinutesKeptHours, minutesOfDomains, packErrors, unpackErrors } from './error-minutes.ts'
import { partitionsOf } from './partitions.ts'

const zeros = () => Array.from({ length: 60 }, () => 0)

describe('errors by minute', () => {
  it('come back from their bytes as they were, whichever minutes have some', () => {
    const random = new Random('errors')
    expect(unpackErrors(null)).toEqual({ 2: zeros(), 3: zeros(), 5: zeros() })
    for (let round = 0; round < 300; round += 1) {
      const some = () => zeros().map(() => (random.perMille(random.between(0, 1000)) ? random.between(1, 100_000) : 0))
      const errors = { 2: some(), 3: some(), 5: round % 3 === 0 ? zeros() : some() }
      expect(unpackErrors(packErrors(errors))).toEqual(errors)
    }
  })

  it('take few bytes where there are few', () => {
    const errors = { 2: zeros(), 3: zeros(), 5: zeros() }
    errors[3][30] = 1
    expect(packErrors(errors).length).toBeLessThan(5)
    const sevens = zeros().map(() => 7)
    expect(packErrors({ 2: sevens, 3: sevens, 5: sevens }).length).toBeLessThan(200)
  })
})

describe('what domains answered', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())
  const at = (minute: number, seconds = 0) => new Date(Date.UTC(2026, 2, 10, 10, minute, seconds))

  it('is read to the minute, over the end of an hour, of the named domains alone', async () => {
    await answered(
      test.db,
      { domainId: 7, minute: at(58), answers: 10 },
      { domainId: 7, minute: at(58), answers: 2, rcode: 'NXDOMAIN' },
      { domainId: 7, minute: at(61), answers: 3, rcode: 'SERVFAIL' },
      { domainId: 7, minute: at(61), answers: 1, rcode: 'REFUSED', nodeId: 2 },
      { domainId: 8, minute: at(61), answers: 4 },
      { domainId: 9, minute: at(61), answers: 9, rcode: 'NXDOMAIN' },
      { domainId: 0, minute: at(61), answers: 5, rcode: 'REFUSED' },
    )
    expect(await minutesOfDomains(test.db, [7, 8], at(58), at(62))).toEqual([
      { domainId: 7, at: at(58).getTime(), queries: 12, errors: [0, 2, 0] },
      { domainId: 7, at: at(61).getTime(), queries: 4, errors: [3, 0, 1] },
      { domainId: 8, at: at(61).getTime(), queries: 4, errors: [0, 0, 0] },
    ])
    expect(await minutesOfDomains(test.db, [7], at(59), at(61))).toEqual([])
    expect(await minutesOfDomains(test.db, [], at(58), at(62))).toEqual([])
    // Names outside every zone are no domain's: a stranger makes no rows.
    const rows = await test.db.selectFrom('query_error_minute').select('domain_id').orderBy('domain_id').execute()
    expect(rows.map((row) => row.domain_id)).toEqual([7, 7, 9])
  })

  it('keeps its errors for some hours, and its answers for longer', async () => {
    await answered(test.db, { domainId: 11, minute: at(5), answers: 6, rcode: 'NXDOMAIN' })
    const keeping = { keepDays: 35, keepDailyDays: 400, budgetBytes: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal, write: () => {} }
    const errors = async () => (await partitionsOf(test.db, 'query_error_minute')).filter(({ start }) => start < at(60)).length
    await keepStatistics(test.db, { ...keeping, now: new Date(at(59).getTime() + errorMinutesKeptHours * 3_600_000) })
    expect(await errors()).toBe(1)
    await keepStatistics(test.db, { ...keeping, now: new Date(at(61).getTime() + errorMinutesKeptHours * 3_600_000) })
    expect(await errors()).toBe(0)
    expect(await minutesOfDomains(test.db, [11], at(0), at(60))).toMatchObject([{ queries: 6, errors: [0, 0, 0] }])
  })
})
