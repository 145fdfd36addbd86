import { memo } from 'react'
import type { Reply } from '@nameplane/contract/endpoint'
import type { record as recordCalls } from '@nameplane/contract/dns/record'
import { DotsThreeIcon } from '@phosphor-icons/react/dist/csr/DotsThree'
import { LockSimpleIcon } from '@phosphor-icons/react/dist/csr/LockSimple'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { formatExactTime } from '../../../i18n/format.ts'
import type { Language } from '../../../i18n/language.ts'
import type { Translated } from '../../../i18n/messages.ts'
import type { useFormat } from '../../../i18n/use-format.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { Popover } from '../../../ui/popover.tsx'
import type { recordMessages } from './record.messages.ts'
import { changedMembers, type Edit, type RecordDraft, type RecordRow } from './tray/tray.ts'
import { shareOf, type SetWeights } from './weight/weight-share.ts'
import type { Lines } from './use-lines.ts'

/** What can be done with one row; `edit` is its unsaved edit, if any, and `row` is null for a record that is not saved yet. */
export type RowActions = {
  readonly open: (row: RecordRow | null, edit: Edit | undefined) => void
  readonly setStatus: (row: RecordRow | null, edit: Edit | undefined, status: number) => void
  readonly undo: (edit: Edit) => void
  readonly remove: (row: RecordRow) => void
  readonly menu: (row: RecordRow | null, draft: RecordDraft) => readonly { key: string; label: string; run: () => void }[]
  readonly refusal: string | null
}

type LockedRecord = Reply<typeof recordCalls.list>['data']['locked'][number]

type RowProps = {
  rowIndex: number
  row: RecordRow | null
  edit: Edit | undefined
  draft: RecordDraft
  /** What the weights of the record's set come to once the tray is saved, if that is known. */
  set: SetWeights | undefined
  isSelected: boolean
  lines: Lines
  language: Language
  text: Translated<(typeof recordMessages)['zh']>
  format: ReturnType<typeof useFormat>
  actions: RowActions
  onSelect: (rows: readonly RecordRow[], isSelected: boolean) => void
}

const marks = {
  add: 'shadow-[inset_3px_0_0_var(--color-kumo-success)]',
  update: 'shadow-[inset_3px_0_0_var(--color-kumo-warning)]',
  delete: 'shadow-[inset_3px_0_0_var(--color-kumo-danger)]',
}
const rowButton =
  'inline-flex size-7 cursor-pointer items-center justify-center rounded-md text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus disabled:cursor-not-allowed disabled:opacity-50'
const menuItem =
  'block w-full cursor-pointer rounded-md px-2.5 py-1.5 text-left text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:outline-kumo-focus'

