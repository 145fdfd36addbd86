import type { Reply } from '@nameplane/contract/endpoint'
import type { backup } from '@nameplane/contract/system/backup'
import { backupPartNames, backupParts } from '@nameplane/contract/system/backup-parts'
import { cutInTheMiddle, formatExactTime } from '../../../../i18n/format.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { Badge } from '../../../../screen-parts/badge.tsx'
import type { Column } from '../../../../screen-parts/table/column.ts'
import { backupMessages } from './backup.messages.ts'

export type BackupRow = Reply<typeof backup.list>['data']['list'][number]

const { zh, en } = { zh: backupMessages.zh.fields, en: backupMessages.en.fields }

export const backupColumns: readonly Column<BackupRow>[] = [
  {
    key: 'createTime',
    title: { zh: zh.createTime, en: en.createTime },
    sidx: 'createTime',
    isFixed: true,
    onCard: 'title',
    widthPx: 150,
    cell: (row, { format }) => <span title={formatExactTime(row.createTime)}>{format.relativeTime(row.createTime)}</span>,
  },
  {
    key: 'origin',
    title: { zh: zh.origin, en: en.origin },
    widthPx: 170,
    cell: (row, { language }) => {
      const origin = textsIn(backupMessages, language).origins[row.origin]
      return row.madeBy === '' || row.origin !== 'manual' ? origin : `${row.madeBy} · ${origin}`
    },
  },
  {
    key: 'parts',
    title: { zh: zh.parts, en: en.parts },
    onCard: 'fact',
    cell: (row, { language }) => {
      const text = textsIn(backupMessages, language)
      const names = row.parts.map((part) => backupParts[part][language]).join(text.between)
      return <span title={names}>{row.parts.length === backupPartNames.length ? text.allParts : names}</span>
    },
  },
  { key: 'size', title: { zh: zh.size, en: en.size }, isNumber: true, onCard: 'fact', widthPx: 100, cell: (row, { format }) => format.bytes(row.bytes) },
  {
    key: 'rows',
    title: { zh: zh.rows, en: en.rows },
    isNumber: true,
    isHiddenAtFirst: true,
    widthPx: 100,
    cell: (row, { format }) => (row.rows === null ? '' : format.number(row.rows)),
  },
  {
    key: 'key',
    title: { zh: zh.key, en: en.key },
    widthPx: 150,
    cell: (row, { language }) => {
      const text = textsIn(backupMessages, language)
      return row.origin === 'unknown' ? '' : row.isConfiguredKey ? text.configuredKey : text.ownKey
    },
  },
  {
    key: 'state',
    title: { zh: zh.state, en: en.state },
    onCard: 'fact',
    widthPx: 130,
    cell: (row, { language }) => {
      const text = textsIn(backupMessages, language)
      if (row.provenTime)
        return (
          <span title={formatExactTime(row.provenTime)}>
            <Badge tone="good" text={text.isProven} />
          </span>
        )
      if (row.verifyTime)
        return (
          <span title={formatExactTime(row.verifyTime)}>
            <Badge tone="good" text={text.isVerified} />
          </span>
        )
      return <Badge tone="neutral" text={text.isUnchecked} />
    },
  },
  {
    key: 'sha256',
    title: { zh: zh.sha256, en: en.sha256 },
    isHiddenAtFirst: true,
    widthPx: 160,
    cell: (row) => (
      <span className="font-mono text-xs" title={row.sha256 ?? undefined}>
        {row.sha256 === null ? '' : cutInTheMiddle(row.sha256, 16)}
      </span>
    ),
  },
  { key: 'version', title: { zh: zh.version, en: en.version }, isHiddenAtFirst: true, widthPx: 100, cell: (row) => row.productVersion },
  {
    key: 'name',
    title: { zh: zh.name, en: en.name },
    isHiddenAtFirst: true,
    widthPx: 300,
    cell: (row) => (
      <span className="font-mono text-xs" title={row.name}>
        {row.name}
      </span>
    ),
  },
]
