import { useCallback, useEffect, useState } from 'react'
import WarningIcon from 'icon:warning'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { Reply } from '@nameplane/contract/endpoint'
import { noticeSuccess } from '../../../../api/notices.ts'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useRecordSave } from '../../../../entities/record/use-record-save.tsx'
import { noWatch, WatchChoice, watchSent } from '../../../../entities/record/watch-choice.tsx'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { warningNote } from '../../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { toldBy, warningCodesOf } from '../findings/findings.ts'
import { AcknowledgeWarnings, FindingsList } from '../findings/findings-list.tsx'
import { historyMessages } from './history.messages.ts'

/** What goes back, and to which saved state: the whole domain, or one record, which the version that is looked at may have deleted. */
export type RestoreTarget =
  | { readonly kind: 'domain'; readonly to: number }
  | { readonly kind: 'record'; readonly to: number; readonly recordId: number; readonly name: string; readonly isDeletion: boolean }
export type Restored = Reply<typeof record.restore>['data']

type RestoreDialogProps = {
  domainId: number
  domainName: string
  /** The one that is looked at. */
  version: number
  target: RestoreTarget
  onClose: () => void
  onRestored: (restored: Restored) => void
}

const invalidates = [record.list, record.history, record.publication, domain.list, domain.detail]

/** Asks before a restore, with what it would change; refused here, it stays open and says why. */
export function RestoreDialog({ domainId, domainName, version, target, onClose, onRestored }: RestoreDialogProps) {
  const text = useText(historyMessages)
  const parts = useText(partsMessages)
  const format = useFormat()
  const language = useLanguage()
  const [preview, setPreview] = useState<Restored | null>(null)
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([])
  const [isRechecked, setRechecked] = useState(false)
  const [watch, setWatch] = useState(noWatch)
  const checking = useChange(record.restore, { shownIn: 'form' })
  const restoring = useRecordSave(record.restore, { invalidates, success: null, shownIn: 'form', onSubmitted: onClose })
  const recordId = target.kind === 'record' ? target.recordId : undefined
  const { to } = target
  const { run: runCheck } = checking

  const check = useCallback(async () => {
    const outcome = await runCheck({ domainId, version: to, dryRun: true, ...(recordId === undefined ? {} : { recordId }) })
    if (outcome.isDone) setPreview(outcome.reply.data)
  }, [runCheck, domainId, to, recordId])
  useEffect(() => void check(), [check])

  async function restore(previewed: Restored): Promise<void> {
    const sent = {
      domainId,
      version: to,
      base: previewed.version,
      acknowledged: warningCodesOf(previewed.findings).filter((code) => acknowledged.includes(code)),
      ...(recordId === undefined ? {} : { recordId }),
    }
    const watched = watchSent(watch)
    if (watched === null) return setWatch({ ...watch, isTold: true })
    if (watched !== undefined) return restoring.runWatched(sent, watched)
    const outcome = await restoring.run(sent)
    if (outcome.isDone) {
      const { data } = outcome.reply
      noticeSuccess(text.done(format.number(data.added), format.number(data.updated), format.number(data.deleted)))
      return onRestored(data)
    }
    if (outcome.problem.code === 'changed_meanwhile') {
      // What was ticked was another preview.
      setAcknowledged([])
      setRechecked(true)
      restoring.forget()
      return check()
    }
    const told = toldBy(outcome.problem)
    if (told) setPreview({ ...previewed, findings: [...told.findings], found: told.found })
  }

  const warningCodes = preview ? warningCodesOf(preview.findings) : []
  const isAcknowledged = warningCodes.every((code) => acknowledged.includes(code))
  const isBlocked = preview?.findings.some((finding) => finding.severity === 'error') ?? false
  const changes = preview ? preview.added + preview.updated + preview.deleted : 0
  const isBusy = checking.isRunning || restoring.isRunning
  const problem = restoring.problem ?? checking.problem

  return (
    <Dialog
      title={parts.reminder}
      onClose={() => {
        if (!restoring.isRunning) onClose()
      }}
      footer={
        <>
          {isBlocked && <span className="mr-auto text-sm text-kumo-danger">{text.blocked}</span>}
          <QuietButton disabled={restoring.isRunning} onClick={onClose}>
            {parts.cancel}
          </QuietButton>
          <PrimaryButton
            disabled={preview === null || isBusy}
            refusal={
              preview === null || isBusy ? null : isBlocked || !isAcknowledged ? parts.reasons.acknowledge : changes === 0 ? parts.reasons.noChanges : null
            }
            onClick={() => preview && void restore(preview)}
          >
            {restoring.isRunning ? text.restoring : text.restore}
          </PrimaryButton>
        </>
      }
    >
      <div aria-busy={isBusy} className="space-y-3">
        <p>
          {target.kind === 'domain'
            ? text.ask.domain(domainName, String(version))
            : text.ask[target.isDeletion ? 'deletedRecord' : 'record'](target.name, String(version))}
        </p>
        {isRechecked && (
          <p role="status" className={warningNote}>
            <WarningIcon size={16} className="mt-0.5 shrink-0 text-np-warning" aria-hidden="true" />
            {text.changedMeanwhile}
          </p>
        )}
        {problem && (
          <div role="alert" className="rounded-md border border-kumo-danger/40 bg-kumo-danger-tint px-3 py-2 text-sm">
            <p>{callProblemText(problem, language)}</p>
            {problem.kind !== 'refused' && problem.requestId && (
              <p className="mt-0.5 font-mono text-xs text-kumo-subtle">{parts.requestId(problem.requestId)}</p>
            )}
            {preview === null && (
              <QuietButton className="mt-2 h-7" onClick={() => void check()}>
                {parts.retry}
              </QuietButton>
            )}
          </div>
        )}
        {preview === null && !problem && (
          <p role="status" className="text-sm text-kumo-subtle">
            {text.checking}
          </p>
        )}
        {preview && (changes === 0 ? <p className="rounded-md border border-kumo-line px-3 py-2 text-sm">{text.nothing}</p> : <Effect preview={preview} />)}
        {preview && preview.findings.length > 0 && <FindingsList told={preview} />}
        {warningCodes.length > 0 && <AcknowledgeWarnings isTicked={isAcknowledged} onTick={(isTicked) => setAcknowledged(isTicked ? warningCodes : [])} />}
        {changes > 0 && !isBlocked && <WatchChoice entry={watch} isDisabled={isBusy} onChange={setWatch} />}
        <p className="text-sm text-kumo-subtle">{text.ask.again}</p>
      </div>
      {restoring.asked}
    </Dialog>
  )
}

function Effect({ preview }: { preview: Restored }) {
  const text = useText(historyMessages)
  const format = useFormat()
  const parts = [
    { count: preview.added, words: text.counts.added, dot: 'bg-kumo-success' },
    { count: preview.updated, words: text.counts.updated, dot: 'bg-kumo-warning' },
    { count: preview.deleted, words: text.counts.deleted, dot: 'bg-kumo-danger' },
    { count: preview.unchanged, words: text.unchanged, dot: 'bg-kumo-line' },
  ]
  return (
    <section aria-label={text.willChange} data-counts="" className="rounded-md border border-kumo-line px-3 py-2 text-sm">
      <h3 className="text-kumo-subtle">{text.willChange}</h3>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ count, words, dot }) => (
            <span key={dot} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
              {words(format.number(count))}
            </span>
          ))}
      </p>
    </section>
  )
}
