import { factor } from '@nameplane/contract/account/factor'
import { useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { TextInput } from '../../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../../screen-parts/form/use-ruled-form.ts'
import { securityMessages } from './security.messages.ts'

/** Another name for a passkey; no password is asked for, since nothing but the name changes. */
export function RenamePasskey({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const text = useText(securityMessages)
  const change = useChange(factor.passkeyRename, { invalidates: [factor.status], success: 'saved', shownIn: 'form' })
  const form = useRuledForm(factor.passkeyRename.input, { id, name })
  return (
    <FormDialog
      title={text.renamePasskey(name)}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={() =>
        void form.handleSubmit(async (values) => {
          const outcome = await change.run(values)
          if (outcome.isDone) onClose()
          else form.showProblem(outcome.problem)
        })()
      }
      onClose={onClose}
    >
      <TextInput
        label={text.passkeyName}
        help={text.passkeyNameHelp}
        isRequired
        autoFocus
        maxLength={64}
        error={form.errorOf('name')}
        {...form.register('name')}
      />
    </FormDialog>
  )
}
