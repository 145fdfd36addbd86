import type { Db, Tx } from '../../../../db/connection.ts'
import { keyedDigest } from '../../../../secrets/seal.ts'
import type { SignInAccount } from '../session.store.ts'

/** Stands for a WeChat: without the platform's key nobody can try out whose it is. */
export function identityDigest(identity: string): Buffer {
  return keyedDigest(identity, 'wechat identity')
}

export type WechatBinding = { readonly createdAt: Date; readonly lastUsedAt: Date | null }

export async function findBinding(db: Db, accountId: number): Promise<WechatBinding | undefined> {
  const row = await db.selectFrom('wechat_binding').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return row && { createdAt: row.created_at, lastUsedAt: row.last_used_at }
}

/** The administrator whom a WeChat is bound to, whatever the state of the account. */
export async function findBoundAccount(db: Db, digest: Buffer): Promise<Pick<SignInAccount, 'id' | 'username' | 'type' | 'status'> | undefined> {
  return db
    .selectFrom('wechat_binding')
    .innerJoin('account', 'account.id', 'wechat_binding.account_id')
    .select(['account.id', 'account.username', 'account.type', 'account.status'])
    .where('identity_digest', '=', digest)
    .where('account.type', '=', 1)
    .executeTakeFirst()
}

/** Binds; says which of the two was bound already. */
export async function insertBinding(tx: Tx, accountId: number, digest: Buffer): Promise<'bound' | 'account-has-one' | 'taken'> {
  const made = await tx
    .insertInto('wechat_binding')
    .values({ account_id: accountId, identity_digest: digest, created_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (made) return 'bound'
  return (await findBinding(tx, accountId)) ? 'account-has-one' : 'taken'
}

export async function deleteBinding(tx: Tx, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('wechat_binding').where('account_id', '=', accountId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function noteBindingUse(db: Db, accountId: number): Promise<void> {
  await db.updateTable('wechat_binding').set({ last_used_at: new Date() }).where('account_id', '=', accountId).execute()
}
