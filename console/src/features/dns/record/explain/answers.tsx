import type { ReactNode } from 'react'
import CheckCircleIcon from 'icon:check-circle'
import InfoIcon from 'icon:info'
import XCircleIcon from 'icon:x-circle'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { disagreementsOf, possibleRcodes, type Disagreement, type Explained, type Wire } from './agreement.ts'
import { explainMessages } from './explain.messages.ts'

type AnswersProps = { explanation: Explained; wire: Wire | null; wireProblem: 'no_node' | 'no_answer' | null; lines: Lines }

/** What the client gets: as explained, beside what the node said when it was asked, and whether the two are the same. */
export function Answers({ explanation, wire, wireProblem, lines }: AnswersProps) {
  const text = useText(explainMessages)
  return (
    <div className="space-y-3">
      <Agreement explanation={explanation} wire={wire} wireProblem={wireProblem} />
      <div className={`grid gap-3 ${wire ? 'pad:grid-cols-2' : ''}`}>
        <Card title={text.expected} help={text.expectedHelp}>
          <ExpectedAnswer explanation={explanation} lines={lines} />
        </Card>
        {wire && (
          <Card title={text.wire} help={text.wireHelp}>
            <WireAnswer wire={wire} />
          </Card>
        )}
      </div>
    </div>
  )
}

function Card({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-kumo-line">
      <header className="border-b border-kumo-hairline px-3 py-1.5">
        <h3 className="text-sm font-medium">{title}</h3>
        <p className="text-xs text-kumo-subtle">{help}</p>
      </header>
      <div className="px-3 py-2">{children}</div>
    </section>
  )
}

function Agreement({ explanation, wire, wireProblem }: Omit<AnswersProps, 'lines'>) {
  const text = useText(explainMessages)
  if (!wire) return <Marker tone="note" title={wireProblem === 'no_answer' ? text.noAnswer : text.noNode} />
  const disagreements = disagreementsOf(explanation, wire)
  const isByChance = possibleRcodes(explanation).length > 1 || explanation.answer.some((record) => record.probability < 1)
  if (disagreements.length === 0) return <Marker tone="good" title={isByChance ? text.agreesByChance : text.agrees} />
  return (
    <Marker tone="bad" title={text.differs}>
      <ul className="mt-1 list-disc pl-5 marker:text-kumo-subtle">
        {disagreements.map((one) => (
          <li key={one.kind}>
            <DisagreementText disagreement={one} />
          </li>
        ))}
      </ul>
    </Marker>
  )
}

const markers = {
  good: { Icon: CheckCircleIcon, box: 'border-kumo-success/40 bg-kumo-success/10', icon: 'text-kumo-success' },
  bad: { Icon: XCircleIcon, box: 'border-kumo-danger/40 bg-kumo-danger-tint', icon: 'text-kumo-danger' },
  note: { Icon: InfoIcon, box: 'border-kumo-line bg-kumo-recessed', icon: 'text-kumo-subtle' },
}

function Marker({ tone, title, children }: { tone: keyof typeof markers; title: string; children?: ReactNode }) {
  const { Icon, box, icon } = markers[tone]
  return (
    <div role="status" data-agreement={tone} className={`flex items-start gap-2 rounded-md border px-3 py-2 text-sm ${box}`}>
      <Icon size={18} aria-hidden="true" className={`mt-px shrink-0 ${icon}`} />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}

function DisagreementText({ disagreement }: { disagreement: Disagreement }) {
  const text = useText(explainMessages).disagreements
  if (disagreement.kind === 'rcode') return <>{text.rcode(disagreement.expected.join(' / '), disagreement.actual)}</>
  if (disagreement.kind === 'authoritative') return <>{disagreement.expected ? text.authoritative : text.notAuthoritative}</>
  return (
    <>
      {text[disagreement.kind]} <span className="font-mono text-xs break-all">{disagreement.records.join(', ')}</span>
    </>
  )
}

function ExpectedAnswer({ explanation, lines }: { explanation: Explained; lines: Lines }) {
  const text = useText(explainMessages)
  const format = useFormat()
  return (
    <>
      <Facts
        facts={[
          [
            text.facts.code,
            <span key="code" className="font-mono text-xs">
              {possibleRcodes(explanation).join(' / ')}
            </span>,
          ],
        ]}
      />
      {explanation.answer.length === 0 ? (
        <p className="mt-2 text-sm text-kumo-subtle">{text.noRecords}</p>
      ) : (
        <ul className="mt-2 space-y-1.5">
          {explanation.answer.map((record) => (
            <li key={`${record.name} ${record.type} ${record.value}`} className="flex items-baseline gap-2 text-sm">
              <span className="min-w-0 flex-1">
                <RecordText {...record} />
              </span>
              <span className="shrink-0 text-xs text-kumo-subtle">{lines.nameOf(record.line)}</span>
              <span className="w-12 shrink-0 text-right tabular-nums">{format.number(record.probability, { style: 'percent', maximumFractionDigits: 1 })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function WireAnswer({ wire }: { wire: Wire }) {
  const text = useText(explainMessages)
  const format = useFormat()
  const flags = [...(wire.isAuthoritative ? [text.flags.aa] : []), ...(wire.isTruncated ? [text.flags.tc] : [])]
  return (
    <>
      <Facts
        facts={[
          [
            text.facts.code,
            <span key="code" className="font-mono text-xs">
              {wire.rcode}
            </span>,
          ],
          [text.facts.flags, flags.length === 0 ? text.flags.none : flags.join(', ')],
          [text.facts.scope, wire.scope === null ? text.noScope : text.scopeOf(wire.scope)],
          [text.facts.time, format.elapsed(wire.milliseconds)],
          [text.facts.node, wire.node],
        ]}
      />
      <WireRecords records={wire.answers} empty={text.noRecords} />
      {wire.authorities.length > 0 && (
        <>
          <h4 className="mt-3 -mb-1 text-xs text-kumo-subtle">{text.facts.authority}</h4>
          <WireRecords records={wire.authorities} empty="" />
        </>
      )}
    </>
  )
}

function WireRecords({ records, empty }: { records: Wire['answers']; empty: string }) {
  if (records.length === 0) return <p className="mt-2 text-sm text-kumo-subtle">{empty}</p>
  return (
    <ul className="mt-2 space-y-1.5">
      {records.map((record, index) => (
        <li key={index} className="text-sm">
          <RecordText {...record} />
        </li>
      ))}
    </ul>
  )
}

/** Names without the final dot, as the explanation writes them; the root is the dot. */
function shownName(name: string): string {
  return name.length > 1 ? name.replace(/\.$/, '') : name
}

function RecordText({ name, type, value, ttlSeconds }: { name: string; type: string; value: string; ttlSeconds: number }) {
  return (
    <span>
      <span className="font-mono text-xs text-kumo-subtle">
        {shownName(name)} <span className="tabular-nums">{ttlSeconds}</span>{' '}
      </span>
      <span className="mx-0.5 text-xs">{type}</span> <span className="font-mono text-xs font-medium">{value}</span>
    </span>
  )
}

/** Names and values on one line each, or side by side where there is room. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt className="text-xs text-kumo-subtle">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
