import type { Reply } from '@nameplane/contract/endpoint'
import type { domain as domainCalls } from '@nameplane/contract/dns/domain'
import { NameServers, PlaceholderMark, useNameServers } from '../../../entities/service-group/name-servers.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { recordMessages } from './record.messages.ts'

/** The domain's name in large, its state, what can be done with it, and what matters about it in one row. */
export function RecordHead({ domain, children }: { domain: Reply<typeof domainCalls.detail>['data']; children: React.ReactNode }) {
  const text = useText(recordMessages)
  const format = useFormat()
  const nameServers = useNameServers(domain.serviceGroupId)
  const facts: [string, string][] = [
    [text.facts.records, format.number(domain.recordCount)],
    [text.facts.serial, String(domain.serial)],
    [text.facts.group, domain.serviceGroupName],
    [text.facts.owner, domain.username],
    [text.facts.defaultTtl, String(domain.defaultTtlSeconds)],
  ]
  return (
    <header className="mb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-medium" title={domain.domain}>
          {domain.unicodeName}
        </h1>
        <span className="inline-flex items-center gap-1.5 rounded-full border border-kumo-line px-2 py-0.5 text-xs">
          <span aria-hidden="true" className={`size-1.5 rounded-full ${domain.status === 1 && !domain.isLocked ? 'bg-kumo-success' : 'bg-kumo-warning'}`} />
          {domain.isLocked ? text.locked : domain.status === 1 ? text.choices.status[1] : text.domainPaused}
        </span>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-pad:w-full max-pad:justify-between pad:ml-auto pad:justify-end">{children}</div>
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-kumo-subtle">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
        {nameServers.length > 0 && (
          <div className="flex gap-1.5">
            <dt className="shrink-0 text-kumo-subtle">{text.facts.nameServers}</dt>
            <dd className="flex flex-wrap items-center gap-x-3">
              <NameServers names={nameServers} />
              <PlaceholderMark names={nameServers} groupId={domain.serviceGroupId} />
            </dd>
          </div>
        )}
      </dl>
    </header>
  )
}
