import type { ProblemCode } from '../problem-text.ts'
import './job-problems.ts'

/*
 * Five cron fields: minute, hour, day of month, month, day of week. A field is `*`, a number, a range or a list of those,
 * ranges and `*` with a step; months and weekdays may be named by three letters, and 7 is Sunday as 0 is. Where both days
 * are restricted, either is enough, as in every cron since the first.
 */

export const cronFieldNames = ['minute', 'hour', 'day', 'month', 'weekday'] as const
export type CronFieldName = (typeof cronFieldNames)[number]

/** One field read: every value it names, ascending, and whether it restricts nothing. */
export type CronField = { readonly values: readonly number[]; readonly isAny: boolean }
export type CronFields = Readonly<Record<CronFieldName, CronField>>

type CronRefusal = { readonly code: ProblemCode; readonly params: Readonly<Record<string, unknown>> }

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** Smallest and largest value of each field, and the names that may stand for numbers. */
const bounds: Readonly<Record<CronFieldName, { min: number; max: number; names?: readonly string[] }>> = {
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: monthNames },
  weekday: { min: 0, max: 7, names: weekdayNames },
}

function numberOf(text: string, name: CronFieldName): number | null {
  const { min, max, names } = bounds[name]
  const named = names?.indexOf(text.toUpperCase()) ?? -1
  if (named >= 0) return named + min
  if (!/^\d{1,2}$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}

/** The values of one part of a list: `*`, a step of `*`, `a`, `a-b`, `a-b/n`; null where it is none of them. */
function valuesOf(part: string, name: CronFieldName): number[] | null {
  const [, from, to, step] = /^(\*|\w{1,3})(?:-(\w{1,3}))?(?:\/(\d{1,2}))?$/.exec(part) ?? []
  if (from === undefined) return null
  const { min, max } = bounds[name]
  const isAll = from === '*'
  if (isAll && to !== undefined) return null
  // A step needs something to step through.
  if (!isAll && to === undefined && step !== undefined) return null
  const first = isAll ? min : numberOf(from, name)
  const last = isAll ? (name === 'weekday' ? 6 : max) : to === undefined ? first : numberOf(to, name)
  const stride = step === undefined ? 1 : Number(step)
  if (first === null || last === null || last < first || stride < 1) return null
  const values: number[] = []
  for (let value = first; value <= last; value += stride) values.push(value)
  return values
}

function fieldOf(text: string, name: CronFieldName): CronField | null {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const some = valuesOf(part, name)
    if (!some) return null
    for (const value of some) values.add(name === 'weekday' && value === 7 ? 0 : value)
  }
  return { values: [...values].sort((one, other) => one - other), isAny: text === '*' || text === '*/1' }
}

const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether some day is meant at all: the 30th of February never comes. */
function comesRound({ day, month, weekday }: CronFields): boolean {
  return !weekday.isAny || month.values.some((one) => day.values.some((value) => value <= daysOfMonth[one - 1]!))
}

/** Reads five fields, or says which of them is wrong. */
export function readCron(text: string): CronFields | CronRefusal {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== cronFieldNames.length) return { code: 'cron_five_fields', params: {} }
  const fields: Partial<Record<CronFieldName, CronField>> = {}
  for (const [index, name] of cronFieldNames.entries()) {
    const field = fieldOf(parts[index]!, name)
    if (!field) return { code: 'cron_field_invalid', params: { position: index + 1, text: parts[index] } }
    fields[name] = field
  }
  const read = fields as CronFields
  return comesRound(read) ? read : { code: 'cron_never', params: {} }
}

/** Whether a reading was refused. */
export function isCronRefusal(read: CronFields | CronRefusal): read is CronRefusal {
  return 'code' in read
}

/** Whether this is a time zone that clocks are known for, such as `UTC` or `Asia/Shanghai`. */
export function isTimeZone(name: string): boolean {
  // Offsets are understood by some runtimes, but have no daylight-saving rules to name.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
