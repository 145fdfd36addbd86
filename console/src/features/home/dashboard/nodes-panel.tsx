import { Fragment, type ReactNode } from 'react'
import CheckCircleIcon from 'icon:check-circle'
import HourglassMediumIcon from 'icon:hourglass-medium'
import ProhibitIcon from 'icon:prohibit'
import QuestionIcon from 'icon:question'
import XCircleIcon from 'icon:x-circle'
import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import type { DashboardFigures } from './key-figures.tsx'
import { cell, ColumnTitles, numberCell, Panel } from './panel.tsx'

type NodeRow = DashboardFigures['nodes'][number]

const shownNewsMs = 7 * 24 * 60 * 60_000

const looks: Record<NodeRow['state'], { Icon: typeof CheckCircleIcon; colour: string }> = {
  online: { Icon: CheckCircleIcon, colour: 'text-kumo-success' },
  starting: { Icon: HourglassMediumIcon, colour: 'text-np-warning' },
  offline: { Icon: XCircleIcon, colour: 'text-kumo-danger' },
  silent: { Icon: QuestionIcon, colour: 'text-kumo-danger' },
  disabled: { Icon: ProhibitIcon, colour: 'text-kumo-subtle' },
}

/** Who answers, in which state, and what is not yet live there. A table, on a phone one card a node. */
export function NodesPanel({ figures }: { figures: DashboardFigures }) {
  const text = useText(dashboardMessages)
  const format = useFormat()
  const now = new Date(figures.time)
  const { nodes } = figures
  if (nodes.length === 0)
    return (
      <Panel title={text.nodes.title}>
        <p className="px-4 py-6 text-center text-sm text-kumo-subtle">{text.nodes.none}</p>
        <Processes figures={figures} now={now} />
      </Panel>
    )
  return (
    <Panel title={text.nodes.title}>
      <table className="hidden w-full text-sm pad:table">
        <ColumnTitles
          names={[text.nodes.address, text.nodes.state, text.nodes.version, text.nodes.lastSeen]}
          figures={[text.nodes.pending, text.nodes.answers]}
        />
        <tbody>
          {nodes.map((node) => (
            <tr key={node.id} className="border-b border-kumo-hairline last:border-0">
              <td className={`${cell} font-mono text-xs`} title={node.name}>
                {addressOf(node)}
              </td>
              <td className={cell}>
                <StateBadge node={node} />
                <Restarts of={node} now={now} />
                <Limited node={node} now={now} />
              </td>
              <td className={`${cell} tabular-nums`}>{node.version || '–'}</td>
              <td className={`${cell} whitespace-nowrap`}>
                <LastSeen node={node} now={now} />
              </td>
              <td className={numberCell}>
                <Pending node={node} now={now} />
              </td>
              <td className={numberCell}>{node.answers === null ? '…' : format.number(node.answers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="divide-y divide-kumo-hairline pad:hidden">
        {nodes.map((node) => (
          <li key={node.id} className="space-y-1 px-4 py-2.5 text-sm">
            <div className="flex items-center justify-between gap-3">
              <span className="font-mono text-xs">{addressOf(node)}</span>
              <StateBadge node={node} />
            </div>
            <Restarts of={node} now={now} />
            <Limited node={node} now={now} />
            <dl className="flex flex-wrap gap-x-4 text-kumo-subtle [&_dd]:inline [&_dd]:text-kumo-default [&_dd]:tabular-nums [&_dt]:mr-1 [&_dt]:inline">
              <Fact name={text.nodes.pending}>
                <Pending node={node} now={now} />
              </Fact>
              <Fact name={text.nodes.answers}>{node.answers === null ? '…' : format.number(node.answers)}</Fact>
              <Fact name={text.nodes.lastSeen}>
                <LastSeen node={node} now={now} />
              </Fact>
            </dl>
          </li>
        ))}
      </ul>
      <Processes figures={figures} now={now} />
    </Panel>
  )
}

function addressOf(node: NodeRow): string {
  return node.address.includes(':') ? `[${node.address}]:${node.port}` : `${node.address}:${node.port}`
}

function StateBadge({ node }: { node: NodeRow }) {
  const text = useText(dashboardMessages).nodes
  const { Icon, colour } = looks[node.state]
  return (
    <span title={node.stateReason || undefined} className="inline-flex items-center gap-1 whitespace-nowrap">
      <span className={colour}>
        <Icon size={15} />
      </span>
      {text.states[node.state]}
    </span>
  )
}

const isNews = (time: string, now: Date): boolean => now.getTime() - new Date(time).getTime() <= shownNewsMs

type Restarted = Pick<NodeRow, 'restarts' | 'restartTime' | 'restartCause'>

/** That its process did not run through, for as long as somebody may ask why. */
function Restarts({ of: { restarts, restartTime, restartCause }, now }: { of: Restarted; now: Date }) {
  const text = useText(dashboardMessages).nodes
  const format = useFormat()
  if (restartTime === null || !isNews(restartTime, now)) return null
  return (
    <span className="block text-xs break-words text-kumo-subtle" title={formatExactTime(restartTime)}>
      {text.restarts(restarts, format.relativeTime(restartTime, now), restartCause)}
    </span>
  )
}

/** The same of the processes that a node works with. */
function Processes({ figures: { processes }, now }: { figures: DashboardFigures; now: Date }) {
  const text = useText(dashboardMessages).nodes
  const shown = processes.filter(({ restartTime }) => isNews(restartTime, now))
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 border-t border-kumo-hairline px-4 py-2 text-sm">
      {shown.map((one) => (
        <Fragment key={one.process}>
          <dt>{text.processes[one.process]}</dt>
          <dd>
            <Restarts of={one} now={now} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** That clients came too often, for as long as somebody may ask why. */
function Limited({ node, now }: { node: NodeRow; now: Date }) {
  const text = useText(dashboardMessages).nodes
  const format = useFormat()
  const { limited, limitedTime } = node
  if (limitedTime === null || !isNews(limitedTime, now)) return null
  const kinds = (['dropped', 'slipped', 'spared'] as const).filter((kind) => limited[kind] > 0)
  return (
    <span className="block text-xs text-kumo-subtle" title={formatExactTime(limitedTime)}>
      {text.limited(
        kinds.map((kind) => text.limitedKinds[kind](format.number(limited[kind]))),
        format.relativeTime(limitedTime, now),
      )}
    </span>
  )
}

function LastSeen({ node, now }: { node: NodeRow; now: Date }) {
  const text = useText(dashboardMessages).nodes
  const format = useFormat()
  return node.lastSeenTime === null ? (
    text.never
  ) : (
    <time dateTime={node.lastSeenTime} title={formatExactTime(node.lastSeenTime)}>
      {format.relativeTime(node.lastSeenTime, now)}
    </time>
  )
}

function Pending({ node, now }: { node: NodeRow; now: Date }) {
  const text = useText(dashboardMessages).nodes
  const format = useFormat()
  return (
    <span title={node.pendingSince === null ? undefined : text.waitingSince(format.relativeTime(node.pendingSince, now))}>
      {format.number(node.pending)}
      {node.failing > 0 && <span className="ml-1.5 text-kumo-danger">{text.failing(format.number(node.failing))}</span>}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
