import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { queryLogMessages } from './query-log.messages.ts'
import type { LoggingNodes as Nodes } from './use-query-log.ts'

/** Where the log comes from, how far it goes back, and which nodes are missing in it. */
export function LoggingNodes({ source, nodes }: { source: string; nodes: Nodes | null }) {
  const text = useText(queryLogMessages)
  return (
    <div className="mb-3 text-sm text-kumo-subtle">
      <p>{source}</p>
      {nodes !== null && nodes.length === 0 && <p>{text.noNodes}</p>}
      {nodes !== null && nodes.length > 0 && (
        <ul aria-label={text.nodes} className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
          {nodes.map(({ id, name, state, since }) => (
            <li key={id}>
              <Badge tone={state === 'read' ? 'good' : 'warning'} text={name} />{' '}
              <span className="ml-1">{since === null ? text.unreachable : text.since(formatExactTime(since))}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
