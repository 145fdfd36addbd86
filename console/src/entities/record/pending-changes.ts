import { useEffect } from 'react'
import { forgetText, keepText, keptKeys, keptText } from '../../browser/local-storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

/*
 * Changes of records that are not saved yet, as text: this browser keeps them for one account and one domain. The record
 * editor writes them; the list of domains says where there are some.
 */
const trayKey = 'record-tray-'
const keyOf = (accountId: number, domainId: number): string => `${trayKey}${accountId}-${domainId}`
/** Earlier versions did not tell accounts apart. */
const oldKeyOf = (domainId: number): string => `${trayKey}${domainId}`

const marked = createStore<ReadonlySet<number>>(new Set())
let accountOfMarks: number | null = null

/** The domains that have changes of this account by these keys, or some that are whoever’s opens them first. */
export function domainsIn(keys: readonly string[], accountId: number): ReadonlySet<number> {
  const found = keys.flatMap((key) => {
    const [, owner, domainId] = /^record-tray-(?:(\d+)-)?(\d+)$/.exec(key) ?? []
    return domainId !== undefined && (owner === undefined || Number(owner) === accountId) ? [Number(domainId)] : []
  })
  return new Set(found)
}

function mark(): void {
  if (accountOfMarks !== null) marked.set(domainsIn(keptKeys(trayKey), accountOfMarks))
}

/** What is kept for the account, null for nothing. What an earlier version kept becomes the account's who comes first, once. */
export function keptChanges(accountId: number, domainId: number): string | null {
  const own = keptText(keyOf(accountId, domainId))
  if (own !== null) return own
  const old = keptText(oldKeyOf(domainId))
  if (old === null) return null
  forgetText(oldKeyOf(domainId))
  keepText(keyOf(accountId, domainId), old)
  // A browser that keeps nothing more leaves it where it was.
  if (keptText(keyOf(accountId, domainId)) === null) keepText(oldKeyOf(domainId), old)
  return old
}

/** Keeps the account's changes of the domain; null for none. */
export function keepChanges(accountId: number, domainId: number, changes: string | null): void {
  if (changes === null) forgetText(keyOf(accountId, domainId))
  else keepText(keyOf(accountId, domainId), changes)
  mark()
}

/** Follows which domains have changes of this account, here and in other tabs, for the marks of a list. */
export function useFollowedChanges(accountId: number | null): void {
  useEffect(() => {
    accountOfMarks = accountId
    mark()
    window.addEventListener('storage', mark)
    return () => window.removeEventListener('storage', mark)
  }, [accountId])
}

export function useHasPendingChanges(domainId: number): boolean {
  return useStore(marked).has(domainId)
}
