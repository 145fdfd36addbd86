import { useMemo } from 'react'
import type { AliasTarget } from '@nameplane/contract/dns/alias-target'
import { useIsMenuNarrow, useLayout } from '../../../browser/layout-width.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage, type Language } from '../../../i18n/language.ts'
import { textsIn, type Translated } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import type { CellTools, Column } from '../../../screen-parts/table/column.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { AliasAddresses } from './alias-addresses.tsx'
import { recordMessages, recordWords } from './record.messages.ts'
import type { Edit, RecordDraft, RecordRow } from './tray/tray.ts'
import type { RowActions } from './record-row.tsx'
import type { Lines } from '../../../entities/line/use-lines.ts'
import { differingParts } from './value-change.ts'
import { shareOf, type SetWeights } from './weight/weight-share.ts'

/** One line of the table, as it will be once the tray is saved. */
export type RecordLine = {
  /** Null for a record that is not saved yet, and for those of the domain itself. */
  readonly row: RecordRow | null
  /** What is unsaved of it. */
  readonly edit: Edit | undefined
  readonly draft: RecordDraft
  /** What the weights of the record's set come to once the tray is saved, if that is known. */
  readonly set: SetWeights | undefined
  /** What is known of the target of a saved ALIAS; see `aliasOf`. */
  readonly alias: AliasTarget | null | undefined
  readonly lines: Lines
  readonly actions: RowActions
}

/** Names the table in the kept preferences. */
export const recordTable = 'record'

const rooms = ['mobile', 'pad', 'pc', 'wide'] as const
/** How wide the table can be; `wide` from where the side menu is wide too. */
type Room = (typeof rooms)[number]

type Draft = Omit<Column<RecordLine>, 'title' | 'widthPx'> & {
  /** As much as the title and the usual contents take. */
  readonly widthPx?: number | Readonly<Record<Language, number>>
  /** The narrowest room that shows the column unless the reader says otherwise. */
  readonly from: Room
}

/** What two lines of the lowest row hold, unless the cell has the focus. */
const twoLines = 'line-clamp-2 -mb-0.5 pb-0.5 leading-[15px] whitespace-normal'

export const struck = ({ edit }: RecordLine): string => (edit?.op === 'delete' ? 'line-through decoration-kumo-danger' : '')

export const noWeight = '–'

export function weightOf({ draft, set }: RecordLine, { format, language }: CellTools) {
  // A record that is alone in its set is answered whatever its weight.
  const part = set && set.served > 1 ? shareOf(draft, set) : null
  if (part === null) return draft.weight ?? noWeight
  const share = format.number(part, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <span title={textsIn(recordMessages, language).weightShare(share, set!.served)} className={twoLines}>
      {draft.weight ?? noWeight}
      <span className="whitespace-nowrap text-kumo-subtle"> · {share}</span>
    </span>
  )
}

function updated({ row }: RecordLine, { format, language }: CellTools) {
  if (!row) return ''
  const by = row.updatedBy ?? textsIn(recordMessages, language).administrator
  return (
    <span title={`${formatExactTime(row.updateTime)} ${by}`} className={`${twoLines} text-xs/[15px] text-kumo-subtle`}>
      {format.relativeTime(row.updateTime)} {by}
    </span>
  )
}

/** Whether it is served, with a switch for that; of an edit, what it does and a way back. */
export function stateOf(line: RecordLine, { language }: CellTools) {
  const { row, edit, draft, actions } = line
  const text = textsIn(recordMessages, language)
  const isServed = draft.status === 1
  const badge = <Badge tone={isServed ? 'good' : 'neutral'} text={text.choices.status[isServed ? 1 : 0]} />
  if (!row && !edit) return badge
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      {edit?.op !== 'delete' && (
        <Switch
          label={`${text.choices.status[1]} ${draft.host} ${draft.type} ${draft.value}`}
          title={isServed ? text.pause : text.resume}
          isOn={isServed}
          refusal={actions.refusal}
          onToggle={() => actions.toggle(line)}
        />
      )}
      {edit ? undoOf(edit, draft, actions, text) : badge}
    </span>
  )
}

function undoOf(edit: Edit, draft: RecordDraft, actions: RowActions, text: Translated<(typeof recordMessages)['zh']>) {
  return (
    <LinkButton title={text.undoEdit} aria-label={`${text.marks[edit.op]}, ${text.undoEdit}: ${draft.host} ${draft.type}`} onClick={() => actions.undo(edit)}>
      {text.marks[edit.op]} <span aria-hidden="true">↺</span>
    </LinkButton>
  )
}

