import { limits } from '@nameplane/contract/limits'

/** What a list shows, as its address says it. Filters are texts; an absent one is not in `filters`. */
export type ListState = {
  readonly page: number
  readonly limit: number
  readonly sidx: string | undefined
  readonly order: 'asc' | 'desc'
  readonly filters: Readonly<Record<string, string>>
}

export type ListRules = {
  /** Names of the filters that the address may carry. */
  readonly filters: readonly string[]
  /** Columns that the list can be sorted by. */
  readonly sortable: readonly string[]
  /** Rows of a page when the address says nothing (the reader's preference). */
  readonly defaultLimit: number
}

/** Reads a list's state from search parameters; what cannot be understood falls back to its default. */
export function readListState(search: Readonly<Record<string, string>>, rules: ListRules): ListState {
  const page = Number(search['page'])
  const asked = Number(search['limit'])
  const limit = (limits.pageSizes as readonly number[]).includes(asked) ? asked : rules.defaultLimit
  const sidx = search['sidx'] ?? ''
  const filters: Record<string, string> = {}
  for (const name of rules.filters) {
    const value = search[name]
    if (value !== undefined && value !== '') filters[name] = value
  }
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? Math.min(page, lastPage(limits.countedRows, limit)) : 1,
    limit,
    sidx: rules.sortable.includes(sidx) ? sidx : undefined,
    order: search['order'] === 'asc' ? 'asc' : 'desc',
    filters,
  }
}

/** The search parameters of a changed list; null takes a parameter out of the address. Defaults are not written. */
export type ListSearch = Record<string, string | number | null>

export function pageSearch(page: number): ListSearch {
  return { page: page <= 1 ? null : page }
}

export function limitSearch(limit: number, rules: ListRules): ListSearch {
  return { limit: limit === rules.defaultLimit ? null : limit, page: null }
}

/** Every change of a filter starts at the first page again. */
export function filterSearch(name: string, value: string): ListSearch {
  return { [name]: value === '' ? null : value, page: null }
}

export function noFiltersSearch(rules: ListRules): ListSearch {
  return { ...Object.fromEntries(rules.filters.map((name) => [name, null])), page: null }
}

/** A column's button goes descending, ascending, and back to the list's own order. */
export function sortSearch(state: Pick<ListState, 'sidx' | 'order'>, sidx: string): ListSearch {
  if (state.sidx !== sidx) return { sidx, order: null, page: null }
  return state.order === 'desc' ? { sidx, order: 'asc', page: null } : { sidx: null, order: null, page: null }
}

/** What a list is filtered and sorted by, without page and size: what can be kept under a name. Empty when it is neither. */
export function keptSearch({ filters, sidx, order }: Pick<ListState, 'filters' | 'sidx' | 'order'>): Record<string, string> {
  return { ...filters, ...(sidx === undefined ? {} : { sidx }), ...(order === 'asc' ? { order } : {}) }
}

/** Filters and sorts as was kept, and by nothing else; a filter that the list no longer has is left out. */
export function appliedSearch(kept: Readonly<Record<string, string>>, rules: ListRules): ListSearch {
  const names = [...rules.filters, 'sidx', 'order']
  return { ...Object.fromEntries(names.map((name) => [name, kept[name] || null])), page: null }
}

/** Whether two kept searches say the same, in whatever order. */
export function isSameSearch(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** The last page that has rows; 1 for an empty list. */
export function lastPage(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit))
}
