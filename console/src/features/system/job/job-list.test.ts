import { describe, expect, test } from 'vitest'
import { formatDay, formatExactTime } from '../../../i18n/format.ts'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { jobList, type JobRow } from './job-list.tsx'
import { future, jobRow, past } from './job-row.testing.ts'

const lastRun = { id: 1, state: 'failed', trigger: 'schedule', startTime: past, durationMs: 20, error: 'no_reply', errorText: null } as const
const cell = (key: string, part: Partial<JobRow> = {}) => cellOf(jobList, key, { ...jobRow, ...part })

describe('a job in the list', () => {
  test.each([
    ['waits for its time', {}, 'good'],
    ['is paused', { status: 0 }, 'neutral'],
    ['runs', { runningCount: 1 }, 'warning'],
    ['runs, and once more after it', { runningCount: 1, waitingCount: 1 }, 'warning'],
    ['is about to run', { waitingCount: 1 }, 'neutral'],
  ] as const)('that %s has its colour', (_, part, tone) => expect(cell('status', part).tone).toBe(tone))

  test('that waits to begin or runs says so before anything else', () => {
    const texts = [{}, { status: 0 }, { waitingCount: 1 }, { waitingCount: 1, runningCount: 1, status: 0 }].map((part) => cell('status', part).text)
    expect(new Set(texts).size).toBe(4)
    expect(cell('status', { runningCount: 1 }).text).toBe(texts[3])
  })

  test('is called by its own name, or as its kind is', () => {
    expect(cell('name').text).toBe('rehearsal')
    expect(cell('name', { name: '', isOwn: true }).text).toBe(`${cell('handler').text} built-in`)
    expect(cell('handler').title).toBe('trial_run')
  })

  test('says when it runs in words, with its zone where that is another', () => {
    expect(cell('cron', { timeZone: 'Europe/Berlin' }).text).toBe(`${cell('cron').text} Europe/Berlin`)
    expect(cell('cron').title).toBe(`${cell('cron').text}\n30 2 * * *\nUTC`)
  })

  test('shows times that have no words as they are written', () => expect(cell('cron', { cron: '@reboot' }).text).toBe('@reboot'))

  test('runs next at a moment, soon, or not at all', () => {
    expect(cell('nextTime')).toEqual({ text: formatDay(future), title: formatExactTime(future) })
    expect(cell('nextTime', { nextTime: past }).text).not.toBe(formatDay(past))
    expect(cell('nextTime', { nextTime: null })).toEqual({ text: '–' })
  })

  test('says how its last run went, and why it failed', () => {
    expect(cell('lastRun', { lastRun })).toEqual({ text: `Failed ${formatDay(past)}`, title: `${formatExactTime(past)}\nno_reply`, tone: 'bad' })
    expect(cell('lastRun', { lastRun: { ...lastRun, state: 'succeeded', error: null } })).toMatchObject({ title: formatExactTime(past), tone: 'good' })
    expect(cell('lastRun', { lastRun: { ...lastRun, startTime: null } })).toEqual({ text: 'Failed', title: '\nno_reply', tone: 'bad' })
    expect(cell('lastRun').text).toBe('Not run yet')
  })

  test('says how long it takes, once that is known', () => {
    expect([cell('averageMs').text, cell('averageMs', { averageMs: 850 }).text]).toEqual(['–', '850 ms'])
  })
})
