import type { user as calls } from '@nameplane/contract/account/user'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { refuseStale } from '../../../db/versioned-rows.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { difference, lockAllAccounts, refuseOwners, refuseTaken } from '../account/account-rules.ts'
import { deleteAccounts, endSessionsOf, insertAccount, updateAccounts, type AccountState } from '../account/account.store.ts'
import { hashPassword } from '../session/password.ts'

const idsOf = (accounts: readonly AccountState[]): number[] => accounts.map((account) => account.id)

/** Adds a user or agent; answers the id. */
export async function createUser(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<number> {
  const { password, passwordAgain: _, ...set } = sent
  const passwordHash = await hashPassword(password)
  return change(db, actor, 'user.create', async ({ tx, audit }) => {
    await refuseTaken(tx, set, null)
    const id = await insertAccount(tx, set, passwordHash, actor.accountId)
    audit({ type: 'user', id, name: set.username, after: set })
    return id
  })
}

/** Changes a user; with `rowVersion` only when nobody changed it since. */
export async function changeUser(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  const { id, rowVersion, ...set } = sent
  await change(db, actor, 'user.update', async ({ tx, audit, nothingChanged }) => {
    const [before] = await lockAllAccounts(tx, actor.accessScope, [id], 'user')
    refuseStale(rowVersion, before!.rowVersion, { current: before })
    const changed = difference(before!, set)
    if (!changed) return nothingChanged()
    await refuseTaken(tx, set, id)
    await updateAccounts(tx, [id], set)
    if (set.status === 0) await endSessionsOf(tx, [id])
    audit({ type: 'user', id, name: before!.username, ...changed })
  })
}

/** Enables (1) or disables (0) users. */
export async function setUserStatus(db: Db, actor: Actor, ids: readonly number[], status: number): Promise<void> {
  await change(db, actor, status === 1 ? 'user.enable' : 'user.disable', async ({ tx, audit, nothingChanged }) => {
    const users = (await lockAllAccounts(tx, actor.accessScope, ids, 'user')).filter((user) => user.status !== status)
    if (users.length === 0) return nothingChanged()
    await updateAccounts(tx, idsOf(users), { status })
    if (status === 0) await endSessionsOf(tx, idsOf(users))
    for (const user of users) audit({ type: 'user', id: user.id, name: user.username, before: { status: user.status }, after: { status } })
  })
}

export async function tagUsers(db: Db, actor: Actor, sent: Received<typeof calls.tag>): Promise<void> {
  await change(db, actor, 'user.tag', async ({ tx, audit, nothingChanged }) => {
    let count = 0
    for (const user of await lockAllAccounts(tx, actor.accessScope, sent.ids, 'user')) {
      const tags = [...new Set([...user.tags, ...sent.add])].filter((tag) => !sent.remove.includes(tag))
      if (tags.length > limits.accountTags)
        throw new Problem('too_many_entries', { params: { maximum: limits.accountTags }, fields: { add: 'too_many_entries' } })
      if (tags.join('\n') === user.tags.join('\n')) continue
      await updateAccounts(tx, [user.id], { tags })
      audit({ type: 'user', id: user.id, name: user.username, before: { tags: user.tags }, after: { tags } })
      count += 1
    }
    if (count === 0) nothingChanged()
  })
}

/** Makes users set a new password before anything else, or no longer. */
export async function requireNewPassword(db: Db, actor: Actor, ids: readonly number[], isRequired: boolean): Promise<void> {
  await change(db, actor, 'user.require_password', async ({ tx, audit, nothingChanged }) => {
    const users = (await lockAllAccounts(tx, actor.accessScope, ids, 'user')).filter((user) => user.resetDue !== isRequired)
    if (users.length === 0) return nothingChanged()
    await updateAccounts(tx, idsOf(users), { resetDue: isRequired })
    for (const user of users) audit({ type: 'user', id: user.id, name: user.username, before: { resetDue: user.resetDue }, after: { resetDue: isRequired } })
  })
}

export async function removeUsers(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'user.delete', async ({ tx, audit }) => {
    const users = await lockAllAccounts(tx, actor.accessScope, ids, 'user')
    await refuseOwners(tx, users)
    await deleteAccounts(tx, ids)
    for (const user of users) audit({ type: 'user', id: user.id, name: user.username, before: user })
  })
}
