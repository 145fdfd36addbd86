import type { Db, Tx } from '../../../../db/connection.ts'
import { sha256 } from '../session.store.ts'
import { steadyIn, steadyNow } from '../../../../time/steady-time.ts'

/** How long a right password waits for its second factor. */
export const ticketLifeSeconds = 300

export async function insertTicket(tx: Tx, secret: string, accountId: number, address: string): Promise<void> {
  await tx
    .insertInto('sign_in_ticket')
    .values({ secret_hash: sha256(secret), account_id: accountId, address, created_at: steadyNow() })
    .execute()
}

/** The enabled account that a ticket stands for. */
export async function findTicketAccount(db: Db, secret: string): Promise<{ id: number; username: string; type: number } | undefined> {
  return db
    .selectFrom('sign_in_ticket')
    .innerJoin('account', 'account.id', 'sign_in_ticket.account_id')
    .select(['account.id', 'account.username', 'account.type'])
    .where('secret_hash', '=', sha256(secret))
    .where('sign_in_ticket.created_at', '>', steadyIn(-ticketLifeSeconds))
    .where('account.status', '=', 1)
    .executeTakeFirst()
}

/** Takes a ticket away; false when somebody else was first. */
export async function useTicket(db: Db, secret: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sign_in_ticket').where('secret_hash', '=', sha256(secret)).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteTicketsOf(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('sign_in_ticket').where('account_id', '=', accountId).execute()
}

export type TotpRow = { secret: string; lastStep: number; createdAt: Date; lastUsedAt: Date | null }

export async function findTotp(db: Db, accountId: number): Promise<TotpRow | undefined> {
  const row = await db.selectFrom('totp').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return row && { secret: row.secret, lastStep: row.last_step, createdAt: row.created_at, lastUsedAt: row.last_used_at }
}

export async function saveTotp(tx: Tx, accountId: number, sealedSecret: string, step: number): Promise<void> {
  const fields = { secret: sealedSecret, last_step: step, created_at: new Date(), last_used_at: null }
  await tx
    .insertInto('totp')
    .values({ account_id: accountId, ...fields })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fields))
    .execute()
}

/** Steps of a day: a step so far ahead was taken while the clock was wrong, and would shut its owner out until then. */
const stepsOfDay = 2880

/** Notes the step of a code that is taken; false when that step or a later one was taken before (RFC 6238 §5.2). */
export async function useTotpStep(db: Db, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp')
    .set({ last_step: step, last_used_at: new Date() })
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', step + stepsOfDay)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteTotp(tx: Tx, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('totp').where('account_id', '=', accountId).executeTakeFirst()
  return numDeletedRows > 0n
}

export type PasskeyRow = {
  id: number
  accountId: number
  name: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  host: string
  createdAt: Date
  lastUsedAt: Date | null
}

export async function passkeysOf(db: Db, accountId: number): Promise<PasskeyRow[]> {
  const rows = await db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    host: row.host,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Keeps a passkey; null when one of this id is kept already, by whomever. */
export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'>): Promise<number | null> {
  const made = await tx
    .insertInto('passkey')
    .values({
      account_id: row.accountId,
      name: row.name,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      transports: row.transports,
      host: row.host,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export async function notePasskeyUse(db: Db, id: number, counter: number): Promise<void> {
  await db.updateTable('passkey').set({ counter, last_used_at: new Date() }).where('id', '=', id).execute()
}

/** The name of a passkey of the account, locked until the transaction ends; nobody else's. */
export async function lockPasskeyName(tx: Tx, accountId: number, id: number): Promise<string | undefined> {
  const row = await tx.selectFrom('passkey').select('name').where('id', '=', id).where('account_id', '=', accountId).forUpdate().executeTakeFirst()
  return row?.name
}

export async function setPasskeyName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('passkey').set({ name }).where('id', '=', id).execute()
}

export async function deletePasskey(tx: Tx, accountId: number, id: number): Promise<{ name: string } | undefined> {
  return tx.deleteFrom('passkey').where('id', '=', id).where('account_id', '=', accountId).returning('name').executeTakeFirst()
}

export async function recoveryCodesLeft(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Uses a recovery code up; false when there is none such that was not used. */
export async function useRecoveryCode(db: Db, accountId: number, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: new Date() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function replaceRecoveryCodes(tx: Tx, accountId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length > 0)
    await tx
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
      .execute()
}

/** Removes every second factor of an account; answers how many of each there were. */
export async function deleteFactorsOf(tx: Tx, accountId: number): Promise<{ totp: number; passkeys: number }> {
  const totp = (await deleteTotp(tx, accountId)) ? 1 : 0
  const passkeys = Number((await tx.deleteFrom('passkey').where('account_id', '=', accountId).executeTakeFirst()).numDeletedRows)
  await replaceRecoveryCodes(tx, accountId, [])
  await deleteTicketsOf(tx, accountId)
  return { totp, passkeys }
}
