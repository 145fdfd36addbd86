import { settingClasses, type SettingClass } from '@nameplane/contract/system/setting-declaration'
import type { Reply } from '@nameplane/contract/endpoint'
import { setting } from '@nameplane/contract/system/setting'
import { useCall } from '../../../api/queries.ts'
import { actorWithin } from '../../../i18n/actor-name.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { textLink } from '../../../ui/classes.ts'
import { overviewMessages } from './overview.messages.ts'

type Row = Reply<typeof setting.overview>['data'][number]

/** Every setting at a glance: in use, filled in, tried and how that went. */
export function OverviewPage() {
  const text = useText(overviewMessages)
  const language = useLanguage()
  const { reply, problem, refresh } = useCall(setting.overview, {})
  const classes = (Object.keys(settingClasses) as SettingClass[]).map((one) => ({ one, rows: reply?.data.filter((row) => row.paramClass === one) ?? [] }))
  return (
    <>
      <PageHead title={text.title} help={text.help} />
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      <div className="grid items-start gap-4 pc:grid-cols-2">
        {classes
          .filter(({ rows }) => rows.length > 0)
          .map(({ one, rows }) => (
            <section key={one} className={surface}>
              <h2 className="border-b border-kumo-line px-4 py-2.5 text-sm font-medium">{settingClasses[one][language]}</h2>
              <ul className="divide-y divide-kumo-line">
                {rows.map((row) => (
                  <SettingRow key={row.paramKey} row={row} />
                ))}
              </ul>
            </section>
          ))}
      </div>
    </>
  )
}

function SettingRow({ row }: { row: Row }) {
  const text = useText(overviewMessages)
  const language = useLanguage()
  const format = useFormat()
  const { tone, word } = stateOf(row, text)
  return (
    <li className="px-4 py-2.5 text-sm">
      <div className="flex items-center justify-between gap-3">
        {row.screen === null ? (
          <span>{row[language]}</span>
        ) : (
          <ScreenLink to={row.screen} className={textLink}>
            {row[language]}
          </ScreenLink>
        )}
        <Badge tone={tone} text={word} />
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-kumo-subtle empty:hidden">
        {row.updatedBy !== '' && (
          <span title={formatExactTime(row.updateTime)}>{text.changed(actorWithin(row.updatedBy, language), format.relativeTime(row.updateTime))}</span>
        )}
        {row.testedTime !== null && <span title={formatExactTime(row.testedTime)}>{text.tested(format.relativeTime(row.testedTime))}</span>}
        {row.isTestPassed === false && row.testMessage !== '' && <span className="text-kumo-danger">{row.testMessage}</span>}
      </p>
    </li>
  )
}

function stateOf(row: Row, text: ReturnType<typeof useText<(typeof overviewMessages)['zh']>>): { tone: Tone; word: string } {
  if (row.isTestPassed === false) return { tone: 'bad', word: text.failing }
  if (row.status !== 1) return { tone: 'neutral', word: text.off }
  if (!row.isComplete) return row.isFilledIn ? { tone: 'warning', word: text.incomplete } : { tone: 'neutral', word: text.notSet }
  if (row.isTestPassed) return { tone: 'good', word: text.passed }
  if (!row.isFilledIn) return { tone: 'neutral', word: text.defaults }
  return { tone: 'good', word: text.set }
}
