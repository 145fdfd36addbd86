import { memo, type ReactElement } from 'react'
import { useText } from '../../i18n/messages.ts'
import { LinkButton } from '../../ui/button.tsx'
import { runAction } from '../action-menu.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import type { CellTools, Column, RowAction } from './column.ts'
import { MoreButton } from './more-button.tsx'

export const cellClass =
  'h-(--np-row) overflow-hidden border-b border-kumo-hairline px-3 py-0 text-sm text-ellipsis whitespace-nowrap group-data-[border=1]/table:border-r group-data-[border=1]/table:last:border-r-0'
/**
 * What two lines of the lowest row hold: for texts that one line would cut. The foot of the last line is seen and takes no room. A phone's
 * card has as many lines as it takes.
 */
export const twoLines = 'pad:line-clamp-2 pad:-mb-0.5 pad:pb-0.5 pad:leading-[15px] whitespace-normal'
/** A row's colours: its own, under the pointer, ticked. */
export const rowClass =
  'group/row bg-(--np-row-colour) [--np-row-colour:var(--color-kumo-base)] hover:[--np-row-colour:color-mix(in_oklab,var(--color-kumo-tint)_60%,var(--color-kumo-base))] aria-selected:[--np-row-colour:color-mix(in_oklab,var(--color-kumo-brand)_10%,var(--color-kumo-base))]'

/**
 * Over the end of the row while it is pointed at or holds the focus: a column for them would take room from every row. Where nothing
 * points, a tap would meet them unseen: there the menu alone has them.
 */
export const quickActionsClass =
  'absolute inset-y-0 right-11 flex items-center gap-2.5 bg-(--np-row-colour) pl-1 opacity-0 before:pointer-events-none before:absolute before:inset-y-0 before:right-full before:w-8 before:bg-linear-to-r before:from-transparent before:to-(--np-row-colour) group-focus-within/row:opacity-100 group-hover/row:opacity-100 [@media(hover:none)]:hidden'

type TableRowProps<Row> = {
  row: Row
  id: number
  label: string
  columns: readonly Column<Row>[]
  tools: CellTools
  actions: ((row: Row) => readonly RowAction[]) | undefined
  isSelected: boolean | undefined
  onToggle: ((id: number, row: Row) => void) | undefined
  onMenu: (anchor: HTMLElement, actions: readonly RowAction[]) => void
}

function PlainRow<Row>({ row, id, label, columns, tools, actions, isSelected, onToggle, onMenu }: TableRowProps<Row>) {
  const text = useText(partsMessages)
  const quick = actions?.(row).filter((action) => action.isQuick) ?? []
  return (
    <tr
      data-row={id}
      aria-selected={isSelected}
      className={`${rowClass} group-data-[stripe=1]/table:even:not-aria-selected:not-hover:[--np-row-colour:var(--color-np-stripe)]`}
    >
      {onToggle && (
        <td className={`${cellClass} px-0! text-center`}>
          <input
            type="checkbox"
            aria-label={`${text.selectRow} ${label}`}
            checked={isSelected ?? false}
            onChange={() => onToggle(id, row)}
            className="size-4 cursor-pointer align-middle"
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={`${cellClass} ${column.isNumber ? 'text-right tabular-nums' : ''}`}>
          {column.cell(row, tools)}
        </td>
      ))}
      {actions && (
        <td className={`${cellClass} sticky right-0 overflow-visible! bg-(--np-row-colour) text-right`}>
          {quick.length > 0 && (
            <span className={quickActionsClass}>
              {quick.map((action) => (
                <LinkButton
                  key={action.key}
                  data-action={action.key}
                  aria-disabled={action.refusal ? true : undefined}
                  title={action.refusal ?? undefined}
                  onClick={() => runAction(action)}
                  className="text-sm aria-disabled:cursor-not-allowed aria-disabled:text-kumo-subtle"
                >
                  {action.label}
                </LinkButton>
              ))}
            </span>
          )}
          <MoreButton name={label} onOpen={(anchor) => onMenu(anchor, actions(row))} />
        </td>
      )}
    </tr>
  )
}

/** Drawn again only when its own row, tick or the table's columns change. */
export const TableRow = memo(PlainRow) as <Row>(props: TableRowProps<Row>) => ReactElement

/** Grey bars in the place of rows that are on their way. */
export function SkeletonRows({ columns, count }: { columns: number; count: number }) {
  const text = useText(partsMessages)
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden={row > 0}>
      {Array.from({ length: columns }, (_cell, column) => (
        <td key={column} className={cellClass}>
          {row === 0 && column === 0 && <span className="sr-only">{text.loading}</span>}
          <span
            aria-hidden="true"
            className="block h-2.5 animate-pulse rounded-full bg-kumo-tint"
            style={{ width: `${40 + ((row * 7 + column * 13) % 5) * 12}%` }}
          />
        </td>
      ))}
    </tr>
  ))
}
