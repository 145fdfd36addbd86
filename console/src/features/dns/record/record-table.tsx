import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { useText } from '../../../i18n/messages.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { useLayout } from '../../../browser/layout-width.ts'
import { ActionMenu, type OpenMenu } from '../../../screen-parts/action-menu.tsx'
import type { Selection } from '../../../screen-parts/list/use-selection.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { shownColumns, type Column, type RowAction } from '../../../screen-parts/table/column.ts'
import { useRoom } from '../../../screen-parts/table/fitting-height.ts'
import { TableHead } from '../../../screen-parts/table/table-head.tsx'
import { rowHeightsPx, useTablePreference } from '../../../screen-parts/table/table-preference.ts'
import { cellClass } from '../../../screen-parts/table/table-row.tsx'
import { QuietButton } from '../../../ui/button.tsx'
import { isLocked, recordOf, useCells } from './inline/use-cells.ts'
import { aliasOf } from './alias-addresses.tsx'
import { recordTable, type RecordLine } from './record-columns.tsx'
import { recordMessages } from './record.messages.ts'
import { LockedRow, RecordRowView, type CellTyping, type RowActions } from './record-row.tsx'
import { draftOf, type Edit, type RecordDraft, type RecordRow, type Tray } from './tray/tray.ts'
import type { Lines } from '../../../entities/line/use-lines.ts'
import { useSetWeights } from './weight/use-set-weights.ts'
import { setKeyOf, type SetWeights } from './weight/weight-share.ts'
import { useRecordWindow, type RecordQuery } from './use-record-window.ts'

const tickColumnPx = { card: 36, row: 40 }
const actionsColumnPx = { card: 76, row: 44 }
/** What the value has at least: an IPv6 address stands whole in two lines. */
const valuePx = 180
/** The rows have this much even where the window has less. */
const leastRoomPx = 160
/** A card is as high as its record is long; this much with a name and an address. */
const usualCardPx = 51

function fitRows(scroller: HTMLElement, roomPx: number): void {
  scroller.style.height = `${Math.max(leastRoomPx, roomPx)}px`
}

type RecordTableProps = {
  query: RecordQuery
  tray: Tray
  zone: Zone
  lines: Lines
  columns: readonly Column<RecordLine>[]
  selection: Selection<RecordRow>
  onSort: (sidx: string) => void
  actions: RowActions
  /** Said when the domain has no record at all. */
  empty: ReactNode
}

/** What the service group's records have of all that can be typed. */
const lockedDraft = { line: 'default', weight: null, remark: '', status: 1 }
const rowId = (row: RecordRow): number => row.id

