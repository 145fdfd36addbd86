import { useCallback, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useLayout } from '../../browser/layout-width.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ActionMenu, type OpenMenu } from '../action-menu.tsx'
import { NoMatches } from '../empty.tsx'
import { Failure } from '../failure.tsx'
import type { List } from '../list/use-list.ts'
import type { Selection } from '../list/use-selection.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { shownColumns, type RowAction } from './column.ts'
import { useDrawnRows } from './drawn-rows.ts'
import { TableCards } from './table-cards.tsx'
import { TableHead } from './table-head.tsx'
import { fitRows, useRoom } from './fitting-height.ts'
import { SkeletonRows, TableRow } from './table-row.tsx'
import { rowHeightsPx, useTablePreference } from './table-preference.ts'

type ResourceTableProps<Row> = {
  list: List<Row>
  rowId: (row: Row) => number
  selection?: Selection<Row>
  /** Must stay the same function while nothing about the actions changes: rows are drawn again with it. */
  actions?: (row: Row) => readonly RowAction[]
  /** What to show where there are no rows at all. */
  empty: ReactNode
  /** The same where none is like what is asked for. */
  noMatches?: ReactNode
}

const tickColumnPx = 40
const actionsColumnPx = 76
const flexibleColumnPx = 160
const plentyColumnPx = 360

/**
 * The rows of a list: memoised plain elements, a sticky head, sorting, ticks, actions on hover and by keyboard, cards on a
 * phone. Loading keeps the layout, a problem stays in place with a way to try again.
 */
export function ResourceTable<Row>({ list, rowId, selection, actions, empty, noMatches }: ResourceTableProps<Row>) {
  const { name, columns, rowName: rowLabel } = list
  const text = useText(partsMessages)
  const language = useLanguage()
  const format = useFormat()
  const layout = useLayout()
  const preference = useTablePreference()
  const tools = useMemo(() => ({ language, format }), [language, format])
  const shown = useMemo(() => shownColumns(columns, preference.columns[name], preference.order[name]), [columns, preference, name])
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = rowHeightsPx[preference.size]
  useRoom(scroller, fitRows)
  const drawn = useDrawnRows(list.rows, rowId)
  const openMenu = useCallback((anchor: HTMLElement, entries: readonly RowAction[]) => setMenu({ anchor, actions: entries }), [])

  if (list.problem?.isShown && list.rows.length === 0) return <Failure problem={list.problem} onRetry={list.refresh} />
  if (!list.isLoading && list.rows.length === 0)
    return Object.keys(list.state.filters).length > 0 ? (noMatches ?? <NoMatches onClear={list.clearFilters} />) : empty
  const besidesPx = (selection ? tickColumnPx : 0) + (actions ? actionsColumnPx : 0)
  const shared = { columns: shown, tools, rowId, rowLabel, actions, selection, onMenu: openMenu }

  return (
    <>
      {list.problem?.isShown && <Failure problem={list.problem} onRetry={list.refresh} isSlim />}
      {layout === 'mobile' ? (
        <TableCards rows={list.rows} isLoading={list.isLoading} {...shared} />
      ) : (
        <div
          ref={scroller}
          data-scroll-restoration-id={`table-${name}`}
          tabIndex={0}
          role="group"
          aria-label={text.total(format.number(list.total))}
          className="@container relative overflow-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
        >
          <table
            data-border={preference.border}
            data-stripe={preference.stripe}
            aria-busy={list.isLoading || list.isRefreshing}
            aria-rowcount={list.total}
            style={{ '--np-row': `${rowPx}px`, minWidth: besidesPx + widthsPx(shown, flexibleColumnPx), textAlign: preference.align } as CSSProperties}
            className="group/table w-full table-fixed border-separate border-spacing-0"
          >
            <colgroup>
              {selection && <col style={{ width: tickColumnPx }} />}
              {shown.map((column) => (
                <col key={column.key} style={column.widthPx === undefined ? undefined : { width: widthOf(column.widthPx, shown, besidesPx) }} />
              ))}
              {actions && <col style={{ width: actionsColumnPx }} />}
            </colgroup>
            <TableHead columns={shown} list={list} rowId={rowId} selection={selection} hasActions={actions !== undefined} />
            <tbody className="[&>tr:last-child>td]:border-b-0">
              {list.isLoading ? (
                <SkeletonRows columns={shown.length + (selection ? 1 : 0) + (actions ? 1 : 0)} count={Math.min(list.state.limit, 20)} />
              ) : (
                list.rows.slice(0, drawn).map((row) => {
                  const id = rowId(row)
                  return (
                    <TableRow
                      key={id}
                      row={row}
                      id={id}
                      label={rowLabel(row)}
                      columns={shown}
                      tools={tools}
                      actions={actions}
                      isSelected={selection?.rows.has(id)}
                      onToggle={selection?.toggle}
                      onMenu={openMenu}
                    />
                  )
                })
              )}
              {drawn < list.rows.length && <tr aria-hidden="true" style={{ height: (list.rows.length - drawn) * rowPx }} />}
            </tbody>
          </table>
        </div>
      )}
      <ActionMenu open={menu} label={text.moreActions} onClose={() => setMenu(null)} />
    </>
  )
}

function widthsPx(columns: readonly { widthPx?: number }[], flexiblePx: number): number {
  return columns.reduce((sum, { widthPx = flexiblePx }) => sum + widthPx, 0)
}

/** Once what names the rows has plenty of room, all columns share what is left, each by its width. */
function widthOf(widthPx: number, columns: readonly { widthPx?: number }[], besidesPx: number): string {
  const plentyPx = widthsPx(columns, plentyColumnPx)
  return `calc(${widthPx}px + max(0px, 100cqw - ${besidesPx + plentyPx}px) * ${(widthPx / plentyPx).toFixed(4)})`
}
