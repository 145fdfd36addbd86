import { createStore } from '../browser/store.ts'
import { forgetText, keepText } from '../browser/local-storage.ts'
import { onSessionRemoved } from './session-store.ts'

/*
 * A session that answers almost nothing: it is locked, or its account must set up a second factor first. The server says
 * so at any call; the root of the console then shows what releases it instead of the page. Other tabs are told of a lock
 * by local storage, where nothing depends on it: the server's word holds.
 */
export type SessionHold = { readonly kind: 'locked' | 'enrolment'; readonly username: string }

export const sessionHold = createStore<SessionHold | null>(null)
const storageKey = 'locked'

const kindOfProblem: Readonly<Record<string, SessionHold['kind']>> = { session_locked: 'locked', second_factor_enrolment: 'enrolment' }

/** Whether a refusal with this code says that the session is held. */
export function isHold(problem: unknown): boolean {
  return typeof problem === 'string' && Object.hasOwn(kindOfProblem, problem)
}

/** Notes what a refusal says about the session. */
export function noteHold(problem: string, params: Readonly<Record<string, unknown>>): void {
  const kind = kindOfProblem[problem]
  const { username } = params
  if (kind && sessionHold.get()?.kind !== kind) sessionHold.set({ kind, username: typeof username === 'string' ? username : '' })
}

/** This tab has locked the session. */
export function holdLocked(username: string): void {
  keepText(storageKey, username)
  sessionHold.set({ kind: 'locked', username })
}

/** What held the session is over. */
export function releaseHold(): void {
  forgetText(storageKey)
  sessionHold.set(null)
}

onSessionRemoved(releaseHold)

/** Follows a lock and its end in the other tabs. `released`: this tab asks the server anew. */
export function watchHolds(released: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey) return
    if (event.newValue !== null) sessionHold.set({ kind: 'locked', username: event.newValue })
    else if (sessionHold.get() !== null) {
      sessionHold.set(null)
      released()
    }
  })
}
