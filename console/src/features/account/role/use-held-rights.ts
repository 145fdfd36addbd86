import { useCallback } from 'react'
import type { NamedRight } from '@nameplane/contract/account/role'
import { useOwnRights } from '../../../api/rights.ts'
import { useRights } from '../../../entities/right/use-rights.ts'
import { useText } from '../../../i18n/messages.ts'
import { roleMessages } from './role.messages.ts'

/** What is said of a right beside its name: how calls name it, and whether it leads to all others. */
export function useRightNote(): (right: NamedRight) => string {
  const text = useText(roleMessages)
  return useCallback(({ right, opensAll }: NamedRight) => (opensAll ? `${right} · ${text.opensAll}` : right), [text])
}

/** Why the caller cannot hand out a right: it is not held, or, for the role of ordinary users, of no use to them. */
export function useHeldRights(isOfUsers: boolean): { refusalOf: (right: NamedRight) => string | null; noteOf: (right: NamedRight) => string } {
  const text = useText(roleMessages)
  const held = useOwnRights()
  const { rights } = useRights()
  const holdsAll = held !== null && rights.every(({ right }) => held.has(right))
  const refusalOf = useCallback(
    ({ right, isForUsers, opensAll }: NamedRight): string | null => {
      if (isOfUsers && !isForUsers) return text.notForUsers
      if (!held) return null
      return held.has(right) ? (opensAll && !holdsAll ? text.onlyOfAll : null) : text.notHeld
    },
    [held, holdsAll, isOfUsers, text],
  )
  return { refusalOf, noteOf: useRightNote() }
}
