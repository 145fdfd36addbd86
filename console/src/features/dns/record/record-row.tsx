import { memo, Suspense, type ReactNode } from 'react'
import LockSimpleIcon from 'icon:lock-simple'
import PencilSimpleIcon from 'icon:pencil-simple'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { CellTools, Column, RowAction } from '../../../screen-parts/table/column.ts'
import { MoreButton } from '../../../screen-parts/table/more-button.tsx'
import { cellClass, quickActionsClass, rowClass } from '../../../screen-parts/table/table-row.tsx'
import { SmallIconButton } from '../../../ui/icon-button.tsx'
import type { CellOutcome, CellSession, TypedSoFar } from './inline/use-cells.ts'
import { RecordCard } from './record-card.tsx'
import type { RecordLine } from './record-columns.tsx'
import { recordMessages } from './record.messages.ts'
import { changedMembers, type Edit, type RecordDraft, type RecordRow } from './tray/tray.ts'

// The checks that it needs are fetched when a cell is first typed in.
const CellEditor = lazyPart(() => import('./inline/cell-editor.tsx').then((part) => part.CellEditor))

/** What can be done with one row; `edit` is its unsaved edit, if any, and `row` is null for a record that is not saved yet. */
export type RowActions = {
  readonly open: (row: RecordRow | null, edit: Edit | undefined) => void
  readonly undo: (edit: Edit) => void
  /** Notes the record as it was typed in its cells. */
  readonly keep: (line: RecordLine, draft: RecordDraft) => void
  /** Pauses or resumes the record. */
  readonly toggle: (line: RecordLine) => void
  readonly menu: (line: RecordLine) => readonly RowAction[]
  /** Why nothing can be changed, or null. */
  readonly refusal: string | null
}

/** The cell of the row that is typed in. */
export type CellTyping = {
  readonly session: CellSession
  readonly typedSoFar: TypedSoFar
  readonly shown: readonly string[]
  readonly zone: Zone
  readonly onDone: (line: RecordLine, outcome: CellOutcome) => void
}

type RowProps = {
  /** Of all rows, from 0. */
  index: number
  /** Told each row whose height is its own: that of a card. */
  measure: ((row: Element | null) => void) | null
  line: RecordLine
  columns: readonly Column<RecordLine>[]
  tools: CellTools
  isSelected: boolean
  typing: CellTyping | null
  actions: RowActions
  onToggle: (id: number, row: RecordRow) => void
  onMenu: (anchor: HTMLElement, actions: readonly RowAction[]) => void
}

const marks = {
  add: 'shadow-[inset_3px_0_0_var(--color-kumo-success)]',
  update: 'shadow-[inset_3px_0_0_var(--color-kumo-warning)]',
  delete: 'shadow-[inset_3px_0_0_var(--color-kumo-danger)]',
}
/** Rows come and go while the table scrolls: every second one by its place in the whole list. */
const stripe = 'group-data-[stripe=1]/table:data-even:not-aria-selected:not-hover:[--np-row-colour:var(--color-np-stripe)]'
const focusedCell =
  'focus-visible:relative focus-visible:overflow-visible focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus'
/** Its field fills it, and what is wrong hangs from it. */
const typedCell = 'relative overflow-visible!'
/** Beside a card the buttons are as wide as themselves. */
const cardActions = 'px-1.5!'
const actionsCell = 'sticky right-0 overflow-visible! bg-(--np-row-colour) text-right'

