import { useEffect, useMemo, useRef, useState } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useText } from '../../../i18n/messages.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { quietButton } from '../../../ui/classes.ts'
import { recordMessages } from './record.messages.ts'
import { LockedRow, RecordRowView, type RowActions } from './record-row.tsx'
import { draftOf, type Edit, type RecordRow, type Tray } from './tray/tray.ts'
import type { Lines } from './use-lines.ts'
import { useSetWeights } from './weight/use-set-weights.ts'
import { setKeyOf } from './weight/weight-share.ts'
import { useRecordWindow, type RecordQuery } from './use-record-window.ts'

const rowHeightPx = 32

type RecordTableProps = {
  query: RecordQuery
  tray: Tray
  lines: Lines
  selected: ReadonlyMap<number, RecordRow>
  onSelect: (rows: readonly RecordRow[], isSelected: boolean) => void
  onSort: (sidx: NonNullable<RecordQuery['sidx']>) => void
  actions: RowActions
  /** Said when the domain has no record at all. */
  empty: React.ReactNode
}

const columns = [
  { key: 'host', sidx: 'host', className: 'w-[24%] pad:w-[20%] pc:w-[15%]' },
  { key: 'type', sidx: 'type', className: 'hidden w-19 pad:table-cell' },
  { key: 'line', sidx: 'line', className: 'hidden w-24 wide:w-28 pad:table-cell' },
  { key: 'value', sidx: 'value', className: '' },
  { key: 'weight', sidx: null, className: 'hidden w-22 text-right pc:table-cell' },
  { key: 'ttl', sidx: 'ttl', className: 'hidden w-20 text-right pad:table-cell' },
  { key: 'remark', sidx: null, className: 'hidden w-26 wide:table-cell' },
  { key: 'updated', sidx: 'updateTime', className: 'hidden w-29 wide:table-cell' },
  { key: 'status', sidx: null, className: 'hidden w-22 pc:table-cell' },
] as const

/** The domain's records: only what is in view is asked for and drawn, so that 100,000 rows scroll like 100. */
export function RecordTable({ query, tray, lines, selected, onSelect, onSort, actions, empty }: RecordTableProps) {
  const text = useText(recordMessages)
  const language = useLanguage()
  const format = useFormat()
  const scroller = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ first: 0, last: 40 })
  const rows = useRecordWindow(query, range.first, range.last)
  const added = useMemo(() => tray.edits.filter((edit) => edit.op === 'add'), [tray])
  const editOf = useMemo(() => new Map(tray.edits.flatMap((edit): [number, Edit][] => (edit.op === 'add' ? [] : [[edit.id, edit]]))), [tray])
  const weights = useSetWeights(query.domainId, rows.sets, tray)
  const isFiltered = Boolean(query.search || query.type || query.line || query.status !== undefined)
  const lockedCount = isFiltered ? 0 : rows.locked.length
  const total = rows.total ?? 0
  const count = added.length + lockedCount + total

  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => rowHeightPx, overscan: 12 })
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
  const areAllSelected = rows.loaded.length > 0 && rows.loaded.every((row) => selected.has(row.id))

  if (rows.problem && rows.total === undefined) {
    return (
      <div role="alert" className="px-4 py-10 text-center text-base">
        <p>{callProblemText(rows.problem, language)}</p>
        {rows.problem.requestId && <p className="mt-1 font-mono text-xs text-kumo-subtle">{rows.problem.requestId}</p>}
        <button type="button" className={`${quietButton} mt-4`} onClick={rows.refresh}>
          {text.refresh}
        </button>
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
        className="h-[max(320px,calc(100dvh-308px))] overflow-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        <table aria-rowcount={count + 1} className="w-full table-fixed border-collapse text-left text-sm">
          <thead className="sticky top-0 z-10 bg-kumo-base shadow-[inset_0_-1px_0_var(--color-kumo-line)]">
            <tr>
              <th scope="col" className="w-9 pl-3">
                <input
                  type="checkbox"
                  aria-label={text.selectAll}
                  title={text.selectAll}
                  checked={areAllSelected}
                  onChange={(event) => onSelect(rows.loaded, event.target.checked)}
                />
              </th>
              {columns.map(({ key, sidx, className }) => (
                <th
                  key={key}
                  scope="col"
                  aria-sort={sidx !== null && query.sidx === sidx ? (query.order === 'asc' ? 'ascending' : 'descending') : undefined}
                  className={`h-9 px-2 font-medium text-kumo-subtle ${className}`}
                >
                  {sidx === null ? (
                    text.fields[key]
                  ) : (
                    <button
                      type="button"
                      className="cursor-pointer rounded-xs hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus"
                      onClick={() => onSort(sidx)}
                    >
                      {text.fields[key]}
                      {query.sidx === sidx && <span aria-hidden="true">{query.order === 'asc' ? ' ↑' : ' ↓'}</span>}
                    </button>
                  )}
                </th>
              ))}
              <th scope="col" className="w-20 px-2 text-right font-medium text-kumo-subtle">
                <span className="sr-only">{text.fields.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {before > 0 && (
              <tr aria-hidden="true">
                <td className="p-0" style={{ height: before }} />
              </tr>
            )}
            {drawn.map(({ index }) => {
              const addedEdit = added[index]
              if (addedEdit)
                return (
                  <RecordRowView
                    key={addedEdit.key}
                    rowIndex={index + 2}
                    row={null}
                    edit={addedEdit}
                    draft={addedEdit.draft}
                    set={weights.get(setKeyOf(addedEdit.draft))}
                    isSelected={false}
                    lines={lines}
                    language={language}
                    text={text}
                    format={format}
                    actions={actions}
                    onSelect={onSelect}
                  />
                )
              const lockedRow = index - added.length < lockedCount ? rows.locked[index - added.length] : undefined
              if (lockedRow) return <LockedRow key={`locked-${index}`} rowIndex={index + 2} record={lockedRow} text={text} lines={lines} />
              const row = rows.rowAt(index - added.length - lockedCount)
              if (!row)
                return (
                  <tr key={`wait-${index}`} aria-hidden="true" className="h-8 border-b border-kumo-line">
                    <td colSpan={3} className="px-3">
                      <span className="block h-2.5 w-1/3 rounded-sm bg-kumo-tint" />
                    </td>
                  </tr>
                )
              const edit = editOf.get(row.id)
              const draft = edit?.op === 'update' ? edit.draft : draftOf(row)
              return (
                <RecordRowView
                  key={row.id}
                  rowIndex={index + 2}
                  row={row}
                  edit={edit}
                  draft={draft}
                  set={edit?.op === 'delete' ? undefined : weights.get(setKeyOf(draft))}
                  isSelected={selected.has(row.id)}
                  lines={lines}
                  language={language}
                  text={text}
                  format={format}
                  actions={actions}
                  onSelect={onSelect}
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
      <p aria-live="polite" className="border-t border-kumo-line px-3 py-2 text-sm text-kumo-subtle tabular-nums">
        {rows.total === undefined ? text.loading : text.total(format.number(rows.total))}
      </p>
    </>
  )
}
