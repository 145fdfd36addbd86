import { createStore, useStore } from '../browser/store.ts'
import { forgetText, keepText, keptText } from '../browser/local-storage.ts'

/*
 * The session's token, worthless without its cookie, lives in local storage so that other tabs notice a change of it.
 * `sessionEnd` says why the screens that are open no longer fit the session; the shell shows it as a dialog.
 */
const storageKey = 'token'

export type SessionEnd = 'expired' | 'account-changed'
const sessionEnd = createStore<SessionEnd | null>(null)

export function sessionToken(): string | null {
  return keptText(storageKey)
}

/** The token as this tab knows it: when another tab's event arrives, the storage already holds the new one. */
let ownToken = sessionToken()
const removalListeners = new Set<() => void>()

export function startSession(token: string): void {
  ownToken = token
  keepText(storageKey, token)
  sessionEnd.set(null)
}

/** Removes the session from this browser; other tabs are told by the storage event. */
export function removeSession(): void {
  ownToken = null
  forgetText(storageKey)
  for (const listener of removalListeners) listener()
}

/** Told when the session is removed, to forget what was read under it. */
export function onSessionRemoved(listener: () => void): void {
  removalListeners.add(listener)
}

/** The server knows the session no more: it is removed first, then the dialog shows. A reply to an older session changes nothing. */
export function loseSession(sentToken: string | null): void {
  // A tab that was told to start anew does not judge the session that another one has begun.
  if (sentToken !== sessionToken() || sessionEnd.get() !== null) return
  removeSession()
  sessionEnd.set('expired')
}

/** What a storage event of another tab means for this one. */
export function sessionEndOf(event: { key: string | null; newValue: string | null }, knownToken: string | null): SessionEnd | null {
  // `key` is null when the whole storage was cleared.
  if (event.key === null) return 'expired'
  if (event.key !== storageKey) return null
  if (event.newValue === null) return 'expired'
  return event.newValue === knownToken ? null : 'account-changed'
}

/** Listens to the other tabs; `isAside` says whether this tab stands on a page that needs no session, where no dialog shows. */
export function watchOtherTabs(isAside: () => boolean): void {
  window.addEventListener('storage', (event) => {
    const end = sessionEndOf(event, ownToken)
    if (end && !isAside()) sessionEnd.set(end)
    ownToken = sessionToken()
  })
}

export function useSessionEnd(): SessionEnd | null {
  return useStore(sessionEnd)
}
