import type { ReactNode } from 'react'
import type { Bilingual } from '../../i18n/messages.ts'
import type { Language } from '../../i18n/language.ts'
import type { Formats } from '../../i18n/use-format.ts'

/** What a cell may need to write itself; made once a language, so that rows stay as they are until it changes. */
export type CellTools = { readonly language: Language; readonly format: Formats }

/** One column of a table; a list's columns are a constant beside its screen. */
export type Column<Row> = {
  readonly key: string
  readonly title: Bilingual
  /** Plain elements only: a component in every row is what makes a table slow. */
  readonly cell: (row: Row, tools: CellTools) => ReactNode
  /** The list's `sidx` for this column; a column without one cannot be sorted. */
  readonly sidx?: string
  /** Pixels; columns without share what is left. */
  readonly widthPx?: number
  /** Numbers stand at the right. */
  readonly isNumber?: boolean
  /** Cannot be hidden: what names the row. */
  readonly isFixed?: boolean
  readonly isHiddenAtFirst?: boolean
  /** Where it stands on a phone's card; a column without does not. A `named` fact says what it is, as numbers do. */
  readonly onCard?: 'title' | 'fact' | 'named'
}

/** An action on a row. A refused one stays visible and says why. */
export type RowAction = {
  readonly key: string
  readonly label: string
  readonly run: () => void
  /** Why it cannot be done now; null when it can. */
  readonly refusal?: string | null
  readonly isDangerous?: boolean
  /** Stands in the row itself, not only in the menu. */
  readonly isQuick?: boolean
}

/** The columns in the reader's order; those that the order does not name follow in their own. */
export function orderedColumns<Named extends { readonly key: string }>(columns: readonly Named[], order: readonly string[] = []): readonly Named[] {
  const place = (column: Named) => (order.includes(column.key) ? order.indexOf(column.key) : order.length)
  return columns.toSorted((one, other) => place(one) - place(other))
}

/** The columns to show: the table's own choice and order, changed by the reader's. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: Readonly<Record<string, boolean>> = {},
  order: readonly string[] = [],
): readonly Column<Row>[] {
  return orderedColumns(columns, order).filter((column) => column.isFixed || (chosen[column.key] ?? !column.isHiddenAtFirst))
}
