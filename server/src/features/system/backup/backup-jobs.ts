import type { Pool } from 'pg'
import { backupRehearse, backupRun } from '@nameplane/contract/system/jobs/backup-jobs'
import type { Db } from '../../../db/connection.ts'
import { jobWork, type JobWork } from '../../../jobs/job-work.ts'
import { runScheduledBackup, type BackupPlace } from './backup.service.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { rehearse } from './trial.ts'

/** The schedule's jobs about backups. */
export function backupJobs(db: Db, pool: Pool, place: BackupPlace): JobWork[] {
  return [
    jobWork(backupRun, async ({ signal, write }) => {
      const made = await oneAtATime(db, () => runScheduledBackup(db, place, signal))
      if (!made) return { zh: '未设置备份密钥或已关闭自动备份，没有创建备份', en: 'No backup: no key is set, or scheduled backups are off' }
      write(`${made.name}: ${made.bytes} bytes; old backups removed: ${made.removed}`)
      return { zh: `已创建 ${made.name}`, en: `Made ${made.name}` }
    }),
    jobWork(backupRehearse, async ({ signal }) => {
      const proven = await oneAtATime(db, () => rehearse(db, pool, place, signal))
      if (!proven) return { zh: '没有可用备份密钥打开的备份', en: 'There is no backup that the key of the settings opens' }
      return { zh: `${proven.name} 可以恢复，共 ${proven.rows} 行一致`, en: `${proven.name} can be restored; ${proven.rows} rows are equal` }
    }),
  ]
}
