import { log, type Difference, type Operation } from '@nameplane/contract/dns/log'
import { useCall } from '../../../api/queries.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { CopyButton } from '../../../screen-parts/copy/copy-button.tsx'
import { FactList, type Fact } from '../../../screen-parts/fact-list.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { BesideButtons, type Beside } from '../../../screen-parts/list/beside-buttons.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { placeText } from './log-cells.tsx'
import { LoggedValue } from './logged-value.tsx'
import { logMessages, logWords } from './log.messages.ts'
import { Actor, Target } from './operation-list.tsx'

type OperationDrawerProps = Beside & { id: string; onClose: () => void }

/** One operation: who, from where, and member by member what it changed. */
export function OperationDrawer({ id, onPrevious, onNext, onClose }: OperationDrawerProps) {
  const text = useText(logMessages)
  const language = useLanguage()
  const { reply, problem, refresh } = useCall(log.operation, { id }, { keepsPrevious: true })
  const shown = reply?.data
  return (
    <Drawer
      title={shown ? shown.operation.title[language] : text.details}
      note={shown && formatExactTime(shown.operation.time)}
      closeText={text.close}
      onClose={onClose}
      footer={<BesideButtons onPrevious={onPrevious} onNext={onNext} />}
    >
      {problem && !shown && <Failure problem={problem} onRetry={() => void refresh()} />}
      {shown && (
        <div className="space-y-6 p-5 text-sm">
          <Facts operation={shown.operation} />
          <section>
            <h3 className="mb-2 font-medium">{text.detail.changes}</h3>
            {shown.differences.length > 0 ? (
              <Differences differences={shown.differences} />
            ) : (
              <p className="text-kumo-subtle">
                {shown.isWithheld ? text.detail.withheld : shown.operation.result === 'ok' ? text.detail.none : text.detail.refusedNone}
              </p>
            )}
          </section>
        </div>
      )}
    </Drawer>
  )
}

function Facts({ operation }: { operation: Operation }) {
  const text = useText(logMessages)
  const language = useLanguage()
  const format = useFormat()
  const label = (field: string): string => logWords.label(field, language)
  const facts: readonly Fact[] = [
    [label('actor'), <Actor key="actor" operation={operation} />],
    [label('module'), operation.module[language]],
    [label('target'), <Target key="target" operation={operation} />],
    [
      label('result'),
      operation.result === 'ok' ? (
        <Badge key="result" tone="good" text={text.choices.result.ok} />
      ) : (
        <span key="result">
          <Badge tone="bad" text={text.choices.result.refused} /> {operation.resultText?.[language] ?? operation.result}
          {operation.tries > 1 && <span className="ml-2 text-kumo-subtle">{text.times(operation.tries)}</span>}
        </span>
      ),
    ],
    [label('address'), [operation.address, placeText(operation.place, language)].filter((part) => part !== '').join(' · ')],
    [label('agent'), operation.agent],
    [label('durationMs'), operation.durationMs === null ? '' : format.elapsed(operation.durationMs)],
    [
      label('requestId'),
      operation.requestId === '' ? (
        ''
      ) : (
        <span key="request" className="inline-flex items-center gap-1 font-mono">
          {operation.requestId}
          <CopyButton text={operation.requestId} label={label('requestId')} />
        </span>
      ),
    ],
  ]
  return <FactList facts={facts} />
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const text = useText(logMessages)
  const language = useLanguage()
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-kumo-line [&_td]:border-t [&_td]:border-kumo-hairline [&_td]:px-3 [&_td]:py-1.5 [&_td]:align-top [&_td]:wrap-anywhere [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-left [&_th]:font-normal [&_th]:text-kumo-subtle">
      <thead>
        <tr>
          <th scope="col" className="w-36">
            {text.detail.member}
          </th>
          <th scope="col">{text.detail.before}</th>
          <th scope="col">{text.detail.after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.member}>
            <td title={difference.member}>{difference.label[language]}</td>
            <td className="bg-kumo-danger-tint">
              <LoggedValue json={difference.before} />
            </td>
            <td className="bg-kumo-success-tint">
              <LoggedValue json={difference.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
