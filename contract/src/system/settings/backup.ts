import * as z from 'zod/mini'
import { backupPartNames, withNeededParts, type BackupPart } from '../backup-parts.ts'
import { Flag, numeric } from '../../paging.ts'
import { secretMask } from '../../secret-mask.ts'
import { declareSetting } from '../setting-declaration.ts'
import '../backup-problems.ts'

/** The fewest characters of a key that encrypts backups. */
export const backupKeyMinimum = 12

/** How backups are made without anybody asking: encrypted under `key`, the newest `keep` of them stay. */
export const BackupSettings = z.object({
  key: z._default(
    z.string().check(
      z.maxLength(1024),
      z.refine((key) => key === '' || key === secretMask || key.length >= backupKeyMinimum, {
        error: 'backup_key_short',
        params: { minimum: backupKeyMinimum },
      }),
    ),
    '',
  ),
  parts: z._default(
    z.pipe(
      z.array(z.enum(backupPartNames)).check(z.minLength(1, 'required')),
      z.transform((parts: BackupPart[]) => withNeededParts(parts)),
    ),
    [...backupPartNames],
  ),
  keep: z._default(numeric().check(z.int(), z.minimum(1), z.maximum(365)), 7),
  isScheduled: z._default(Flag, true),
})
export type BackupSettings = z.output<typeof BackupSettings>

export const backupSettings = declareSetting('BACKUP_CONFIG', {
  class: 'backup',
  value: BackupSettings,
  names: {
    key: { zh: '备份密码', en: 'Backup passphrase' },
    parts: { zh: '备份内容', en: 'Contents' },
    keep: { zh: '保留份数', en: 'Backups to keep' },
    isScheduled: { zh: '自动备份', en: 'Scheduled backups' },
  },
  secrets: ['key'],
  screen: '/system/config/backup/settings',
  readBy: 'scheduled backups and the export call: passphrase, contents and number of backups to keep',
})
