import { registerProblems } from '../problem-text.ts'

/** What can be wrong with backups and restoring them. */
export const backupProblems = {
  backup_key_missing: { zh: '尚未设置备份密码，请先在备份设置中填写', en: 'No backup passphrase set. Enter one under Backup settings first.' },
  backup_key_short: { zh: '备份密码太短，请至少输入 {minimum} 个字符', en: 'Backup passphrase too short. Enter at least {minimum, character}.' },
  backup_key_wrong: { zh: '备份密码错误', en: 'Wrong passphrase' },
  backup_key_file_missing: { zh: '请输入备份密码', en: 'Enter the passphrase of this backup' },
  backup_unreadable: { zh: '该文件不是本平台的备份', en: 'Not a backup file of this platform' },
  backup_format_unknown: { zh: '该备份的格式版本无法识别', en: 'Unknown backup format version' },
  backup_schema_other: {
    zh: '该备份来自其他版本（{version}），请用同一版本恢复后再升级',
    en: 'This backup is from another version ({version}). Restore it with that version, then update.',
  },
  backup_damaged: { zh: '备份不完整或已被改动', en: 'Backup incomplete or modified' },
  backup_too_large: { zh: '备份超过允许的大小', en: 'Backup too large' },
  backup_part_missing: { zh: '该备份不包含“{part}”', en: 'This backup does not contain “{part}”' },
  backup_conflict: {
    zh: '“{table}”会与未恢复的数据冲突，未作任何修改，请同时恢复相关的部分',
    en: '“{table}” would conflict with data that is not restored. Restore related parts too.',
  },
  backup_maker_unknown: {
    zh: '该备份由其他平台创建（密钥指纹 {fingerprint}），须由超级管理员核对指纹并接受该平台后才能恢复',
    en: 'This backup was created by another platform (key {fingerprint}). It can be restored once a super administrator has compared the fingerprint and accepted that platform.',
  },
  backup_maker_missing: { zh: '该平台未被接受或已移除', en: 'Platform not accepted or already removed' },
  backup_file_missing: { zh: '请选择备份文件', en: 'Select a backup file' },
  backup_gone: { zh: '备份不存在或已被删除', en: 'Backup not found' },
  backup_disk_full: { zh: '磁盘空间不足，备份未创建', en: 'Backup not created: the disk is full' },
  backup_export_limit: { zh: '每小时最多导出 {maximum} 次备份', en: 'At most {maximum, backup export} per hour' },
  backup_trial_unequal: { zh: '恢复演练失败：“{table}”与备份不一致', en: 'Test restore failed: “{table}” differs from the backup' },
  backup_trial_not_allowed: {
    zh: '数据库账号不能创建数据库或模式，无法进行恢复演练',
    en: 'A test restore requires a database user that can create a database or schema',
  },
  backup_busy: { zh: '正在创建或恢复另一个备份，请稍后重试', en: 'Another backup is being created or restored. Try again later.' },
} as const

export type BackupProblemCode = keyof typeof backupProblems

registerProblems(backupProblems)
