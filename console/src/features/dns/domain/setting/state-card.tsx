import { useText } from '../../../../i18n/messages.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { cardBody, SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'
import { useOneDomainActions } from './use-one-domain-actions.ts'

const keys = ['pause', 'serve', 'lock', 'unlock']

/** Whether nodes answer for the domain, and whether it can be changed. */
export function StateCard({ domain }: SettingCardProps) {
  const text = useText(settingMessages).state
  const { actions, question } = useOneDomainActions(domain, keys)
  const row = (state: string, shown: readonly string[]) => (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-pretty">{state}</p>
      {actions
        .filter(({ key }) => shown.includes(key))
        .map(({ key, label, refusal, run }) => (
          <QuietButton key={key} refusal={refusal} onClick={run}>
            {label}
          </QuietButton>
        ))}
    </div>
  )
  return (
    <SettingCard title={text.title}>
      <div className={cardBody}>
        {row(domain.status === 1 ? text.active : text.paused, ['pause', 'serve'])}
        {row(domain.isLocked ? text.locked : text.unlocked, ['lock', 'unlock'])}
      </div>
      {question}
    </SettingCard>
  )
}
