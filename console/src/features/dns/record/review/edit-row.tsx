import { memo } from 'react'
import { textOfProblem } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { LinkButton, QuietButton } from '../../../../ui/button.tsx'
import { changedMembers, draftOf, type Edit, type RecordDraft, type RecordRow, type Resolution, type Tray } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { zoneLine } from '../../../../entities/record/zone-line.ts'
import { mendOf, type Mend } from './mend.ts'
import { newEditKey } from '../tray/edit-key.ts'
import { reviewMessages } from './review.messages.ts'
import type { ConflictRow, FindingRow } from './verdict.ts'

type EditRowProps = {
  edit: Edit
  view: 'plain' | 'zone'
  lines: Lines
  findings: readonly FindingRow[]
  conflict: ConflictRow | undefined
  onResolve: (resolution: Resolution, current: RecordRow | null) => void
  onDrop: () => void
  onEdit: () => void
  onMend: (change: (tray: Tray) => Tray) => void
}

const tones = { add: 'text-kumo-success', update: 'text-np-warning', delete: 'text-kumo-danger' }

/** One edit with its difference, what was found about it, and what somebody else made of the row meanwhile. */
export const EditRow = memo(function EditRow({ edit, view, lines, findings, conflict, onResolve, onDrop, onEdit, onMend }: EditRowProps) {
  const text = useText(reviewMessages)
  const language = useLanguage()
  const before = edit.op === 'add' ? null : draftOf(edit.base)
  const after = edit.op === 'delete' ? null : edit.draft
  return (
    <li data-edit={edit.op} className="rounded-md border border-kumo-line px-3 py-2">
      <div className="flex items-start gap-3">
        <span className={`w-12 shrink-0 pt-0.5 text-sm font-medium ${tones[edit.op]}`}>{text.ops[edit.op]}</span>
        <div className="min-w-0 flex-1">
          {view === 'zone' ? <ZoneDifference before={before} after={after} /> : <PlainDifference before={before} after={after} lines={lines} />}
        </div>
        {edit.op !== 'delete' && (
          <LinkButton className="text-sm" onClick={onEdit}>
            {text.editEdit}
          </LinkButton>
        )}
        <LinkButton className="text-sm" onClick={onDrop}>
          {text.dropEdit}
        </LinkButton>
      </div>
      {findings.map((finding, index) => (
        <p
          key={index}
          role={finding.severity === 'error' ? 'alert' : undefined}
          className={`mt-1 pl-15 text-sm ${finding.severity === 'error' ? 'text-kumo-danger' : 'text-np-warning'}`}
        >
          {finding.severity === 'error' ? '✕' : '!'} {textOfProblem(finding.code, language, finding.params)}{' '}
          <MendButton mend={mendOf(edit, finding, newEditKey)} onMend={onMend} />
        </p>
      ))}
      {conflict && (
        <div role="alert" className="mt-2 rounded-md bg-kumo-warning/10 px-3 py-2 text-sm">
          <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1">
            {before && (
              <>
                <dt className="text-kumo-subtle">{text.base}</dt>
                <dd>
                  <Plain record={before} lines={lines} />
                </dd>
              </>
            )}
            <dt className="text-kumo-subtle">{text.theirs}</dt>
            <dd>
              {conflict.current ? (
                <>
                  <Plain record={draftOf(conflict.current)} lines={lines} />{' '}
                  <span className="text-kumo-subtle">{conflict.current.updatedBy ?? text.administrator}</span>
                </>
              ) : (
                text.deletedByOthers
              )}
            </dd>
            <dt className="text-kumo-subtle">{text.yours}</dt>
            <dd>{after ? <Plain record={after} lines={lines} /> : text.ops.delete}</dd>
          </dl>
          <div className="mt-2 flex gap-2">
            <QuietButton onClick={() => onResolve('mine', conflict.current)}>{text.keepMine}</QuietButton>
            <QuietButton onClick={() => onResolve('theirs', conflict.current)}>{text.takeTheirs}</QuietButton>
          </div>
        </div>
      )}
    </li>
  )
})

function MendButton({ mend, onMend }: { mend: Mend | null; onMend: EditRowProps['onMend'] }) {
  const text = useText(reviewMessages)
  return (
    mend && (
      <LinkButton className="text-sm" onClick={() => onMend(mend.apply)}>
        {text.mends[mend.kind]}
      </LinkButton>
    )
  )
}

function Plain({ record, lines, marked = [] }: { record: RecordDraft; lines: Lines; marked?: readonly string[] }) {
  const text = useText(reviewMessages)
  const mark = (member: string): string => (marked.includes(member) ? 'rounded-xs bg-kumo-warning/20 px-0.5' : '')
  return (
    <span className="wrap-anywhere">
      <span className={`font-mono ${mark('host')}`}>{record.host}</span> <span className={mark('type')}>{record.type}</span>{' '}
      <span className={`font-mono ${mark('value')}`}>{record.value}</span>
      <span className="text-kumo-subtle">
        {' · '}
        <span className={mark('line')}>{lines.nameOf(record.line)}</span>
        {' · '}
        <span className={mark('ttl')}>{text.ttl(record.ttl)}</span>
        {record.weight !== null && (
          <>
            {' · '}
            <span className={mark('weight')}>{text.weight(record.weight)}</span>
          </>
        )}
        {record.status === 0 && (
          <>
            {' · '}
            <span className={mark('status')}>{text.paused}</span>
          </>
        )}
        {record.remark && (
          <>
            {' · '}
            <span className={mark('remark')}>{record.remark}</span>
          </>
        )}
      </span>
    </span>
  )
}

function PlainDifference({ before, after, lines }: { before: RecordDraft | null; after: RecordDraft | null; lines: Lines }) {
  const marked = before && after ? changedMembers(before, after) : []
  return (
    <>
      {before && (
        <p className="text-kumo-subtle line-through decoration-1">
          <Plain record={before} lines={lines} />
        </p>
      )}
      {after && (
        <p>
          <Plain record={after} lines={lines} marked={marked} />
        </p>
      )}
    </>
  )
}

function ZoneDifference({ before, after }: { before: RecordDraft | null; after: RecordDraft | null }) {
  return (
    <pre className="overflow-x-auto text-xs leading-5">
      {before && <span className="block bg-kumo-danger-tint">- {zoneLine(before)}</span>}
      {after && <span className="block bg-kumo-success/15">+ {zoneLine(after)}</span>}
    </pre>
  )
}
