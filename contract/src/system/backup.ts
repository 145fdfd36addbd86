import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { NamesFor } from '../field-names.ts'
import { asSecret } from '../fields.ts'
import { limits } from '../limits.ts'
import { Flag, Ids, listOf, listQuery, pageOf } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { backupPartNames, withNeededParts, type BackupPart } from './backup-parts.ts'
import type { BackupProblemCode } from './backup-problems.ts'
import { backupKeyMinimum } from './settings/backup.ts'

/** File name of a backup in the data folder; nothing else is ever read or removed there. */
export const BackupName = z.string().check(z.regex(/^nameplane_\d{8}T\d{6}Z_[0-9a-f]{8}\.npb$/, 'invalid_value'))

/** `before_restore`: made by a restore of what was there until then. */
export const backupOrigins = ['manual', 'schedule', 'before_restore', 'command_line', 'unknown'] as const

const Parts = z.pipe(
  listOf(z.enum(backupPartNames), backupPartNames.length),
  z.transform((parts: BackupPart[]) => withNeededParts(parts)),
)
const PartsOrAll = z._default(Parts, [...backupPartNames])
const NewKey = z.string().check(z.minLength(backupKeyMinimum, 'backup_key_short'), z.maxLength(1024))
/** Empty: the key of the settings. */
const KeyOrConfigured = asSecret(z._default(z.string().check(z.maxLength(1024)), ''))

export const Backup = z.object({
  name: z.string(),
  createTime: Time,
  origin: z.enum(backupOrigins),
  madeBy: z.string(),
  bytes: z.number(),
  /** SHA-256 of the file, lower-case hexadecimal; null for a file that was put there by hand. */
  sha256: z.nullable(z.string()),
  parts: z.array(z.enum(backupPartNames)),
  rows: z.nullable(z.number()),
  productVersion: z.string(),
  /** Whether the key of the settings, as it was then, opens it. */
  isConfiguredKey: z.boolean(),
  /** When every byte of it was last read and found right. */
  verifyTime: z.nullable(Time),
  /** When it was last restored for trial and found equal. */
  provenTime: z.nullable(Time),
})
export type Backup = z.output<typeof Backup>

/** What a verified backup says of itself. */
export const BackupFacts = z.object({
  createTime: z.string(),
  productVersion: z.string(),
  parts: z.array(z.enum(backupPartNames)),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  bytes: z.number(),
  sha256: z.string(),
  /** Whether this platform made it. */
  isOwn: z.boolean(),
  /** The key that signed it, and what its platform was called when it was accepted; null while it is not. */
  maker: z.object({ fingerprint: z.string(), name: z.nullable(z.string()) }),
})

/** Another platform whose backups may be restored here. */
export const BackupMaker = z.object({
  id: z.number(),
  name: z.string(),
  /** SHA-256 of the key that signs its backups, lower-case hexadecimal. */
  fingerprint: z.string(),
  acceptTime: Time,
  acceptedBy: z.string(),
})

export const RestoreReport = z.object({
  /** False for a dry run. */
  isDone: z.boolean(),
  facts: BackupFacts,
  differences: z.array(z.object({ table: z.string(), part: z.enum(backupPartNames), added: z.number(), changed: z.number(), removed: z.number() })),
  /** What becomes of the audit trail: the backup's is taken up by a fresh system; a living system keeps its own. */
  trail: z.enum(['taken', 'contained', 'kept', 'absent']),
  /** Secrets that were sealed anew with the keys of this system, and those that do not open with any. */
  resealed: z.number(),
  unopenedSecrets: z.number(),
  /** Recovery codes of another platform, which cannot be used here. */
  lostRecoveryCodes: z.number(),
  /** The retention of logs is locked and stays as it is. */
  keptRetention: z.boolean(),
  /** Backup that was made of what was there; null for a dry run and a fresh system. */
  before: z.nullable(z.string()),
  /** Accounts were restored: everybody signs in again. */
  endsSessions: z.boolean(),
})
export type RestoreReport = z.output<typeof RestoreReport>

