import { createStore } from '../browser/store.ts'
import { CallProblem } from './call-problem.ts'

/*
 * Changes by permissions that lead to all others need a session whose password was given a short while ago. The server refuses
 * them until then; the one door to the server asks by the dialog that the shell shows, and sends the refused call once more.
 */

/** Whether the dialog is due; how it ends goes to `settleConfirmation`. */
export const isConfirmationAsked = createStore(false)
const waiting = new Set<(isConfirmed: boolean) => void>()
let confirmations = 0

/** The session was confirmed, or the question was left: every call that waits for it goes on. */
export function settleConfirmation(isConfirmed: boolean): void {
  if (isConfirmed) confirmations += 1
  for (const end of [...waiting]) end(isConfirmed)
}

/** Asks, or waits for the answer that others wait for already; no longer than the call is wanted. */
function ask(signal: AbortSignal): Promise<boolean> {
  return new Promise((settle) => {
    const leave = () => end(false)
    function end(isConfirmed: boolean) {
      waiting.delete(end)
      signal.removeEventListener('abort', leave)
      if (waiting.size === 0) isConfirmationAsked.set(false)
      settle(isConfirmed)
    }
    waiting.add(end)
    signal.addEventListener('abort', leave)
    isConfirmationAsked.set(true)
  })
}

/** Makes an attempt, and one more once the session is confirmed, where the server asks for that. */
export async function confirmedIfDue<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const before = confirmations
  try {
    return await attempt()
  } catch (cause) {
    if (!(cause instanceof CallProblem) || cause.code !== 'session_confirmation_due') throw cause
    // Confirmed for another call while this one was on its way: nothing is left to ask.
    const isConfirmed = confirmations !== before || (await ask(signal))
    signal.throwIfAborted()
    if (!isConfirmed) throw cause
    return attempt()
  }
}
