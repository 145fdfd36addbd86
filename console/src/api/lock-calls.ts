import { session } from '@nameplane/contract/account/session'
import { CallProblem } from './call-problem.ts'
import { call } from './client.ts'
import { restrictToLocked, releaseRestriction } from './session-restriction.ts'

/** Locks the session: until its password is given again it answers nothing else, in no tab. Answers the problem where that failed. */
export async function lockSession(username: string): Promise<CallProblem | null> {
  const problem = await problemOf(call(session.lock, {}, { survivesNavigation: true }))
  if (problem === null) restrictToLocked(username)
  return problem
}

/** Unlocks the session; answers the problem where the password was refused. */
export async function unlockSession(password: string): Promise<CallProblem | null> {
  const problem = await problemOf(call(session.unlock, { password }, { survivesNavigation: true }))
  if (problem === null) releaseRestriction()
  return problem
}

async function problemOf(answer: Promise<unknown>): Promise<CallProblem | null> {
  try {
    await answer
    return null
  } catch (cause) {
    if (cause instanceof CallProblem) return cause
    throw cause
  }
}
