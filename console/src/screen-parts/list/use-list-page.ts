import { useEffect, useMemo } from 'react'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { fieldsOf } from '@nameplane/contract/fields'
import type { CallProblem } from '../../api/call-problem.ts'
import { useCall } from '../../api/queries.ts'
import { useScreenLocation, useSetSearch } from '../../routing/screen-location.tsx'
import { setTablePreference, useTablePreference } from '../table/table-preference.ts'
import { appliedSearch, filterSearch, lastPage, limitSearch, noFiltersSearch, pageSearch, readListState, sortSearch, type ListState } from './list-state.ts'

/** The rows of an endpoint that answers `data: { list, totalCount }`. */
export type RowOf<E extends Endpoint> = Reply<E> extends { data: { list: readonly (infer Row)[] } } ? Row : never

export type ListPageState<Row> = {
  readonly state: ListState
  readonly rows: readonly Row[]
  readonly total: number
  /** There are more rows than that: it is as far as they are counted, and as pages go. */
  readonly hasMore: boolean
  readonly problem: CallProblem | null
  /** Nothing to show yet. */
  readonly isLoading: boolean
  /** Rows are shown while newer ones are on their way. */
  readonly isRefreshing: boolean
  readonly refresh: () => void
  readonly goToPage: (page: number) => void
  /** Also what other lists begin with, in this browser. */
  readonly setLimit: (limit: number) => void
  readonly sortBy: (sidx: string) => void
  /** An empty value takes the filter away. */
  readonly setFilter: (name: string, value: string) => void
  readonly clearFilters: () => void
  /** Filters and sorts as was kept under a name. */
  readonly applySearch: (kept: Readonly<Record<string, string>>) => void
}

type ListChoices<E extends Endpoint> = {
  /** Filters of the endpoint that the address carries. */
  readonly filters: readonly (keyof Sent<E> & string)[]
  /** Parameters that the address does not say. */
  readonly fixed?: Partial<Sent<E>>
}

const none: readonly never[] = []

/** Keeps a list's address, query and rows in step: page, size, order and filters live in the URL, so back and reload return to them. */
export function useListPage<E extends Endpoint>(endpoint: E, { filters, fixed }: ListChoices<E>): ListPageState<RowOf<E>> {
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const { pagesize } = useTablePreference()
  const rules = useMemo(
    () => ({ filters, sortable: (fieldsOf(endpoint.input).get('sidx')?.values ?? none).map(String), defaultLimit: pagesize }),
    [endpoint, filters, pagesize],
  )
  const state = useMemo(() => readListState(search, rules), [search, rules])
  const input = { page: state.page, limit: state.limit, sidx: state.sidx, order: state.order, ...state.filters, ...fixed }
  const { reply, problem, isLoading, isRefreshing, refresh } = useCall(endpoint, input as Sent<E>, { keepsPrevious: true })
  const page = (reply as { data: { list: readonly RowOf<E>[]; totalCount: number; isTotalExact?: false } } | undefined)?.data
  const total = page?.totalCount ?? 0

  // The last rows of the last page may be gone: an empty page is no place to leave a reader.
  const isBeyond = page !== undefined && page.list.length === 0 && !isRefreshing && state.page > lastPage(total, state.limit)
  useEffect(() => {
    if (isBeyond) setSearch(pageSearch(lastPage(total, state.limit)))
  }, [isBeyond, total, state.limit, setSearch])

  const actions = useMemo(
    () => ({
      goToPage: (next: number) => setSearch(pageSearch(next), { replace: false }),
      setLimit(limit: number) {
        setTablePreference({ pagesize: limit })
        setSearch(limitSearch(limit, rules))
      },
      sortBy: (sidx: string) => setSearch(sortSearch(state, sidx)),
      setFilter: (name: string, value: string) => setSearch(filterSearch(name, value)),
      clearFilters: () => setSearch(noFiltersSearch(rules)),
      applySearch: (kept: Readonly<Record<string, string>>) => setSearch(appliedSearch(kept, rules), { replace: false }),
    }),
    [setSearch, rules, state],
  )

  return {
    state,
    rows: page?.list ?? none,
    total,
    hasMore: page?.isTotalExact === false,
    problem,
    isLoading,
    isRefreshing,
    refresh: () => void refresh(),
    ...actions,
  }
}
