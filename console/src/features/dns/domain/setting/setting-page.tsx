import type { ComponentType } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { DomainHead } from '../../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../../entities/domain/one-domain.tsx'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { CopiesCard } from './copies-card.tsx'
import { DangerCard } from './danger-card.tsx'
import { DelegationCard } from './delegation-card.tsx'
import { DnssecCard } from './dnssec-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { NameserverCard } from './nameserver-card.tsx'
import { SearchEngineCard } from './search-engine-card.tsx'
import { cardBody, SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'
import { StateCard } from './state-card.tsx'
import { TransferCard } from './transfer-card.tsx'

/** The sections below the general settings, in their order; beside each other where there is room. */
const cards: Readonly<Record<string, ComponentType<SettingCardProps>>> = {
  ...{ NameserverCard, DelegationCard, DnssecCard, StateCard, TransferCard, SearchEngineCard, CopiesCard, DangerCard },
}

/** The settings of one domain. */
export function DomainSettingPage() {
  return (
    <OneDomain>
      {(domain, refresh) => (
        <>
          <DomainHead domain={domain} page="setting" />
          {domain.deleteTime === null ? <Cards domain={domain} refresh={refresh} /> : <Recycled domain={domain} />}
        </>
      )}
    </OneDomain>
  )
}

function Cards(props: SettingCardProps) {
  return (
    <div className="flex flex-col gap-4">
      <GeneralCard {...props} />
      <div className="gap-4 max-[1099px]:flex max-[1099px]:flex-col min-[1100px]:columns-2 [&>*]:break-inside-avoid min-[1100px]:[&>*]:mb-4">
        {Object.entries(cards).map(([name, Card]) => (
          <Card key={name} {...props} />
        ))}
      </div>
    </div>
  )
}

function Recycled({ domain }: { domain: Domain }) {
  const text = useText(settingMessages).recycled
  return (
    <SettingCard title={text.title} help={text.help}>
      <div className={cardBody}>
        <ScreenLink to={`/dns/domain/list?view=recycled&search=${encodeURIComponent(domain.domain)}`} className={`self-start ${textLink}`}>
          {text.open}
        </ScreenLink>
      </div>
    </SettingCard>
  )
}
