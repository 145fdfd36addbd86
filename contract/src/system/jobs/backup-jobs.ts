import * as z from 'zod/mini'
import { jobKind } from '../job-kind.ts'

/* What the platform does so that nothing is lost for good. */

const nothing = { params: z.object({}), fields: [] } as const

export const backupRun = jobKind('backup_run', {
  ...nothing,
  title: { zh: '自动备份', en: 'Make a backup' },
  does: {
    zh: '按备份设置创建加密备份，并删除超出保留份数的旧备份。',
    en: 'Makes an encrypted backup as the settings of backups say, and removes the oldest beyond their number.',
  },
  own: { cron: '15 3 * * *', staysOn: null, timeoutSeconds: 7200, retries: 2, retryPauseSeconds: 900 },
})

export const backupRehearse = jobKind('backup_rehearse', {
  ...nothing,
  title: { zh: '试恢复备份', en: 'Restore a backup for trial' },
  does: {
    zh: '将最新的备份恢复到临时数据库，逐表核对，证明可以恢复。',
    en: 'Restores the newest backup into a database of its own and holds every table against it, to prove that it can be restored.',
  },
  own: { cron: '45 4 * * 0', staysOn: null, timeoutSeconds: 7200, retries: 1, retryPauseSeconds: 1800 },
})
