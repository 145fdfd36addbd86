import { useMemo } from 'react'
import { formatBitRate, formatBytes, formatDuration, formatElapsed, formatMoney, formatNumber, formatRelativeTime, formatSpan, listOf } from './format.ts'
import { useLanguage, type Language } from './language.ts'

export type Formats = ReturnType<typeof formatsIn>

/** How one language writes numbers, times and amounts. */
export function formatsIn(language: Language) {
  return {
    number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, language, options),
    relativeTime: (moment: Date | string, now: Date = new Date()) => formatRelativeTime(moment, now, language),
    duration: (seconds: number) => formatDuration(seconds, language),
    span: (seconds: number) => formatSpan(seconds, language),
    elapsed: (milliseconds: number) => formatElapsed(milliseconds, language),
    listOf: (texts: readonly string[]) => listOf(texts, language),
    bytes: (bytes: number) => formatBytes(bytes, language),
    bitRate: (bitsPerSecond: number) => formatBitRate(bitsPerSecond, language),
    money: (cents: number, currency?: string) => formatMoney(cents, language, currency),
  }
}

/** The formats of the language chosen now: `const format = useFormat()` … `format.number(rows)`. */
export function useFormat(): Formats {
  const language = useLanguage()
  return useMemo(() => formatsIn(language), [language])
}
