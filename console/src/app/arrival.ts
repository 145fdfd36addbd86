import type { SignInForm } from '../api/session-calls.ts'
import { createStore } from '../browser/store.ts'

/** What came of the last way that was gone to its end, beside the address shown. */
export type Arrival = {
  /** Why nothing at all can be shown, such as a server that gives no answer. */
  readonly failure: unknown
  /** Why the screen inside the frame cannot be shown: its code did not come. */
  readonly screenFailure: unknown
  /** What the sign-in form must look like. */
  readonly form: SignInForm | null
}

export const arrival = createStore<Arrival>({ failure: null, screenFailure: null, form: null })

/** Grows each time the way to the same address is to be gone again. */
export const attempts = createStore(0)

export function tryAgain(): void {
  attempts.set(attempts.get() + 1)
}
