import { describe, expect, it } from 'vitest'
import { cronWords } from './cron-words.ts'
import { isTimeZone, readCron } from './cron.ts'

describe('five cron fields', () => {
  it.each<[string, Partial<Record<'minute' | 'hour' | 'day' | 'month' | 'weekday', number[]>>]>([
    ['0 0 1 1 0', { minute: [0], hour: [0], day: [1], month: [1], weekday: [0] }],
    ['*/20 8-10 * * *', { minute: [0, 20, 40], hour: [8, 9, 10] }],
    ['10-30/10,59 0,23 31 dec Sun-tue', { minute: [10, 20, 30, 59], hour: [0, 23], day: [31], month: [12], weekday: [0, 1, 2] }],
    ['5 4 * * 5-7', { weekday: [0, 5, 6] }],
    ['5 4 * * */2', { weekday: [0, 2, 4, 6] }],
    ['  5\t4 * *  7 ', { minute: [5], hour: [4], weekday: [0] }],
  ])('%s name these values', (text, values) => {
    const read = readCron(text)
    for (const [name, expected] of Object.entries(values)) expect(read).toHaveProperty(`${name}.values`, expected)
  })

  it.each([
    ['', 'cron_five_fields'],
    ['* * * *', 'cron_five_fields'],
    ['0 * * * * *', 'cron_five_fields'],
    ['@daily', 'cron_five_fields'],
    ['60 * * * *', 'cron_field_invalid'],
    ['* 24 * * *', 'cron_field_invalid'],
    ['* * 0 * *', 'cron_field_invalid'],
    ['* * * 13 *', 'cron_field_invalid'],
    ['* * * * 8', 'cron_field_invalid'],
    ['* * * MON *', 'cron_field_invalid'],
    ['5/15 * * * *', 'cron_field_invalid'],
    ['*/0 * * * *', 'cron_field_invalid'],
    ['30-10 * * * *', 'cron_field_invalid'],
    ['*-5 * * * *', 'cron_field_invalid'],
    ['1,,2 * * * *', 'cron_field_invalid'],
    ['-1 * * * *', 'cron_field_invalid'],
    ['1.5 * * * *', 'cron_field_invalid'],
    ['* * L * *', 'cron_field_invalid'],
    ['* * * * 1#2', 'cron_field_invalid'],
    ['0 0 30 2 *', 'cron_never'],
    ['0 0 31 4,6,9,11 *', 'cron_never'],
  ])('%s are refused: %s', (text, code) => {
    expect(readCron(text)).toMatchObject({ code })
  })

  it('say which of them is wrong', () => {
    expect(readCron('0 0 * * XYZ')).toEqual({ code: 'cron_field_invalid', params: { position: 5, text: 'XYZ' } })
  })

  it('may mean a day that is rare or comes by its weekday', () => {
    for (const text of ['0 0 29 2 *', '0 0 31 4 1']) expect(readCron(text)).not.toHaveProperty('code')
  })

  it.each([
    ['* * * * *', '每分钟', 'Every minute'],
    ['*/10 * * * *', '每 10 分钟', 'Every 10 minutes'],
    ['0 * * * *', '每小时整点', 'Every hour on the hour'],
    ['7 * * * *', '每小时第 7 分', 'At minute 7 of every hour'],
    ['*/7 * * * *', '每小时第 0、7、14、21、28、35、42、49、56 分', 'At minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of every hour'],
    ['43 3 * * *', '每天 03:43', 'Every day at 03:43'],
    ['0 */2 * * *', '每 2 小时的整点', 'Every 2 hours on the hour'],
    ['0 9,18 * * 1-5', '每周一至五 09:00、18:00', 'At 09:00 and 18:00 on Monday to Friday'],
    ['*/5 9-17 * * 1-5', '每周一至五 9～17 时，每 5 分钟', 'Every 5 minutes from 09:00 to 17:59 on Monday to Friday'],
    ['0 0 1,15 * *', '每月 1、15 日 00:00', 'At 00:00 on the 1st and 15th of the month'],
    ['0 0 13 * 5', '每月 13 日或每周五 00:00', 'At 00:00 on the 13th of the month, or on Friday'],
    ['30 2 1 1 *', '1 月 1 日 02:30', 'At 02:30 on the 1st in January'],
  ])('%s read %s, and %s', (text, zh, en) => {
    expect([cronWords(text, 'zh'), cronWords(text, 'en')]).toEqual([zh, en])
  })

  it('that are wrong have no words', () => {
    expect(cronWords('x', 'en')).toBeNull()
  })
})

describe('a time zone', () => {
  it.each([
    ['UTC', true],
    ['Asia/Shanghai', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['Mars/Olympus', false],
    ['+08:00', false],
    ['', false],
    ['Asia/Shanghai; drop', false],
  ])('%s is one: %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected)
  })
})
