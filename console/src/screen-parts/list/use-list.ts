import { useCallback } from 'react'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { useLanguage } from '../../i18n/language.ts'
import type { FieldWords } from '../form/field-words.ts'
import type { Column } from '../table/column.ts'
import type { ListDefinition } from './list-definition.tsx'
import { useListPage, type ListPageState, type RowOf } from './use-list-page.ts'
import { useSelection, type Selection } from './use-selection.ts'

/** What the kit of lists needs of a row. */
export type Identified = { readonly id: number }

/** A defined list as a page holds it: where it is, its rows, and which of them are ticked. */
export type List<Row> = ListPageState<Row> & {
  readonly name: string
  readonly words: FieldWords
  readonly rowName: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly filters: readonly string[]
  readonly selection: Selection<Row>
}

/** Keeps a defined list, its address and its ticked rows. `fixed` are parameters that the address does not say. */
export function useList<E extends Endpoint>({ endpoint, rowName, ...definition }: ListDefinition<E>, fixed?: Partial<Sent<E>>): List<RowOf<E>> {
  const page = useListPage(endpoint, { filters: definition.filters, ...(fixed ? { fixed } : {}) })
  const language = useLanguage()
  const nameOf = useCallback((row: RowOf<E>) => rowName(row, language), [rowName, language])
  return { ...page, ...definition, rowName: nameOf, selection: useSelection<RowOf<E>>() }
}
