import { useCallback } from 'react'
import type { NamedRight } from '@nameplane/contract/account/role'
import { useOwnRights } from '../../../api/rights.ts'
import { useText } from '../../../i18n/messages.ts'
import { roleMessages } from './role.messages.ts'

/** Why the caller cannot hand out a right: it is not held, or, for the role of ordinary users, of no use to them. */
export function useHeldRights(isOfUsers: boolean): { refusalOf: (right: NamedRight) => string | null } {
  const text = useText(roleMessages)
  const held = useOwnRights()
  const refusalOf = useCallback(
    ({ right, isForUsers }: NamedRight): string | null => (isOfUsers && !isForUsers ? text.notForUsers : held && !held.has(right) ? text.notHeld : null),
    [held, isOfUsers, text],
  )
  return { refusalOf }
}
