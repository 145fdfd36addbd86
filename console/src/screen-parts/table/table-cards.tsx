import { useText } from '../../i18n/messages.ts'
import type { Selection } from '../list/use-selection.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import type { CellTools, Column, RowAction } from './column.ts'
import { MoreButton } from './more-button.tsx'

type TableCardsProps<Row> = {
  rows: readonly Row[]
  isLoading: boolean
  columns: readonly Column<Row>[]
  tools: CellTools
  rowId: (row: Row) => number
  rowLabel: (row: Row) => string
  actions: ((row: Row) => readonly RowAction[]) | undefined
  selection: Selection<Row> | undefined
  onMenu: (anchor: HTMLElement, actions: readonly RowAction[]) => void
}

/** The rows on a phone: the two or three columns that matter. */
export function TableCards<Row>({ rows, isLoading, columns, tools, rowId, rowLabel, actions, selection, onMenu }: TableCardsProps<Row>) {
  const text = useText(partsMessages)
  const title = columns.find((column) => column.onCard === 'title')
  const facts = columns.filter((column) => column.onCard === 'fact' || column.onCard === 'named')
  if (isLoading)
    return (
      <p role="status" className="animate-pulse px-4 py-10 text-center text-sm text-kumo-subtle">
        {text.loading}
      </p>
    )
  return (
    <ul className="divide-y divide-kumo-hairline">
      {rows.map((row) => {
        const id = rowId(row)
        const label = rowLabel(row)
        const isSelected = selection?.rows.has(id) ?? false
        return (
          <li key={id} className={`flex items-start gap-3 px-3 py-2.5 ${isSelected ? 'bg-kumo-brand/10' : ''}`}>
            {selection && (
              <input
                type="checkbox"
                aria-label={`${text.selectRow} ${label}`}
                checked={isSelected}
                onChange={() => selection.toggle(id, row)}
                className="mt-1 size-4 shrink-0"
              />
            )}
            <div className="min-w-0 flex-1">
              <div className="min-w-0 font-medium">{title?.cell(row, tools)}</div>
              <dl className="mt-0.5 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm text-kumo-subtle">
                {facts
                  .map((column) => ({ column, fact: column.cell(row, tools) }))
                  // What has nothing to say takes no place.
                  .filter(({ fact }) => fact !== null && fact !== undefined && fact !== false && fact !== '')
                  .map(({ column, fact }) => (
                    <div key={column.key} className="flex min-w-0 gap-1.5">
                      <dt className={column.isNumber || column.onCard === 'named' ? 'shrink-0' : 'sr-only'}>{column.title[tools.language]}</dt>
                      <dd className="min-w-0 text-kumo-default">{fact}</dd>
                    </div>
                  ))}
              </dl>
            </div>
            {actions && <MoreButton name={label} className="size-9 [&>svg]:size-5" onOpen={(anchor) => onMenu(anchor, actions(row))} />}
          </li>
        )
      })}
    </ul>
  )
}
