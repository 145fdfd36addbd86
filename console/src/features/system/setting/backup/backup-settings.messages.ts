import { defineMessages } from '../../../../i18n/messages.ts'

/** The words of the page beside. */
export const backupSettingsMessages = defineMessages({
  zh: {
    help: '计划任务按此设置创建备份，导出接口也使用此备份密码。执行时间在“计划任务”中设置。',
    helps: {
      key: '至少 12 个字符。请另行保存：没有备份密码，任何人都无法打开备份，包括你自己。',
      keep: '只清理计划任务创建的备份，手动创建的不会自动删除',
      isScheduled: '由计划任务创建，并由另一个计划任务每周做恢复演练',
    },
  },
  en: {
    help: 'Scheduled backups use these settings, and the export API uses this passphrase. Set run times under Schedule.',
    helps: {
      key: 'At least 12 characters. Store it elsewhere too: without it, no one can open a backup, including you.',
      keep: 'Applies to scheduled backups only. Manual backups stay until you delete them.',
      isScheduled: 'Created by a scheduled job. Another job test-restores the latest backup every week.',
    },
  },
})
