import { useText } from '../../../../i18n/messages.ts'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { cardBody, SettingCard } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'

/** Says that the domain is not signed, and what that means at the registrar. */
export function DnssecCard() {
  const text = useText(settingMessages).dnssec
  return (
    <SettingCard title={text.title}>
      <div className={cardBody}>
        <Badge tone="neutral" text={text.state} />
        <p className="text-pretty text-kumo-subtle">{text.help}</p>
      </div>
    </SettingCard>
  )
}
