import type { Language } from '../problem-text.ts'
import { isCronRefusal, readCron, type CronField, type CronFields } from './cron.ts'

/* What five cron fields say, in plain words. */

const weekdays = { zh: ['日', '一', '二', '三', '四', '五', '六'], en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] } as const
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** As many single times as a sentence bears. */
const mostTimes = 6

const two = (value: number): string => String(value).padStart(2, '0')
const joinedEn = (words: readonly string[]): string => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)

function ordinal(value: number): string {
  const suffix = value >= 11 && value <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')
  return `${value}${suffix}`
}

/** Neighbouring values as ranges: 1, 2, 3, 5 become 1–3 and 5. */
function rangesOf(values: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = []
  for (const value of values) {
    const open = ranges.at(-1)
    if (open && open[1] === value - 1) open[1] = value
    else ranges.push([value, value])
  }
  return ranges
}

const ranged = (values: readonly number[], word: (value: number) => string, between: string): string[] =>
  rangesOf(values).flatMap(([first, last]) =>
    last - first >= 2 ? [`${word(first)}${between}${word(last)}`] : first === last ? [word(first)] : [word(first), word(last)],
  )

/** The step of a field that is a step of `*` with n dividing the whole, from its beginning to its end; null for others. */
function stepOf({ values }: CronField, whole: number): number | null {
  const step = values.length > 1 ? values[1]! - values[0]! : 0
  return step > 1 && values[0] === 0 && whole % step === 0 && values.length === whole / step && values.every((value, index) => value === index * step)
    ? step
    : null
}

function timesIn(fields: CronFields): string[] | null {
  const { minute, hour } = fields
  if (hour.isAny || minute.isAny || minute.values.length * hour.values.length > mostTimes) return null
  return hour.values.flatMap((one) => minute.values.map((value) => `${two(one)}:${two(value)}`))
}

function timeZh(fields: CronFields): { text: string; isOfDay: boolean } {
  const { minute, hour } = fields
  const times = timesIn(fields)
  if (times) return { text: times.join('、'), isOfDay: true }
  const step = stepOf(minute, 60)
  const isOnHour = minute.values.length === 1 && minute.values[0] === 0
  const minutes = minute.isAny ? '每分钟' : step ? `每 ${step} 分钟` : isOnHour ? '整点' : `第 ${ranged(minute.values, String, '～').join('、')} 分`
  if (hour.isAny) return { text: minute.isAny || step ? minutes : `每小时${minutes}`, isOfDay: false }
  const hourStep = stepOf(hour, 24)
  if (hourStep) return { text: `每 ${hourStep} 小时${minute.isAny || step ? `，其间${minutes}` : `的${minutes}`}`, isOfDay: false }
  return { text: `${ranged(hour.values, String, '～').join('、')} 时，${minutes}`, isOfDay: true }
}

function dayZh({ day, month, weekday }: CronFields, isOfDay: boolean): string {
  const within = month.isAny ? '' : `${ranged(month.values, String, '～').join('、')} 月`
  const ofMonth = day.isAny ? '' : `${within === '' ? '每月 ' : ' '}${ranged(day.values, String, '～').join('、')} 日`
  const ofWeek = weekday.isAny ? '' : `每周${ranged(weekday.values, (value) => weekdays.zh[value]!, '至').join('、')}`
  if (ofMonth && ofWeek) return `${within}${ofMonth}或${ofWeek}`
  if (ofMonth) return `${within}${ofMonth}`
  if (ofWeek) return within === '' ? ofWeek : `${within}的${ofWeek}`
  return within === '' ? (isOfDay ? '每天' : '') : isOfDay ? `${within}每天` : within
}

function timeEn(fields: CronFields): string {
  const { minute, hour } = fields
  const times = timesIn(fields)
  if (times) return `at ${joinedEn(times)}`
  const step = stepOf(minute, 60)
  const minutes = minute.isAny
    ? 'every minute'
    : step
      ? `every ${step} minutes`
      : minute.values.length === 1 && minute.values[0] === 0
        ? 'on the hour'
        : `at minute${minute.values.length > 1 ? 's' : ''} ${joinedEn(ranged(minute.values, String, '–'))}`
  if (hour.isAny) return minute.isAny || step ? minutes : minutes === 'on the hour' ? 'every hour on the hour' : `${minutes} of every hour`
  const hourStep = stepOf(hour, 24)
  if (hourStep) return minute.isAny || step ? `${minutes} in every ${ordinal(hourStep)} hour` : `every ${hourStep} hours ${minutes}`
  return `${minutes} from ${joinedEn(rangesOf(hour.values).map(([first, last]) => `${two(first)}:00 to ${two(last)}:59`))}`
}

function dayEn({ day, month, weekday }: CronFields): string {
  const within = month.isAny ? '' : ` in ${joinedEn(ranged(month.values, (value) => months[value - 1]!, ' to '))}`
  const ofMonth = day.isAny ? '' : `on the ${joinedEn(ranged(day.values, ordinal, ' to '))}${month.isAny ? ' of the month' : ''}`
  const ofWeek = weekday.isAny ? '' : `on ${joinedEn(ranged(weekday.values, (value) => weekdays.en[value]!, ' to '))}`
  if (ofMonth && ofWeek) return `${ofMonth}, or ${ofWeek},${within}`.replace(/,$/, '')
  return `${ofMonth}${ofWeek}${within}`.trim()
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The fields as a sentence without a full stop; null where they cannot be read. */
export function cronWords(text: string, language: Language): string | null {
  const fields = readCron(text)
  if (isCronRefusal(fields)) return null
  if (language === 'zh') {
    const time = timeZh(fields)
    const day = dayZh(fields, time.isOfDay)
    return day === '' ? time.text : `${day}${time.isOfDay ? ' ' : '，'}${time.text}`
  }
  const time = timeEn(fields)
  const day = dayEn(fields)
  const isOfDay = time.startsWith('at ') && !time.endsWith('hour')
  return capital(day === '' ? (isOfDay ? `every day ${time}` : time) : `${time} ${day}`)
}
