import { Suspense, useCallback, useState } from 'react'
import { backup } from '@nameplane/contract/system/backup'
import { isProblemCode, problemText } from '@nameplane/contract/problems'
import { noticeSuccess } from '../../../../api/notices.ts'
import { download } from '../../../../api/downloads.ts'
import { showProblem, useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../../screen-parts/list/bulk-bar.tsx'
import { ListPage } from '../../../../screen-parts/list/list-page.tsx'
import { useListPage } from '../../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../../screen-parts/table/table-settings.tsx'
import { primaryButton, quietButton, textLink } from '../../../../ui/classes.ts'
import { ConfigTabs } from '../config-tabs.tsx'
import { backupColumns, type BackupRow } from './backup-columns.tsx'
import { backupMessages } from './backup.messages.ts'
import { backupTabs } from './backup-tabs.ts'

const CreateBackup = lazyPart(() => import('./create-backup-dialog.tsx').then((part) => part.CreateBackupDialog))
const RestoreBackup = lazyPart(() => import('./restore-dialog.tsx').then((part) => part.RestoreDialog))
const OpenKey = lazyPart(() => import('./key-dialog.tsx').then((part) => part.KeyDialog))

const noFilters = [] as const
/** The random end of a backup's name tells it from others. */
const rowId = (row: BackupRow): number => Number.parseInt(row.name.slice(-12, -4), 16)
const rowName = (row: BackupRow): string => row.name
const invalidates = [backup.list]

type Opened = 'new' | 'file' | { kind: 'restore' | 'verify' | 'prove'; row: BackupRow } | null

/** The backups that are kept, and what has been proven of them. */
export function BackupPage() {
  const text = useText(backupMessages)
  const format = useFormat()
  const list = useListPage(backup.list, { filters: noFilters })
  const selection = useSelection<BackupRow>()
  const confirm = useConfirm()
  const mayWrite = useMay('backup.write')
  const remove = useChange(backup.delete, { invalidates, success: 'deleted' })
  const verify = useChange(backup.verify, { invalidates, shownIn: 'form' })
  const prove = useChange(backup.prove, { invalidates, shownIn: 'form' })
  const [opened, setOpened] = useState<Opened>(null)
  const { run: runRemove } = remove
  const { run: runVerify } = verify
  const { run: runProve } = prove
  const { ask } = confirm
  const { clear } = selection

  const askToDelete = useCallback(
    (rows: readonly BackupRow[]) =>
      ask({
        text: text.removeAsk(rows.map(rowName).join(text.between)),
        confirmLabel: text.remove,
        isDangerous: true,
        act: async () => {
          if ((await runRemove({ names: rows.map(rowName) })).isDone) clear()
        },
      }),
    [ask, runRemove, clear, text],
  )
  const check = useCallback(
    async (kind: 'verify' | 'prove', row: BackupRow) => {
      // Another key than that of the settings has to be asked for.
      if (!row.isConfiguredKey) return setOpened({ kind, row })
      const outcome = await (kind === 'verify' ? runVerify({ name: row.name }) : runProve({ name: row.name }))
      if (outcome.isDone) {
        const { data } = outcome.reply
        if ('tables' in data) noticeSuccess(text.verified(format.number(data.tables.reduce((sum, table) => sum + table.rows, 0))))
        else noticeSuccess(text.provenNow(format.number(data.rows)))
      } else if (['backup_key_wrong', 'backup_key_missing'].includes(outcome.problem.code))
        // The settings have another key by now.
        setOpened({ kind, row })
      else if (outcome.problem.isShown) showProblem(outcome.problem)
    },
    [runVerify, runProve, text, format],
  )
  const isChecking = verify.isRunning || prove.isRunning
  const actions = useCallback(
    (row: BackupRow): readonly RowAction[] => {
      const refusal = mayWrite ? null : text.noRight
      return [
        { key: 'restore', label: text.restore, isQuick: true, refusal, run: () => setOpened({ kind: 'restore', row }) },
        { key: 'download', label: text.download, refusal, run: () => void download(backup.download, { name: row.name }) },
        { key: 'verify', label: text.verify, refusal: refusal ?? (isChecking ? text.verifying : null), run: () => void check('verify', row) },
        { key: 'prove', label: text.prove, refusal: refusal ?? (isChecking ? text.proving : null), run: () => void check('prove', row) },
        { key: 'delete', label: text.remove, isDangerous: true, refusal, run: () => askToDelete([row]) },
      ]
    },
    [text, mayWrite, isChecking, check, askToDelete],
  )
  const create = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={mayWrite ? undefined : text.noRight} onClick={() => setOpened('new')}>
      {text.create}
    </button>
  )
  return (
    <ListPage
      title={text.title}
      help={text.help}
      action={
        <>
          <button type="button" className={quietButton} disabled={!mayWrite} title={mayWrite ? undefined : text.noRight} onClick={() => setOpened('file')}>
            {text.restoreFile}
          </button>
          {create}
        </>
      }
      tabs={<ConfigTabs tabs={backupTabs} current="/system/config/backup" />}
      list={list}
      bar={
        <>
          <Proof />
          <BulkBar selection={selection} actions={[{ key: 'delete', label: text.remove, isDeletion: true, run: askToDelete }]} />
        </>
      }
      settings={<TableSettings name="backup" columns={backupColumns} />}
    >
      <ResourceTable
        name="backup"
        list={list}
        columns={backupColumns}
        rowId={rowId}
        rowLabel={rowName}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={create} />}
      />
      {confirm.element}
      <Suspense fallback={null}>
        {opened === 'new' && <CreateBackup onClose={() => setOpened(null)} />}
        {opened === 'file' && <RestoreBackup row={null} onClose={() => setOpened(null)} />}
        {opened !== null && typeof opened === 'object' && opened.kind === 'restore' && <RestoreBackup row={opened.row} onClose={() => setOpened(null)} />}
        {opened !== null && typeof opened === 'object' && opened.kind !== 'restore' && (
          <OpenKey kind={opened.kind} name={opened.row.name} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </ListPage>
  )
}

/** Whether backups are known to be restorable, and what keeps them from being made. */
function Proof() {
  const text = useText(backupMessages)
  const language = useLanguage()
  const format = useFormat()
  const { reply } = useCall(backup.list, { page: 1, limit: 10 }, { freshSeconds: 2 })
  if (!reply) return null
  const { provenTime, provenName, trialProblem, hasKey } = reply.data
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-sm max-pad:-order-2 max-pad:-mb-2 max-pad:flex-1">
      <span title={provenTime === null ? text.provenHelp : `${text.provenHelp}\n${provenName ?? ''}\n${formatExactTime(provenTime)}`}>
        <Badge tone={provenTime === null ? 'neutral' : 'good'} text={provenTime === null ? text.neverProven : text.proven(format.relativeTime(provenTime))} />
      </span>
      {trialProblem !== '' && <Badge tone="bad" text={text.trialFailed(isProblemCode(trialProblem) ? problemText(trialProblem, language) : trialProblem)} />}
      {!hasKey && (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <Badge tone="warning" text={text.noKey} />
          <ScreenLink to="/system/config/backup/settings" className={textLink}>
            {text.setKey}
          </ScreenLink>
        </span>
      )}
    </div>
  )
}
