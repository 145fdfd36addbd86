import { limits, tablePreferenceDefaults } from '@nameplane/contract/limits'
import { keepText, keptText } from '../../browser/local-storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

/** How tables look in this browser (spec points 3 and 9), and which columns each shows. */
export type TablePreference = {
  readonly stripe: 0 | 1
  readonly border: 0 | 1
  readonly size: 'small' | 'medium' | 'large'
  readonly align: 'left' | 'center' | 'right'
  readonly pagesize: number
  /** By table: columns shown or hidden against the table's own defaults. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, boolean>>>>
}

/** Pixels of a row. */
export const rowHeightsPx = { small: 32, medium: 40, large: 48 } as const

const storageKey = 'table-preference'
const defaults: TablePreference = { ...tablePreferenceDefaults, columns: {} }
const store = createStore<TablePreference>(readPreference(keptText(storageKey)))

/** The preference kept as text; every member that does not fit falls back to its default. */
export function readPreference(text: string | null): TablePreference {
  let kept: Partial<Record<keyof TablePreference, unknown>>
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    kept = typeof value === 'object' && value !== null ? value : {}
  } catch {
    kept = {}
  }
  return {
    stripe: kept.stripe === 1 ? 1 : 0,
    border: kept.border === 1 ? 1 : 0,
    size: (['small', 'medium', 'large'] as const).find((size) => size === kept.size) ?? defaults.size,
    align: (['left', 'center', 'right'] as const).find((align) => align === kept.align) ?? defaults.align,
    pagesize: limits.pageSizes.find((size) => size === kept.pagesize) ?? defaults.pagesize,
    columns: typeof kept.columns === 'object' && kept.columns !== null ? (kept.columns as TablePreference['columns']) : {},
  }
}

export function useTablePreference(): TablePreference {
  return useStore(store)
}

export function setTablePreference(change: Partial<TablePreference>): void {
  const next = { ...store.get(), ...change }
  keepText(storageKey, JSON.stringify(next))
  store.set(next)
}

export function resetTablePreference(table: string): void {
  const { [table]: _, ...columns } = store.get().columns
  setTablePreference({ ...defaults, columns })
}

export function showColumn(table: string, key: string, isShown: boolean): void {
  const { columns } = store.get()
  setTablePreference({ columns: { ...columns, [table]: { ...columns[table], [key]: isShown } } })
}
