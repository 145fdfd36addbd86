import { verification, type Verification } from '@nameplane/contract/account/verification'
import { user } from '@nameplane/contract/account/user'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { verificationMessages, verificationWords } from './verification.messages.ts'

/** What a decision by hand can do to a verification: passed ones are revoked, the others end as failed. */
export const decisions = ['pass', 'fail', 'revoke'] as const
export type Decision = (typeof decisions)[number]

export const decisionsOn = ({ state }: Pick<Verification, 'state'>): readonly Decision[] =>
  state === 'passed' ? ['revoke'] : state === 'pending' ? ['pass', 'fail'] : ['pass']

/** Decides a verification by hand; without a reason nothing is decided. */
export function DecideDialog({ row, decision, onClose }: { row: Verification; decision: Decision; onClose: () => void }) {
  const text = useText(verificationMessages)
  const form = useAddForm(verification.decide, {
    words: verificationWords,
    values: { id: row.id, state: decision === 'pass' ? 'passed' : 'failed' },
    invalidates: [verification.list, user.list],
    success: 'done',
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text[`${decision}Title`](row.username)} form={form} submitLabel={text[decision]} onClose={onClose}>
      <p className="text-sm text-kumo-subtle">{text[`${decision}Help`]}</p>
      <Field of={form} name="reason" label={text.decisionReason} rows={3} />
    </FieldsDialog>
  )
}
