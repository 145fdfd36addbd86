import { session } from '@nameplane/contract/account/session'
import { problemIn, type CallProblem } from './call-problem.ts'
import { call } from './client.ts'
import { restrictToLocked, releaseRestriction } from './session-restriction.ts'

/** Locks the session: until its password is given again it answers nothing else, in no tab. Answers the problem where that failed. */
export async function lockSession(username: string): Promise<CallProblem | null> {
  const problem = await problemIn(call(session.lock, {}, { survivesNavigation: true }))
  if (problem === null) restrictToLocked(username)
  return problem
}

/** Unlocks the session; answers the problem where the password was refused. */
export async function unlockSession(password: string): Promise<CallProblem | null> {
  const problem = await problemIn(call(session.unlock, { password }, { survivesNavigation: true }))
  if (problem === null) releaseRestriction()
  return problem
}
