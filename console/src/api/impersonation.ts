import { user } from '@nameplane/contract/account/user'
import { call } from './client.ts'
import { CallProblem } from './call-problem.ts'
import { showProblem } from './queries.ts'
import { forgetNavigation } from './session-calls.ts'
import { removeSession, startSession } from './session-store.ts'

/*
 * An administrator acts as a user: another session takes the place of this one in the browser, and everything that was
 * read or is open starts anew under it. Other tabs are told that the account has changed.
 */
export function becomeSession(token: string): void {
  forgetNavigation()
  startSession(token)
  location.hash = '#/console'
  location.reload()
}

/** Back to the administrator's own session; to the sign-in page when that has ended meanwhile. */
export async function endImpersonation(): Promise<void> {
  try {
    const { token } = await call(user.endImpersonation, {}, { survivesNavigation: true })
    if (token !== null) return becomeSession(token)
    forgetNavigation()
    removeSession()
    location.hash = '#/login'
    location.reload()
  } catch (cause) {
    if (!(cause instanceof CallProblem)) throw cause
    if (cause.isShown) showProblem(cause)
  }
}
