import { backup } from '@nameplane/contract/system/backup'
import { noticeSuccess } from '../../../../api/notices.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FieldsDialog } from '../../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, type SavedForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { backupMessages, backupWords } from './backup.messages.ts'

const saving = { words: backupWords, invalidates: [backup.list], success: null }

type KeyDialogProps = { name: string; onClose: () => void }

/** Verifies a backup that the settings do not open, by its own key. */
export function VerifyWithKey({ name, onClose }: KeyDialogProps) {
  const text = useText(backupMessages)
  const form = useAddForm(backup.verify, {
    ...saving,
    values: { name },
    onDone({ data }) {
      noticeSuccess(text.verified(data.tables.reduce((sum, table) => sum + table.rows, 0)))
      onClose()
    },
  })
  return <KeyDialog title={text.verify} name={name} form={form} onClose={onClose} />
}

/** Restores a backup that the settings do not open for trial, by its own key. */
export function ProveWithKey({ name, onClose }: KeyDialogProps) {
  const text = useText(backupMessages)
  const form = useAddForm(backup.prove, {
    ...saving,
    values: { name },
    onDone({ data }) {
      noticeSuccess(text.provenNow(data.rows))
      onClose()
    },
  })
  return <KeyDialog title={text.prove} name={name} form={form} onClose={onClose} />
}

function KeyDialog({ title, name, form, onClose }: KeyDialogProps & { title: string; form: SavedForm<{ passphrase?: string | undefined }> }) {
  const text = useText(backupMessages).form
  return (
    <FieldsDialog title={title} form={form} submitLabel={title} onClose={onClose}>
      <p className="font-mono text-sm wrap-anywhere text-kumo-subtle">{name}</p>
      <Field of={form} name="passphrase" help={text.keyOfFileHelp} />
    </FieldsDialog>
  )
}
