import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { isBehindDialog, isTyping } from '../../../../browser/typing.ts'
import type { FieldProblem } from '../form/typed-record.ts'
import type { RecordLine } from '../record-columns.tsx'
import type { RowActions } from '../record-row.tsx'
import { changedMembers, type RecordDraft, type RecordRow } from '../tray/tray.ts'
import { inlineBeside, isInline, type InlineColumn } from './inline-columns.ts'

/** The cell that is typed in. */
export type CellSession = {
  /** Of the row, as its `data-record` says. */
  readonly record: string
  readonly column: InlineColumn
  /** With what another cell of the row holds already although the record is not right yet. */
  readonly draft: RecordDraft
  readonly problem: FieldProblem | null
}

/** What is typed so far, which stays while the row is scrolled out of sight and is not drawn; null for nothing yet. */
export type TypedSoFar = { readonly read: () => string | null; readonly write: (text: string) => void }

/** How a cell is left: back to what it was, kept, or for another cell that is not right with it. */
export type CellOutcome =
  | { readonly kind: 'back' }
  | { readonly kind: 'kept'; readonly draft: RecordDraft; readonly next: 'stay' | 'leave' | 1 | -1 }
  | { readonly kind: 'elsewhere'; readonly column: InlineColumn; readonly draft: RecordDraft; readonly problem: FieldProblem }

type Place = { readonly index: number; readonly column: string }

type CellsOf = {
  scroller: RefObject<HTMLElement | null>
  /** The line at this place; null while it is on its way. */
  lineAt: (index: number) => RecordLine | null
  count: number
  shown: readonly string[]
  actions: RowActions
  onToggle: (id: number, row: RecordRow) => void
  /** Draws the row at this place, wherever it is. */
  reveal: (index: number) => void
}

export const recordOf = ({ row, edit }: RecordLine): string => String(row?.id ?? edit?.key)

/**
 * The table as a grid: arrows, J and K move the focus from cell to cell, Enter or a double click types in one, X ticks the row. The focus is
 * the browser's own and handlers stand on the table alone, so that rows cost nothing for it.
 */
export function useCells({ scroller, lineAt, count, shown, actions, onToggle, reveal }: CellsOf) {
  const [session, setSession] = useState<CellSession | null>(null)
  const wanted = useRef<Place | { readonly record: string; readonly column: string } | null>(null)
  const soFar = useRef<string | null>(null)
  const typedSoFar = useMemo((): TypedSoFar => ({ read: () => soFar.current, write: (text) => (soFar.current = text) }), [])
  const last = useRef<Place>({ index: -1, column: 'host' })

  // What is to have the focus may be drawn only now.
  useEffect(() => {
    const cell = wanted.current && cellAt(scroller.current, wanted.current)
    if (!cell) return
    wanted.current = null
    cell.focus()
  })

  function focus(index: number, column: string): void {
    const place = { index: Math.min(Math.max(index, 0), count - 1), column }
    last.current = place
    const cell = cellAt(scroller.current, place)
    wanted.current = cell ? null : place
    if (cell) cell.focus()
    else reveal(place.index)
  }

  /** Where the focus is, or was before something outside the table took it. */
  function place(): Place {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-index]')
    if (!row || !scroller.current?.contains(row)) return last.current
    return { index: Number(row.dataset['index']), column: document.activeElement?.closest<HTMLElement>('td')?.dataset['column'] ?? last.current.column }
  }

  function moveBy(step: number): void {
    const { index, column } = place()
    focus(index < 0 ? firstInView(scroller.current) : index + step, column)
  }

  function open(line: RecordLine | null, column: string): void {
    if (!line || isLocked(line) || actions.refusal !== null || line.edit?.op === 'delete') return
    if (column === 'status') return actions.toggle(line)
    if (!isInline(column)) return
    // One that is not right yet stays until it is, or is given up.
    if (session) return scroller.current?.querySelector<HTMLElement>('[data-cell-editor]')?.focus()
    soFar.current = null
    wanted.current = null
    setSession({ record: recordOf(line), column, draft: line.draft, problem: null })
  }

  const done = useCallback(
    (line: RecordLine, outcome: CellOutcome) => {
      if (!session) return
      soFar.current = null
      if (outcome.kind === 'elsewhere') {
        const { column, draft, problem } = outcome
        return setSession({ ...session, column, draft, problem })
      }
      const beside = outcome.kind === 'kept' && typeof outcome.next === 'number' ? inlineBeside(shown, session.column, outcome.next) : null
      if (outcome.kind === 'kept' && changedMembers(line.draft, outcome.draft).length > 0) actions.keep(line, outcome.draft)
      if (outcome.kind === 'kept' && beside) return setSession({ ...session, draft: outcome.draft, column: beside, problem: null })
      setSession(null)
      if (outcome.kind === 'back' || outcome.next !== 'leave') wanted.current = session
    },
    [session, shown, actions],
  )

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const cell = event.target instanceof HTMLTableCellElement ? event.target : null
    if (!cell?.dataset['column']) {
      if (event.target !== event.currentTarget || event.key !== 'Enter') return
      event.preventDefault()
      return focus(firstInView(scroller.current), last.current.column)
    }
    const { index, column } = place()
    const beside = (to: number) => focus(index, shown[Math.min(Math.max(to, 0), shown.length - 1)]!)
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(index + 1, column),
      ArrowUp: () => focus(index - 1, column),
      ArrowRight: () => beside(shown.indexOf(column) + 1),
      ArrowLeft: () => beside(shown.indexOf(column) - 1),
      Home: () => beside(0),
      End: () => beside(shown.length),
      Enter: () => open(lineAt(index), column),
      F2: () => open(lineAt(index), column),
    }
    const act = keys[event.key] ?? (event.key === ' ' && column === 'status' ? keys['Enter'] : undefined)
    if (!act) return
    event.preventDefault()
    act()
  }

  function onDoubleClick(event: MouseEvent<HTMLElement>): void {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-index]') : null
    if (!row || !(event.target instanceof Element) || event.target.closest('button, input, select, [popover]')) return
    const line = lineAt(Number(row.dataset['index']))
    const column = event.target.closest<HTMLElement>('td')?.dataset['column'] ?? ''
    if (isInline(column)) return open(line, column)
    if (line && !isLocked(line) && line.edit?.op !== 'delete' && actions.refusal === null) actions.open(line.row, line.edit)
  }

  const press = useEffectEvent((event: globalThis.KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || isBehindDialog() || (event.target instanceof Element && event.target.closest('[popover], [role=menu]'))) return
    const key = event.key.toLowerCase()
    const row = key === 'x' ? lineAt(place().index)?.row : null
    if (key === 'j' || key === 'k') moveBy(key === 'j' ? 1 : -1)
    else if (row) onToggle(row.id, row)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return { session, typedSoFar, done, onKeyDown, onDoubleClick }
}

/** SOA and NS of the domain itself. */
export const isLocked = ({ row, edit }: RecordLine): boolean => row === null && edit === undefined

function cellAt(scroller: HTMLElement | null, at: Place | { readonly record: string; readonly column: string }): HTMLElement | null {
  const row = 'index' in at ? `[data-index="${at.index}"]` : `[data-record="${at.record}"]`
  return scroller?.querySelector<HTMLElement>(`tr${row} > td[data-column="${at.column}"]`) ?? null
}

/** The first row that the head does not cover. */
function firstInView(scroller: HTMLElement | null): number {
  const top = scroller?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
  const rows = [...(scroller?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])]
  return Number(rows.find((row) => row.getBoundingClientRect().bottom > top + 1)?.dataset['index'] ?? 0)
}
