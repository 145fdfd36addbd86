import CaretRightIcon from 'icon:caret-right'
import { useText } from '../../../../i18n/messages.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import type { Explained } from './agreement.ts'
import { explainMessages } from './explain.messages.ts'

/** Which segment the client's address is in, the line that makes, and the order in which lines are tried. */
export function MatchedLine({ explanation, lines }: { explanation: Explained; lines: Lines }) {
  const text = useText(explainMessages)
  const { client, steps } = explanation
  const answeredLines = new Set(steps.flatMap((step) => step.candidates.filter((one) => one.taken).map((one) => one.line)))
  const bits = client.address.includes(':') ? 128 : 32
  return (
    <section aria-label={text.why}>
      <h3 className="mb-2 font-medium">{text.why}</h3>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-kumo-subtle">
        <dt>{text.address}</dt>
        <dd className="font-mono text-xs leading-5 break-all">
          {client.address}
          {client.prefixLength < bits && `/${client.prefixLength}`}
        </dd>
        <dt>{text.segment}</dt>
        <dd>
          {client.segment ? (
            <>
              <span className="font-mono text-xs break-all">
                {client.segment.first} – {client.segment.last}
              </span>{' '}
              <span className="text-kumo-subtle">{(text.sources as Readonly<Record<string, string>>)[client.segment.source] ?? client.segment.source}</span>
            </>
          ) : (
            text.noSegment
          )}
        </dd>
        <dt>{text.line}</dt>
        <dd>
          {lines.nameOf(client.line)} <code className="text-xs text-kumo-subtle">{client.line}</code>
        </dd>
        <dt>{text.decided}</dt>
        <dd className="tabular-nums">/{client.scope}</dd>
        <dt className="pt-0.5">{text.chain}</dt>
        <dd>
          <ol className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
            {client.chain.map((one, index) => (
              <li key={one.code} className="flex items-center gap-1">
                {index > 0 && <CaretRightIcon size={12} aria-hidden="true" className="text-kumo-subtle" />}
                <span
                  title={one.code}
                  className={`rounded-md border px-2 leading-6 ${answeredLines.has(one.code) ? 'border-kumo-brand bg-kumo-brand/10' : 'border-kumo-line'}`}
                >
                  {lines.nameOf(one.code)}
                  <KindOfLine name={lines.nameOf(one.code)} kind={one.kind} />
                </span>
              </li>
            ))}
          </ol>
          <p className="mt-1 text-xs text-kumo-subtle">{text.chainHelp}</p>
        </dd>
      </dl>
    </section>
  )
}

/** What kind of line it is, unless its name says so already. */
function KindOfLine({ name, kind }: { name: string; kind: string }) {
  const text = useText(explainMessages)
  const word = (text.kinds as Readonly<Record<string, string>>)[kind] ?? kind
  return word.toLowerCase() === name.toLowerCase() ? null : <span className="ml-1.5 text-xs text-kumo-subtle">{word}</span>
}
