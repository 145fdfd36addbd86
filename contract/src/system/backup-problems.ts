/** What can be wrong with backups and restoring them. */
export const backupProblems = {
  backup_key_missing: { zh: '尚未设置备份密钥，请先在备份设置中填写', en: 'No backup key is set; fill it in under the settings of backups first' },
  backup_key_short: { zh: '备份密钥至少 {minimum} 个字符', en: 'A backup key has at least {minimum} characters' },
  backup_key_wrong: { zh: '备份密钥不正确', en: 'The key does not open this backup' },
  backup_key_file_missing: { zh: '请填写备份密钥', en: 'Enter the key of this backup' },
  backup_unreadable: { zh: '该文件不是本系统的备份', en: 'This file is no backup of this product' },
  backup_format_unknown: { zh: '该备份的格式版本无法识别', en: 'This backup is of a format that is not known here' },
  backup_schema_other: {
    zh: '该备份来自其他版本（{version}），请用同一版本恢复后再升级',
    en: 'This backup is of another version ({version}); restore it with that version, then update',
  },
  backup_damaged: { zh: '备份不完整或已被改动', en: 'The backup is incomplete or was changed' },
  backup_too_large: { zh: '备份超过允许的大小', en: 'The backup is larger than what is allowed' },
  backup_part_missing: { zh: '该备份不包含“{part}”', en: 'This backup does not hold “{part}”' },
  backup_conflict: {
    zh: '恢复后“{table}”会与未恢复的数据冲突，未作任何修改；请同时恢复相关的部分',
    en: 'Restored like this, “{table}” would contradict what is not restored; nothing was changed. Restore the related parts too',
  },
  backup_file_missing: { zh: '请选择备份文件', en: 'Choose a backup file' },
  backup_gone: { zh: '备份不存在或已被删除', en: 'There is no such backup any more' },
  backup_disk_full: { zh: '磁盘空间不足，备份未创建', en: 'The disk is full; no backup was made' },
  backup_export_limit: { zh: '每小时最多导出 {maximum} 次备份', en: 'At most {maximum} exports an hour' },
  backup_trial_unequal: { zh: '试恢复的“{table}”与备份不一致', en: 'Restored for trial, “{table}” is not what the backup says' },
  backup_trial_not_allowed: {
    zh: '数据库账号不能创建数据库或模式，无法试恢复',
    en: 'The database user may create neither a database nor a schema, so no trial is possible',
  },
  backup_busy: { zh: '正在创建或恢复另一个备份，请稍后再试', en: 'Another backup is being made or restored; try again when it is done' },
} as const

export type BackupProblemCode = keyof typeof backupProblems
