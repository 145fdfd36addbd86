import { keepText, keptText } from '../../../../browser/local-storage.ts'
import { usualLines } from './line-search.ts'

const keptRecent = 5

const storageKey = (accountId: number | null): string => `record-recent-lines-${accountId ?? ''}`

/** The lines that this account chose last in this browser, newest first; the usual ones are at hand anyway. */
export function recentLines(accountId: number | null): string[] {
  return (keptText(storageKey(accountId)) ?? '').split(',').filter(Boolean)
}

export function keepRecentLine(accountId: number | null, code: string): void {
  if (usualLines.includes(code)) return
  const others = recentLines(accountId).filter((one) => one !== code)
  keepText(storageKey(accountId), [code, ...others].slice(0, keptRecent).join(','))
}
