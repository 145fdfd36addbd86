import type { Sent } from '@nameplane/contract/endpoint'
import { backup } from '@nameplane/contract/system/backup'
import { backupPartNames, type BackupPart } from '@nameplane/contract/system/backup-parts'
import { noticeSuccess } from '../../../../api/notices.ts'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { useRuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { backupMessages } from './backup.messages.ts'
import { PartChoice } from './part-choice.tsx'

type Values = Sent<typeof backup.save>

/** Parts and key of a backup that is made at once and kept. */
export function CreateBackupDialog({ onClose }: { onClose: () => void }) {
  const text = useText(backupMessages)
  const { reply } = useCall(backup.list, { page: 1, limit: 10 }, { freshSeconds: 30 })
  const save = useChange(backup.save, { invalidates: [backup.list], shownIn: 'form' })
  const form = useRuledForm<Values>(backup.save.input, { parts: [...backupPartNames], passphrase: '' })
  const { register, errorOf, watch, setValue } = form
  const parts = watch('parts') as BackupPart[]
  const submit = form.handleSubmit(async (values) => {
    const outcome = await save.run(values)
    if (!outcome.isDone) return form.showProblem(outcome.problem)
    noticeSuccess(text.made(outcome.reply.data.name))
    onClose()
  })
  const hasKey = reply?.data.hasKey ?? true
  return (
    <FormDialog
      title={text.create}
      problem={save.problem}
      pending={save.isRunning}
      isDirty={form.formState.isDirty}
      submitLabel={text.create}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <PartChoice label={text.form.parts} chosen={parts} onChange={(chosen) => setValue('parts', chosen, { shouldDirty: true })} />
      <SecretInput
        label={text.form.passphrase}
        isRequired={!hasKey}
        help={hasKey ? text.form.passphraseHelp : text.form.passphraseNeeded}
        {...register('passphrase')}
        error={errorOf('passphrase')}
      />
    </FormDialog>
  )
}
