import { Suspense, useMemo } from 'react'
import { backup } from '@nameplane/contract/system/backup'
import { isProblemCode, problemText } from '@nameplane/contract/problem-text'
import { noticeSuccess } from '../../../../api/notices.ts'
import { download } from '../../../../api/downloads.ts'
import { showProblem, useCall, useChange } from '../../../../api/queries.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { Badge } from '../../../../screen-parts/badge.tsx'
import { ListScreen } from '../../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { textLink } from '../../../../ui/classes.ts'
import { SettingTabs } from '../setting-tabs.tsx'
import { useBackups, type BackupRow } from './backup-list.tsx'
import { backupMessages } from './backup.messages.ts'

const CreateBackup = lazyPart(() => import('./create-backup-dialog.tsx').then((part) => part.CreateBackupDialog))
const RestoreBackup = lazyPart(() => import('./restore-dialog.tsx').then((part) => part.RestoreDialog))
const VerifyWithKey = lazyPart(() => import('./key-dialog.tsx').then((part) => part.VerifyWithKey))
const ProveWithKey = lazyPart(() => import('./key-dialog.tsx').then((part) => part.ProveWithKey))

const invalidates = [backup.list]
const dialogs = { onPage: ['add', 'file'] }

/** The backups that are kept, and what has been proven of them. */
export function BackupPage() {
  const text = useText(backupMessages)
  const list = useBackups()
  const { opened, editing, open, close } = useDialogs(list, 'backup.write', dialogs)
  const actions = useListActions(list, 'backup.write', useBackupActions(open))
  const name = editing?.row.name ?? ''
  return (
    <ListScreen list={list} actions={actions} text={text} tabs={<SettingTabs current="/system/config/backup" />} filters={<Proof />}>
      <Suspense fallback={null}>
        {opened === 'add' && <CreateBackup onClose={close} />}
        {opened === 'file' && <RestoreBackup row={null} onClose={close} />}
        {opened === 'restore' && editing && <RestoreBackup row={editing.row} onClose={close} />}
        {opened === 'verify' && editing && <VerifyWithKey name={name} onClose={close} />}
        {opened === 'prove' && editing && <ProveWithKey name={name} onClose={close} />}
      </Suspense>
    </ListScreen>
  )
}

/** What can be done with backups. Those that the key of the settings does not open ask for theirs. */
function useBackupActions(open: (dialog: string, row?: BackupRow) => void): readonly ListAction<BackupRow>[] {
  const text = useText(backupMessages)
  const words = useText(partsMessages)
  const remove = useChange(backup.delete, { invalidates, success: 'deleted' }).run
  const { run: verify, isRunning: isVerifying } = useChange(backup.verify, { invalidates, success: null, shownIn: 'form' })
  const { run: prove, isRunning: isProving } = useChange(backup.prove, { invalidates, success: null, shownIn: 'form' })
  const isChecking = isVerifying || isProving
  return useMemo((): ListAction<BackupRow>[] => {
    async function check(kind: 'verify' | 'prove', row: BackupRow): Promise<void> {
      if (!row.isConfiguredKey) return open(kind, row)
      const outcome = await (kind === 'verify' ? verify({ name: row.name }) : prove({ name: row.name }))
      if (outcome.isDone) {
        const { data } = outcome.reply
        if ('tables' in data) noticeSuccess(text.verified(data.tables.reduce((sum, table) => sum + table.rows, 0)))
        else noticeSuccess(text.provenNow(data.rows))
      } else if (['backup_key_wrong', 'backup_key_missing'].includes(outcome.problem.code))
        // The settings have another key by now.
        open(kind, row)
      else if (outcome.problem.isShown) showProblem(outcome.problem)
    }
    return [
      { key: 'file', label: text.restoreFile, on: 'page', run: () => open('file') },
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'restore', label: text.restore, on: 'row', isQuick: true, run: ([row]) => open('restore', row) },
      { key: 'download', label: text.download, on: 'row', run: ([row]) => download(backup.download, { name: row!.name }) },
      { key: 'verify', label: text.verify, on: 'row', refusal: () => (isChecking ? text.verifying : null), run: ([row]) => check('verify', row!) },
      { key: 'prove', label: text.prove, on: 'row', refusal: () => (isChecking ? text.proving : null), run: ([row]) => check('prove', row!) },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'backup.delete',
        isDangerous: true,
        ask: text.deleteAsk,
        run: (rows) => remove({ names: rows.map((row) => row.name) }),
      },
    ]
  }, [text, words, open, isChecking, verify, prove, remove])
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
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-sm max-pad:-order-2 max-pad:-mb-2 max-pad:flex-1 max-pad:**:whitespace-normal">
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