/** What a restore is told, as fields beside the file or as a body that names a kept backup. */
export const RestoreRequest = z.object({
  name: z.optional(BackupName),
  passphrase: KeyOrConfigured,
  parts: z.optional(Parts),
  dryRun: z._default(Flag, true),
  /** The caller's own password; asked for by a restore, not by a dry run. */
  password: z._default(z.string().check(z.maxLength(200)), ''),
  /** What a super administrator calls another platform to accept it with this restore, and the fingerprint that was compared. */
  makerName: z._default(plainText(60), ''),
  makerFingerprint: z._default(z.string().check(z.regex(/^([0-9a-f]{64})?$/, 'invalid_value')), ''),
})
export type RestoreRequest = z.output<typeof RestoreRequest>

const fileProblems = [
  'backup_unreadable',
  'backup_format_unknown',
  'backup_schema_other',
  'backup_key_wrong',
  'backup_key_missing',
  'backup_damaged',
  'backup_too_large',
  'backup_gone',
  'backup_busy',
] as const satisfies readonly BackupProblemCode[]

const exported = { access: 'backup.write', effect: 'write', answers: 'file', whileImpersonating: 'refused' } as const
const exportProblems = ['backup_key_missing', 'backup_export_limit', 'backup_busy'] as const

export const backup = {
  export: endpoint('GET sys/config/export/db', {
    ...exported,
    summary: 'Export an encrypted backup as a file, with the configured passphrase',
    input: z.object({ parts: PartsOrAll }),
    problems: exportProblems,
  }),
  exportWithKey: endpoint('POST sys/config/export/db', {
    ...exported,
    summary: 'Export an encrypted backup with its own passphrase, which is never part of a URL',
    input: z.object({ parts: PartsOrAll, passphrase: NewKey }),
    problems: exportProblems,
  }),
  import: endpoint('POST sys/config/import/db', {
    summary: 'Restore a backup, uploaded as the part `file` or selected by name. A dry run returns a preview.',
    access: 'backup.write',
    takes: 'parts',
    input: z.object({
      file: z.optional(z.unknown()),
      name: z.optional(z.unknown()),
      passphrase: z.optional(z.unknown()),
      parts: z.optional(z.unknown()),
      dryRun: z.optional(z.unknown()),
      password: z.optional(z.unknown()),
      makerName: z.optional(z.unknown()),
      makerFingerprint: z.optional(z.unknown()),
    }),
    bodyLimitBytes: limits.backupUploadBytes,
    whileImpersonating: 'refused',
    reply: z.object({ data: RestoreReport }),
    problems: [
      ...fileProblems,
      'backup_part_missing',
      'backup_conflict',
      'backup_maker_unknown',
      'backup_file_missing',
      'backup_disk_full',
      'password_wrong',
      'login_locked',
    ],
  }),
  list: endpoint('GET sys/config/backup/list', {
    summary: 'List backups, newest first, and whether the latest passed a test restore',
    access: 'backup.read',
    input: listQuery(['createTime'], {}),
    reply: z.object({
      data: z.object({
        list: z.array(Backup),
        totalCount: z.number(),
        /** When a backup was last restored for trial and found equal; null while none was. */
        provenTime: z.nullable(Time),
        provenName: z.nullable(z.string()),
        /** Why the last trial failed; empty when it did not. */
        trialProblem: z.string(),
        hasKey: z.boolean(),
      }),
    }),
  }),
  save: endpoint('POST sys/config/backup/save', {
    summary: 'Create a backup and keep it',
    access: 'backup.write',
    whileImpersonating: 'refused',
    input: z.object({
      parts: PartsOrAll,
      passphrase: asSecret(
        z._default(
          z.string().check(
            z.maxLength(1024),
            z.refine((key) => key === '' || key.length >= backupKeyMinimum, { error: 'backup_key_short', params: { minimum: backupKeyMinimum } }),
          ),
          '',
        ),
      ),
    }),
    reply: z.object({ data: z.object({ name: z.string() }) }),
    problems: ['backup_key_missing', 'backup_disk_full', 'backup_busy'],
  }),
  verify: endpoint('POST sys/config/backup/verify', {
    summary: 'Verify every byte of a backup against its manifest',
    access: 'backup.write',
    effect: 'write',
    whileImpersonating: 'refused',
    input: z.object({ name: BackupName, passphrase: KeyOrConfigured }),
    reply: z.object({ data: BackupFacts }),
    problems: fileProblems,
  }),
  makers: endpoint('GET sys/config/backup/maker/list', {
    summary: 'List other platforms whose backups may be restored here',
    access: 'backup.read',
    input: listQuery(['id'], {}),
    reply: z.object({ data: pageOf(BackupMaker) }),
  }),
  forgetMakers: endpoint('POST sys/config/backup/maker/delete', {
    summary: 'Stop accepting backups of other platforms',
    access: 'backup.write',
    whileImpersonating: 'refused',
    input: z.object({ ids: Ids }),
    problems: ['backup_maker_missing'],
  }),
  prove: endpoint('POST sys/config/backup/prove', {
    summary: 'Test-restore a backup into a temporary database and compare it with its manifest. The platform is not changed.',
    access: 'backup.write',
    whileImpersonating: 'refused',
    input: z.object({ name: BackupName, passphrase: KeyOrConfigured }),
    reply: z.object({ data: z.object({ name: z.string(), rows: z.number() }) }),
    problems: [...fileProblems, 'backup_trial_unequal', 'backup_trial_not_allowed'],
  }),
  download: endpoint('GET sys/config/backup/download', {
    ...exported,
    summary: 'Download an encrypted backup',
    input: z.object({ name: BackupName }),
    problems: ['backup_gone'],
  }),
  delete: endpoint('POST sys/config/backup/delete', {
    summary: 'Delete backups',
    access: 'backup.delete',
    whileImpersonating: 'refused',
    input: z.object({ names: z.pipe(listOf(BackupName, 1000), z.array(z.string()).check(z.minLength(1, 'nothing_selected'))) }),
    problems: ['backup_gone'],
  }),
}

