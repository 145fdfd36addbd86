import ArrowClockwiseIcon from 'icon:arrow-clockwise'
import { dashboard } from '@nameplane/contract/home/dashboard'
import type { CallProblem } from '../../../api/call-problem.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { useCall } from '../../../api/queries.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { LinkButton, QuietButton } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { dashboardMessages } from './dashboard.messages.ts'
import { DomainsPanel } from './domains-panel.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import { firstStepsMessages } from './first-steps.messages.ts'
import { KeyFigures, type DashboardFigures } from './key-figures.tsx'
import { LookupPanel } from './lookup-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { QueriesPanel } from './queries/queries-panel.tsx'
import { SecondFactorNotice } from './second-factor-notice.tsx'
import { VersionsPanel } from './versions/versions-panel.tsx'

const everySeconds = 60
/** While the platform adds up what many domains answered. */
const gatheringSeconds = 0.5
const isGathering = ({ domains, queries }: DashboardFigures): boolean => domains === null || queries === null

/** What the platform holds, what was asked, who answers, and what changed last. */
export function DashboardPage() {
  const text = useText(dashboardMessages)
  const { show } = useText(firstStepsMessages)
  const { state, setHidden } = useFirstSteps()
  const { reply, problem, isRefreshing, refresh } = useCall(
    dashboard.chart,
    {},
    { everySeconds: (last) => (last && isGathering(last.data) ? gatheringSeconds : everySeconds) },
  )
  return (
    <>
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3">
        <h1 className="text-xl font-medium">{text.title}</h1>
        <div className="ml-auto flex items-center gap-1 text-sm text-kumo-subtle">
          {state === 'hidden' && (
            <LinkButton className="mr-3" onClick={() => setHidden(false)}>
              {show}
            </LinkButton>
          )}
          {reply && <span className="tabular-nums">{text.asOf(formatExactTime(reply.data.time).slice(11))}</span>}
          <IconButton label={text.refresh} disabled={isRefreshing} onClick={() => void refresh()} icon={<ArrowClockwiseIcon size={16} />} />
        </div>
      </div>
      {state === 'shown' && <FirstSteps onHide={() => setHidden(true)} />}
      {(state === 'hidden' || state === 'done') && <SecondFactorNotice />}
      {problem?.isShown && <Trouble problem={problem} isStale={reply !== undefined} onRetry={() => void refresh()} />}
      {reply ? <Figures figures={reply.data} /> : !problem?.isShown && <Skeleton />}
    </>
  )
}

function Figures({ figures }: { figures: DashboardFigures }) {
  return (
    <div className="space-y-4">
      <KeyFigures figures={figures} />
      <div className="grid items-start gap-4 min-[1100px]:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-4">
          <QueriesPanel figures={figures} />
          <NodesPanel figures={figures} />
          <ChangesPanel figures={figures} />
        </div>
        <div className="grid min-w-0 gap-4">
          <BreakdownPanel queries={figures.queries} />
          <DomainsPanel queries={figures.queries} />
          <LookupPanel />
          <VersionsPanel />
        </div>
      </div>
    </div>
  )
}

function Trouble({ problem, isStale, onRetry }: { problem: CallProblem; isStale: boolean; onRetry: () => void }) {
  const text = useText(dashboardMessages)
  const language = useLanguage()
  return (
    <div role="alert" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-kumo-line bg-kumo-danger-tint px-4 py-2.5 text-sm">
      <p className="min-w-0 flex-1">
        <span className="font-medium">{isStale ? text.stale : text.failed}</span>{' '}
        <span className="text-kumo-subtle">
          {callProblemText(problem, language)}
          {problem.requestId && ` · ${text.requestId(problem.requestId)}`}
        </span>
      </p>
      <QuietButton onClick={onRetry}>{text.retry}</QuietButton>
    </div>
  )
}

/** The page's outline while the first figures are on their way. */
function Skeleton() {
  const block = 'rounded-lg border border-kumo-line bg-kumo-base'
  return (
    <div aria-hidden="true" className="space-y-4">
      <div className={`${block} h-24`} />
      <div className="grid gap-4 min-[1100px]:grid-cols-[minmax(0,1fr)_400px]">
        <div className={`${block} h-86`} />
        <div className={`${block} h-86`} />
      </div>
    </div>
  )
}
