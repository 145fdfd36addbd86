import { useId, useState, type ReactNode } from 'react'
import CaretDownIcon from 'icon:caret-down'
import type { Domain } from '@nameplane/contract/dns/domain'
import { useLayout } from '../../../browser/layout-width.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { NameServers, PlaceholderMark } from '../../../entities/service-group/name-servers.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { recordMessages } from './record.messages.ts'

type RecordHeadProps = {
  domain: Domain
  /** Where its newest state is live. */
  status: ReactNode
  /** What can be done with it. */
  children: ReactNode
}

/** The head of the domain with what can be done with its records, and what matters about it in one row; on a phone, where that would be six, once it is asked for. */
export function RecordHead({ domain, status, children }: RecordHeadProps) {
  const text = useText(recordMessages)
  const isPhone = useLayout() === 'mobile'
  const [isOpen, setOpen] = useState(false)
  const factsId = useId()
  const format = useFormat()
  const nameServers = domain.nsExpected
  const facts: [string, string][] = [
    [text.facts.records, format.number(domain.recordCount)],
    [text.facts.serial, String(domain.serial)],
    [text.facts.group, domain.serviceGroupName],
    [text.facts.owner, domain.username],
    [text.facts.defaultTtl, String(domain.defaultTtlSeconds)],
  ]
  return (
    <DomainHead
      domain={domain}
      page="record"
      beside={
        <>
          {isPhone && (
            <LinkButton
              aria-expanded={isOpen}
              aria-controls={factsId}
              className="ml-auto inline-flex min-h-7 items-center gap-1 text-sm"
              onClick={() => setOpen(!isOpen)}
            >
              {text.facts.title}
              <CaretDownIcon size={12} aria-hidden="true" className={isOpen ? 'rotate-180' : ''} />
            </LinkButton>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-pad:w-full max-pad:justify-between pad:ml-auto pad:justify-end">
            {status}
            {isPhone && !isOpen && <PlaceholderMark names={nameServers} />}
            {children}
          </div>
        </>
      }
    >
      <dl id={factsId} hidden={isPhone && !isOpen} className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm [&[hidden]]:hidden">
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
    </DomainHead>
  )
}
