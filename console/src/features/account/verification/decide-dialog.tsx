import { verification, type Verification } from '@nameplane/contract/account/verification'
import { user } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { TextArea } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { verificationMessages } from './verification.messages.ts'

/** What a decision by hand can do to a verification: passed ones are revoked, the others end as failed. */
export type Decision = 'pass' | 'fail' | 'revoke'

export const decisionsOn = ({ state }: Pick<Verification, 'state'>): readonly Decision[] =>
  state === 'passed' ? ['revoke'] : state === 'pending' ? ['pass', 'fail'] : ['pass']

type Values = Sent<typeof verification.decide>

/** Decides a verification by hand; without a reason nothing is decided. */
export function DecideDialog({ row, decision, onClose }: { row: Verification; decision: Decision; onClose: () => void }) {
  const text = useText(verificationMessages)
  const decide = useChange(verification.decide, { invalidates: [verification.list, user.list], success: 'done', shownIn: 'form' })
  const form = useRuledForm<Values>(verification.decide.input, { id: row.id, state: decision === 'pass' ? 'passed' : 'failed', reason: '' })
  const submit = form.handleSubmit(async (values) => {
    const outcome = await decide.run(values)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text[`${decision}Title`](row.username)}
      problem={decide.problem}
      pending={decide.isRunning}
      isDirty={form.formState.isDirty}
      submitLabel={text[decision]}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="text-sm text-kumo-subtle">{text[`${decision}Help`]}</p>
      <TextArea label={text.decisionReason} isRequired rows={3} error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}
