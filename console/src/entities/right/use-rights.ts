import { useCallback, useMemo } from 'react'
import { role, type NamedRight } from '@nameplane/contract/account/role'
import type { CallProblem } from '../../api/call-problem.ts'
import { useCall } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'

type Rights = {
  /** Every right of the platform in its order; none until the answer is there. */
  rights: readonly NamedRight[]
  /** What a right lets its holder do; the right itself where the answer is not there, or knows none of that name. */
  nameOf: (right: string) => string
  problem: CallProblem | null
  refresh: () => unknown
}

const none: readonly NamedRight[] = []

/** The platform's rights with their names, as the server says them: no browser loads every noun for the sake of a list. */
export function useRights(): Rights {
  const language = useLanguage()
  const { reply, problem, refresh } = useCall(role.rights, {})
  const rights = reply?.data ?? none
  const names = useMemo(() => new Map(rights.map(({ right, title }) => [right, title])), [rights])
  const nameOf = useCallback((right: string) => names.get(right)?.[language] ?? right, [names, language])
  return { rights, nameOf, problem: problem ?? null, refresh }
}
