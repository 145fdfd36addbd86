import { createStore } from '../browser/store.ts'
import { forgetText, keepText } from '../browser/local-storage.ts'
import { onSessionRemoved } from './session-store.ts'

/*
 * A session that answers almost nothing: it is locked, or its account must set up a second factor first. The server says
 * so at any call; the root of the console then shows what releases it instead of the page. Other tabs are told of a lock
 * by local storage, where nothing depends on it: the server's word holds.
 */
export type SessionRestriction = { readonly kind: 'locked' | 'enrolment'; readonly username: string }

export const sessionRestriction = createStore<SessionRestriction | null>(null)
const storageKey = 'locked'

const kindOfProblem: ReadonlyMap<unknown, SessionRestriction['kind']> = new Map([
  ['session_locked', 'locked'],
  ['second_factor_enrolment', 'enrolment'],
])

/** Whether a refusal with this code says that the session is held. */
export function isRestriction(problem: unknown): boolean {
  return kindOfProblem.has(problem)
}

/** Notes what a refusal says about the session. */
export function noteRestriction(problem: string, params: Readonly<Record<string, unknown>>): void {
  const kind = kindOfProblem.get(problem)
  const { username } = params
  if (kind && sessionRestriction.get()?.kind !== kind) sessionRestriction.set({ kind, username: typeof username === 'string' ? username : '' })
}

/** This tab has locked the session. */
export function restrictToLocked(username: string): void {
  keepText(storageKey, username)
  sessionRestriction.set({ kind: 'locked', username })
}

/** What held the session is over. */
export function releaseRestriction(): void {
  forgetText(storageKey)
  sessionRestriction.set(null)
}

onSessionRemoved(releaseRestriction)

/** Follows a lock and its end in the other tabs. `released`: this tab asks the server anew. */
export function watchRestrictions(released: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey) return
    if (event.newValue !== null) sessionRestriction.set({ kind: 'locked', username: event.newValue })
    else if (sessionRestriction.get() !== null) {
      sessionRestriction.set(null)
      released()
    }
  })
}
