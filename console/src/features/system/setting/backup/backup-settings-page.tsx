import { backupSettings } from '@nameplane/contract/system/settings/backup'
import { useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { settingPage } from '../setting-page.tsx'
import { AcceptedMakers } from './accepted-makers.tsx'
import { PartChoice } from './part-choice.tsx'
import { backupSettingsMessages } from './backup-settings.messages.ts'
import { settingSections } from '../setting-sections.ts'

/** Key, parts and number of the backups that a job makes. */
const SettingsOfBackups = settingPage(backupSettings, backupSettingsMessages, function BackupFields({ form, language }) {
  const [parts = [], setParts] = useFieldValue(form, 'parts')
  return (
    <div className={settingSections}>
      <Field of={form} name="key" />
      <Field of={form} name="isScheduled" />
      <Field of={form} name="keep" />
      <PartChoice label={form.words.label('parts', language)} chosen={parts} onChange={setParts} />
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
