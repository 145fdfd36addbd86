import { useState } from 'react'
import { backup } from '@nameplane/contract/system/backup'
import { noticeSuccess } from '../../../../api/notices.ts'
import { useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { SecretInput } from '../../../../screen-parts/form/secret-input.tsx'
import { backupMessages } from './backup.messages.ts'

const invalidates = [backup.list]

/** Asks for the key of a backup that the settings do not open, then verifies or tries it. */
export function KeyDialog({ kind, name, onClose }: { kind: 'verify' | 'prove'; name: string; onClose: () => void }) {
  const text = useText(backupMessages)
  const format = useFormat()
  const [passphrase, setPassphrase] = useState('')
  const verify = useChange(backup.verify, { invalidates, shownIn: 'form' })
  const prove = useChange(backup.prove, { invalidates, shownIn: 'form' })
  async function run() {
    if (kind === 'verify') {
      const outcome = await verify.run({ name, passphrase })
      if (!outcome.isDone) return
      noticeSuccess(text.verified(format.number(outcome.reply.data.tables.reduce((sum, table) => sum + table.rows, 0))))
    } else {
      const outcome = await prove.run({ name, passphrase })
      if (!outcome.isDone) return
      noticeSuccess(text.provenNow(format.number(outcome.reply.data.rows)))
    }
    onClose()
  }
  return (
    <FormDialog
      title={kind === 'verify' ? text.verify : text.prove}
      problem={verify.problem ?? prove.problem}
      pending={verify.isRunning || prove.isRunning}
      isDirty={false}
      submitLabel={kind === 'verify' ? text.verify : text.prove}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="font-mono text-sm wrap-anywhere text-kumo-subtle">{name}</p>
      <SecretInput
        label={text.form.keyOfFile}
        help={text.form.keyOfFileHelp}
        value={passphrase}
        onChange={(event) => setPassphrase(event.target.value)}
        name="passphrase"
      />
    </FormDialog>
  )
}
