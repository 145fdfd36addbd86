import { isCustomLine } from '@nameplane/contract/dns/custom-line-code'
import { keepText, keptText } from '../../../../browser/local-storage.ts'
import { usualLines } from './line-search.ts'

const keptRecent = 5

/** What this browser kept before it told accounts apart: the beginning of everybody's own. */
const sharedKey = 'record-recent-lines'
const ownKey = (accountId: number): string => `record-recent-lines-${accountId}`

/** The lines that this account chose last in this browser, newest first; the usual ones are at hand anyway, as are those of a domain's own. */
export function recentLines(accountId: number | null): string[] {
  const kept = (accountId === null ? null : keptText(ownKey(accountId))) ?? keptText(sharedKey)
  return (kept ?? '').split(',').filter(Boolean)
}

export function keepRecentLine(accountId: number | null, code: string): void {
  if (accountId === null || usualLines.includes(code) || isCustomLine(code)) return
  const others = recentLines(accountId).filter((one) => one !== code)
  keepText(ownKey(accountId), [code, ...others].slice(0, keptRecent).join(','))
}
