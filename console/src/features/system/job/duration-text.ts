import type { Language } from '../../../i18n/language.ts'
import { formatNumber } from '../../../i18n/format.ts'

/** How long something took: `850 ms`, `57.5 s`, `2 min 5 s`. */
export function durationText(ms: number, language: Language): string {
  if (ms < 1000) return `${formatNumber(Math.round(ms), language)} ms`
  if (ms < 60_000) return `${formatNumber(ms / 1000, language, { maximumFractionDigits: 1 })} s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${formatNumber(Math.floor(minutes / 60), language)} h ${minutes % 60} min`
}
