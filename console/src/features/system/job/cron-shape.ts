import { isCronRefusal, readCron, type CronFields } from '@nameplane/contract/system/cron'

/** Times of the kinds that have fields of their own in the form; everything else is typed. */
export type CronShape =
  | { kind: 'minutes'; every: number }
  | { kind: 'hours'; every: number; minute: number }
  | { kind: 'day'; hour: number; minute: number }
  | { kind: 'week'; days: readonly number[]; hour: number; minute: number }
  | { kind: 'month'; day: number; hour: number; minute: number }
  | { kind: 'custom' }

export const cronKinds = ['minutes', 'hours', 'day', 'week', 'month', 'custom'] as const
export type CronKind = (typeof cronKinds)[number]

/** Steps that divide an hour or a day: others would begin anew at its start. */
export const minuteSteps = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const
export const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const

/** The five fields of a shape; null for one that has none of its own. */
export function cronOf(shape: CronShape): string | null {
  switch (shape.kind) {
    case 'minutes':
      return shape.every === 1 ? '* * * * *' : `*/${shape.every} * * * *`
    case 'hours':
      return `${shape.minute} ${shape.every === 1 ? '*' : `*/${shape.every}`} * * *`
    case 'day':
      return `${shape.minute} ${shape.hour} * * *`
    case 'week':
      return `${shape.minute} ${shape.hour} * * ${[...shape.days].sort((one, other) => one - other).join(',')}`
    case 'month':
      return `${shape.minute} ${shape.hour} ${shape.day} * *`
    case 'custom':
      return null
  }
}

const stepIn = (field: string): number | null => (field === '*' ? 1 : /^\*\/\d+$/.test(field) ? Number(field.slice(2)) : null)

/** What five fields are in the form. */
export function shapeOf(cron: string): CronShape {
  const read = readCron(cron)
  if (isCronRefusal(read)) return { kind: 'custom' }
  const shape = possibleShape(cron.trim().split(/\s+/), read)
  // Only what comes out again as it went in.
  const again = shape && cronOf(shape)
  return shape && again && sameTimes(again, read) ? shape : { kind: 'custom' }
}

function possibleShape([minuteText = '', hourText = '']: readonly string[], { minute, hour, day, month, weekday }: CronFields): CronShape | null {
  if (!month.isAny || (!day.isAny && !weekday.isAny)) return null
  const isEveryDay = day.isAny && weekday.isAny
  const minuteStep = stepIn(minuteText)
  const hourStep = stepIn(hourText)
  if (isEveryDay && minuteStep !== null && hour.isAny) return isOneOf(minuteSteps, minuteStep) ? { kind: 'minutes', every: minuteStep } : null
  if (minute.values.length !== 1) return null
  const at = { hour: hour.values[0]!, minute: minute.values[0]! }
  if (isEveryDay && hourStep !== null) return isOneOf(hourSteps, hourStep) ? { kind: 'hours', every: hourStep, minute: at.minute } : null
  if (hour.values.length !== 1) return null
  if (isEveryDay) return { kind: 'day', ...at }
  if (day.isAny) return { kind: 'week', days: weekday.values, ...at }
  return day.values.length === 1 ? { kind: 'month', day: day.values[0]!, ...at } : null
}

const isOneOf = (steps: readonly number[], step: number): boolean => steps.includes(step)

function sameTimes(cron: string, fields: CronFields): boolean {
  const other = readCron(cron)
  return !isCronRefusal(other) && JSON.stringify(other) === JSON.stringify(fields)
}

/** What a kind begins with, keeping the time of day of the shape before it. */
export function beginning(kind: CronKind, before: CronShape): CronShape {
  const minute = 'minute' in before ? before.minute : 0
  const hour = 'hour' in before ? before.hour : 3
  switch (kind) {
    case 'minutes':
      return { kind, every: 10 }
    case 'hours':
      return { kind, every: 1, minute }
    case 'day':
      return { kind, hour, minute }
    case 'week':
      return { kind, days: [1], hour, minute }
    case 'month':
      return { kind, day: 1, hour, minute }
    case 'custom':
      return { kind }
  }
}
