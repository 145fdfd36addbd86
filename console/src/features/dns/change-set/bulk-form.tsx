import type { FormEvent, ReactNode } from 'react'
import '@nameplane/contract/dns/record-problems'
import '@nameplane/contract/dns/domain'
import '@nameplane/contract/dns/record-template'
import type { CallProblem } from '../../../api/call-problem.ts'
import { callProblemText } from '../../../api/problem-text.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { dangerNote, surface } from '../../../screen-parts/surface.ts'
import { PrimaryButton } from '../../../ui/button.tsx'
import { changeSetMessages } from './change-set.messages.ts'
import { PlanView } from './plan-view.tsx'
import type { Submission } from './use-submission.ts'

type BulkFormProps<Asked> = {
  text: { readonly title: string; readonly help: string }
  submission: Submission<Asked>
  onSubmit: (event: FormEvent) => void
  /** What has to end before there can be a preview. */
  waitsFor?: string | null
  children: ReactNode
}

/** A page on which a bulk operation is filled in, and then its preview, from which the way leads back. */
export function BulkForm<Asked>({ text: { title, help }, submission, onSubmit, waitsFor = null, children }: BulkFormProps<Asked>) {
  const text = useText(changeSetMessages)
  const { plan, problem, isChecking } = submission
  const refusal = problem && (Object.keys(problem.fields).length === 0 || plan) ? problem : null
  return (
    <>
      <PageHead title={title} help={help} />
      {refusal && <Refusal problem={refusal} />}
      {plan ? (
        <PlanView plan={plan} submission={submission} />
      ) : (
        <form noValidate aria-busy={isChecking} onSubmit={onSubmit} className="flex flex-col gap-4">
          {children}
          <div className="flex justify-end">
            <PrimaryButton type="submit" disabled={isChecking || waitsFor !== null}>
              {waitsFor ?? (isChecking ? text.checking : text.preview)}
            </PrimaryButton>
          </div>
        </form>
      )}
    </>
  )
}

function Refusal({ problem }: { problem: CallProblem }) {
  const language = useLanguage()
  const parts = useText(partsMessages)
  return (
    <div role="alert" className={dangerNote}>
      <p>{callProblemText(problem, language)}</p>
      {problem.kind !== 'refused' && problem.requestId && <p className="mt-0.5 font-mono text-xs text-kumo-subtle">{parts.requestId(problem.requestId)}</p>}
    </div>
  )
}

/** A part of the page with its heading. */
export function BulkSection({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={`p-5 ${surface}`}>
      <h2 className="text-lg font-medium">{title}</h2>
      {help !== undefined && <p className="mt-0.5 text-sm text-pretty text-kumo-subtle">{help}</p>}
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </section>
  )
}
