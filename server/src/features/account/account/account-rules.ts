import type { ProblemCode } from '@nameplane/contract/problems'
import { lockName } from '../../../changes/change.ts'
import type { Tx } from '../../../db/connection.ts'
import type { AccessScope } from '../../../access/access-scope.ts'
import { Problem } from '../../../problem.ts'
import { areWithin, domainCountsOf, lockAccounts, takenAmong, type AccountSet, type AccountState } from './account.store.ts'
import { foldCase } from '../../../db/fold-case.ts'

/**
 * Which of a name, an address and a number another account has, by field. Two that want one at once: the second waits here and finds
 * the first.
 */
export async function takenFields(tx: Tx, set: AccountSet, exceptId: number | null): Promise<Record<string, ProblemCode>> {
  await lockName(tx, 'account names')
  const of = (text: string | undefined): string[] => (text ? [text] : [])
  const taken = await takenAmong(tx, { usernames: of(set.username), emails: of(set.email), mobiles: of(set.mobile) }, exceptId)
  const fields: Record<string, ProblemCode> = {}
  if (set.username && taken.usernames.has(foldCase(set.username))) fields['username'] = 'username_taken'
  if (set.email && taken.emails.has(foldCase(set.email))) fields['email'] = 'email_taken'
  if (set.mobile && taken.mobiles.has(set.mobile)) fields['mobile'] = 'mobile_taken'
  return fields
}

/** Refuses what another account has. */
export async function refuseTaken(tx: Tx, set: AccountSet, exceptId: number | null): Promise<void> {
  const fields = await takenFields(tx, set, exceptId)
  const [first] = Object.values(fields)
  if (first) throw new Problem(first, { fields })
}

/** Locks the named accounts and checks that all are there, within reach and of the wanted kind; a bulk call is done for all or for none. */
export async function lockAllAccounts(tx: Tx, accessScope: AccessScope, ids: readonly number[], kind: 'administrator' | 'user'): Promise<AccountState[]> {
  const accounts = await lockAccounts(tx, ids)
  if (accounts.length !== new Set(ids).size || accounts.some((account) => (account.type === 1) !== (kind === 'administrator')))
    throw new Problem('account_missing')
  if (!(await areWithin(tx, accessScope, ids))) throw new Problem('account_missing')
  return accounts
}

/** Accounts go only with empty hands. */
export async function refuseOwners(tx: Tx, accounts: readonly AccountState[]): Promise<void> {
  const counts = await domainCountsOf(
    tx,
    accounts.map((account) => account.id),
  )
  for (const account of accounts) {
    const count = counts.get(account.id) ?? 0
    if (count > 0) throw new Problem('account_owns_domains', { params: { name: account.username, count } })
    if (account.balanceCents !== 0) throw new Problem('account_has_balance', { params: { name: account.username } })
  }
}

/** The members of a set that differ from what is saved, before and after; nothing when nothing does. */
export function difference(before: AccountState, set: AccountSet): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = (Object.keys(set) as (keyof AccountSet)[]).filter(
    (field) => set[field] !== undefined && JSON.stringify(set[field]) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return null
  const pick = (from: AccountSet): Record<string, unknown> => Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { before: pick(before), after: pick(set) }
}
