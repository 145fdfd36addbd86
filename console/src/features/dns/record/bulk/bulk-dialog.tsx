import { useState, type FormEvent } from 'react'
import WarningIcon from 'icon:warning'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { Reply } from '@nameplane/contract/endpoint'
import { noticeSuccess } from '../../../../api/notices.ts'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { changeCount, Counts, Sample } from '../../../../entities/record/difference.tsx'
import { useRecordSave } from '../../../../entities/record/use-record-save.tsx'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../../../../screen-parts/dialog/use-leaving.tsx'
import { dangerNote, warningNote } from '../../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { toldBy, warningCodesOf } from '../findings/findings.ts'
import { AcknowledgeWarnings, FindingsList } from '../findings/findings-list.tsx'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { changeOf, isTyped, nothingChosen, type BulkChange, type BulkFilter, type BulkProblem } from './bulk-choices.ts'
import { BulkForm } from './bulk-form.tsx'
import { bulkMessages } from './bulk.messages.ts'

type Bulk = Reply<typeof record.bulk>['data']

type BulkDialogProps = {
  domainId: number
  filter: BulkFilter
  /** How many match, as the list says. */
  total: number
  /** Edits that are not saved yet, which nobody else sees. */
  pending: number
  lines: Lines
  onClose: () => void
  onSaved: (serial: number) => void
}

const invalidates = [record.list, record.history, record.publication, domain.list, domain.detail]

/** One change of all records that match, chosen, previewed and saved at once; the server finds them. */
export function BulkDialog({ domainId, filter, total, pending, lines, onClose, onSaved }: BulkDialogProps) {
  const text = useText(bulkMessages)
  const parts = useText(partsMessages)
  const format = useFormat()
  const language = useLanguage()
  const [choices, setChoices] = useState(nothingChosen)
  const [missing, setMissing] = useState<BulkProblem | null>(null)
  const [previewed, setPreviewed] = useState<{ change: BulkChange; preview: Bulk } | null>(null)
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([])
  const [isRechecked, setRechecked] = useState(false)
  const checking = useChange(record.bulk, { shownIn: 'form' })
  const saving = useRecordSave(record.bulk, { invalidates, success: null, shownIn: 'form', onSubmitted: onClose })
  const isBusy = checking.isRunning || saving.isRunning
  const { leave, question } = useLeaving({ isDirty: isTyped(choices), isRunning: saving.isRunning, onClose })
  const problem = saving.problem ?? checking.problem

  async function check(change: BulkChange): Promise<void> {
    saving.forget()
    setAcknowledged([])
    const outcome = await checking.run({ domainId, filter, ...change, dryRun: true })
    if (outcome.isDone) setPreviewed({ change, preview: outcome.reply.data })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isBusy) return
    const change = changeOf(choices)
    setMissing('field' in change ? change : null)
    setRechecked(false)
    if (!('field' in change)) void check(change)
  }

  async function save(change: BulkChange, preview: Bulk): Promise<void> {
    const codes = warningCodesOf(preview.findings).filter((code) => acknowledged.includes(code))
    const outcome = await saving.run({ domainId, filter, ...change, version: preview.version, acknowledged: codes })
    if (outcome.isDone) {
      const { data } = outcome.reply
      noticeSuccess(text.done(format.number(data.added), format.number(data.updated), format.number(data.deleted)))
      return onSaved(data.serial)
    }
    if (outcome.problem.code === 'changed_meanwhile') {
      setRechecked(true)
      return check(change)
    }
    const told = toldBy(outcome.problem)
    if (told) setPreviewed({ change, preview: { ...preview, findings: [...told.findings], found: told.found } })
  }

  const preview = previewed?.preview
  const warningCodes = preview ? warningCodesOf(preview.findings) : []
  const isAcknowledged = warningCodes.every((code) => acknowledged.includes(code))
  const isBlocked = preview !== undefined && preview.found.error > 0
  const changes = preview ? changeCount(preview) : 0
  const footer = previewed ? (
    <>
      {isBlocked && <span className="mr-auto min-w-0 text-sm text-kumo-danger max-pad:basis-full">{text.blocked}</span>}
      <QuietButton
        disabled={saving.isRunning}
        onClick={() => {
          setPreviewed(null)
          saving.forget()
          checking.forget()
        }}
      >
        {text.back}
      </QuietButton>
      <PrimaryButton
        disabled={isBusy}
        refusal={isBusy ? null : isBlocked || !isAcknowledged ? parts.reasons.acknowledge : changes === 0 ? parts.reasons.noChanges : null}
        onClick={() => void save(previewed.change, previewed.preview)}
      >
        {saving.isRunning ? text.running : checking.isRunning ? text.checking : text.run(changes)}
      </PrimaryButton>
    </>
  ) : (
    <>
      <QuietButton onClick={leave}>{parts.cancel}</QuietButton>
      <PrimaryButton type="submit" form="bulk-form" disabled={isBusy}>
        {isBusy ? text.checking : text.preview}
      </PrimaryButton>
    </>
  )
  return (
    <Dialog title={text.title(preview?.matched ?? total)} width={preview ? 'wide' : 'narrow'} onClose={leave} footer={footer}>
      <div aria-busy={isBusy} className="space-y-4">
        {problem && (
          <div role="alert" className={dangerNote}>
            <p>{callProblemText(problem, language)}</p>
            {problem.kind !== 'refused' && problem.requestId && (
              <p className="mt-0.5 font-mono text-xs text-kumo-subtle">{parts.requestId(problem.requestId)}</p>
            )}
          </div>
        )}
        {preview ? (
          <Preview
            preview={preview}
            notice={isRechecked ? text.changedMeanwhile : null}
            isAcknowledged={isAcknowledged}
            onAcknowledge={(isTicked) => setAcknowledged(isTicked ? warningCodes : [])}
          />
        ) : (
          <form id="bulk-form" noValidate onSubmit={submit} className="grid gap-4">
            <p className="text-sm text-kumo-subtle">
              {Object.keys(filter).length === 0 ? text.all : text.matching}
              {pending > 0 && <span className="block">{text.pending(pending)}</span>}
            </p>
            <BulkForm choices={choices} lines={lines} problem={missing} onChange={(change) => setChoices((before) => ({ ...before, ...change }))} />
          </form>
        )}
      </div>
      {question}
      {saving.asked}
    </Dialog>
  )
}

