import { useText } from '../../../../i18n/messages.ts'
import { DangerButton } from '../../../../ui/button.tsx'
import { cardBody, SettingCard, useDomainRefusal, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'
import { useOneDomainActions } from './use-one-domain-actions.ts'

const keys = ['delete']

/** What takes the domain away. */
export function DangerCard({ domain }: SettingCardProps) {
  const text = useText(settingMessages)
  const refusal = useDomainRefusal(domain)
  const { actions, question } = useOneDomainActions(domain, keys)
  return (
    <SettingCard title={text.danger.title} help={text.danger.help} refusal={domain.isLocked ? refusal : null}>
      <div className={cardBody}>
        {actions.map(({ key, label, refusal, run }) => (
          <DangerButton key={key} refusal={refusal} className="self-start" onClick={run}>
            {label}
          </DangerButton>
        ))}
      </div>
      {question}
    </SettingCard>
  )
}
