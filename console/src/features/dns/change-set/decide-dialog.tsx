import { changeSet, type ChangeSet } from '@nameplane/contract/dns/change-set'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { setName } from './set-texts.ts'

export type Decision = 'approve' | 'decline'

/** Approves or declines a bulk operation of another administrator; who declines says why. */
export function DecideDialog({ set, decision, onClose }: { set: ChangeSet; decision: Decision; onClose: () => void }) {
  const text = useText(changeSetMessages).log
  const form = useAddForm(changeSet[decision], {
    words: changeSetWords,
    values: { id: set.id },
    invalidates: [changeSet.list, changeSet.detail, changeSet.rows],
    success: 'done',
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text[`${decision}Title`](setName(set))} form={form} submitLabel={text[decision]} onClose={onClose}>
      <p className="text-sm text-kumo-subtle">{text[`${decision}Help`]}</p>
      <Field of={form} name="remark" rows={3} />
    </FieldsDialog>
  )
}