type PreviewProps = { preview: Bulk; notice: string | null; isAcknowledged: boolean; onAcknowledge: (isTicked: boolean) => void }

/** What would change, its first rows, and what is wrong with which record. */
function Preview({ preview, notice, isAcknowledged, onAcknowledge }: PreviewProps) {
  const text = useText(bulkMessages)
  const changes = changeCount(preview)
  // A record's place among those that match, from 1, as the list of findings counts.
  const findings = preview.findings.map((finding) => ({ ...finding, lineNumber: finding.change === null ? null : finding.change + 1 }))
  const subjects = new Map(preview.subjects.map(({ change, record }) => [change + 1, record]))
  return (
    <>
      {notice !== null && (
        <p role="status" className={warningNote}>
          <WarningIcon size={16} className="mt-0.5 shrink-0 text-np-warning" aria-hidden="true" />
          {notice}
        </p>
      )}
      <Counts preview={preview} />
      {findings.length > 0 && <FindingsList told={{ findings, found: preview.found }} counts="records" textAt={(number) => subjects.get(number) ?? null} />}
      {preview.found.warning > 0 && <AcknowledgeWarnings isTicked={isAcknowledged} onTick={onAcknowledge} />}
      {changes > 0 ? (
        <Sample preview={preview} changes={changes} />
      ) : (
        preview.found.error === 0 && <p className="rounded-md border border-kumo-line px-3 py-2 text-sm">{text.nothing}</p>
      )}
    </>
  )
}