/** One record, with what is unsaved of it; plain elements, drawn anew only when the record or its edit changes. */
export const RecordRowView = memo(
  function RecordRowView({ index, measure, line, columns, tools, isSelected, typing, actions, onToggle, onMenu }: RowProps) {
    const text = textsIn(recordMessages, tools.language)
    const words = textsIn(partsMessages, tools.language)
    const { row, edit, draft } = line
    const isDeleted = edit?.op === 'delete'
    const name = `${draft.host} ${draft.type} ${draft.value}`
    const changed: readonly string[] = edit?.op === 'update' ? changedMembers(edit.base, edit.draft) : []
    return (
      <tr
        ref={measure}
        data-index={index}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        data-even={index % 2 === 0 ? '' : undefined}
        data-record={row?.id ?? edit?.key}
        data-edit={edit?.op}
        className={`${rowClass} ${stripe} ${draft.status === 0 || isDeleted ? 'text-kumo-subtle' : ''}`}
      >
        <td className={`${cellClass} px-0! text-center ${edit ? marks[edit.op] : ''}`}>
          {row && (
            <input
              type="checkbox"
              aria-label={`${text.selectRow} ${name}`}
              checked={isSelected}
              onChange={() => onToggle(row.id, row)}
              className="size-4 cursor-pointer align-middle"
            />
          )}
        </td>
        <Cells line={line} columns={columns} tools={tools} changed={changed} typing={typing} isCard={measure !== null} />
        <td className={`${cellClass} ${actionsCell} ${measure === null ? '' : cardActions}`}>
          <span className={measure === null ? quickActionsClass : undefined}>
            <SmallIconButton
              size={7}
              label={`${words.edit} ${name}`}
              title={words.edit}
              refusal={actions.refusal ?? (isDeleted ? text.marks.delete : null)}
              className="disabled:cursor-not-allowed disabled:opacity-50"
              onClick={() => actions.open(row, edit)}
              icon={<PencilSimpleIcon size={15} />}
            />
          </span>
          <MoreButton name={name} onOpen={(anchor) => onMenu(anchor, actions.menu(line))} />
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.line.row === after.line.row &&
    before.line.edit === after.line.edit &&
    before.line.set?.served === after.line.set?.served &&
    before.line.set?.weighted === after.line.set?.weighted &&
    before.line.set?.weightSum === after.line.set?.weightSum &&
    before.line.alias === after.line.alias &&
    before.line.lines === after.line.lines &&
    before.typing?.session === after.typing?.session &&
    before.isSelected === after.isSelected &&
    before.columns === after.columns &&
    before.tools === after.tools &&
    before.actions === after.actions &&
    before.measure === after.measure &&
    before.index === after.index,
)

type DrawnProps = Pick<RowProps, 'index' | 'measure' | 'line' | 'columns' | 'tools'>

/** SOA and NS of the domain itself: answered, shown, not changed here. */
export function LockedRow({ index, measure, line, columns, tools }: DrawnProps) {
  const text = textsIn(recordMessages, tools.language)
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-even={index % 2 === 0 ? '' : undefined}
      data-locked
      className={`${rowClass} ${stripe} text-kumo-subtle`}
      title={text.lockedRow}
    >
      <td className={`${cellClass} px-0! text-center`}>
        <LockSimpleIcon size={14} aria-label={text.lockedRow} className="inline-block" />
      </td>
      <Cells line={line} columns={columns} tools={tools} changed={[]} typing={null} isCard={measure !== null} isAlone />
      {measure === null && <td className={`${cellClass} ${actionsCell}`} />}
    </tr>
  )
}

type CellsProps = Pick<RowProps, 'line' | 'columns' | 'tools'> & { changed: readonly string[]; typing: CellTyping | null; isCard: boolean; isAlone?: boolean }

/** `isAlone`: no actions stand beside the card, which has their room. */
function Cells({ line, columns, tools, changed, typing, isCard, isAlone = false }: CellsProps): ReactNode {
  if (isCard)
    return (
      <td colSpan={columns.length + (isAlone ? 1 : 0)} className={`${cellClass} ${isAlone ? '' : 'pr-0!'} ${changed.length > 0 ? 'bg-kumo-warning/15' : ''}`}>
        <RecordCard line={line} tools={tools} />
      </td>
    )
  // Cells beside the one that is typed in may hold something already that is not kept yet.
  const seen = typing ? { ...line, draft: typing.session.draft } : line
  return columns.map((column) => (
    <td
      key={column.key}
      data-column={column.key}
      tabIndex={-1}
      className={`${cellClass} ${typing?.session.column === column.key ? typedCell : focusedCell} ${column.isNumber ? 'text-right tabular-nums' : ''} ${changed.includes(column.key) ? 'bg-kumo-warning/15' : ''}`}
    >
      {typing?.session.column === column.key ? (
        <Suspense fallback={column.cell(seen, tools)}>
          <CellEditor line={line} {...typing} />
        </Suspense>
      ) : (
        column.cell(seen, tools)
      )}
    </td>
  ))
}
