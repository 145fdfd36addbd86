import { useEffect, useId, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { limits } from '@nameplane/contract/limits'
import { useLanguage } from '../../../../i18n/language.ts'
import { LinePicker } from '../form/line-picker.tsx'
import { recordFormWords } from '../form/record-form.messages.ts'
import { offeredTypes } from '../offered-types.ts'
import type { RecordLine } from '../record-columns.tsx'
import { readCell, textIn } from './cell-text.ts'
import type { CellOutcome, CellSession, TypedSoFar } from './use-cells.ts'
import { useSaid } from './use-said.ts'

type CellEditorProps = {
  session: CellSession
  typedSoFar: TypedSoFar
  line: RecordLine
  shown: readonly string[]
  zone: Zone
  onDone: (line: RecordLine, outcome: CellOutcome) => void
}

const control =
  'absolute inset-0 size-full bg-kumo-control px-3 text-sm text-kumo-default outline-2 -outline-offset-2 outline-kumo-focus aria-invalid:outline-np-danger'
const mono = new Set(['host', 'value'])
const numbers = new Set(['ttl', 'weight'])
/** Room that two lines of an error take below the cell. */
const errorPx = 64

/** One cell of a record as a field: Enter and a click elsewhere keep what is typed, Tab goes on to the next one, Esc goes back. */
export function CellEditor({ session, typedSoFar, line, shown, zone, onDone }: CellEditorProps) {
  const { column, draft } = session
  const language = useLanguage()
  const said = useSaid()
  const [text, setText] = useState(() => typedSoFar.read() ?? textIn(draft, column))
  const [problem, setProblem] = useState(session.problem)
  const own = useRef<HTMLSpanElement>(null)
  const isLeft = useRef(false)
  const errorId = useId()
  const isAbove = useIsAbove(own, problem !== null)

  useEffect(() => {
    const field = own.current?.querySelector<HTMLElement>('input, select, button')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
    if (field instanceof HTMLButtonElement) field.click()
  }, [])

  function leave(outcome: CellOutcome): void {
    isLeft.current = true
    onDone(line, outcome)
  }

  function keep(next: 'stay' | 'leave' | 1 | -1, what = text): void {
    if (isLeft.current) return
    const read = readCell(draft, column, what, zone)
    if (read.draft) leave({ kind: 'kept', draft: read.draft, next })
    else if (read.column === column || !shown.includes(read.column)) setProblem(read.problem)
    else leave({ kind: 'elsewhere', column: read.column, draft: read.typed, problem: read.problem })
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    // What opens from the cell has keys of its own.
    if (event.defaultPrevented || event.nativeEvent.isComposing || (event.target instanceof Element && event.target.closest('[popover]'))) return
    if (event.key === 'Escape') leave({ kind: 'back' })
    else if (event.key === 'Enter' && column !== 'line' && !event.ctrlKey && !event.metaKey) keep('stay')
    else if (event.key === 'Tab') keep(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }

  function blur(event: FocusEvent<HTMLElement>): void {
    // Another window may have taken the focus; within the cell it only moves.
    if (!document.hasFocus() || event.currentTarget.contains(event.relatedTarget)) return
    keep('leave')
  }

  function write(next: string): void {
    typedSoFar.write(next)
    setText(next)
  }

  const label = `${recordFormWords.label(column, language)} ${line.draft.host} ${line.draft.type}`
  const described = { 'aria-label': label, 'aria-invalid': problem !== null || undefined, 'aria-describedby': problem === null ? undefined : errorId }
  return (
    // The handlers stand here because the line's field is a button with a panel of its own.
    <span ref={own} role="none" onKeyDown={press} onBlur={blur}>
      {column === 'line' ? (
        <LinePicker
          control={{ id: `${errorId}-line`, 'aria-describedby': described['aria-describedby'], 'aria-invalid': undefined, 'aria-required': undefined }}
          label={label}
          value={text}
          lines={line.lines}
          onChange={(code) => keep('stay', code)}
        />
      ) : column === 'type' ? (
        <select data-cell-editor="" {...described} className={control} value={text} onChange={(event) => write(event.target.value)}>
          {!offeredTypes.includes(draft.type) && <option>{draft.type}</option>}
          {offeredTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      ) : (
        <input
          data-cell-editor=""
          {...described}
          type="text"
          spellCheck={column === 'remark'}
          autoComplete="off"
          maxLength={column === 'remark' ? limits.recordRemarkLength : undefined}
          className={`${control} ${mono.has(column) ? 'font-mono' : ''} ${numbers.has(column) ? 'text-right tabular-nums' : ''}`}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
      )}
      {problem !== null && (
        <span
          id={errorId}
          role="alert"
          className={`pointer-events-none absolute z-30 w-max max-w-72 rounded-md border border-np-danger bg-kumo-base px-2 py-1 text-left text-sm whitespace-normal text-kumo-danger shadow-md ${isAbove ? 'bottom-full mb-0.5' : 'top-full mt-0.5'} ${numbers.has(column) ? 'right-0' : 'left-0'}`}
        >
          {said(problem)}
        </span>
      )}
    </span>
  )
}

/** Whether what hangs from the cell has to hang above it: below, the table would cut it off. */
function useIsAbove(own: { readonly current: HTMLElement | null }, isShown: boolean): boolean {
  const [isAbove, setAbove] = useState(false)
  useLayoutEffect(() => {
    const cell = own.current?.closest('td')
    const table = cell?.closest('[role=region]')
    if (isShown && cell && table) setAbove(table.getBoundingClientRect().bottom - cell.getBoundingClientRect().bottom < errorPx)
  }, [own, isShown])
  return isAbove
}
