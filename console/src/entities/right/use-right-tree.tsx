import { useCallback, useMemo, type ReactNode } from 'react'
import { menuRow } from '@nameplane/contract/account/menu-row'
import type { NamedRight } from '@nameplane/contract/account/role'
import { useCall } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useOwnTitles } from '../../routing/own-titles.tsx'
import { Failure } from '../../screen-parts/failure.tsx'
import type { TreeNode } from '../../ui/tree/tree-state.ts'
import { rightTree } from './right-tree.ts'
import { rightMessages } from './right.messages.ts'
import { useRights } from './use-rights.ts'

/** What is said of a right beside its name: how calls name it, and whether it leads to all others. */
function useRightNote(): (right: NamedRight) => string {
  const text = useText(rightMessages)
  return useCallback(({ right, opensAll }: NamedRight) => (opensAll ? `${right} · ${text.opensAll}` : right), [text])
}

/** The platform's rights below the rows of its menu; `refusalOf` says why one cannot be given. `failure` stands in for them. */
export function useRightTree(refusalOf: (right: NamedRight) => string | null): { nodes: readonly TreeNode[]; failure: ReactNode } {
  const text = useText(rightMessages)
  const language = useLanguage()
  const titleOf = useOwnTitles()
  const noteOf = useRightNote()
  const { reply, problem, refresh } = useCall(menuRow.tree, {})
  const named = useRights()
  const nodes = useMemo(
    () => (reply ? rightTree(reply.data, named.rights, { language, titleOf, refusalOf, noteOf, other: text.otherRights }) : []),
    [reply, named.rights, language, titleOf, refusalOf, noteOf, text],
  )
  if (named.problem) return { nodes, failure: <Failure problem={named.problem} onRetry={() => void named.refresh()} /> }
  return { nodes, failure: problem && <Failure problem={problem} onRetry={() => void refresh()} /> }
}
