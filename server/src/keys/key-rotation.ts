import { randomBytes } from 'node:crypto'
import { groupedNumber } from '@nameplane/contract/counted'
import { keepWrappedRootKey, masterKeysOf, prepareNextMasterKey, takeNextMasterKey } from '../data-folder.ts'
import type { Db } from '../db/connection.ts'
import type { Actor } from '../access/actor.ts'
import { sealerOf } from '../secrets/seal.ts'
import { sealedColumns } from '../secrets/sealed-places.ts'
import { change } from '../changes/change.ts'
import { changeDataKeys, fittingMasterKey, knownRootKeys, wrapRootKey, type MasterKeyPlace } from './data-keys.ts'
import { resealColumn } from './resealing.ts'

/** A text that was changed by somebody else in the same moment is met by the next round. */
const mostRounds = 20

/**
 * Makes a new root key and seals everything with it. Everything can be read at every moment: the new key is known to all
 * servers before anything is sealed with it, and the old ones stay. What was stopped is taken up by the next call.
 */
export async function rotateSecrets(
  db: Db,
  actor: Actor,
  place: MasterKeyPlace,
  progress: (line: string) => void,
): Promise<{ keyId: number; resealed: number; unopened: number }> {
  const last = await db.selectFrom('data_key').select(['id', 'finished_at', 'sealing_since']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const isResumed = last.finished_at === null
  const keyId = isResumed ? last.id : last.id + 1
  if (isResumed) progress(`resuming the rotation to key ${keyId}`)
  else {
    const masterKey = await fittingMasterKey(db, place)
    await changeDataKeys(db, place, () =>
      change(db, actor, 'secret_key.create', async ({ tx, audit }) => {
        await tx
          .insertInto('data_key')
          .values({ id: keyId, wrapped: wrapRootKey(keyId, randomBytes(32), masterKey) })
          .execute()
        audit({ type: 'secret_key', id: keyId, name: String(keyId) })
      }),
    )
    progress(`key ${keyId} loaded by every running server`)
  }
  if (last.sealing_since === null || !isResumed) {
    await changeDataKeys(db, place, async () => {
      await db.updateTable('data_key').set({ sealing_since: new Date() }).where('id', '=', keyId).execute()
    })
  }
  const sealer = sealerOf(knownRootKeys())
  let resealed = 0
  let unopened = 0
  for (let round = 1; round <= mostRounds; round += 1) {
    unopened = 0
    let ofRound = 0
    for (const column of sealedColumns) {
      const done = await resealColumn(db, column, { from: sealer, to: sealer, isDue: (id) => id !== keyId })
      ofRound += done.resealed
      unopened += done.unopened
      if (done.resealed > 0) progress(`${column.table}: ${groupedNumber(done.resealed, 'en')} re-encrypted`)
    }
    resealed += ofRound
    if (ofRound === 0) break
  }
  await change(db, actor, 'secret_key.rotate', async ({ tx, audit }) => {
    await tx.updateTable('data_key').set({ finished_at: new Date() }).where('id', '=', keyId).execute()
    audit({ type: 'secret_key', id: keyId, name: String(keyId), after: { resealed, unopened } })
  })
  return { keyId, resealed, unopened }
}

/**
 * Encrypts the root keys under another master key. With a key of the data folder the new one is laid beside it first and
 * takes its place last: stopped anywhere, one of the two fits.
 */
export async function rewrapRootKeys(db: Db, actor: Actor, place: MasterKeyPlace, newMasterKey: Buffer): Promise<{ keys: number; isInDataFolder: boolean }> {
  const isInDataFolder = masterKeysOf(place.dataFolder).own?.equals(place.masterKey) === true
  if (isInDataFolder) prepareNextMasterKey(place.dataFolder, newMasterKey)
  const { byId } = knownRootKeys()
  await change(db, actor, 'secret_key.rewrap', async ({ tx, audit }) => {
    for (const [id, key] of byId)
      await tx
        .updateTable('data_key')
        .set({ wrapped: wrapRootKey(id, key, newMasterKey) })
        .where('id', '=', id)
        .execute()
    audit({ type: 'secret_key', id: null, name: [...byId.keys()].join(', '), after: { keys: byId.size } })
  })
  if (isInDataFolder) takeNextMasterKey(place.dataFolder)
  const first = await db.selectFrom('data_key').select('wrapped').orderBy('id').limit(1).executeTakeFirstOrThrow()
  keepWrappedRootKey(place.dataFolder, first.wrapped)
  return { keys: byId.size, isInDataFolder }
}
