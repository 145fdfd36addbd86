import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { keepWrappedRootKey, masterKeysOf, takeNextMasterKey, wrappedRootKey } from '../data-folder.ts'
import type { Db, Tx } from '../db/connection.ts'
import { listenAlone } from '../db/notifications.ts'
import { EnvironmentProblem } from '../environment-problem.ts'
import { unwrapKey, wrapKey } from './key-wrap.ts'
import { firstRootKeyId, setSecretKeys, type RootKeys } from '../secrets/seal.ts'
import { setAuditKey } from '../audit/audit.ts'

/*
 * The root keys of the platform's secrets lie in the database, encrypted under the master key. Every running server holds
 * a lock that names the keys it knows, so that nothing is sealed with a key that one of them cannot open.
 */

const channel = 'nameplane_data_key'

/** Where the master key is: in hand, and in the data folder when it was changed and the last step is missing. */
export type MasterKeyPlace = { masterKey: Buffer; dataFolder: string }

const nameOf = (id: number): string => `root key ${id}`

/** A root key as it lies in the database. */
export function wrapRootKey(id: number, key: Buffer, masterKey: Buffer): Buffer {
  return wrapKey(key, masterKey, nameOf(id))
}

/**
 * Reads the root keys and sets them for this process. The first start makes the first key; a platform of before, whose
 * secrets and audit trail hang on the master key itself, takes that one.
 * @throws EnvironmentProblem when the master key is another one
 */
export async function openDataKeys(db: Db, place: MasterKeyPlace): Promise<void> {
  await makeFirstKey(db, place.masterKey)
  useRootKeys(await readRootKeys(db, await fittingMasterKey(db, place)))
  opened = place
}

let opened: MasterKeyPlace | null = null

/** Puts other root keys in place of this platform's, under its master key: those of a backup that a fresh system takes. */
export async function replaceRootKeys(tx: Tx, { byId, sealingId }: RootKeys): Promise<void> {
  if (!opened) throw new Error('the data keys have not been opened')
  const masterKey = await fittingMasterKey(tx, opened)
  await tx.deleteFrom('data_key').execute()
  for (const [id, key] of byId) {
    const since = id <= sealingId ? new Date() : null
    await tx
      .insertInto('data_key')
      .values({ id, wrapped: wrapRootKey(id, key, masterKey), sealing_since: since, finished_at: since })
      .execute()
  }
  await announceDataKeys(tx)
}

