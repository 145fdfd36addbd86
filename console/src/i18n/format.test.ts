import { describe, expect, it } from 'vitest'
import {
  cutInTheMiddle,
  formatBitRate,
  formatBytes,
  formatDay,
  formatDuration,
  formatElapsed,
  formatExactTime,
  formatMoney,
  formatNumber,
  formatRelativeTime,
  formatSpan,
  listOf,
} from './format.ts'

const now = new Date('2026-03-09T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('times', () => {
  it.each([
    ['2026-03-09T06:05:09Z', 'Asia/Shanghai', '2026-03-09 14:05:09'],
    ['2026-03-09T16:00:00Z', 'Asia/Shanghai', '2026-03-10 00:00:00'],
    ['2026-03-09T06:05:09Z', 'America/New_York', '2026-03-09 02:05:09'],
  ])('%s is shown in %s as %s', (moment, zone, text) => {
    expect(formatExactTime(moment, zone)).toBe(text)
    expect(formatDay(moment, zone)).toBe(text.slice(0, 10))
  })

  it.each([
    [0, '刚刚', 'just now'],
    [44, '刚刚', 'just now'],
    [45, '1 分钟前', '1 minute ago'],
    [59 * 60, '59 分钟前', '59 minutes ago'],
    [3600, '1 小时前', '1 hour ago'],
    [86_400, '1 天前', '1 day ago'],
    [29 * 86_400, '29 天前', '29 days ago'],
    [30 * 86_400, '2026-02-07', '2026-02-07'],
    [-7200, '2 小时后', 'in 2 hours'],
  ])('%d seconds ago reads %s, %s', (seconds, zh, en) => {
    expect(formatRelativeTime(ago(seconds), now, 'zh', 'UTC')).toBe(zh)
    expect(formatRelativeTime(ago(seconds), now, 'en', 'UTC')).toBe(en)
  })

  it('show nothing for what is no time', () => {
    expect([formatExactTime('never'), formatRelativeTime('never', now, 'zh')]).toEqual(['', ''])
  })
})

describe('amounts', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1500, '1.5 kB'],
    [99_950, '100 kB'],
    [123_456, '123 kB'],
    [999_960, '1 MB'],
    [1_000_000, '1 MB'],
    [2_500_000_000, '2.5 GB'],
    [-1500, '-1.5 kB'],
  ])('%d bytes are %s, base 1000', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text)
  })

  it.each([
    [0, '0 bit/s'],
    [1000, '1 kbit/s'],
    [1_500_000, '1.5 Mbit/s'],
  ])('%d bits per second are %s', (rate, text) => {
    expect(formatBitRate(rate, 'zh')).toBe(text)
  })

  it.each([
    [0, '￥0.00'],
    [1, '￥0.01'],
    [123_456_789, '￥1,234,567.89'],
    [-250, '-￥2.50'],
  ])('%d cents are %s', (cents, text) => {
    expect(formatMoney(cents, 'zh')).toBe(text)
    expect(formatMoney(cents, 'en')).toBe(text)
  })

  it.each([
    [100, 'USD', 'USD\u00a01.00'],
    [-123_456, 'HKD', '-HKD\u00a01,234.56'],
    [100, 'CNY', '￥1.00'],
  ])('%d cents of %s are %s', (cents, currency, text) => {
    expect(formatMoney(cents, 'en', currency)).toBe(text)
  })

  it('numbers have separators', () => {
    expect(formatNumber(1_234_567.5, 'zh')).toBe('1,234,567.5')
  })
})

describe('long values', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abc…fg'],
    ['abcdefgh', 5, 'ab…gh'],
    ['例子例子例子', 3, '例…子'],
  ])('%s cut to %d is %s', (text, maximum, cut) => {
    expect(cutInTheMiddle(text, maximum)).toBe(cut)
    expect([...cut].length).toBeLessThanOrEqual(maximum)
  })
})

it.each([
  [45, 'zh', '45 秒钟'],
  [1, 'en', '1 second'],
  [90, 'en', '1.5 minutes'],
  [7200, 'zh', '2 小时'],
  [2_592_000, 'en', '30 days'],
] as const)('a span of %d seconds in %s is %s', (seconds, language, text) => {
  expect(formatDuration(seconds, language)).toBe(text)
})

it.each([
  [60, '1 分钟', '1 minute'],
  [100, '1 分钟 40 秒钟', '1 minute 40 seconds'],
  [43_200, '12 小时', '12 hours'],
  [90_061, '1 天 1 小时 1 分钟 1 秒钟', '1 day 1 hour 1 minute 1 second'],
  [400 * 86_400, '400 天', '400 days'],
])('%d seconds in full are %s, %s', (seconds, zh, en) => {
  expect(formatSpan(seconds, 'zh')).toBe(zh)
  expect(formatSpan(seconds, 'en')).toBe(en)
})

it.each([
  [0.421, '0.42 毫秒', '0.42 ms'],
  [850, '850 毫秒', '850 ms'],
  [999.6, '1 秒', '1 s'],
  [57_500, '57.5 秒', '57.5 s'],
  [59_960, '1 分', '1 min'],
  [125_000, '2 分 5 秒', '2 min 5 s'],
  [3_599_800, '1 小时', '1 h'],
  [4_230_000, '1 小时 11 分', '1 h 11 min'],
])('%d elapsed milliseconds are %s, %s', (milliseconds, zh, en) => {
  expect(formatElapsed(milliseconds, 'zh')).toBe(zh)
  expect(formatElapsed(milliseconds, 'en')).toBe(en)
})

it('lists texts as each language does', () => {
  const names = ['a.com', 'b.com', 'c.com']
  expect([listOf(names, 'zh'), listOf(names, 'en')]).toEqual(['a.com、b.com、c.com', 'a.com, b.com and c.com'])
  expect([listOf(names.slice(1), 'zh'), listOf(['a.com'], 'en'), listOf([], 'en')]).toEqual(['b.com、c.com', 'a.com', ''])
})
