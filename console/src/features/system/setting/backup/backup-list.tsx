import { useMemo } from 'react'
import { backup, fieldNames } from '@nameplane/contract/system/backup'
import { backupPartNames, backupParts } from '@nameplane/contract/system/backup-parts'
import { cutInTheMiddle, formatExactTime, listOf } from '../../../../i18n/format.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { defineList } from '../../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../../screen-parts/list/use-list-page.ts'
import { useList, type List } from '../../../../screen-parts/list/use-list.ts'
import { useSelection } from '../../../../screen-parts/list/use-selection.ts'
import type { CellTools } from '../../../../screen-parts/table/column.ts'
import { backupMessages, backupWords } from './backup.messages.ts'

type Kept = RowOf<typeof backup.list>
export type BackupRow = Kept & { readonly id: number }

function state(row: Kept, { language }: CellTools) {
  const text = textsIn(backupMessages, language)
  const time = row.provenTime ?? row.verifyTime
  if (time === null) return <Badge tone="neutral" text={text.isUnchecked} />
  return (
    <span title={formatExactTime(time)}>
      <Badge tone="good" text={row.provenTime === null ? text.isVerified : text.isProven} />
    </span>
  )
}

export const backupList = defineList(backup.list, {
  name: 'backup',
  words: backupWords,
  rowName: (row) => row.name,
  filters: [],
  columns: [
    { key: 'createTime', isFixed: true, onCard: 'title', widthPx: 150 },
    {
      key: 'origin',
      widthPx: 170,
      cell: (row, { language }) => {
        const origin = textsIn(backupMessages, language).choices.origin[row.origin]
        return row.madeBy === '' || row.origin !== 'manual' ? origin : `${row.madeBy} · ${origin}`
      },
    },
    {
      key: 'parts',
      title: fieldNames.contents,
      onCard: 'fact',
      cell: (row, { language }) => {
        const names = listOf(
          row.parts.map((part) => backupParts[part][language]),
          language,
        )
        return <span title={names}>{row.parts.length === backupPartNames.length ? textsIn(backupMessages, language).allParts : names}</span>
      },
    },
    { key: 'size', isNumber: true, onCard: 'fact', widthPx: 100, cell: (row, { format }) => format.bytes(row.bytes) },
    { key: 'rows', isNumber: true, isHiddenAtFirst: true, widthPx: 100 },
    {
      key: 'key',
      widthPx: 150,
      cell: (row, { language }) => {
        const text = textsIn(backupMessages, language)
        return row.origin === 'unknown' ? '' : row.isConfiguredKey ? text.configuredKey : text.ownKey
      },
    },
    { key: 'state', onCard: 'fact', widthPx: 130, cell: state },
    {
      key: 'sha256',
      isHiddenAtFirst: true,
      widthPx: 160,
      cell: (row) => (
        <span className="font-mono text-xs" title={row.sha256 ?? undefined}>
          {row.sha256 === null ? '' : cutInTheMiddle(row.sha256, 16)}
        </span>
      ),
    },
    { key: 'version', title: fieldNames.productVersion, isHiddenAtFirst: true, widthPx: 100, cell: (row) => row.productVersion },
    {
      key: 'name',
      isHiddenAtFirst: true,
      widthPx: 300,
      cell: (row) => (
        <span className="font-mono text-xs" title={row.name}>
          {row.name}
        </span>
      ),
    },
  ],
})

/** The random end of a backup's name tells it from others, and is its number here. */
const numberOf = ({ name }: Kept): number => Number.parseInt(name.slice(-12, -4), 16)

/** The list of backups, which are files and have names instead of numbers. */
export function useBackups(): List<BackupRow> {
  const list = useList(backupList)
  const selection = useSelection<BackupRow>()
  const rows = useMemo(() => list.rows.map((row) => ({ ...row, id: numberOf(row) })), [list.rows])
  return { ...list, rows, selection }
}