/** The domain's records: only what is in view is asked for and drawn, so that 100,000 rows scroll like 100. */
export function RecordTable({ query, tray, zone, lines, columns, selection, onSort, actions, empty }: RecordTableProps) {
  const text = useText(recordMessages)
  const words = useText(partsMessages)
  const language = useLanguage()
  const format = useFormat()
  const layout = useLayout()
  const preference = useTablePreference()
  const tools = useMemo(() => ({ language, format }), [language, format])
  const isCards = layout === 'mobile'
  const shown = useMemo(
    () => (isCards ? columns : shownColumns(columns, preference.columns[recordTable], preference.order[recordTable])),
    [isCards, columns, preference],
  )
  const rowPx = isCards ? usualCardPx : rowHeightsPx[preference.size]
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const openMenu = useCallback((anchor: HTMLElement, entries: readonly RowAction[]) => setMenu({ anchor, actions: entries }), [])
  const scroller = useRef<HTMLDivElement>(null)
  useRoom(scroller, fitRows)
  const [range, setRange] = useState({ first: 0, last: 40 })
  const rows = useRecordWindow(query, range.first, range.last)
  const added = useMemo(() => tray.edits.filter((edit) => edit.op === 'add'), [tray])
  const editOf = useMemo(() => new Map(tray.edits.flatMap((edit): [number, Edit][] => (edit.op === 'add' ? [] : [[edit.id, edit]]))), [tray])
  const weights = useSetWeights(query.domainId, rows.sets, tray)
  const isFiltered = Boolean(query.search || query.type || query.line || query.status !== undefined)
  const lockedCount = isFiltered ? 0 : rows.locked.length
  const total = rows.total ?? 0
  const count = added.length + lockedCount + total

  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => rowPx, overscan: 12 })
  useEffect(() => virtual.measure(), [virtual, rowPx])
  const drawn = virtual.getVirtualItems()
  const firstDrawn = Math.max(0, (drawn[0]?.index ?? 0) - added.length - lockedCount)
  const lastDrawn = Math.max(firstDrawn, Math.min(total - 1, (drawn.at(-1)?.index ?? 0) - added.length - lockedCount))
  // While the wheel turns fast, pages in between are never asked for.
  useEffect(() => {
    const timer = setTimeout(() => setRange((now) => (now.first === firstDrawn && now.last === lastDrawn ? now : { first: firstDrawn, last: lastDrawn })), 60)
    return () => clearTimeout(timer)
  }, [firstDrawn, lastDrawn])
  useEffect(() => {
    // Newer browsers answer a promise, which is no clean-up.
    void scroller.current?.scrollTo({ top: 0 })
  }, [query.search, query.type, query.line, query.status, query.sidx, query.order])

  const before = drawn[0]?.start ?? 0
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  const lineOf = (row: RecordRow | null, edit: Edit | undefined, draft: RecordDraft, set?: SetWeights): RecordLine => ({
    row,
    edit,
    draft,
    set,
    alias: edit?.op === 'delete' ? undefined : aliasOf(row, draft.value, rows.aliasTargets),
    lines,
    actions,
  })
  function lineAt(index: number): RecordLine | null {
    const addedEdit = added[index]
    if (addedEdit) return lineOf(null, addedEdit, addedEdit.draft, weights.get(setKeyOf(addedEdit.draft)))
    const lockedRow = index - added.length < lockedCount ? rows.locked[index - added.length] : undefined
    if (lockedRow) return lineOf(null, undefined, { ...lockedDraft, ...lockedRow })
    const row = rows.rowAt(index - added.length - lockedCount)
    if (!row) return null
    const edit = editOf.get(row.id)
    const draft = edit?.op === 'update' ? edit.draft : draftOf(row)
    return lineOf(row, edit, draft, edit?.op === 'delete' ? undefined : weights.get(setKeyOf(draft)))
  }
  const keys = useMemo(() => shown.map(({ key }) => key), [shown])
  const cells = useCells({ scroller, lineAt, count, shown: keys, actions, onToggle: selection.toggle, reveal: (index) => virtual.scrollToIndex(index) })
  const typing: CellTyping | null = cells.session && { session: cells.session, typedSoFar: cells.typedSoFar, shown: keys, zone, onDone: cells.done }

  if (rows.problem && rows.total === undefined) {
    return (
      <div role="alert" className="px-4 py-10 text-center text-base">
        <p>{callProblemText(rows.problem, language)}</p>
        {rows.problem.requestId && <p className="mt-1 font-mono text-xs text-kumo-subtle">{rows.problem.requestId}</p>}
        <QuietButton className="mt-4" onClick={rows.refresh}>
          {text.refresh}
        </QuietButton>
      </div>
    )
  }
  return (
    <>
      {/* The table scrolls by itself, so it takes the keyboard's arrows too. */}
      <div
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label={text.title}
        onKeyDown={cells.onKeyDown}
        onDoubleClick={cells.onDoubleClick}
        className="scroll-pt-9 scroll-pr-11 overflow-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        <table
          role="grid"
          aria-multiselectable
          aria-label={text.title}
          aria-readonly={actions.refusal !== null}
          aria-rowcount={count + 1}
          data-border={preference.border}
          data-stripe={preference.stripe}
          style={
            {
              '--np-row': `${rowPx}px`,
              minWidth: isCards ? undefined : shown.reduce((sum, { widthPx = valuePx }) => sum + widthPx, tickColumnPx.row + actionsColumnPx.row),
              textAlign: preference.align,
            } as CSSProperties
          }
          className="group/table w-full table-fixed border-separate border-spacing-0"
        >
          <colgroup>
            <col style={{ width: isCards ? tickColumnPx.card : tickColumnPx.row }} />
            {shown.map(({ key, widthPx }) => (
              <col key={key} style={widthPx === undefined ? undefined : { width: widthPx }} />
            ))}
            <col style={{ width: isCards ? actionsColumnPx.card : actionsColumnPx.row }} />
          </colgroup>
          <TableHead
            columns={shown}
            list={{ rows: rows.loaded, state: { sidx: query.sidx, order: query.order ?? 'asc' }, sortBy: onSort }}
            rowId={rowId}
            selection={selection}
            hasActions
            isActionsTitleHidden={!isCards}
            selectAllLabel={text.selectAll}
          />
          <tbody>
            {before > 0 && (
              <tr aria-hidden="true">
                <td className="p-0" style={{ height: before }} />
              </tr>
            )}
            {drawn.map(({ index }) => {
              const drawing = { index, measure: isCards ? virtual.measureElement : null, columns: shown, tools }
              const line = lineAt(index)
              if (!line)
                return (
                  <tr key={`wait-${index}`} aria-hidden="true">
                    <td colSpan={shown.length + 2} className={cellClass}>
                      <span className="block h-2.5 w-1/3 rounded-sm bg-kumo-tint" />
                    </td>
                  </tr>
                )
              if (isLocked(line)) return <LockedRow key={`locked-${index}`} {...drawing} line={line} />
              const record = recordOf(line)
              return (
                <RecordRowView
                  key={record}
                  {...drawing}
                  actions={actions}
                  line={line}
                  isSelected={line.row !== null && selection.rows.has(line.row.id)}
                  typing={typing?.session.record === record ? typing : null}
                  onToggle={selection.toggle}
                  onMenu={openMenu}
                />
              )
            })}
            {after > 0 && (
              <tr aria-hidden="true">
                <td className="p-0" style={{ height: after }} />
              </tr>
            )}
          </tbody>
        </table>
        {rows.total === 0 && added.length === 0 && (isFiltered ? <p className="px-4 py-12 text-center text-base text-kumo-subtle">{text.noMatch}</p> : empty)}
      </div>
      <p aria-live="polite" className="border-t border-kumo-line px-3 py-2 text-sm text-kumo-subtle tabular-nums max-pad:py-1">
        {rows.total === undefined ? text.loading : text.total(rows.total)}
      </p>
      <ActionMenu open={menu} label={words.moreActions} onClose={() => setMenu(null)} />
    </>
  )
}
