import { useCallback, useMemo, type ReactNode } from 'react'
import { useListActions } from '../../../../screen-parts/list/use-list-actions.tsx'
import { useSelection } from '../../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../../screen-parts/table/column.ts'
import type { DomainRow } from '../domain-list.tsx'
import { useDomainActions } from '../use-domain-actions.ts'

const nothing = () => undefined

/** Some of what the list offers for a domain, with the questions that it asks before. */
export function useOneDomainActions(domain: DomainRow, keys: readonly string[]): { actions: readonly RowAction[]; question: ReactNode } {
  const all = useDomainActions(nothing)
  const chosen = useMemo(() => all.filter(({ key }) => keys.includes(key)), [all, keys])
  const rowName = useCallback((row: DomainRow) => row.unicodeName, [])
  const { ofRow, question } = useListActions({ rowName, selection: useSelection<DomainRow>() }, 'domain.write', chosen)
  return { actions: ofRow?.(domain) ?? [], question }
}
