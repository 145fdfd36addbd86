import type { ReactNode } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { useOwnRights } from '../../api/rights.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { usePageTitle } from '../../routing/page-title.ts'
import { LinkTabs } from '../../screen-parts/link-tabs.tsx'
import { domainHeadMessages } from './domain-head.messages.ts'
import { domainPages, domainPath, type DomainPageName } from './domain-pages.ts'

type DomainHeadProps = {
  domain: Domain
  page: DomainPageName
  /** What the page says and offers beside the name. */
  beside?: ReactNode
  /** What it says below. */
  children?: ReactNode
}

const pageNames = Object.keys(domainPages) as DomainPageName[]

/** The head of every page of one domain: its name in large, its state, what the page adds, and the way to the other pages that the caller may see. */
export function DomainHead({ domain, page, beside, children }: DomainHeadProps) {
  const text = useText(domainHeadMessages)
  const language = useLanguage()
  const held = useOwnRights()
  usePageTitle(`${domain.unicodeName} ${domainPages[page].title[language]}`)
  const tabs = pageNames
    .filter((one) => held === null || held.has(domainPages[one].right))
    .map((one) => ({ path: domainPath(one, domain), label: domainPages[one].title[language] }))
  return (
    <header className="mb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-medium wrap-anywhere" title={domain.domain}>
          {domain.unicodeName}
        </h1>
        <span className="inline-flex items-center gap-1.5 rounded-full border border-kumo-line px-2 py-0.5 text-xs">
          <span aria-hidden="true" className={`size-1.5 rounded-full ${domain.status === 1 && !domain.isLocked ? 'bg-kumo-success' : 'bg-kumo-warning'}`} />
          {domain.isLocked ? text.states.locked : domain.status === 1 ? text.states.active : text.states.paused}
        </span>
        {domain.primaryState !== null && (
          <span className="inline-flex items-center gap-1.5 rounded-full border border-kumo-line px-2 py-0.5 text-xs">
            <span aria-hidden="true" className={`size-1.5 rounded-full ${domain.primaryState === 'current' ? 'bg-kumo-success' : 'bg-kumo-warning'}`} />
            {domain.primaryState === 'expired' ? text.states.expired : text.states.transferred}
          </span>
        )}
        {beside}
      </div>
      {children}
      <LinkTabs label={text.tabs} tabs={tabs} current={domainPath(page, domain)} className="mt-1" />
    </header>
  )
}
