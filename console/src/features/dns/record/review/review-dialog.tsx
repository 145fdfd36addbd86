import { useCallback, useEffect, useId, useState } from 'react'
import { record } from '@nameplane/contract/dns/record'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import { CallProblem as Problem } from '../../../../api/call-problem.ts'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { changesOf, emptyTray, withoutEdit, withResolved, type Edit, type Tray } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { EditRow } from './edit-row.tsx'
import { reviewMessages } from './review.messages.ts'
import { useSaveTray } from './use-save-tray.ts'
import { judgedBy, type Verdict } from './verdict.ts'

type ReviewDialogProps = {
  domainId: number
  version: number | undefined
  tray: Tray
  lines: Lines
  onTray: (change: (tray: Tray) => Tray) => void
  onEdit: (edit: Edit) => void
  onSaved: (serial: number) => void
  onClose: () => void
}

/** The whole difference before it is saved: errors block, warnings want a tick, rows others changed want a choice. */
export function ReviewDialog({ domainId, version, tray, lines, onTray, onEdit, onSaved, onClose }: ReviewDialogProps) {
  const text = useText(reviewMessages)
  const language = useLanguage()
  const [view, setView] = useState<'plain' | 'zone'>('plain')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [problem, setProblem] = useState<CallProblem | null>(null)
  const [isAcknowledged, setAcknowledged] = useState(false)
  const save = useSaveTray(domainId, version, () => onTray(() => emptyTray))

  const check = useCallback(
    async (checked: Tray, signal: AbortSignal) => {
      try {
        const { data } = await call(
          record.apply,
          { domainId, changes: changesOf(checked), dryRun: true, ...(version === undefined ? {} : { version }) },
          { signal },
        )
        setVerdict(data)
        setProblem(null)
      } catch (cause) {
        if (!(cause instanceof Problem)) throw cause
        if (cause.isShown) setProblem(cause)
      }
    },
    [domainId, version],
  )
  useEffect(() => {
    if (tray.edits.length === 0) return onClose()
    const controller = new AbortController()
    setVerdict(null)
    void check(tray, controller.signal)
    return () => controller.abort()
  }, [tray, check, onClose])

  const verdictId = useId()
  const judged = verdict && judgedBy(verdict)
  const maySave = judged !== null && judged.errors === 0 && verdict!.conflicts.length === 0 && (judged.warnings === 0 || isAcknowledged) && !save.isRunning

  async function run(): Promise<void> {
    const outcome = await save.run(tray, isAcknowledged ? judged!.warningCodes : [])
    if (outcome.serial !== null) return onSaved(outcome.serial)
    // What changed between the check and the save is shown the same way; nothing typed is touched.
    if (outcome.verdict) setVerdict(outcome.verdict)
    else setProblem(outcome.problem)
  }

  return (
    <Dialog
      title={text.title}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <div id={verdictId} className="mr-auto min-w-0 text-sm max-pad:basis-full" aria-live="polite">
            {problem ? (
              <span role="alert" className="text-kumo-danger">
                {callProblemText(problem, language)}
                {problem.requestId && problem.kind !== 'refused' ? ` (${problem.requestId})` : ''}
              </span>
            ) : judged === null ? (
              <span className="text-kumo-subtle">{text.checking}</span>
            ) : verdict!.conflicts.length > 0 ? (
              <span className="text-kumo-danger">{text.conflicts(verdict!.conflicts.length)}</span>
            ) : judged.errors > 0 ? (
              <span className="text-kumo-danger">{text.errors(judged.errors)}</span>
            ) : judged.warnings > 0 ? (
              <label className="flex items-center gap-2">
                <input type="checkbox" className="shrink-0" checked={isAcknowledged} onChange={(event) => setAcknowledged(event.target.checked)} />
                {text.acknowledge(text.warnings(judged.warnings))}
              </label>
            ) : (
              <span className="text-kumo-subtle">{text.clean}</span>
            )}
          </div>
          <QuietButton onClick={onClose}>{text.cancel}</QuietButton>
          <PrimaryButton disabled={!maySave} aria-describedby={verdictId} onClick={() => void run()}>
            {save.isRunning ? text.saving : text.save}
          </PrimaryButton>
        </>
      }
    >
      <div role="radiogroup" aria-label={text.view} className="mb-3 inline-flex rounded-md border border-kumo-line p-0.5 text-sm">
        {(['plain', 'zone'] as const).map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={view === one}
            className={`cursor-pointer rounded-sm px-2.5 py-0.5 focus-visible:outline-2 focus-visible:outline-kumo-focus ${view === one ? 'bg-kumo-tint font-medium' : 'text-kumo-subtle hover:text-kumo-default'}`}
            onClick={() => setView(one)}
          >
            {text.views[one]}
          </button>
        ))}
      </div>
      <ul className="grid gap-2">
        {tray.edits.map((edit, index) => (
          <EditRow
            key={edit.key}
            edit={edit}
            view={view}
            lines={lines}
            findings={judged?.findingsOf(index) ?? []}
            conflict={judged?.conflictOf(index)}
            onResolve={(resolution, current) => onTray((now) => withResolved(now, edit.key, current, resolution))}
            onDrop={() => onTray((now) => withoutEdit(now, edit.key))}
            onEdit={() => onEdit(edit)}
            onMend={onTray}
          />
        ))}
      </ul>
      {save.asked}
    </Dialog>
  )
}
