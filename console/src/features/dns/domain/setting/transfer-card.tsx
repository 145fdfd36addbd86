import { secondary } from '@nameplane/contract/dns/secondary'
import { useCall } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { cardBody, SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'

const mostShown = 5

/** Which secondary servers may have the domain, and with which keys. They are set on their own screen. */
export function TransferCard({ domain }: SettingCardProps) {
  const text = useText(settingMessages).transfers
  const format = useFormat()
  const mayRead = useMay('secondary.read')
  const { reply, problem, refresh } = useCall(secondary.list, mayRead ? { domainId: domain.id, limit: mostShown } : null)
  const servers = reply?.data
  return (
    <SettingCard title={text.title} help={text.help}>
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      <div className={cardBody}>
        {!mayRead && <p className="text-kumo-subtle">{text.noRight}</p>}
        {servers && <p>{servers.totalCount === 0 ? text.none : text.count(servers.totalCount)}</p>}
        {servers && servers.list.length > 0 && (
          <ul aria-label={text.title} className="divide-y divide-kumo-hairline">
            {servers.list.map(({ id, name, networks, keyName, algorithm }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
                <span className="wrap-anywhere">{name}</span>
                <span className="font-mono text-xs/5 wrap-anywhere text-kumo-subtle">{format.listOf(networks)}</span>
                <span className="wrap-anywhere text-kumo-subtle">{keyName === '' ? text.noKey : text.key(keyName, algorithm)}</span>
              </li>
            ))}
          </ul>
        )}
        {servers && servers.totalCount > servers.list.length && <p className="text-kumo-subtle">{text.more(servers.totalCount - servers.list.length)}</p>}
        {mayRead && (
          <ScreenLink to="/dns/serve/secondary" className={`self-start ${textLink}`}>
            {text.open}
          </ScreenLink>
        )}
      </div>
    </SettingCard>
  )
}
