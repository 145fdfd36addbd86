import type { Pool } from 'pg'
import { counted, groupedNumber } from '@nameplane/contract/counted'
import { backupRehearse, backupRun } from '@nameplane/contract/system/jobs/backup-jobs'
import type { Db } from '../../../db/connection.ts'
import { jobWork, type JobWork } from '../../../jobs/job-work.ts'
import { runScheduledBackup, type BackupPlace } from './backup.service.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { rehearse } from './trial.ts'

/** The jobs about backups. */
export function backupJobs(db: Db, pool: Pool, place: BackupPlace): JobWork[] {
  return [
    jobWork(backupRun, async ({ signal, write }) => {
      const made = await oneAtATime(db, () => runScheduledBackup(db, place, signal))
      if (!made) return { zh: '未设置备份密码或已关闭自动备份，没有创建备份', en: 'No backup created: no passphrase set, or scheduled backups disabled' }
      write(`${made.name}: ${counted(made.bytes, 'byte')}, ${counted(made.removed, 'old backup')} deleted`)
      return { zh: `已创建 ${made.name}`, en: `${made.name} created` }
    }),
    jobWork(backupRehearse, async ({ signal }) => {
      const proven = await oneAtATime(db, () => rehearse(db, pool, place, signal))
      if (!proven) return { zh: '没有可用当前备份密码解密的备份', en: 'No backup can be opened with the configured passphrase' }
      return {
        zh: `${proven.name} 恢复演练成功，共 ${groupedNumber(proven.rows, 'zh')} 行一致`,
        en: `${proven.name} test-restored, ${counted(proven.rows, 'row')} identical`,
      }
    }),
  ]
}