export const rights = {
  'backup.read': { zh: '查看与校验备份', en: 'View and verify backups' },
  'backup.write': { zh: '创建、导出与恢复备份', en: 'Create, export and restore backups', opensAll: true },
  'backup.delete': { zh: '删除备份', en: 'Delete backups' },
} as const

export { backupProblems as problems } from './backup-problems.ts'

export const auditWords = {
  'backup.create': { zh: '创建备份', en: 'Backup created' },
  'backup.export': { zh: '导出备份', en: 'Backup exported' },
  'backup.download': { zh: '下载备份', en: 'Backup downloaded' },
  'backup.verify': { zh: '校验备份', en: 'Backup verified' },
  'backup.prove': { zh: '备份恢复演练', en: 'Backup test-restored' },
  'backup.delete': { zh: '删除备份', en: 'Backup deleted' },
  'backup.accept_maker': { zh: '接受其他平台的备份', en: 'Backups of another platform accepted' },
  'backup.forget_maker': { zh: '不再接受其他平台的备份', en: 'Backups of another platform no longer accepted' },
  'backup.restore': { zh: '恢复备份', en: 'Backup restored' },
} as const

export const logWords = { backup: { zh: '备份', en: 'Backup' }, backup_maker: { zh: '备份来源平台', en: 'Platform of backups' } } as const

export const terms = [
  { zh: '备份', en: 'backup', word: 'backup', meaning: 'An encrypted, signed file from which a platform can be restored' },
  {
    zh: '备份来源平台',
    en: 'maker',
    word: 'backupMaker',
    meaning: 'The platform whose key signed a backup. Another one has to be accepted before its backups can be restored.',
  },
  { zh: '备份内容', en: 'part', word: 'backupParts', meaning: 'What a backup contains: accounts, domains, settings, messages, finance, logs, statistics' },
] as const
/** What the fields of backups are called. */
export const fieldNames = {
  name: { zh: '文件', en: 'File' },
  parts: { zh: '备份内容', en: 'Contents' },
  passphrase: { zh: '备份密码', en: 'Backup passphrase' },
  file: { zh: '备份文件', en: 'Backup file' },
  origin: { zh: '来源', en: 'Source' },
  contents: { zh: '内容', en: 'Contents' },
  size: { zh: '大小', en: 'Size' },
  rows: { zh: '行数', en: 'Rows' },
  key: { zh: '备份密码', en: 'Passphrase' },
  state: { zh: '状态', en: 'Status' },
  sha256: { zh: 'SHA-256', en: 'SHA-256' },
  fingerprint: { zh: '密钥指纹', en: 'Key fingerprint' },
  makerName: { zh: '来源平台名称', en: 'Platform name' },
  productVersion: { zh: '产品版本', en: 'Version' },
} as const satisfies NamesFor<typeof backup.save>
