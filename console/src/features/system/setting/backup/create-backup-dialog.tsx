import { backup } from '@nameplane/contract/system/backup'
import type { BackupPart } from '@nameplane/contract/system/backup-parts'
import { noticeSuccess } from '../../../../api/notices.ts'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useFieldValue } from '../../../../screen-parts/form/bound-form.ts'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { backupMessages, backupWords } from './backup.messages.ts'
import { PartChoice } from './part-choice.tsx'

/** Parts and key of a backup that is made at once and kept. */
export function CreateBackupDialog({ onClose }: { onClose: () => void }) {
  const text = useText(backupMessages)
  const language = useLanguage()
  const hasKey = useCall(backup.list, { page: 1, limit: 10 }, { freshSeconds: 30 }).reply?.data.hasKey ?? true
  const form = useAddForm(backup.save, {
    words: backupWords,
    invalidates: [backup.list],
    success: null,
    onDone({ data }) {
      noticeSuccess(text.made(data.name))
      onClose()
    },
  })
  const [parts, setParts] = useFieldValue(form, 'parts')
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <PartChoice label={backupWords.label('parts', language)} chosen={parts as BackupPart[]} onChange={setParts} />
      <SecretInput
        label={backupWords.label('passphrase', language)}
        isRequired={!hasKey}
        help={hasKey ? text.form.passphraseHelp : text.form.passphraseNeeded}
        {...form.raw.register('passphrase')}
        error={form.raw.errorOf('passphrase')}
      />
    </FieldsDialog>
  )
}
