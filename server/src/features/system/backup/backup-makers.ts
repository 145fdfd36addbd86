import type { Answered, Received } from '@nameplane/contract/endpoint'
import { BackupMaker, type backup as calls } from '@nameplane/contract/system/backup'
import { change } from '../../../changes/change.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { pageOf } from '../../../db/paged-read.ts'
import { columnsFor } from '../../../db/reply-columns.ts'
import { knownRootKeys } from '../../../keys/data-keys.ts'
import { Problem } from '../../../problem.ts'
import { firstRootKeyId } from '../../../secrets/seal.ts'
import { BackupRefusal } from './backup-refusal.ts'
import type { VerifiedBackup } from './backup-reader.ts'

/*
 * Whose backups are restored here. A signature says that a file is whole, and by which key: anybody can make a platform with
 * a key of its own, and accounts of its own in its backups.
 */

/** Whether this platform made a backup: its reader has seen that the key it carries signed it. */
export function isOwn({ keys }: VerifiedBackup): boolean {
  return keys.byId.get(firstRootKeyId)!.equals(knownRootKeys().byId.get(firstRootKeyId)!)
}

/** What the maker of this fingerprint was called when it was accepted; null while it is not. */
export async function acceptedNameOf(db: Db, fingerprint: string): Promise<string | null> {
  return (await db.selectFrom('backup_maker').select('name').where('fingerprint', '=', fingerprint).executeTakeFirst())?.name ?? null
}

/** What somebody calls the maker of a backup, and the fingerprint that they have compared; null at the machine, where the file is at hand. */
export type Acceptance = { name: string; fingerprint: string | null }

/**
 * Refuses a backup that neither this platform made nor one that was accepted; a super administrator, and whoever is at the
 * machine, may accept its maker with the restore.
 * @throws BackupRefusal backup_maker_unknown
 */
export async function refuseUnknownMaker(db: Db, actor: Actor, verified: VerifiedBackup, acceptance: Acceptance | null): Promise<void> {
  const { fingerprint } = verified
  if (isOwn(verified) || (await acceptedNameOf(db, fingerprint)) !== null) return
  if (!acceptance || !actor.isSuper || (acceptance.fingerprint ?? fingerprint) !== fingerprint) throw new BackupRefusal('backup_maker_unknown', { fingerprint })
  const { name } = acceptance
  await change(db, actor, 'backup.accept_maker', async ({ tx, audit }) => {
    const { id } = await tx
      .insertInto('backup_maker')
      .values({ fingerprint, name, accepted_by: actor.name })
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ name }))
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'backup_maker', id, name, after: { fingerprint } })
  })
}

export async function listMakers(db: Db, query: Received<typeof calls.makers>): Promise<Answered<typeof calls.makers>['data']> {
  const makers = db
    .selectFrom('backup_maker')
    .select(columnsFor('backup_maker', BackupMaker, ['acceptTime', 'acceptedBy']))
    .select(['accepted_at as acceptTime', 'accepted_by as acceptedBy'])
  return pageOf(db, makers, { otherwise: 'id', tieBreak: 'id' }, query)
}

export async function forgetMakers(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'backup.forget_maker', async ({ tx, audit }) => {
    const gone = await tx.deleteFrom('backup_maker').where('id', 'in', ids).returningAll().execute()
    if (gone.length !== new Set(ids).size) throw new Problem('backup_maker_missing')
    for (const { id, name, fingerprint } of gone) audit({ type: 'backup_maker', id, name, before: { fingerprint } })
  })
}
