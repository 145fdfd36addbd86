import { useId, type ReactNode } from 'react'
import type { Health } from '@nameplane/contract/dns/health'
import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { surface } from '../../../screen-parts/surface.ts'
import { healthMessages } from './health.messages.ts'

/** From these scores on, a domain is sound, or nearly. */
const [good, fair] = [90, 60]

const bars = { good: 'bg-kumo-success', fair: 'bg-kumo-warning', bad: 'bg-kumo-danger' }

/** The score, what it is made of, and when that was looked at. */
export function ScoreCard({ result: { score, checkTime, isOld, asked, unanswered }, children }: { result: Health; children: ReactNode }) {
  const text = useText(healthMessages)
  const titleId = useId()
  const shown = score ?? 0
  const facts = [checkTime === null ? null : text.checked(formatExactTime(checkTime)), asked === 0 ? null : text.asked(asked), unanswered === 0 ? null : text.unanswered(unanswered)] // oxfmt-ignore
  return (
    <section aria-labelledby={titleId} className={`flex flex-col gap-3 p-4 pad:flex-row pad:items-start pad:gap-6 pad:p-5 ${surface}`}>
      <div className="shrink-0 pad:w-44">
        <h2 id={titleId} className="text-sm text-kumo-subtle">
          {text.title}
        </h2>
        <p className="mt-0.5 text-2xl font-medium tabular-nums">{text.outOf(shown)}</p>
        <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-kumo-tint">
          <div className={`h-full rounded-full ${bars[shown >= good ? 'good' : shown >= fair ? 'fair' : 'bad']}`} style={{ width: `${shown}%` }} />
        </div>
      </div>
      <div className="min-w-0 flex-1 text-sm">
        <p className="text-kumo-subtle">{facts.filter((fact) => fact !== null).join(' · ')}</p>
        {isOld && (
          <p role="status" className="mt-1 text-np-warning">
            {text.old}
          </p>
        )}
        <p className="mt-1 max-w-prose text-pretty text-kumo-subtle">{text.how}</p>
      </div>
      <div className="shrink-0">{children}</div>
    </section>
  )
}
