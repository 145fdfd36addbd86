import { useMemo, useState } from 'react'
import { line as lineCalls } from '@nameplane/contract/dns/line'
import { useCall } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import type { Queries } from './key-figures.tsx'
import { cell, ColumnTitles, GatheringPart, numberCell, Panel } from './panel.tsx'
import { Segments } from './segments.tsx'

type Grouping = 'rcodes' | 'types' | 'lines'
type Row = { key: string; name: string; help?: string | undefined; answers: number }

const shownTypes = 10

/** The day's answers by response code, record type or line, each with its share. */
export function BreakdownPanel({ queries }: { queries: Queries | null }) {
  const text = useText(dashboardMessages)
  const format = useFormat()
  const [grouping, setGrouping] = useState<Grouping>('rcodes')
  const rows = useRows(queries, grouping)
  const total = queries?.total ?? 0
  return (
    <Panel
      title={text.breakdown.title}
      actions={
        <Segments
          label={text.breakdown.by}
          options={[
            ['rcodes', text.breakdown.rcodes],
            ['types', text.breakdown.types],
            ['lines', text.breakdown.lines],
          ]}
          chosen={grouping}
          onChoose={setGrouping}
        />
      }
    >
      {rows === null ? (
        <GatheringPart text={text.gathering} />
      ) : rows.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-kumo-subtle">{text.unknown}</p>
      ) : (
        <table className="w-full text-sm">
          <ColumnTitles names={[text.breakdown.name[grouping]]} figures={[text.answers, text.share]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className="border-b border-kumo-hairline last:border-0">
                <td className={cell}>
                  <span className={grouping === 'lines' ? '' : 'font-mono text-xs'}>{row.name}</span>
                  {row.help && <span className="ml-2 text-kumo-subtle">{row.help}</span>}
                </td>
                <td className={numberCell}>{format.number(row.answers)}</td>
                <td className={`${numberCell} w-16`}>
                  {total === 0 ? '–' : format.number(row.answers / total, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

/** Null while there are no figures. */
function useRows(queries: Queries | null, grouping: Grouping): Row[] | null {
  const text = useText(dashboardMessages)
  const language = useLanguage()
  // Names of lines are asked for when they are looked at; a caller without that right sees the codes.
  const { reply } = useCall(lineCalls.tree, grouping === 'lines' ? {} : null, { freshSeconds: 3600 })
  return useMemo(() => {
    if (queries === null) return null
    if (grouping === 'rcodes')
      return queries.rcodes.map(({ name, answers }) => ({
        ...{ key: name, name: name === 'OTHER' ? text.breakdown.otherRcodes : name, answers },
        help: (text.rcodes as Readonly<Record<string, string>>)[name],
      }))
    if (grouping === 'types') {
      const rest = queries.types.slice(shownTypes).reduce((sum, { answers }) => sum + answers, 0)
      const rows = queries.types
        .slice(0, shownTypes)
        .map(({ name, answers }): Row => ({ key: name, name: name === 'OTHER' ? text.breakdown.otherTypes : name, answers }))
      return rest === 0 ? rows : [...rows, { key: ' rest', name: '…', answers: rest }]
    }
    const names = new Map(reply?.data.lines.map((line) => [line.code, language === 'zh' ? line.nameZh : line.nameEn]))
    const rows = queries.lines.map(({ name, answers }): Row => ({ key: name, name: names.get(name) ?? name, answers }))
    return queries.otherLines === 0 ? rows : [...rows, { key: ' others', name: text.breakdown.others, answers: queries.otherLines }]
  }, [queries, grouping, reply, language, text])
}
