import type { Formats } from '../../i18n/use-format.ts'

const readFrom = 60

/** A number of seconds in larger units, where there is one that it fills; nothing of what is no number of seconds. */
export function readingOf(value: unknown, format: Pick<Formats, 'span'>): string {
  const seconds = Number(value)
  return Number.isSafeInteger(seconds) && seconds >= readFrom ? `= ${format.span(seconds)}` : ''
}