async function makeFirstKey(db: Db, masterKey: Buffer): Promise<void> {
  if (await db.selectFrom('data_key').select('id').limit(1).executeTakeFirst()) return
  const isFromBefore = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  await db
    .insertInto('data_key')
    .values({
      id: firstRootKeyId,
      wrapped: wrapRootKey(firstRootKeyId, isFromBefore ? masterKey : randomBytes(32), masterKey),
      sealing_since: new Date(),
      finished_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The master key that fits: the one in hand, or what `secrets rewrap` has put into the data folder since. */
export async function fittingMasterKey(db: Db, { masterKey, dataFolder }: MasterKeyPlace): Promise<Buffer> {
  const first = await db.selectFrom('data_key').select(['id', 'wrapped']).where('id', '=', firstRootKeyId).executeTakeFirstOrThrow()
  const fits = (key: Buffer): boolean => unwrapKey(first.wrapped, key, nameOf(first.id)) !== null
  keepWrappedRootKey(dataFolder, first.wrapped)
  if (fits(masterKey)) return masterKey
  const { own, next } = masterKeysOf(dataFolder)
  const fitting = [own, next].find((key) => key !== null && fits(key))
  if (!fitting) throw new EnvironmentProblem('NAMEPLANE_MASTER_KEY', 'Not the master key of this database. Set the key that encrypted it.')
  // It was stopped before its last step.
  if (fitting === next) takeNextMasterKey(dataFolder)
  return fitting
}

/** The root keys as they are now. @throws EnvironmentProblem when one does not open with this master key */
export async function readRootKeys(db: Db, masterKey: Buffer): Promise<RootKeys> {
  const rows = await db.selectFrom('data_key').select(['id', 'wrapped', 'sealing_since']).orderBy('id').execute()
  const byId = new Map<number, Buffer>()
  let sealingId = firstRootKeyId
  for (const { id, wrapped, sealing_since: sealingSince } of rows) {
    const key = unwrapKey(wrapped, masterKey, nameOf(id))
    if (!key) throw new EnvironmentProblem('NAMEPLANE_MASTER_KEY', `Data key ${id} of this database cannot be decrypted with it`)
    byId.set(id, key)
    if (sealingSince !== null) sealingId = id
  }
  return { byId, sealingId }
}

/** The first root key as the data folder has it, for those who have no database; a platform of before has the master key for it. */
export function rootKeyWithoutDatabase({ masterKey, dataFolder }: MasterKeyPlace): Buffer {
  const wrapped = wrappedRootKey(dataFolder)
  return (wrapped && unwrapKey(wrapped, masterKey, nameOf(firstRootKeyId))) ?? masterKey
}

let known: RootKeys | null = null

/** The root keys of this process. */
export function knownRootKeys(): RootKeys {
  if (!known) throw new Error('the data keys have not been opened')
  return known
}

/** Sets the keys of secrets and audit trail for this process. */
export function useRootKeys(keys: RootKeys): void {
  setAuditKey(keys.byId.get(firstRootKeyId)!)
  setSecretKeys(keys)
  known = keys
}

/** Tells every server that the keys are others; heard when the transaction ends. */
export async function announceDataKeys(db: Db): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(db)
}

/** What names the present keys: whoever knows them holds a lock of this name. */
async function stateOfKeys(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select coalesce(string_agg(id || ':' || extract(epoch from created_at) || ':' || (sealing_since is not null), ',' order by id), '') as state from data_key`.execute(
    db,
  )
  return rows[0]!.state
}

/** Keeps this process's keys true to the database while it runs. */
export async function followDataKeys(db: Db, pool: Pool, place: MasterKeyPlace, failed: (error: unknown) => void): Promise<{ stop(): Promise<void> }> {
  let query: ((text: string, values: unknown[]) => Promise<unknown>) | null = null
  let turn: Promise<void> = Promise.resolve()
  const follow = async (): Promise<void> => {
    for (;;) {
      const state = await stateOfKeys(db)
      useRootKeys(await readRootKeys(db, await fittingMasterKey(db, place)))
      await query?.('select pg_advisory_unlock_all(), pg_advisory_lock_shared(hashtextextended($1, 18))', [state])
      if ((await stateOfKeys(db)) === state) return
    }
  }
  const later = (): Promise<void> => (turn = turn.then(follow).catch(failed))
  const listening = listenAlone(pool, channel, {
    notice: () => void later(),
    gap: (ask) => {
      query = ask
      void later()
    },
    unheard: failed,
  })
  await listening.ready
  await turn
  return { stop: () => listening.stop() }
}

/** Waits until no server knows only the keys of `before`. @throws when one still does after half a minute */
async function untilKnownEverywhere(db: Db, before: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    for (let tries = 0; tries < 300; tries += 1) {
      const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(hashtextextended(${before}, 18)) as taken`.execute(connection)
      if (rows[0]!.taken) {
        await sql`select pg_advisory_unlock(hashtextextended(${before}, 18))`.execute(connection)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('A running server has not loaded the new key. Restart it and run the command again.')
  })
}

/** Changes the keys in the database, and waits until every running server knows the change. */
export async function changeDataKeys(db: Db, place: MasterKeyPlace, work: () => Promise<void>): Promise<void> {
  const before = await stateOfKeys(db)
  await work()
  await announceDataKeys(db)
  useRootKeys(await readRootKeys(db, await fittingMasterKey(db, place)))
  if ((await stateOfKeys(db)) !== before) await untilKnownEverywhere(db, before)
}
