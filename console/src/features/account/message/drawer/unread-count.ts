import { limits } from '@nameplane/contract/limits'
import { createStore } from '../../../../browser/store.ts'

/** Messages that the caller has not read; 0 until it is known. */
export const unreadCount = createStore(0)

/** The count as the badge shows it: at most 99 (spec point 9); empty for none. */
export function badgeText(count: number): string {
  if (count <= 0) return ''
  return count > limits.messageBadgeMaximum ? `${limits.messageBadgeMaximum}+` : String(count)
}
