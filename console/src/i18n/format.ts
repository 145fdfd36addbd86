import { limits } from '@nameplane/contract/limits'
import { languageTag, type Language } from './language.ts'

/*
 * Numbers, times and amounts as a reader sees them, in the reader's zone and language. Every function is pure: language
 * and, where it matters, the present moment are given.
 */

const kept = new Map<string, unknown>()

function once<Made>(key: string, make: () => Made): Made {
  if (!kept.has(key)) kept.set(key, make())
  return kept.get(key) as Made
}

export function formatNumber(value: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
  const tag = languageTag(language)
  return once(`number ${tag} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(tag, options)).format(value)
}

/** `2026-03-09 14:05:09`: exact, sortable, the same in both languages; in the reader's zone unless one is given. */
export function formatExactTime(moment: Date | string, timeZone?: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const format = once(
    `exact ${timeZone}`,
    () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }),
  )
  const part = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
  return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`
}

export function formatDay(moment: Date | string, timeZone?: string): string {
  return formatExactTime(moment, timeZone).slice(0, 10)
}

const relativeSteps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, belowSeconds: number][] = [
  ['minute', 60, 3600],
  ['hour', 3600, 86_400],
  ['day', 86_400, 30 * 86_400],
]
const nowBelowSeconds = 45

/** `刚刚`, `5 分钟前`, `3 days ago`; the day itself beyond thirty days. */
export function formatRelativeTime(moment: Date | string, now: Date, language: Language, timeZone?: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const seconds = (date.getTime() - now.getTime()) / 1000
  const distance = Math.abs(seconds)
  if (distance < nowBelowSeconds) return language === 'zh' ? '刚刚' : 'just now'
  const step = relativeSteps.find(([, , below]) => distance < below)
  if (!step) return formatDay(date, timeZone)
  const tag = languageTag(language)
  const count = Math.sign(seconds) * Math.max(1, Math.round(distance / step[1]))
  const text = once(`relative ${tag}`, () => new Intl.RelativeTimeFormat(tag, { numeric: 'always' })).format(count, step[0])
  // Chinese and figures stand apart.
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
}

const durationSteps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A span of time in its largest unit: 90 → 1.5 minutes. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, size] = durationSteps.find(([, step]) => seconds >= step) ?? durationSteps[3]
  const text = formatNumber(seconds / size, language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
}

/** A span of time in full: 90,061 → 1 day 1 hour 1 minute 1 second. */
export function formatSpan(seconds: number, language: Language): string {
  return durationSteps
    .map(([, size], index) => Math.floor((seconds % (durationSteps[index - 1]?.[1] ?? Infinity)) / size) * size)
    .filter((part) => part > 0)
    .map((part) => formatDuration(part, language))
    .join(' ')
}

/** How long something took: `850 ms`, `57.5 s`, `2 min 5 s`, `1 h 10 min`; below ten milliseconds with two decimals. */
export function formatElapsed(milliseconds: number, language: Language): string {
  const amount = (value: number, unit: { zh: string; en: string }, digits = 0): string =>
    `${formatNumber(value, language, { maximumFractionDigits: digits })} ${unit[language]}`
  if (milliseconds < 999.5) return amount(milliseconds, elapsedUnits.millisecond, milliseconds < 10 ? 2 : 0)
  // 59.96 s would print as 60 s.
  if (milliseconds < 59_950) return amount(milliseconds / 1000, elapsedUnits.second, 1)
  const seconds = Math.round(milliseconds / 1000)
  const minutes = Math.round(seconds / 60)
  const [whole, rest] =
    seconds < 3600
      ? [amount(Math.floor(seconds / 60), elapsedUnits.minute), seconds % 60 > 0 && amount(seconds % 60, elapsedUnits.second)]
      : [amount(Math.floor(minutes / 60), elapsedUnits.hour), minutes % 60 > 0 && amount(minutes % 60, elapsedUnits.minute)]
  return rest ? `${whole} ${rest}` : whole
}

const elapsedUnits = { millisecond: { zh: '毫秒', en: 'ms' }, second: { zh: '秒', en: 's' }, minute: { zh: '分', en: 'min' }, hour: { zh: '小时', en: 'h' } }

/** Several texts as one: `a、b、c`, `a, b and c`. */
export function listOf(texts: readonly string[], language: Language): string {
  // The short Chinese form is the one without 和: names in Latin letters stand apart from it.
  const format = once(`list ${language}`, () =>
    language === 'zh' ? new Intl.ListFormat('zh-CN', { style: 'narrow' }) : new Intl.ListFormat('en-GB', { style: 'long' }),
  )
  return format.format(texts)
}

function scaled(value: number, base: number, units: readonly string[], language: Language): string {
  let rest = Math.abs(value)
  let index = 0
  // 999.95 would print as 1,000.0 of the smaller unit.
  while (index < units.length - 1 && rest >= (index === 0 ? base : base - 0.05)) {
    rest /= base
    index += 1
  }
  const digits = index === 0 || rest >= 100 ? 0 : 1
  return `${value < 0 ? '-' : ''}${formatNumber(rest, language, { maximumFractionDigits: digits })} ${units[index]}`
}

/** Base 1000 (spec point 9). */
export function formatBytes(bytes: number, language: Language): string {
  return scaled(bytes, limits.byteBase, ['B', 'kB', 'MB', 'GB', 'TB', 'PB'], language)
}

/** Rates are in bits per second (spec point 9). */
export function formatBitRate(bitsPerSecond: number, language: Language): string {
  return scaled(bitsPerSecond, limits.byteBase, ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'], language)
}

/** Amounts are stored in cents; shown with two decimals, thousands separators and the symbol (spec point 9), or the code of another currency: several share a sign. */
export function formatMoney(cents: number, language: Language, currency = 'CNY'): string {
  const symbol = currency === 'CNY' ? limits.defaultCurrencySymbol : `${currency}\u00a0`
  return `${cents < 0 ? '-' : ''}${symbol}${formatNumber(Math.abs(cents) / 100, language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** A long value cut in the middle, so that both ends stay readable. */
export function cutInTheMiddle(text: string, maximum: number): string {
  const letters = [...text]
  if (letters.length <= maximum) return text
  const head = Math.ceil((maximum - 1) / 2)
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (maximum - 1 - head)).join('')}`
}
