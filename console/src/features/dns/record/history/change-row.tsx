import type { ReactNode } from 'react'
import { useText } from '../../../../i18n/messages.ts'
import type { RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { zoneLine } from '../../../../entities/record/zone-line.ts'
import { historyMessages } from './history.messages.ts'
import type { Member, RecordDifference } from './record-state.ts'

const tones = { add: 'text-kumo-success', update: 'text-np-warning', delete: 'text-kumo-danger' }

type ChangeRowProps = {
  difference: RecordDifference | null
  view: 'plain' | 'zone'
  lines: Lines
  /** The way back to this state; absent where there is none. */
  action: ReactNode
}

/** What a saved state did to one record: the members that differ, before → after. */
export function ChangeRow({ difference, view, lines, action }: ChangeRowProps) {
  const text = useText(historyMessages)
  if (difference === null) return <li className="px-5 py-2.5 text-sm text-kumo-subtle">{text.unreadable}</li>
  const { op, before, after } = difference
  const subject = (after ?? before)!
  return (
    <li data-change={op} className="px-5 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className={`w-16 shrink-0 text-sm font-medium whitespace-nowrap ${tones[op]}`}>{text.ops[op]}</span>
        <span className="min-w-0 flex-1 break-all">
          <span className="mr-2 font-mono">{subject.host}</span>
          <span className="text-kumo-subtle">
            {subject.type}
            {subject.line !== 'default' && ` · ${lines.nameOf(subject.line)}`}
          </span>
        </span>
        {action}
      </div>
      <div className="mt-1 pl-19 max-pad:pl-0">
        {view === 'zone' ? (
          <ZoneDifference before={before} after={after} />
        ) : op === 'update' ? (
          <Members difference={difference} lines={lines} />
        ) : (
          <Whole record={subject} isGone={op === 'delete'} />
        )}
      </div>
    </li>
  )
}

function Members({ difference: { before, after, changed }, lines }: { difference: RecordDifference; lines: Lines }) {
  const text = useText(historyMessages)
  if (!before || !after) return null
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-3 max-pad:grid-cols-[4rem_1fr] gap-y-1 text-sm">
      {changed.map((member) => (
        <div key={member} className="contents">
          <dt className="text-kumo-subtle">{text.fields[member]}</dt>
          <dd className="min-w-0">
            <del className="text-kumo-subtle decoration-1">
              <Value record={before} member={member} lines={lines} />
            </del>
            <span className="px-1.5 text-kumo-subtle" aria-hidden="true">
              →
            </span>
            <ins className="rounded-xs bg-kumo-warning/20 px-0.5 no-underline">
              <Value record={after} member={member} lines={lines} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ record, member, lines }: { record: RecordDraft; member: Member; lines: Lines }) {
  const text = useText(historyMessages)
  switch (member) {
    case 'host':
    case 'value':
      return <span className="font-mono break-all">{record[member]}</span>
    case 'line':
      return <>{lines.nameOf(record.line)}</>
    case 'status':
      return <>{record.status === 1 ? text.served : text.paused}</>
    case 'weight':
      return <>{record.weight ?? text.noWeight}</>
    case 'remark':
      return <>{record.remark === '' ? text.noRemark : record.remark}</>
    default:
      return <span className="tabular-nums">{record[member]}</span>
  }
}

/** A record that came or went. */
function Whole({ record, isGone }: { record: RecordDraft; isGone: boolean }) {
  const text = useText(historyMessages)
  const marks = [
    `TTL ${record.ttl}`,
    ...(record.weight === null ? [] : [`${text.fields.weight} ${record.weight}`]),
    ...(record.status === 1 ? [] : [text.paused]),
    ...(record.remark === '' ? [] : [record.remark]),
  ]
  return (
    <p className="text-sm">
      <span className={`font-mono break-all ${isGone ? 'text-kumo-subtle line-through decoration-1' : ''}`}>{record.value}</span>
      <span className="text-kumo-subtle"> · {marks.join(' · ')}</span>
    </p>
  )
}

function ZoneDifference({ before, after }: { before: RecordDraft | null; after: RecordDraft | null }) {
  return (
    <pre tabIndex={0} className="overflow-x-auto text-xs leading-5 focus-visible:outline-2 focus-visible:outline-kumo-focus">
      <span className="block w-max min-w-full">
        {before && (
          <span className="block bg-kumo-danger-tint px-1.5">
            <span className="select-none">- </span>
            {zoneLine(before)}
          </span>
        )}
        {after && (
          <span className="block bg-kumo-success/10 px-1.5">
            <span className="select-none">+ </span>
            {zoneLine(after)}
          </span>
        )}
      </span>
    </pre>
  )
}
