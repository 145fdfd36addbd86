/*
 * Days as `2026-03-09`, in the reader's zone. A range of days takes in its first day from 00:00:00 and its last one to
 * 23:59:59 (spec point 9); weeks start on Monday.
 */

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day of a moment. */
export function dayOf(moment: Date): string {
  const two = (figure: number): string => String(figure).padStart(2, '0')
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** Midnight at which a day begins; null for what is no day of the calendar. */
export function startOfDay(day: string): Date | null {
  const [, year, month, date] = dayPattern.exec(day) ?? []
  if (year === undefined) return null
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  return dayOf(start) === day ? start : null
}

/** So many days later, or earlier. */
export function shiftedDay(day: string, days: number): string {
  const start = startOfDay(day)!
  return dayOf(new Date(start.getFullYear(), start.getMonth(), start.getDate() + days))
}

/** First and last moment of a range of days, ISO 8601; what is open or no day is left out. */
export function momentsOf(from: string, to: string): { from?: string; to?: string } {
  const first = startOfDay(from)
  const last = startOfDay(to)
  return {
    ...(first ? { from: first.toISOString() } : {}),
    ...(last ? { to: new Date(last.getFullYear(), last.getMonth(), last.getDate(), 23, 59, 59, 999).toISOString() } : {}),
  }
}

/** A range of days as it is typed or clicked; empty is open. */
export type Days = { readonly first: string; readonly last: string }

/** Which end of a range cannot be: one that is no day, or a last day before the first. */
export function wrongEnds({ first, last }: Days): { first: boolean; last: boolean } {
  const isWrong = (day: string): boolean => day !== '' && startOfDay(day) === null
  return { first: isWrong(first), last: isWrong(last) || (last !== '' && !isWrong(first) && last < first) }
}

/** The range after a click on a day: a third click begins anew, and a day before the first one becomes the first. */
export function withClicked({ first, last }: Days, day: string): Days {
  return startOfDay(first) === null || last !== '' || day < first ? { first: day, last: '' } : { first, last: day }
}

/** Whether a day lies within a range that has both ends, and is none of them. */
export function isBetween(day: string, { first, last }: Days): boolean {
  return first !== '' && day > first && day < last
}

/** The ranges that are asked for most, up to today. */
export function recentRanges(today: string): { key: 'week' | 'month' | 'threeMonths'; from: string; to: string }[] {
  return [
    { key: 'week', from: shiftedDay(today, -7), to: today },
    { key: 'month', from: shiftedDay(today, -30), to: today },
    { key: 'threeMonths', from: shiftedDay(today, -90), to: today },
  ]
}

/** The weeks that a month's calendar shows, Monday to Sunday; `month` is the first day of it. */
export function weeksOf(month: string): string[][] {
  const start = startOfDay(month)!
  const monday = shiftedDay(month, -((start.getDay() + 6) % 7))
  const last = dayOf(new Date(start.getFullYear(), start.getMonth() + 1, 0))
  const weeks: string[][] = []
  for (let day = monday; day <= last; day = shiftedDay(day, 7)) weeks.push(Array.from({ length: 7 }, (_, index) => shiftedDay(day, index)))
  return weeks
}

/** The first day of the month that lies so many months away. */
export function shiftedMonth(day: string, months: number): string {
  const start = startOfDay(day)!
  return dayOf(new Date(start.getFullYear(), start.getMonth() + months, 1))
}