/** One record, with what is unsaved of it; plain elements, drawn anew only when the record or its edit changes. */
export const RecordRowView = memo(
  function RecordRowView({ rowIndex, row, edit, draft, set, isSelected, lines, text, format, actions, onSelect }: RowProps) {
    const isDeleted = edit?.op === 'delete'
    const changed = edit?.op === 'update' ? changedMembers(edit.base, edit.draft) : []
    const mark = (member: keyof RecordDraft): string => (changed.includes(member) ? 'bg-kumo-warning/15 ' : '')
    const struck = isDeleted ? 'line-through decoration-kumo-danger' : ''
    // A record that is alone in its set is answered whatever its weight.
    const part = set && set.served > 1 ? shareOf(draft, set) : null
    const share = part === null ? null : format.number(part, { style: 'percent', maximumFractionDigits: 1 })
    const cut = 'overflow-hidden text-ellipsis whitespace-nowrap'
    return (
      <tr
        aria-rowindex={rowIndex}
        data-record={row?.id ?? edit?.key}
        data-edit={edit?.op}
        className={`group h-8 border-b border-kumo-line ${edit ? marks[edit.op] : ''} ${isSelected ? 'bg-kumo-brand/10' : 'hover:bg-kumo-tint/60'} ${draft.status === 0 || isDeleted ? 'text-kumo-subtle' : ''}`}
        onDoubleClick={() => !isDeleted && actions.refusal === null && actions.open(row, edit)}
      >
        <td className="pl-3">
          {row && (
            <input
              type="checkbox"
              aria-label={`${text.selectRow} ${draft.host} ${draft.type} ${draft.value}`}
              checked={isSelected}
              onChange={(event) => onSelect([row], event.target.checked)}
            />
          )}
        </td>
        <td title={draft.host} className={`px-2 font-mono ${cut} ${struck} ${mark('host')}`}>
          {draft.host}
        </td>
        <td className={`hidden px-2 pad:table-cell ${struck} ${mark('type')}`}>{draft.type}</td>
        <td title={draft.line} className={`hidden px-2 pad:table-cell ${cut} ${mark('line')}`}>
          {lines.nameOf(draft.line)}
        </td>
        <td title={draft.value} className={`px-2 font-mono ${cut} ${struck} ${mark('value')}`}>
          <span className="font-sans text-kumo-subtle pad:hidden">{draft.type} </span>
          {draft.value}
        </td>
        <td
          title={share === null ? undefined : text.weightShare(share, set!.served)}
          className={`hidden px-2 text-right whitespace-nowrap tabular-nums pc:table-cell ${mark('weight')}`}
        >
          {draft.weight ?? '–'}
          {share !== null && <span className="text-kumo-subtle"> · {share}</span>}
        </td>
        <td className={`hidden px-2 text-right tabular-nums pad:table-cell ${mark('ttl')}`}>{draft.ttl}</td>
        <td title={draft.remark} className={`hidden px-2 wide:table-cell ${cut} ${mark('remark')}`}>
          {draft.remark}
        </td>
        <td
          title={row ? `${formatExactTime(row.updateTime)} ${row.updatedBy ?? text.administrator}` : undefined}
          className={`hidden px-2 text-kumo-subtle wide:table-cell ${cut}`}
        >
          {row ? `${format.relativeTime(row.updateTime)} ${row.updatedBy ?? text.administrator}` : ''}
        </td>
        <td className={`hidden px-2 pc:table-cell ${mark('status')}`}>
          {edit ? (
            <button
              type="button"
              title={text.undoEdit}
              aria-label={`${text.marks[edit.op]}, ${text.undoEdit}: ${draft.host} ${draft.type}`}
              className="cursor-pointer rounded-xs text-kumo-link hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus"
              onClick={() => actions.undo(edit)}
            >
              {text.marks[edit.op]} <span aria-hidden="true">↺</span>
            </button>
          ) : (
            <Badge tone={draft.status === 1 ? 'good' : 'neutral'} text={draft.status === 1 ? text.served : text.paused} />
          )}
        </td>
        <td className="px-2 text-right whitespace-nowrap">
          <button
            type="button"
            aria-label={`${text.edit} ${draft.host} ${draft.type} ${draft.value}`}
            title={actions.refusal ?? text.edit}
            disabled={isDeleted || actions.refusal !== null}
            className={rowButton}
            onClick={() => actions.open(row, edit)}
          >
            <PencilSimpleIcon size={15} />
          </button>
          <Popover
            label={`${text.more} ${draft.host} ${draft.type}`}
            trigger={<DotsThreeIcon size={17} weight="bold" />}
            triggerClassName={rowButton}
            className="min-w-44"
          >
            {(close) => (
              <>
                {actions.menu(row, draft).map((item) => (
                  <button
                    key={item.key}
                    type="button"
                    className={menuItem}
                    onClick={() => {
                      close()
                      item.run()
                    }}
                  >
                    {item.label}
                  </button>
                ))}
                {!isDeleted && (
                  <button
                    type="button"
                    disabled={actions.refusal !== null}
                    title={actions.refusal ?? undefined}
                    className={`${menuItem} disabled:cursor-not-allowed disabled:opacity-50`}
                    onClick={() => {
                      close()
                      actions.setStatus(row, edit, draft.status === 1 ? 0 : 1)
                    }}
                  >
                    {draft.status === 1 ? text.pause : text.resume}
                  </button>
                )}
                {edit && (
                  <button
                    type="button"
                    className={menuItem}
                    onClick={() => {
                      close()
                      actions.undo(edit)
                    }}
                  >
                    {text.undoEdit}
                  </button>
                )}
                {row && !isDeleted && (
                  <button
                    type="button"
                    disabled={actions.refusal !== null}
                    title={actions.refusal ?? undefined}
                    className={`${menuItem} text-kumo-danger disabled:cursor-not-allowed disabled:opacity-50`}
                    onClick={() => {
                      close()
                      actions.remove(row)
                    }}
                  >
                    {text.remove}
                  </button>
                )}
              </>
            )}
          </Popover>
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.edit === after.edit &&
    before.set?.served === after.set?.served &&
    before.set?.weighted === after.set?.weighted &&
    before.set?.weightSum === after.set?.weightSum &&
    before.isSelected === after.isSelected &&
    before.lines === after.lines &&
    before.language === after.language &&
    before.actions === after.actions &&
    before.rowIndex === after.rowIndex,
)

/** SOA and NS of the service group: answered, shown, not changed here. */
export function LockedRow({ rowIndex, record, text, lines }: { rowIndex: number; record: LockedRecord; text: RowProps['text']; lines: Lines }) {
  const cut = 'overflow-hidden text-ellipsis whitespace-nowrap'
  return (
    <tr aria-rowindex={rowIndex} data-locked className="h-8 border-b border-kumo-line text-kumo-subtle" title={text.lockedRow}>
      <td className="pl-3">
        <LockSimpleIcon size={14} aria-label={text.lockedRow} />
      </td>
      <td className={`px-2 font-mono ${cut}`}>{record.host}</td>
      <td className="hidden px-2 pad:table-cell">{record.type}</td>
      <td className={`hidden px-2 pad:table-cell ${cut}`}>{lines.nameOf('default')}</td>
      <td title={record.value} className={`px-2 font-mono ${cut}`}>
        <span className="font-sans pad:hidden">{record.type} </span>
        {record.value}
      </td>
      <td className="hidden px-2 text-right pc:table-cell">–</td>
      <td className="hidden px-2 text-right tabular-nums pad:table-cell">{record.ttl}</td>
      <td className="hidden px-2 wide:table-cell" />
      <td className="hidden px-2 wide:table-cell" />
      <td className="hidden px-2 pc:table-cell">
        <Badge tone="good" text={text.served} />
      </td>
      <td />
    </tr>
  )
}
