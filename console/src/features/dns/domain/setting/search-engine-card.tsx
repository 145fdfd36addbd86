import { useMemo } from 'react'
import { record } from '@nameplane/contract/dns/record'
import { useCalls } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { recordsPath } from '../../../../entities/domain/records-path.ts'
import { useLines } from '../../../../entities/line/use-lines.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { cardBody, SettingCard, type SettingCardProps } from './setting-card.tsx'
import { settingMessages } from './setting.messages.ts'

const kinds = new Set(['search_engine', 'search_engine_single'])

/** What search engines are answered: their lines always apply, so there is nothing to switch (docs/decisions/search-engine-lines.md). */
export function SearchEngineCard({ domain }: SettingCardProps) {
  const text = useText(settingMessages).searchEngines
  const format = useFormat()
  const { list, nameOf } = useLines(domain.id)
  const mayRead = useMay('record.read')
  const codes = useMemo(() => list.filter(({ kind }) => kinds.has(kind)).map(({ code }) => code), [list])
  const counts = useCalls(record.list, mayRead ? codes.map((line) => ({ domainId: domain.id, line, status: 1, limit: 1 })) : [])
  const used = codes.flatMap((code, index) => {
    const count = counts?.[index]?.data.totalCount ?? 0
    return count > 0 ? [{ code, count }] : []
  })
  const isKnown = mayRead && codes.length > 0 && counts !== null && counts.every((reply) => reply !== null)
  return (
    <SettingCard title={text.title} help={text.help(format.listOf(codes.map(nameOf)))}>
      <div className={cardBody}>
        {isKnown && used.length === 0 && <p className="text-pretty">{text.none}</p>}
        {used.length > 0 && (
          <ul className="flex flex-col gap-1">
            {used.map(({ code, count }) => (
              <li key={code}>
                <ScreenLink to={`${recordsPath(domain)}?line=${code}`} className={textLink}>
                  {text.records(nameOf(code), count)}
                </ScreenLink>
              </li>
            ))}
          </ul>
        )}
        {!mayRead && <p className="text-kumo-subtle">{text.noRight}</p>}
      </div>
    </SettingCard>
  )
}
