import { nodeCheck, type CheckedNode } from '@nameplane/contract/system/node-check'
import { useCall } from '../../../../api/queries.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Badge, type Tone } from '../../../../screen-parts/badge.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { surface } from '../../../../screen-parts/surface.ts'
import { nodeCheckMessages } from './node-check.messages.ts'

const tones: Readonly<Record<CheckedNode['state'], Tone>> = { reachable: 'good', failing: 'bad', unknown: 'neutral' }
const refreshSeconds = 10

/** How nodes stand by what was reported of them. */
export function CheckedNodes() {
  const text = useText(nodeCheckMessages).nodes
  const format = useFormat()
  const { reply, problem, refresh } = useCall(nodeCheck.nodes, {}, { everySeconds: refreshSeconds })
  return (
    <section className={surface}>
      <h2 className="border-b border-kumo-line px-4 py-2.5 text-sm font-medium pad:px-5">{text.title}</h2>
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} isSlim />}
      {reply && reply.data.length === 0 && <p className="p-4 text-sm text-kumo-subtle pad:p-5">{text.none}</p>}
      {reply && reply.data.length > 0 && (
        <ul className="divide-y divide-kumo-line">
          {reply.data.map((node) => (
            <li key={node.nodeId} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm pad:px-5">
              <span className="font-medium">{node.name}</span>
              <span className="font-mono text-kumo-subtle">{node.address}</span>
              <span className="ml-auto">
                <Badge tone={tones[node.state]} text={text.states[node.state]} />
              </span>
              <span className="basis-full text-kumo-subtle">
                {node.failedPercent === null || node.reportTime === null ? (
                  text.unknownHelp
                ) : (
                  <>
                    {`${text.failed} ${format.number(node.failedPercent)} % · ${text.reporters(node.reporters)} · `}
                    <span title={formatExactTime(node.reportTime)}>{format.relativeTime(node.reportTime)}</span>
                    {node.reason !== '' && ` · ${node.reason}`}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