const wholeInFocus =
  'in-[td:focus-visible]:pointer-events-none in-[td:focus-visible]:absolute in-[td:focus-visible]:inset-x-0 in-[td:focus-visible]:top-0 in-[td:focus-visible]:z-10 in-[td:focus-visible]:flex in-[td:focus-visible]:min-h-full in-[td:focus-visible]:flex-col in-[td:focus-visible]:justify-center in-[td:focus-visible]:bg-(--np-row-colour) in-[td:focus-visible]:px-3 in-[td:focus-visible]:outline-2 in-[td:focus-visible]:-outline-offset-2 in-[td:focus-visible]:outline-kumo-focus'
const codeLines = `${twoLines} ${wholeInFocus} font-mono text-xs/[15px] break-all`

const wrapped = (text: string) => (
  <span title={text} className={`${twoLines} ${wholeInFocus} wrap-anywhere`}>
    {text}
  </span>
)

/** The value that a change takes the place of; null where none does. */
export const replacedValue = ({ edit }: RecordLine): string | null => (edit?.op === 'update' && edit.base.value !== edit.draft.value ? edit.base.value : null)

function valueOf(line: RecordLine, tools: CellTools) {
  const { draft } = line
  const replaced = replacedValue(line)
  if (line.alias !== undefined)
    return (
      <span className={codeLines}>
        <span title={draft.value} className={`block truncate in-[td:focus-visible]:whitespace-normal ${struck(line)}`}>
          {draft.value}
        </span>
        <AliasAddresses alias={line.alias} tools={tools} />
      </span>
    )
  if (replaced === null)
    return (
      <span title={draft.value} className={`${codeLines} ${struck(line)}`}>
        {draft.value}
      </span>
    )
  const [before, after] = differingParts(replaced, draft.value)
  const oneLine = 'block truncate in-[td:focus-visible]:whitespace-normal'
  return (
    <span title={`${replaced} → ${draft.value}`} className={codeLines}>
      <del className={`${oneLine} text-kumo-subtle decoration-kumo-danger`}>{before}</del>
      <ins className={`${oneLine} no-underline`}>{after}</ins>
    </span>
  )
}

const host: Draft = {
  key: 'host',
  from: 'mobile',
  sidx: 'host',
  isFixed: true,
  widthPx: 120,
  cell: (line) => (
    <span title={line.draft.host} className={`${codeLines} ${struck(line)}`}>
      {line.draft.host}
    </span>
  ),
}
const value: Draft = { key: 'value', from: 'mobile', sidx: 'value', isFixed: true, cell: valueOf }
const drafts: readonly Draft[] = [
  host,
  {
    key: 'type',
    from: 'pad',
    sidx: 'type',
    widthPx: { zh: 92, en: 74 },
    cell: (line) => (
      <span title={line.draft.type} className={`${twoLines} break-all ${struck(line)}`}>
        {line.draft.type}
      </span>
    ),
  },
  { key: 'line', from: 'pad', sidx: 'line', widthPx: { zh: 76, en: 84 }, cell: ({ draft, lines }) => wrapped(lines.nameOf(draft.line)) },
  value,
  { key: 'weight', from: 'pc', isNumber: true, widthPx: 82, cell: weightOf },
  { key: 'ttl', from: 'pc', sidx: 'ttl', isNumber: true, widthPx: 70, cell: ({ draft }) => draft.ttl },
  { key: 'remark', from: 'wide', widthPx: { zh: 80, en: 76 }, cell: ({ draft }) => wrapped(draft.remark) },
  { key: 'updateTime', from: 'wide', sidx: 'updateTime', widthPx: { zh: 116, en: 128 }, cell: updated },
  { key: 'status', from: 'pad', widthPx: { zh: 120, en: 130 }, cell: stateOf },
]

/** On a phone each record is a card; the head is there to sort by. */
const phone: readonly Draft[] = [host, value]

const titled = ({ widthPx, ...column }: Draft, language: Language): Column<RecordLine> => ({
  ...column,
  ...(widthPx === undefined ? {} : { widthPx: typeof widthPx === 'number' ? widthPx : widthPx[language] }),
  title: { zh: recordWords.label(column.key, 'zh'), en: recordWords.label(column.key, 'en') },
})

function columnsFor(room: Room, language: Language): readonly Column<RecordLine>[] {
  if (room === 'mobile') return phone.map((draft) => titled(draft, language))
  return drafts.map((draft) => ({ ...titled(draft, language), isHiddenAtFirst: rooms.indexOf(draft.from) > rooms.indexOf(room) }))
}

/** The table's columns; those for which there is no room are hidden at first. */
export function useRecordColumns(): readonly Column<RecordLine>[] {
  const layout = useLayout()
  const language = useLanguage()
  const isMenuNarrow = useIsMenuNarrow()
  const room = layout === 'pc' && !isMenuNarrow ? 'wide' : layout
  return useMemo(() => columnsFor(room, language), [room, language])
}
