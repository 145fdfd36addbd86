import { actorName } from '../../../i18n/actor-name.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { textLink } from '../../../ui/classes.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import type { DashboardFigures } from './key-figures.tsx'
import { EmptyPart, Panel } from './panel.tsx'

type Change = DashboardFigures['changes'][number]

/** What was changed last, by whom, with a way to it. */
export function ChangesPanel({ figures }: { figures: DashboardFigures }) {
  const text = useText(dashboardMessages)
  const language = useLanguage()
  const format = useFormat()
  const now = new Date(figures.time)
  return (
    <Panel title={text.changes.title}>
      {figures.changes.length === 0 ? (
        <EmptyPart title={text.empty.changesTitle} reason={text.empty.changes} />
      ) : (
        <ol className="divide-y divide-kumo-hairline text-sm">
          {figures.changes.map((change) => (
            <li key={change.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-1">
              <span className="w-full min-w-0 truncate leading-6 pad:w-auto pad:flex-1">
                {change.title[language]}
                {change.targetName !== '' && change.targetType !== 'system_config' && (
                  <>
                    {' · '}
                    <Target change={change} />
                  </>
                )}
              </span>
              <span className="max-w-28 shrink-0 truncate text-kumo-subtle">{actorName(change.actor, language)}</span>
              <time
                dateTime={change.time}
                title={formatExactTime(change.time)}
                className="ml-auto w-24 shrink-0 text-right pad:ml-0 whitespace-nowrap text-kumo-subtle"
              >
                {format.relativeTime(change.time, now)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Target({ change }: { change: Change }) {
  const language = useLanguage()
  const to = change.domain ? recordsPath({ domain: change.targetName, ...change.domain }) : change.targetType === 'service_group' ? '/dns/serve/group' : null
  return to === null ? (
    <span className="text-kumo-subtle">{change.targetTitle?.[language] ?? change.targetName}</span>
  ) : (
    <ScreenLink to={to} title={change.targetName} className={textLink}>
      {change.domain?.unicodeName ?? change.targetName}
    </ScreenLink>
  )
}
