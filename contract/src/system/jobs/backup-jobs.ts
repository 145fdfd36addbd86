import * as z from 'zod/mini'
import { jobKind } from '../job-kind.ts'

/* What the platform does so that nothing is lost for good. */

const nothing = { params: z.object({}), fields: [] } as const

export const backupRun = jobKind('backup_run', {
  ...nothing,
  title: { zh: '自动备份', en: 'Create backup' },
  does: {
    zh: '按备份设置创建加密备份，并删除超出保留份数的旧备份',
    en: 'Creates an encrypted backup as configured and deletes the oldest ones beyond the limit',
  },
  own: { cron: '15 3 * * *', staysOn: null, timeoutSeconds: 7200, retries: 2, retryPauseSeconds: 900 },
})

export const backupRehearse = jobKind('backup_rehearse', {
  ...nothing,
  title: { zh: '备份恢复演练', en: 'Test-restore the latest backup' },
  does: { zh: '将最新的备份恢复到临时数据库并逐表核对', en: 'Restores the latest backup into a temporary database and compares every table' },
  own: { cron: '45 4 * * 0', staysOn: null, timeoutSeconds: 7200, retries: 1, retryPauseSeconds: 1800 },
})
