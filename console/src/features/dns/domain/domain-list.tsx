import { domain } from '@nameplane/contract/dns/domain'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { defineList, type ListColumn } from '../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../screen-parts/list/use-list-page.ts'
import { sparkline } from '../../../screen-parts/sparkline.tsx'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { DomainName, titleOf } from './domain-name.tsx'
import { domainMessages, domainWords } from './domain.messages.ts'

export type DomainRow = RowOf<typeof domain.list>

function state(row: DomainRow, { language }: CellTools) {
  const { status, locked } = textsIn(domainMessages, language).choices
  if (row.isLocked) return <Badge tone="warning" text={row.status === 1 ? locked[1] : `${locked[1]} · ${status[0]}`} />
  return row.status === 1 ? <Badge tone="good" text={status[1]} /> : <Badge tone="neutral" text={status[0]} />
}

export const nameserverTones = { unchecked: 'neutral', correct: 'good', partial: 'warning', wrong: 'bad' } as const

/** Whether the delegation leads here; for one that does not, how long it stays. */
function nameservers(row: DomainRow, { language, format }: CellTools) {
  const texts = textsIn(domainMessages, language)
  const checked = row.nsCheckTime === null ? texts.uncheckedHelp : texts.nsChecked(formatExactTime(row.nsCheckTime))
  const found = row.nsState === 'partial' || row.nsState === 'wrong' ? `\n${texts.nsFound(format.listOf(row.nsFound))}` : ''
  const left = row.nsDaysLeft === null ? '' : `\n${texts.nsLeaves(row.nsDaysLeft)}`
  return (
    <span title={`${checked}${found}${left}`} className={twoLines}>
      <Badge tone={nameserverTones[row.nsState]} text={texts.choices.nsState[row.nsState]} />
      {row.nsDaysLeft !== null && <span className="ml-1.5 text-kumo-subtle">{texts.nsDays(row.nsDaysLeft)}</span>}
    </span>
  )
}

/** The score of the last health check, and when that was. */
function healthScore({ healthScore: score, healthTime }: DomainRow, { language }: CellTools) {
  const text = textsIn(domainMessages, language)
  if (score === null || healthTime === null) return <span className="text-kumo-subtle">{text.healthUnchecked}</span>
  return <span title={text.healthChecked(formatExactTime(healthTime))}>{score}</span>
}

/** Longer numbers are rounded; the whole one stands in the tooltip. */
const compactFrom = 1_000_000

/** The day's queries as a number, and by the hour as a line. */
function queries(row: DomainRow, { format, language }: CellTools) {
  const label = textsIn(domainMessages, language).queriesOfDay(row.queries24h, Math.max(...row.queriesByHour))
  const isLong = row.queries24h >= compactFrom
  return (
    <span title={label} className="inline-flex items-baseline justify-end gap-1.5">
      {sparkline(row.queriesByHour, label)}
      <span className="min-w-13">{format.number(row.queries24h, isLong ? { notation: 'compact', maximumFractionDigits: 1 } : {})}</span>
    </span>
  )
}

const rowName = (row: DomainRow): string => row.unicodeName

const shared: readonly ListColumn<DomainRow>[] = [
  { key: 'username', widthPx: 96 },
  { key: 'serviceGroupName', widthPx: 108 },
  { key: 'recordCount', isNumber: true, onCard: 'fact', widthPx: 94 },
]

export const domainList = defineList(domain.list, {
  name: 'domain',
  words: domainWords,
  rowName,
  filters: ['search', 'value', 'status', 'locked', 'nsState', 'serviceGroupId', 'userId'],
  columns: [
    { key: 'domain', isFixed: true, onCard: 'title', cell: (row) => <DomainName row={row} /> },
    { key: 'status', onCard: 'fact', widthPx: 92, cell: state },
    ...shared,
    { key: 'queries24h', isNumber: true, widthPx: 140, cell: queries },
    { key: 'nameservers', widthPx: 116, cell: nameservers },
    // Names of domains are whole without it where the screen is 1366 px wide.
    { key: 'healthScore', isNumber: true, isHiddenAtFirst: true, widthPx: 84, cell: healthScore },
    { key: 'remark', isHiddenAtFirst: true, widthPx: 160 },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 112 },
    { key: 'updateTime', widthPx: 124 },
    { key: 'serial', isNumber: true, isHiddenAtFirst: true, widthPx: 104, cell: (row) => row.serial },
  ],
})

/** The recycle bin: the same call with `recycled`. */
export const recycledList = defineList(domain.list, {
  name: 'domain-recycled',
  words: domainWords,
  rowName,
  filters: ['search', 'value', 'serviceGroupId', 'userId'],
  columns: [
    { key: 'domain', isFixed: true, onCard: 'title', cell: (row) => <span title={titleOf(row)}>{row.unicodeName}</span> },
    ...shared,
    { key: 'remark', widthPx: 160 },
    { key: 'deleteTime', onCard: 'fact', widthPx: 120 },
  ],
})
