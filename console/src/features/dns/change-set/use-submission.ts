import { useState } from 'react'
import type { ChangeSetPlan } from '@nameplane/contract/dns/change-set-plan'
import { changeSet } from '@nameplane/contract/dns/change-set'
import type { Sent } from '@nameplane/contract/endpoint'
import type { CallProblem } from '../../../api/call-problem.ts'
import { useChange } from '../../../api/queries.ts'
import { useGo } from '../../../routing/screen-location.tsx'

type Submitting = typeof changeSet.recordUpdate | typeof changeSet.recordCreate | typeof changeSet.recordImport | typeof changeSet.domainCreate

/** What is decided once the preview is seen. */
export type Decision = { acknowledged: string[]; confirm?: number; at?: string; watchMinutes?: number; watchThreshold?: number }

export type Submission<Asked> = {
  /** Null until it was looked at. */
  readonly plan: ChangeSetPlan | null
  readonly problem: CallProblem | null
  /** Domains are added, so that an undo deletes them. */
  readonly addsDomains: boolean
  readonly isChecking: boolean
  readonly isSubmitting: boolean
  readonly preview: (asked: Asked) => Promise<CallProblem | null>
  readonly submit: (decision: Decision) => Promise<void>
  readonly back: () => void
}

/** A bulk operation that is looked at, then submitted once, and then followed in the log. */
export function useSubmission<E extends Submitting>(endpoint: E): Submission<Sent<E>> {
  const go = useGo()
  const checking = useChange(endpoint, { shownIn: 'form' })
  const submitting = useChange(endpoint, { invalidates: [changeSet.list], success: null, shownIn: 'form' })
  const [seen, setSeen] = useState<{ asked: Sent<E>; plan: ChangeSetPlan; key: string } | null>(null)

  return {
    plan: seen?.plan ?? null,
    problem: submitting.problem ?? checking.problem,
    addsDomains: endpoint.path === changeSet.domainCreate.path || (seen !== null && 'createMissing' in seen.asked && seen.asked.createMissing === true),
    isChecking: checking.isRunning,
    isSubmitting: submitting.isRunning,
    async preview(asked) {
      submitting.forget()
      const outcome = await checking.run({ ...asked, dryRun: true })
      if (!outcome.isDone) return outcome.problem
      // Names this submission: pressed twice, or sent again after a broken connection, it is the same one.
      setSeen({ asked, plan: outcome.reply.data, key: newKey() })
      return null
    },
    async submit(decision) {
      if (!seen) return
      const outcome = await submitting.run({ ...seen.asked, ...decision, key: seen.key, dryRun: false })
      if (!outcome.isDone) return
      setSeen(null)
      go(`/dns/domain/bulk/log?set=${outcome.reply.data.id}`)
    },
    back() {
      setSeen(null)
      submitting.forget()
      checking.forget()
    },
  }
}

/** Also where the console is served without encryption, where browsers have no `randomUUID`. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
