import { limits, tablePreferenceDefaults } from '@nameplane/contract/limits'
import { keepText, keptText } from '../../browser/local-storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

/** How tables look to this account (spec points 3 and 9), and which columns each shows in which order. */
export type TablePreference = {
  readonly stripe: 0 | 1
  readonly border: 0 | 1
  readonly size: 'small' | 'medium' | 'large'
  readonly align: 'left' | 'center' | 'right'
  readonly pagesize: number
  /** By table: columns shown or hidden against the table's own defaults. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, boolean>>>>
  /** By table: the keys of its columns, first to last. */
  readonly order: Readonly<Record<string, readonly string[]>>
}

/** Pixels of a row. */
export const rowHeightsPx = { small: 32, medium: 40, large: 48 } as const

const storageKey = 'table-preference'
const defaults: TablePreference = { ...tablePreferenceDefaults, columns: {}, order: {} }
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
    columns: byTable(kept.columns, (value) => typeof value === 'object' && value !== null) as TablePreference['columns'],
    order: byTable(kept.order, Array.isArray) as TablePreference['order'],
  }
}

/** The tables' entries that are of the right kind. */
function byTable(kept: unknown, isRight: (value: unknown) => boolean): Record<string, unknown> {
  return typeof kept === 'object' && kept !== null ? Object.fromEntries(Object.entries(kept).filter(([, value]) => isRight(value))) : {}
}

export function useTablePreference(): TablePreference {
  return useStore(store)
}

/** Called with each choice of the reader, never with what the server said. */
let onChoice: (preference: TablePreference) => void = () => undefined

/** Whoever keeps the choices on the server; returns what ends it. */
export function onTableChoice(keep: (preference: TablePreference) => void): () => void {
  onChoice = keep
  return () => {
    if (onChoice === keep) onChoice = () => undefined
  }
}

/** What the server keeps for the account takes the place of what this browser remembers, perhaps of somebody else; null is no choice yet. */
export function adoptTablePreference(kept: object | null): void {
  show(readPreference(JSON.stringify(kept ?? {})))
}

export function setTablePreference(change: Partial<TablePreference>): void {
  show({ ...store.get(), ...change })
  onChoice(store.get())
}

function show(next: TablePreference): void {
  // The browser's copy is what the next page is drawn with before the server has answered.
  keepText(storageKey, JSON.stringify(next))
  store.set(next)
}

export function resetTablePreference(table: string): void {
  const { [table]: _, ...columns } = store.get().columns
  const { [table]: __, ...order } = store.get().order
  setTablePreference({ ...defaults, columns, order })
}

export function showColumn(table: string, key: string, isShown: boolean): void {
  const { columns } = store.get()
  setTablePreference({ columns: { ...columns, [table]: { ...columns[table], [key]: isShown } } })
}

/** Puts the table's columns into this order. */
export function orderColumns(table: string, keys: readonly string[]): void {
  setTablePreference({ order: { ...store.get().order, [table]: keys } })
}
