import { describe, expect, it } from 'vitest'
import { lastTime, nextTime, nextTimes } from './next-times.ts'

const iso = (times: readonly Date[]): string[] => times.map((time) => time.toISOString().slice(5, 16))

describe('the next times of a job', () => {
  // Central Europe: clocks go from 02:00 to 03:00 on 29 March 2026 (01:00 UTC), from 03:00 to 02:00 on 25 October (01:00 UTC).
  it.each<[string, string, string, string, string[]]>([
    ['in spring run what the change leaves out at the change', '30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['03-29T01:00', '03-30T00:30']],
    [
      'in spring do so for a list of hours too',
      '30 2,3 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['03-29T01:00', '03-29T01:30', '03-30T00:30', '03-30T01:30'],
    ],
    ['in autumn run once what comes twice', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['10-25T00:30', '10-26T01:30']],
    ['in autumn do so for a list of hours too', '30 2,3 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['10-25T00:30', '10-25T02:30', '10-26T01:30']],
    ['keep a rhythm through spring', '*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:10Z', ['03-29T00:30', '03-29T01:00', '03-29T01:30', '03-29T02:00']],
    ['keep a rhythm through autumn', '30 * * * *', 'Europe/Berlin', '2026-10-24T23:40Z', ['10-25T00:30', '10-25T01:30', '10-25T02:30', '10-25T03:30']],
    ['know a change of half an hour', '15 1 * * *', 'Australia/Lord_Howe', '2026-04-03T12:00Z', ['04-03T14:15', '04-04T14:15', '04-05T14:45']],
    ['are those of a place without changes', '0 8 * * *', 'Asia/Shanghai', '2026-10-24T12:00Z', ['10-25T00:00', '10-26T00:00']],
    ['take either day where both are restricted', '0 0 13 * 5', 'UTC', '2026-03-07T00:00Z', ['03-13T00:00', '03-20T00:00']],
  ])('%s', (_, cron, zone, after, expected) => {
    expect(iso(nextTimes(cron, zone, new Date(after), expected.length))).toEqual(expected)
  })

  it('wait for a leap day, and never are the moment asked about', () => {
    expect(nextTime('0 0 29 2 *', 'UTC', new Date('2026-03-01T00:00Z'))?.toISOString()).toBe('2028-02-29T00:00:00.000Z')
    expect(nextTime('0 * * * *', 'UTC', new Date('2026-03-01T05:00Z'))?.toISOString()).toBe('2026-03-01T06:00:00.000Z')
  })
})

describe('of the times that went by', () => {
  const last = (cron: string, first: string, now: string) => {
    const { time, isOnly } = lastTime(cron, 'UTC', new Date(first), new Date(now))
    return [time.toISOString().slice(0, 16), isOnly]
  }
  it.each<[string, string, string, string, [string, boolean]]>([
    ['the only one', '0 * * * *', '2026-03-01T05:00Z', '2026-03-01T05:59:59Z', ['2026-03-01T05:00', true]],
    ['one that is now', '0 * * * *', '2026-03-01T05:00Z', '2026-03-01T05:00Z', ['2026-03-01T05:00', true]],
    ['the last of two', '0 * * * *', '2026-03-01T05:00Z', '2026-03-01T06:00Z', ['2026-03-01T06:00', false]],
    ['the last of 400 days of minutes', '* * * * *', '2026-03-01T05:00Z', '2027-04-05T05:00:30Z', ['2027-04-05T05:00', false]],
  ])('%s is known', (_, cron, first, now, expected) => {
    expect(last(cron, first, now)).toEqual(expected)
  })
})
