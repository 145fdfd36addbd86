import { describe, expect, it } from 'vitest'
import { hoursOf, minutesCsv, summaryOf, wholeMinutes } from './minutes.ts'

const at = (text: string) => new Date(text)

describe('wholeMinutes', () => {
  it('dates every minute and leaves the running one out', () => {
    expect(wholeMinutes('2026-03-10T12:00:00Z', [null, 3, 0, 9])).toEqual([
      { time: at('2026-03-10T12:00:00Z'), answers: null },
      { time: at('2026-03-10T12:01:00Z'), answers: 3 },
      { time: at('2026-03-10T12:02:00Z'), answers: 0 },
    ])
  })
})

describe('summaryOf', () => {
  it('averages over known minutes only: a gap is not a zero', () => {
    const minutes = wholeMinutes('2026-03-10T12:00:00Z', [null, 4, 0, 2, 99])
    expect(summaryOf(minutes)).toEqual({ last: 2, average: 2, maximum: { time: at('2026-03-10T12:01:00Z'), answers: 4 } })
  })

  it('knows nothing of minutes that nobody counted', () => {
    expect(summaryOf(wholeMinutes('2026-03-10T12:00:00Z', [null, null, null]))).toEqual({ last: null, average: null, maximum: null })
  })

  it('is zero where nothing was asked', () => {
    expect(summaryOf(wholeMinutes('2026-03-10T12:00:00Z', [0, 0, 0]))).toMatchObject({ last: 0, average: 0, maximum: { answers: 0 } })
  })
})

describe('hoursOf', () => {
  it('groups by the clock, newest first, and keeps gaps', () => {
    const minutes = wholeMinutes('2026-03-10T11:58:00Z', [null, null, ...Array.from({ length: 60 }, () => 2), 5, 7])
    expect(hoursOf(minutes).map((hour) => [hour.time.toISOString(), hour.sum, hour.average, hour.maximum?.answers])).toEqual([
      ['2026-03-10T13:00:00.000Z', 5, 5, 5],
      ['2026-03-10T12:00:00.000Z', 120, 2, 2],
      ['2026-03-10T11:58:00.000Z', null, null, undefined],
    ])
  })
})

describe('minutesCsv', () => {
  it('has a line for each minute and an empty field for a gap', () => {
    expect(minutesCsv(wholeMinutes('2026-03-10T12:00:00Z', [null, 3, 1]), ['time', 'answers'])).toBe(
      '\uFEFFtime,answers\r\n2026-03-10T12:00:00.000Z,\r\n2026-03-10T12:01:00.000Z,3\r\n',
    )
  })
})
