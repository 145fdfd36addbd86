import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../../db/connection.ts'
import type { WechatScanTable } from '../../../../db/wechat-tables.ts'
import { steadyIn, steadyNow } from '../../../../time/steady-time.ts'
import { sha256 } from '../session.store.ts'

/** How long somebody has to scan and come back. */
export const scanLifeSeconds = 300
/** Scans that one address may have begun in that time, and everybody together: beyond that nothing more is kept. */
const scansOfAddress = 20
const scansOfAll = 5000
/** Wrong codes after which a scan is over. */
const triesOfScan = 5

export type WechatScanRow = Selectable<WechatScanTable>

const since = (): Date => steadyIn(-scanLifeSeconds)

/** What names the one who may go on with a scan: the browser that began to sign in, or the account that binds. */
export type ScanOwner = { readonly browser: string } | { readonly accountId: number }

/** Keeps a scan that begins; false where too many have begun. */
export async function insertScan(
  db: Db,
  scan: { state: string; owner: ScanOwner; way: WechatScanRow['way']; scene: string | null; address: string },
): Promise<boolean> {
  const { of_address, of_all } = await db
    .selectFrom('wechat_scan')
    .where('created_at', '>', since())
    .select((of) => [of.fn.countAll<number>().filterWhere('address', '=', scan.address).as('of_address'), of.fn.countAll<number>().as('of_all')])
    .executeTakeFirstOrThrow()
  if (Number(of_address) >= scansOfAddress || Number(of_all) >= scansOfAll) return false
  const isSignIn = 'browser' in scan.owner
  await db
    .insertInto('wechat_scan')
    .values({
      state_hash: sha256(scan.state),
      purpose: isSignIn ? 'sign-in' : 'bind',
      way: scan.way,
      browser_hash: 'browser' in scan.owner ? sha256(scan.owner.browser) : null,
      account_id: 'browser' in scan.owner ? null : scan.owner.accountId,
      scene_hash: scan.scene === null ? null : sha256(scan.scene),
      identity_digest: null,
      code_hash: null,
      address: scan.address,
      created_at: steadyNow(),
    })
    .execute()
  return true
}

function ownScan(db: Db, state: string, owner: ScanOwner) {
  const scan = db.selectFrom('wechat_scan').selectAll().where('state_hash', '=', sha256(state)).where('created_at', '>', since())
  return 'browser' in owner ? scan.where('browser_hash', '=', sha256(owner.browser)) : scan.where('account_id', '=', owner.accountId)
}

/** A scan as its owner may see it. */
export async function findScan(db: Db, state: string, owner: ScanOwner): Promise<WechatScanRow | undefined> {
  return ownScan(db, state, owner).executeTakeFirst()
}

/**
 * Uses a scan up: nobody gets it twice. One of an official account is used up by the right code, or by the fifth wrong one;
 * `isRightCode` says which it is.
 */
export async function takeScan(
  db: Db,
  state: string,
  owner: ScanOwner,
  isRightCode: (scan: WechatScanRow) => boolean,
): Promise<{ outcome: 'taken'; scan: WechatScanRow } | { outcome: 'wrong-code' } | { outcome: 'gone' }> {
  return db.transaction().execute(async (tx) => {
    const scan = await ownScan(tx, state, owner).forUpdate().executeTakeFirst()
    if (!scan) return { outcome: 'gone' }
    const isRight = scan.way === 'website' || isRightCode(scan)
    if (isRight || scan.tries + 1 >= triesOfScan) await tx.deleteFrom('wechat_scan').where('state_hash', '=', scan.state_hash).execute()
    else
      await tx
        .updateTable('wechat_scan')
        .set({ tries: scan.tries + 1 })
        .where('state_hash', '=', scan.state_hash)
        .execute()
    return isRight ? { outcome: 'taken', scan } : { outcome: 'wrong-code' }
  })
}

/** A scan that still waits for somebody to scan this scene. */
export async function findWaitingScan(db: Db, scene: string): Promise<WechatScanRow | undefined> {
  return db
    .selectFrom('wechat_scan')
    .selectAll()
    .where('scene_hash', '=', sha256(scene))
    .where('identity_digest', 'is', null)
    .where('created_at', '>', since())
    .executeTakeFirst()
}

/** Notes who scanned; false when somebody else was first. */
export async function noteScanned(db: Db, stateHash: Buffer, identityDigest: Buffer, codeHash: Buffer | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wechat_scan')
    .set({ identity_digest: identityDigest, code_hash: codeHash })
    .where('state_hash', '=', stateHash)
    .where('identity_digest', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that a push was taken; false when it was taken before. */
export async function takePush(db: Db, once: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('wechat_push')
    .values({ digest: once, received_at: steadyNow() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** An account's scans end with its binding. */
export async function deleteScansOf(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('wechat_scan').where('account_id', '=', accountId).execute()
}
