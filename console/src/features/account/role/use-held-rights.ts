import { useCallback } from 'react'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Right } from '@nameplane/contract/rights'
import { useOwnRights } from '../../../api/rights.ts'
import { useText } from '../../../i18n/messages.ts'
import { roleMessages } from './role.messages.ts'

/** Rights of calls that are open to ordinary users. */
const userRights: ReadonlySet<string> = new Set(endpoints.filter(({ endpoint }) => endpoint.users === 'own').map(({ endpoint }) => endpoint.access))

/** Why the caller cannot hand out a right: it is not held, or, for the role of ordinary users, of no use to them. */
export function useHeldRights(isOfUsers: boolean): { refusalOf: (right: Right) => string | null } {
  const text = useText(roleMessages)
  const held = useOwnRights()
  const refusalOf = useCallback(
    (right: Right): string | null => (isOfUsers && !userRights.has(right) ? text.notForUsers : held && !held.has(right) ? text.notHeld : null),
    [held, isOfUsers, text],
  )
  return { refusalOf }
}
