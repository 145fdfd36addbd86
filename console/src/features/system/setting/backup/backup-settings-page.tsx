import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { defineMessages } from '../../../../i18n/messages.ts'
import { useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { settingPage } from '../setting-page.tsx'
import { AcceptedMakers } from './accepted-makers.tsx'
import { PartChoice } from './part-choice.tsx'

const messages = defineMessages({
  zh: {
    help: '计划任务按此设置创建备份，导出接口也使用此备份密码。执行时间在“计划任务”中设置。',
    fields: { key: '备份密码', parts: '备份内容', keep: '保留份数', isScheduled: '自动备份' },
    helps: {
      key: '至少 12 个字符。请另行保存：没有备份密码，任何人都无法打开备份，包括你自己。',
      keep: '只清理计划任务创建的备份，手动创建的不会自动删除',
      isScheduled: '由计划任务创建，并由另一个计划任务每周做恢复演练',
    },
  },
  en: {
    help: 'Scheduled backups use these settings, and the export API uses this passphrase. Set run times under Schedule.',
    fields: { key: 'Backup passphrase', parts: 'Contents', keep: 'Backups to keep', isScheduled: 'Scheduled backups' },
    helps: {
      key: 'At least 12 characters. Store it elsewhere too: without it, no one can open a backup, including you.',
      keep: 'Applies to scheduled backups only. Manual backups stay until you delete them.',
      isScheduled: 'Created by a scheduled job. Another job test-restores the latest backup every week.',
    },
  },
})

/** Key, parts and number of the backups that a job makes. */
const SettingsOfBackups = settingPage(backupSettings, messages, function BackupFields({ form, text }) {
  const [parts = [], setParts] = useFieldValue(form, 'parts')
  return (
    <div className="flex max-w-[560px] flex-col gap-4">
      <Field of={form} name="key" />
      <Field of={form} name="isScheduled" />
      <Field of={form} name="keep" />
      <PartChoice label={text.fields.parts} chosen={parts} onChange={setParts} />
    </div>
  )
})

/** The settings, and below them the other platforms whose backups are accepted. */
export function BackupSettingsPage() {
  return (
    <>
      <SettingsOfBackups />
      <AcceptedMakers />
    </>
  )
}
