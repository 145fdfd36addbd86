import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { textLink } from '../../../ui/classes.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import type { Queries } from './key-figures.tsx'
import { cell, ColumnTitles, EmptyPart, GatheringPart, numberCell, Panel } from './panel.tsx'

/** The ten domains that were asked for most. */
export function DomainsPanel({ queries }: { queries: Queries | null }) {
  const text = useText(dashboardMessages)
  const format = useFormat()
  if (queries === null)
    return (
      <Panel title={text.domains.title} note={text.queries.span}>
        <GatheringPart text={text.gathering} />
      </Panel>
    )
  const { domains, total } = queries
  return (
    <Panel title={text.domains.title} note={text.queries.span}>
      {domains.length === 0 ? (
        <EmptyPart title={text.empty.domainsTitle} reason={text.empty.domains}>
          <ScreenLink to="/dns/domain/list" className={`${textLink} text-sm`}>
            {text.empty.addDomain}
          </ScreenLink>
        </EmptyPart>
      ) : (
        <table className="w-full table-fixed text-sm">
          <colgroup>
            <col />
            <col className="w-24" />
            <col className="w-18" />
          </colgroup>
          <ColumnTitles names={[text.domains.domain]} figures={[text.answers, text.share]} />
          <tbody>
            {domains.map((domain) => (
              <tr key={domain.id} className="border-b border-kumo-hairline last:border-0">
                <td className={`${cell} truncate`}>
                  <ScreenLink to={recordsPath(domain)} title={domain.domain} className={textLink}>
                    {domain.unicodeName}
                  </ScreenLink>
                </td>
                <td className={numberCell}>{format.number(domain.answers)}</td>
                <td className={numberCell}>
                  {total ? format.number(domain.answers / total, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }) : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
