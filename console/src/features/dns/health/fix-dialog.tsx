import { domain as domainCalls, type Domain } from '@nameplane/contract/dns/domain'
import { health, type HealthFindingShown } from '@nameplane/contract/dns/health'
import { record, type WrittenChange } from '@nameplane/contract/dns/record'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { noticeSuccess } from '../../../api/notices.ts'
import { callProblemText, textOfProblem } from '../../../api/problem-text.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { handOver } from '../../../entities/record/handed-changes.ts'
import { useRecordSave } from '../../../entities/record/use-record-save.tsx'
import { zoneLine } from '../../../entities/record/zone-line.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { healthMessages } from './health.messages.ts'

type Fixes = NonNullable<HealthFindingShown['fixes']>

const changesOf = (fixes: Fixes): WrittenChange[] =>
  fixes.map(({ op, base, record: after }) => ({ op, ...(base ? { id: base.id, base: base.version } : {}), ...(after ? { record: after } : {}) }))

/** Shows what mends a finding, and leaves it to the record editor or saves it. */
export function FixDialog({ domain, finding, place, onClose }: { domain: Domain; finding: HealthFindingShown; place: string; onClose: () => void }) {
  const text = useText(healthMessages)
  const words = useText(partsMessages)
  const language = useLanguage()
  const go = useGo()
  const { run, isRunning, problem, asked } = useRecordSave(record.apply, {
    invalidates: [health.detail, record.list, record.publication, record.history, domainCalls.list, domainCalls.detail],
    success: 'saved',
    shownIn: 'form',
    onSubmitted: onClose,
  })
  const fixes = finding.fixes ?? []
  const close = () => {
    if (!isRunning) onClose()
  }
  async function save() {
    const outcome = await run({ domainId: domain.id, changes: changesOf(fixes) })
    if (outcome.isDone) onClose()
  }
  function leaveToEditor() {
    handOver(domain.id, fixes)
    noticeSuccess(text.handed)
    onClose()
    go(recordsPath(domain))
  }
  return (
    <Dialog
      title={text.fixTitle(place)}
      onClose={close}
      footer={
        <>
          {problem && (
            <p role="alert" className="mr-auto min-w-0 basis-full text-sm text-kumo-danger pad:basis-0 pad:grow">
              {callProblemText(problem, language)}
            </p>
          )}
          <QuietButton onClick={close}>{words.cancel}</QuietButton>
          <QuietButton onClick={leaveToEditor} disabled={isRunning}>
            {text.toPending}
          </QuietButton>
          <PrimaryButton onClick={() => void save()} disabled={isRunning}>
            {isRunning ? text.saving : text.save}
          </PrimaryButton>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-pretty">{textOfProblem(finding.code, language, finding.params)}</p>
        <p className="text-pretty text-kumo-subtle">{text.fixHelp}</p>
        <ul className="divide-y divide-kumo-hairline rounded-md border border-kumo-line">
          {fixes.map(({ base, record: after }, index) => (
            <li key={index} className="px-3 py-1.5 font-mono text-xs/5 wrap-anywhere">
              {base && <Line sign="−" word={text.before} tone="text-kumo-danger" line={zoneLine(base)} />}
              {after && <Line sign="+" word={text.after} tone="text-kumo-success" line={zoneLine(after)} />}
            </li>
          ))}
        </ul>
      </div>
      {asked}
    </Dialog>
  )
}

function Line({ sign, word, tone, line }: { sign: string; word: string; tone: string; line: string }) {
  return (
    <p className="flex gap-2">
      <span className={tone}>
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{word}</span>
      </span>
      <span>{line.replaceAll('\t', ' ')}</span>
    </p>
  )
}
