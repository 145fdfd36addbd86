import type { Domain } from '@nameplane/contract/dns/domain'
import { plan, type Plan } from '@nameplane/contract/dns/plan'
import { planLimitNames } from '@nameplane/contract/dns/plan-limits'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { textLink } from '../../../ui/classes.ts'
import { planMessages } from './plan.messages.ts'

type Quota = Plan['quotas'][number]

/** What a domain may have, and how much of it is used. */
export function PlanPage() {
  return <OneDomain>{(domain) => <PlanOfDomain domain={domain} />}</OneDomain>
}

function PlanOfDomain({ domain }: { domain: Domain }) {
  const text = useText(planMessages)
  const maySeeLimits = useMay('config_plan.read')
  const { reply, problem, refresh } = useCall(plan.detail, { id: domain.id })
  const trouble = problem?.isShown && !reply ? problem : undefined
  return (
    <>
      <DomainHead domain={domain} page="plan" />
      <section aria-labelledby="plan-title" className={`min-w-0 ${surface}`}>
        <header className="flex flex-wrap items-start gap-x-6 gap-y-1 border-b border-kumo-hairline px-4 py-3 pad:px-5">
          <div className="min-w-0 flex-1 basis-64">
            <h2 id="plan-title" className="text-base font-medium">
              {text.title}
            </h2>
            <p className="text-sm text-pretty text-kumo-subtle">{text.help}</p>
          </div>
          {maySeeLimits && (
            <ScreenLink to="/system/config/plan" className={`text-sm ${textLink}`}>
              {text.change}
            </ScreenLink>
          )}
        </header>
        {trouble && <Failure problem={trouble} onRetry={() => void refresh()} />}
        {reply ? <Quotas quotas={reply.data.quotas} /> : !trouble && <div aria-hidden="true" className="h-96" />}
      </section>
    </>
  )
}

function Quotas({ quotas }: { quotas: readonly Quota[] }) {
  const text = useText(planMessages)
  return (
    <table className="w-full text-left text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">{text.columns.name}</th>
          <th scope="col">{text.columns.used}</th>
        </tr>
      </thead>
      <tbody>
        {quotas.map((quota) => (
          <QuotaRow key={quota.name} quota={quota} />
        ))}
      </tbody>
    </table>
  )
}

/** Of a minimum, what is lower is beyond it. */
function isBeyond({ name, limit, used }: Quota): boolean {
  if (limit === null || used === null) return false
  return name === 'minimumTtl' ? used < limit : used > limit
}

function QuotaRow({ quota }: { quota: Quota }) {
  const text = useText(planMessages)
  const language = useLanguage()
  const format = useFormat()
  const { name, limit, used } = quota
  const beyond = isBeyond(quota)
  const [shownUsed, shownLimit] = [used === null ? text.nothing : format.number(used), limit === null ? text.noLimit : format.number(limit)]
  const isMinimum = name === 'minimumTtl'
  // Where nothing is allowed, the first is all of it.
  const share = limit === null || used === null || isMinimum ? null : limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit)
  return (
    <tr className="border-b border-kumo-hairline align-top last:border-0 max-pad:flex max-pad:flex-col">
      <th scope="row" className="px-4 pt-2.5 font-normal pad:py-2.5 pad:pl-5">
        <span className="font-medium">{planLimitNames[name][language]}</span>
        <span className="block text-pretty text-kumo-subtle">{text.counts[name]}</span>
      </th>
      <td className="px-4 pt-1 pb-2.5 tabular-nums pad:w-80 pad:py-2.5 pad:pr-5">
        <span className={beyond ? 'text-kumo-danger' : ''}>
          {isMinimum && limit !== null ? text.least(shownUsed, shownLimit) : text.of(shownUsed, shownLimit)}
        </span>
        {beyond && <span className="ml-2 text-kumo-danger">{text.beyond}</span>}
        {share !== null && (
          <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-kumo-tint">
            <div
              className={`h-full rounded-full ${beyond ? 'bg-kumo-danger' : share >= 0.9 ? 'bg-kumo-warning' : 'bg-np-fill'}`}
              style={{ width: `${share * 100}%` }}
            />
          </div>
        )}
      </td>
    </tr>
  )
}
