import { nameserverCheckPauseSeconds } from '@nameplane/contract/dns/nameserver-check'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'

/**
 * Refuses a caller who has resolvers asked again too soon. `now` is the platform's steady clock. Checks are counted in this process,
 * as the calls of API tokens are.
 */
export function pauseOfChecks(now: () => Date): (actor: Pick<Actor, 'accountId'>) => void {
  const checkedAt = new Map<number | null, number>()
  return ({ accountId }) => {
    const nowMs = now().getTime()
    for (const [caller, atMs] of checkedAt) if (nowMs - atMs >= nameserverCheckPauseSeconds * 1000) checkedAt.delete(caller)
    if (checkedAt.has(accountId)) throw new Problem('nameserver_check_too_often', { status: 429, params: { seconds: nameserverCheckPauseSeconds } })
    checkedAt.set(accountId, nowMs)
  }
}
