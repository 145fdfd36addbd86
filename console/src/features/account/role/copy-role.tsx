import { role } from '@nameplane/contract/account/role'
import type { Sent } from '@nameplane/contract/endpoint'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import type { RoleRow } from './role-columns.tsx'
import { roleMessages } from './role.messages.ts'

/** Asks for the name of a copy. */
export function CopyRole({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const text = useText(roleMessages)
  const copy = useChange(role.copy, { invalidates: [role.list, role.select], success: 'added', shownIn: 'form' })
  const form = useRuledForm<Sent<typeof role.copy>>(role.copy.input, { id: row.id, name: text.copyName(row.name) })
  const submit = form.handleSubmit(async (values) => {
    const outcome = await copy.run(values)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text.copyTitle(row.name)}
      problem={copy.problem}
      pending={copy.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextInput label={text.fields.name} help={text.copyHelp} isRequired {...form.register('name')} error={form.errorOf('name')} />
    </FormDialog>
  )
}
