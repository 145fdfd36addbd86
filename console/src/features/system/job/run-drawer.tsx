import type { Reply } from '@nameplane/contract/endpoint'
import { job } from '@nameplane/contract/system/job'
import { useCall, useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useText } from '../../../i18n/messages.ts'
import { CopyButton } from '../../../screen-parts/copy/copy-button.tsx'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { FactList, type Fact } from '../../../screen-parts/fact-list.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { BesideButtons, type Beside } from '../../../screen-parts/list/beside-buttons.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { handlerName, jobName, paramsOf, runBadge, runNote } from './run-cells.tsx'
import { runWords, jobMessages } from './job.messages.ts'

type JobRunDetail = Reply<typeof job.logInfo>['data']

type RunDrawerProps = Beside & { id: number; onClose: () => void }

const liveEverySeconds = 2

/** One run: when, what came of it, and what it wrote; while it goes on it is looked at again and again. */
export function RunDrawer({ id, onPrevious, onNext, onClose }: RunDrawerProps) {
  const text = useText(jobMessages)
  const language = useLanguage()
  const mayWrite = useMay('schedule.write')
  const { ask, element } = useConfirm()
  const first = useCall(job.logInfo, { id }, { keepsPrevious: true })
  const isOpen = first.reply?.data.state === 'running' || first.reply?.data.state === 'waiting'
  // The same cached reply, asked for again while there is something to come.
  const live = useCall(job.logInfo, isOpen ? { id } : null, { everySeconds: liveEverySeconds })
  const run = (isOpen ? live.reply : first.reply)?.data ?? first.reply?.data
  const { run: stop } = useChange(job.logStop, { invalidates: [job.logInfo, job.logList, job.list], success: 'done' })
  const hasFooter = (isOpen && mayWrite) || onPrevious !== null || onNext !== null
  return (
    <Drawer
      title={run ? jobName({ name: run.jobName, handler: run.handler }, language) : text.runs.details}
      note={run && formatExactTime(run.startTime ?? run.createTime)}
      closeText={text.runs.close}
      onClose={onClose}
      footer={
        hasFooter && (
          <>
            {isOpen && mayWrite && (
              <QuietButton
                className="mr-auto"
                onClick={() => ask({ text: text.runs.stopAsk, confirmLabel: text.runs.stop, act: async () => void (await stop({ id })) })}
              >
                {text.runs.stop}
              </QuietButton>
            )}
            {(onPrevious || onNext) && <BesideButtons onPrevious={onPrevious} onNext={onNext} />}
          </>
        )
      }
    >
      {first.problem && !run && <Failure problem={first.problem} onRetry={() => void first.refresh()} />}
      {run && (
        <div className="space-y-6 p-5 text-sm">
          <Facts run={run} />
          {run.errorStack !== null && <Lines title={text.runs.stack} lines={run.errorStack.split('\n')} />}
          <Lines title={text.runs.output} lines={run.output} dropped={run.droppedLines} />
        </div>
      )}
      {element}
    </Drawer>
  )
}

function Facts({ run }: { run: JobRunDetail }) {
  const language = useLanguage()
  const format = useFormat()
  const label = (field: string): string => runWords.label(field, language)
  const parts = useText(partsMessages)
  const params = paramsOf(run.handler, run.params, language).map(([name, value]) => parts.nameAndValue(name, value))
  const moment = (time: string | null): string => (time === null ? '' : formatExactTime(time))
  const facts: readonly Fact[] = [
    [label('state'), runBadge(run.state, language)],
    [label(run.error === null ? 'result' : 'error'), runNote(run, language)],
    [label('handler'), handlerName(run.handler, language)],
    [label('trigger'), runWords.choices('trigger', language)?.[run.trigger]],
    [label('startedBy'), run.startedBy],
    [label('attempt'), run.attempt > 1 ? run.attempt : ''],
    [label('plannedTime'), moment(run.plannedTime)],
    [label('startTime'), moment(run.startTime)],
    [label('endTime'), moment(run.endTime)],
    [label('durationMs'), run.durationMs === null ? '' : format.elapsed(run.durationMs)],
    [
      label('params'),
      params.length > 0 && (
        <ul key="params">
          {params.map((param) => (
            <li key={param} className="whitespace-pre-wrap">
              {param}
            </li>
          ))}
        </ul>
      ),
    ],
  ]
  return <FactList facts={facts} />
}

function Lines({ title, lines, dropped = 0 }: { title: string; lines: readonly string[]; dropped?: number }) {
  const text = useText(jobMessages).runs
  return (
    <section>
      <h3 className="mb-2 flex items-center gap-1 font-medium">
        {title}
        {lines.length > 0 && <CopyButton text={lines.join('\n')} label={title} />}
      </h3>
      {lines.length === 0 ? (
        <p className="text-kumo-subtle">{text.noOutput}</p>
      ) : (
        // Long outputs are read with the keyboard too.
        <pre
          tabIndex={0}
          aria-label={title}
          className="max-h-96 overflow-auto rounded-md border border-kumo-line bg-kumo-recessed px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere focus-visible:outline-2 focus-visible:outline-kumo-focus"
        >
          {lines.join('\n')}
        </pre>
      )}
      {dropped > 0 && <p className="mt-1 text-kumo-subtle">{text.dropped(dropped)}</p>}
    </section>
  )
}
