import type { domain } from '@nameplane/contract/dns/domain'
import type { Reply } from '@nameplane/contract/endpoint'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { sparkline } from '../../../screen-parts/sparkline.tsx'
import type { CellTools, Column } from '../../../screen-parts/table/column.ts'
import { textLink } from '../../../ui/classes.ts'
import { domainMessages } from './domain.messages.ts'

export type DomainRow = Reply<typeof domain.list>['data']['list'][number]

const zh = domainMessages.zh.fields
const en = domainMessages.en.fields

function time(moment: string | null, { format }: CellTools) {
  return moment && <span title={formatExactTime(moment)}>{format.relativeTime(moment)}</span>
}

function state(row: DomainRow, { language }: CellTools) {
  const states = textsIn(domainMessages, language).states
  if (row.deleteTime) return <Badge tone="neutral" text={states.recycled} />
  if (row.isLocked) return <Badge tone="warning" text={row.status === 1 ? states.locked : `${states.locked} · ${states.paused}`} />
  return row.status === 1 ? <Badge tone="good" text={states.served} /> : <Badge tone="neutral" text={states.paused} />
}

const nameserverTones = { unchecked: 'neutral', correct: 'good', partial: 'warning', wrong: 'bad' } as const

/** Whether the delegation leads here; for one that does not, how long it stays. */
function nameservers(row: DomainRow, { language, format }: CellTools) {
  const texts = textsIn(domainMessages, language)
  const checked = row.nsCheckTime === null ? texts.uncheckedHelp : texts.nsChecked(formatExactTime(row.nsCheckTime))
  const found = row.nsState === 'partial' || row.nsState === 'wrong' ? `\n${texts.nsFound(row.nsFound.join(', '))}` : ''
  const left = row.nsDaysLeft === null ? '' : `\n${texts.nsLeaves(format.number(row.nsDaysLeft))}`
  return (
    <span title={`${checked}${found}${left}`}>
      <Badge tone={nameserverTones[row.nsState]} text={texts.nsStates[row.nsState]} />
      {row.nsDaysLeft !== null && <span className="ml-1.5 text-kumo-subtle">{texts.nsDays(format.number(row.nsDaysLeft))}</span>}
    </span>
  )
}

/** Longer numbers are rounded; the whole one stands in the tooltip. */
const compactFrom = 1_000_000

/** The day's queries as a number, and by the hour as a line. */
function queries(row: DomainRow, { format, language }: CellTools) {
  const label = textsIn(domainMessages, language).queriesOfDay(format.number(row.queries24h), format.number(Math.max(...row.queriesByHour)))
  const isLong = row.queries24h >= compactFrom
  return (
    <span title={label} className="inline-flex items-baseline justify-end gap-1.5">
      {sparkline(row.queriesByHour, label)}
      <span className="min-w-13">{format.number(row.queries24h, isLong ? { notation: 'compact', maximumFractionDigits: 1 } : {})}</span>
    </span>
  )
}

/** The name in full, and in ASCII where that differs. */
function titleOf({ domain, unicodeName }: DomainRow): string {
  return domain === unicodeName ? domain : `${unicodeName}\n${domain}`
}

const nameColumn = (isLinked: boolean): Column<DomainRow> => ({
  key: 'domain',
  title: { zh: zh.domain, en: en.domain },
  sidx: 'domain',
  isFixed: true,
  onCard: 'title',
  cell: (row) =>
    isLinked ? (
      <a href={`#${recordsPath(row)}`} title={titleOf(row)} className={`${textLink} font-medium`}>
        {row.unicodeName}
      </a>
    ) : (
      <span title={titleOf(row)}>{row.unicodeName}</span>
    ),
})
const shared: readonly Column<DomainRow>[] = [
  { key: 'username', title: { zh: zh.owner, en: en.owner }, sidx: 'username', widthPx: 108, cell: (row) => row.username },
  { key: 'serviceGroupName', title: { zh: zh.groupColumn, en: en.groupColumn }, sidx: 'serviceGroupName', widthPx: 86, cell: (row) => row.serviceGroupName },
  {
    key: 'recordCount',
    title: { zh: zh.recordCount, en: en.recordCount },
    sidx: 'recordCount',
    isNumber: true,
    onCard: 'fact',
    widthPx: 92,
    cell: (row, { format }) => format.number(row.recordCount),
  },
]

export const domainColumns: readonly Column<DomainRow>[] = [
  nameColumn(true),
  { key: 'status', title: { zh: zh.status, en: en.status }, onCard: 'fact', widthPx: 92, cell: state },
  ...shared,
  { key: 'queries24h', title: { zh: zh.queries, en: en.queries }, isNumber: true, widthPx: 138, cell: queries },
  { key: 'nameservers', title: { zh: zh.nameservers, en: en.nameservers }, widthPx: 112, cell: nameservers },
  { key: 'remark', title: { zh: zh.remark, en: en.remark }, widthPx: 76, cell: (row) => <span title={row.remark}>{row.remark}</span> },
  {
    key: 'createTime',
    title: { zh: zh.created, en: en.created },
    sidx: 'createTime',
    isHiddenAtFirst: true,
    widthPx: 112,
    cell: (row, tools) => time(row.createTime, tools),
  },
  { key: 'updateTime', title: { zh: zh.updated, en: en.updated }, sidx: 'updateTime', widthPx: 118, cell: (row, tools) => time(row.updateTime, tools) },
  { key: 'serial', title: { zh: zh.serial, en: en.serial }, sidx: 'serial', isNumber: true, isHiddenAtFirst: true, widthPx: 104, cell: (row) => row.serial },
]

export const recycledColumns: readonly Column<DomainRow>[] = [
  nameColumn(false),
  ...shared,
  { key: 'remark', title: { zh: zh.remark, en: en.remark }, widthPx: 160, cell: (row) => <span title={row.remark}>{row.remark}</span> },
  {
    key: 'deleteTime',
    title: { zh: zh.deleted, en: en.deleted },
    sidx: 'deleteTime',
    onCard: 'fact',
    widthPx: 120,
    cell: (row, tools) => time(row.deleteTime, tools),
  },
]
