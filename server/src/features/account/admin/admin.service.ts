import type { admin as calls } from '@nameplane/contract/account/admin'
import { administratorPasswordProblem } from '@nameplane/contract/account/password-rules'
import type { Received } from '@nameplane/contract/endpoint'
import { rights } from '@nameplane/contract/rights'
import { refuseBeyondOwnRights } from '../../../access/accounts-beyond.ts'
import { requireConfirmedToGive } from '../../../access/confirmed-session.ts'
import { refuseUnassignableRoles } from '../../../access/role-grants.ts'
import { change, lockName } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { difference, lockAllAccounts, refuseOwners, refuseTaken } from '../account/account-rules.ts'
import { deleteAccounts, endSessionsOf, insertAccount, updateAccounts, type AccountState } from '../account/account.store.ts'
import { readLoginRules } from '../session/login-rules.ts'
import { hashPassword } from '../session/password.ts'
import { countOtherSupers, roleIdsOf, setRoles } from './admin.store.ts'

const idsOf = (accounts: readonly AccountState[]): number[] => accounts.map((account) => account.id)

/** Refuses a password that the policy for administrators does not allow. `field` is where it was typed. */
export async function refuseWeakPassword(db: Db, password: string, username: string, field: string): Promise<void> {
  const { passwordMinimum } = await readLoginRules(db)
  const problem = administratorPasswordProblem(password, username, passwordMinimum)
  if (problem) throw new Problem(problem.code, { params: { ...problem.params, [field]: problem.params }, fields: { [field]: problem.code } })
}

/** Takes the lock under which super administrators are counted, then refuses when none would be left beside these. */
async function keepOneSuper(tx: Tx, leaving: readonly AccountState[]): Promise<void> {
  if ((await countOtherSupers(tx, idsOf(leaving))) === 0) throw new Problem('last_super_administrator')
}

/** What decides what an administrator may do, and where the codes go that reset the password. */
const waysToMore = ['isSuper', 'email', 'mobile']

/** Held before any account is locked, by whatever may take a super administrator away: of two that do so at once, the second sees the first. */
const lockSupers = (tx: Tx): Promise<void> => lockName(tx, 'super administrators')

/** Adds an administrator; nobody grants more than they hold. Answers the id. */
export async function createAdmin(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  const { password, passwordAgain: _, roleIds, ...set } = sent
  await refuseWeakPassword(db, password, set.username, 'password')
  if (set.isSuper && !actor.isSuper) throw new Problem('beyond_own_rights', { fields: { isSuper: 'beyond_own_rights' } })
  if (set.isSuper) await requireConfirmedToGive(db, actor, rights)
  const passwordHash = await hashPassword(password)
  return change(db, actor, 'admin.create', async ({ tx, audit }) => {
    await refuseUnassignableRoles(tx, actor, roleIds)
    await refuseTaken(tx, set, null)
    const id = await insertAccount(tx, { ...set, type: 1 }, passwordHash)
    await setRoles(tx, id, roleIds)
    audit({ type: 'admin', id, name: set.username, after: { ...set, roleIds } })
    return id
  })
}

/** Changes an administrator; with `rowVersion` only when nobody changed it since. */
export async function changeAdmin(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  const { id, rowVersion, roleIds, ...set } = sent
  await change(db, actor, 'admin.update', async ({ tx, audit, nothingChanged }) => {
    await lockSupers(tx)
    const [before] = await lockAllAccounts(tx, 'all', [id], 'administrator')
    await refuseBeyondOwnRights(tx, actor, [id])
    refuseStale(rowVersion, before!.rowVersion, { current: before })
    if (set.isSuper !== undefined && set.isSuper !== before!.isSuper && !actor.isSuper)
      throw new Problem('beyond_own_rights', { fields: { isSuper: 'beyond_own_rights' } })
    const rolesBefore = (await roleIdsOf(tx, [id])).get(id) ?? []
    const rolesAfter = roleIds?.toSorted((one, other) => one - other) ?? rolesBefore
    // What is taken away needs as much authority as what is given.
    const moved = [...rolesBefore.filter((role) => !rolesAfter.includes(role)), ...rolesAfter.filter((role) => !rolesBefore.includes(role))]
    await refuseUnassignableRoles(tx, actor, moved)
    if (set.status === 0 && id === actor.accountId) throw new Problem('account_own', { fields: { status: 'account_own' } })
    if (before!.isSuper && before!.status === 1 && (set.isSuper === false || set.status === 0)) await keepOneSuper(tx, [before!])
    const changed = difference(before!, set)
    const areRolesChanged = rolesBefore.join() !== rolesAfter.join()
    if (!changed && !areRolesChanged) return nothingChanged()
    if (waysToMore.some((field) => changed && field in changed.after)) await requireConfirmedToGive(tx, actor, rights)
    await refuseTaken(tx, set, id)
    await updateAccounts(tx, [id], set)
    if (areRolesChanged) await setRoles(tx, id, rolesAfter)
    if (set.status === 0) await endSessionsOf(tx, [id])
    audit({
      type: 'admin',
      id,
      name: before!.username,
      before: { ...changed?.before, ...(areRolesChanged ? { roleIds: rolesBefore } : {}) },
      after: { ...changed?.after, ...(areRolesChanged ? { roleIds: rolesAfter } : {}) },
    })
  })
}

/** Enables (1) or disables (0) administrators; nobody disables themselves or the last super administrator. */
export async function setAdminStatus(db: Db, actor: Actor, ids: readonly number[], status: number): Promise<void> {
  await change(db, actor, status === 1 ? 'admin.enable' : 'admin.disable', async ({ tx, audit, nothingChanged }) => {
    await lockSupers(tx)
    const all = await lockAllAccounts(tx, 'all', ids, 'administrator')
    await refuseBeyondOwnRights(tx, actor, ids)
    if (status === 0 && ids.some((id) => id === actor.accountId)) throw new Problem('account_own')
    const admins = all.filter((account) => account.status !== status)
    if (admins.length === 0) return nothingChanged()
    if (status === 0 && admins.some((account) => account.isSuper)) await keepOneSuper(tx, admins)
    await updateAccounts(tx, idsOf(admins), { status })
    if (status === 0) await endSessionsOf(tx, idsOf(admins))
    for (const account of admins) audit({ type: 'admin', id: account.id, name: account.username, before: { status: account.status }, after: { status } })
  })
}

export async function removeAdmins(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'admin.delete', async ({ tx, audit }) => {
    await lockSupers(tx)
    const admins = await lockAllAccounts(tx, 'all', ids, 'administrator')
    await refuseBeyondOwnRights(tx, actor, ids)
    if (ids.some((id) => id === actor.accountId)) throw new Problem('account_own')
    if (admins.some((account) => account.isSuper)) await keepOneSuper(tx, admins)
    await refuseOwners(tx, admins)
    await deleteAccounts(tx, ids)
    for (const account of admins) audit({ type: 'admin', id: account.id, name: account.username, before: account })
  })
}
