import { useMemo, useRef, useState } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { limits } from '@nameplane/contract/limits'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { noticeSuccess } from '../../../../api/notices.ts'
import { callProblemText, fieldText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { changeCount } from '../../../../entities/record/difference.tsx'
import { useRecordSave } from '../../../../entities/record/use-record-save.tsx'
import { noWatch, WatchChoice, watchSent } from '../../../../entities/record/watch-choice.tsx'
import { useLanguage } from '../../../../i18n/language.ts'
import { formatBytes } from '../../../../i18n/format.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import { useSaying } from '../../../../i18n/saying.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../../../../screen-parts/dialog/use-leaving.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { dangerNote } from '../../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { toldBy, warningCodesOf } from '../findings/findings.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { utf8Bytes } from '../../../../entities/record/import-file.ts'
import { placesOf, withLine } from './import-text.ts'
import { importMessages } from './import.messages.ts'
import { PreviewStep, type Imported } from './preview-step.tsx'
import { SourceStep, type ImportChoices } from './source-step.tsx'

type ImportDialogProps = {
  domainId: number
  /** As people read it. */
  domainName: string
  /** The version of the domain that the editor shows; a newer one is pointed out. */
  version: number | undefined
  lines: Lines
  onClose: () => void
  /** `isFromElsewhere`: the records were read at another provider or name server. */
  onImported: (imported: Imported, isFromElsewhere: boolean) => void
}

const nothingYet: ImportChoices = { source: { text: '', file: null }, format: 'bind', mode: 'add' }
const invalidates = [record.list, record.history, record.publication, domain.list, domain.detail]

/** A text of records into a domain: chosen or pasted, previewed line by line, then imported at once. A refusal leaves everything as it was typed. */
export function ImportDialog({ domainId, domainName, version, lines, onClose, onImported }: ImportDialogProps) {
  const text = useText(importMessages)
  const parts = useText(partsMessages)
  const format = useFormat()
  const [choices, setChoices] = useState(nothingYet)
  const [sourceProblem, setSourceProblem] = useSaying()
  const [isReading, setReading] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const [preview, setPreview] = useState<Imported | null>(null)
  const [isSkipping, setSkipping] = useState(false)
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([])
  const [notice, setNotice] = useState<'changedMeanwhile' | 'newer' | null>(null)
  const [watch, setWatch] = useState(noWatch)
  const checking = useChange(record.import, { shownIn: 'form' })
  const importing = useRecordSave(record.import, { invalidates, success: null, shownIn: 'form', onSubmitted: onClose })
  const { source } = choices
  const textAt = useMemo(() => placesOf(source.text, choices.format), [source.text, choices.format])
  const isBusy = checking.isRunning || importing.isRunning
  const problem = importing.problem ?? checking.problem

  const checks = useRef(0)
  const sent = (skipRefused: boolean, written = source.text) => ({ domainId, format: choices.format, text: written, mode: choices.mode, skipRefused })

  async function check(skipRefused: boolean, { changedMeanwhile = false, written = source.text } = {}): Promise<void> {
    if (written.trim() === '') return setSourceProblem((now) => textsIn(importMessages, now).empty)
    const bytes = utf8Bytes(written)
    if (bytes > limits.zoneFileBytes) return setSourceProblem((now) => textsIn(importMessages, now).tooLarge(formatBytes(bytes, now)))
    importing.forget()
    // The tick follows the press at once; without an answer it goes back to what the preview shows.
    setSkipping(skipRefused)
    checks.current += 1
    const turn = checks.current
    const outcome = await checking.run({ ...sent(skipRefused, written), dryRun: true })
    // A line was edited meanwhile: its own check tells.
    if (turn !== checks.current) return
    if (!outcome.isDone) {
      setSkipping(isSkipping)
      // The text itself was refused: it says so at the field where it can be changed.
      const { problem: refusal } = outcome
      if ('text' in refusal.fields) {
        setPreview(null)
        setSourceProblem((now) => fieldText(refusal, 'text', now)!)
      }
      return
    }
    const { data } = outcome.reply
    setPreview(data)
    // What was ticked was another preview.
    if (changedMeanwhile) setAcknowledged([])
    setNotice(changedMeanwhile ? 'changedMeanwhile' : version !== undefined && data.version > version ? 'newer' : null)
  }

  function edit(lineNumber: number, line: string): void {
    const written = withLine(source.text, lineNumber, line)
    setChoices((before) => ({ ...before, source: { ...before.source, text: written } }))
    setTyped(true)
    void check(isSkipping, { written })
  }

  async function run(previewed: Imported): Promise<void> {
    const imported = {
      ...sent(isSkipping),
      version: previewed.version,
      acknowledged: warningCodesOf(previewed.findings).filter((code) => acknowledged.includes(code)),
    }
    const watched = watchSent(watch)
    if (watched === null) return setWatch({ ...watch, isTold: true })
    if (watched !== undefined) return importing.runWatched(imported, watched)
    const outcome = await importing.run(imported)
    if (outcome.isDone) {
      const { data } = outcome.reply
      noticeSuccess(
        text.done(...([data.added, data.updated, data.deleted, data.unchanged].map((count) => format.number(count)) as [string, string, string, string])),
      )
      onImported(data, source.file?.notes !== undefined)
      return
    }
    if (outcome.problem.code === 'changed_meanwhile') return check(isSkipping, { changedMeanwhile: true })
    const told = toldBy(outcome.problem)
    if (told) setPreview({ ...previewed, findings: [...told.findings], found: told.found })
  }

  const warningCodes = preview ? warningCodesOf(preview.findings) : []
  const isAcknowledged = warningCodes.every((code) => acknowledged.includes(code))
  const isBlocked = preview !== null && !isSkipping && preview.findings.some((finding) => finding.severity === 'error')
  const changes = preview ? changeCount(preview) : 0
  const mayImport = preview !== null && !isBlocked && isAcknowledged && changes > 0 && !isBusy

  // A file can be chosen again; what was typed cannot.
  const { leave, question } = useLeaving({ isDirty: isTyped && source.text.trim() !== '', isRunning: importing.isRunning, onClose })

  const footer =
    preview === null ? (
      <>
        <QuietButton onClick={leave}>{parts.cancel}</QuietButton>
        <PrimaryButton disabled={isBusy || isReading} onClick={() => void check(isSkipping)}>
          {isReading ? text.reading : checking.isRunning ? text.previewing : text.preview}
        </PrimaryButton>
      </>
    ) : (
      <>
        {isBlocked && <span className="mr-auto min-w-0 text-sm text-kumo-danger max-pad:basis-full">{text.blocked}</span>}
        <QuietButton
          disabled={importing.isRunning}
          onClick={() => {
            setPreview(null)
            importing.forget()
            checking.forget()
          }}
        >
          {text.back}
        </QuietButton>
        <PrimaryButton
          disabled={!mayImport}
          refusal={mayImport || isBusy ? null : changes === 0 ? parts.reasons.noChanges : parts.reasons.acknowledge}
          onClick={() => void run(preview)}
        >
          {importing.isRunning ? text.running : checking.isRunning ? text.previewing : text.run(changes)}
        </PrimaryButton>
      </>
    )

  return (
    <Dialog title={text.title(domainName)} width="wide" onClose={leave} footer={footer}>
      <div aria-busy={isBusy}>
        {problem && <Refused problem={problem} />}
        {preview === null ? (
          <SourceStep
            domainId={domainId}
            domainName={domainName}
            lines={lines}
            choices={choices}
            problem={sourceProblem}
            onProblem={setSourceProblem}
            isReading={isReading}
            onReading={setReading}
            onChange={(change) => {
              setChoices((before) => ({ ...before, ...change }))
              if (change.source) setTyped(change.source.file === null || change.source.file === source.file)
              checking.forget()
            }}
          />
        ) : (
          <PreviewStep
            choices={choices}
            preview={preview}
            textAt={textAt}
            onEdit={edit}
            notice={notice && text[notice]}
            isSkipping={isSkipping}
            onSkip={(skip) => void check(skip)}
            isAcknowledged={isAcknowledged}
            onAcknowledge={(isTicked) => setAcknowledged(isTicked ? warningCodes : [])}
          />
        )}
        {preview !== null && changes > 0 && !isBlocked && (
          <div className="mt-4">
            <WatchChoice entry={watch} isDisabled={importing.isRunning} onChange={setWatch} />
          </div>
        )}
      </div>
      {question}
      {importing.asked}
    </Dialog>
  )
}

/** Why nothing was imported; the text stays as it is. */
function Refused({ problem }: { problem: CallProblem }) {
  const parts = useText(partsMessages)
  const language = useLanguage()
  return (
    <div role="alert" className={dangerNote}>
      <p>{callProblemText(problem, language)}</p>
      {problem.kind !== 'refused' && problem.requestId && <p className="mt-0.5 font-mono text-xs text-kumo-subtle">{parts.requestId(problem.requestId)}</p>}
    </div>
  )
}
