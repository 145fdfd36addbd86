import { useCallback } from 'react'
import type { NamedRight } from '@nameplane/contract/account/role'
import { useOwnRights } from '../../../api/rights.ts'
import { rightMessages } from '../../../entities/right/right.messages.ts'
import { useRights } from '../../../entities/right/use-rights.ts'
import { useText } from '../../../i18n/messages.ts'
import { roleMessages } from './role.messages.ts'

/** Why the caller cannot hand out a right: it is not held, or, for the role of ordinary users, of no use to them. */
export function useHeldRights(isOfUsers: boolean): (right: NamedRight) => string | null {
  const text = useText(roleMessages)
  const { notHeld } = useText(rightMessages)
  const held = useOwnRights()
  const { rights } = useRights()
  const holdsAll = held !== null && rights.every(({ right }) => held.has(right))
  return useCallback(
    ({ right, isForUsers, opensAll }: NamedRight): string | null => {
      if (isOfUsers && !isForUsers) return text.notForUsers
      if (!held) return null
      return held.has(right) ? (opensAll && !holdsAll ? text.onlyOfAll : null) : notHeld
    },
    [held, holdsAll, isOfUsers, text, notHeld],
  )
}
