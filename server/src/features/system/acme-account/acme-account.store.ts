import type { KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { acmeAccount as calls } from '@nameplane/contract/system/acme-account'
import type { Answered } from '@nameplane/contract/endpoint'
import type { AcmeAccountTable } from '../../../db/acme-tables.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { AccountHolder, AccountState } from '../../../integrations/acme/acme-account.ts'
import { jwkThumbprint, keyOfText, keyText, newAccountKey, publicJwk } from '../../../integrations/acme/jws.ts'
import { seal, unseal } from '../../../secrets/seal.ts'
import { acmeKeyPlace } from '../../../secrets/sealed-places.ts'

export type AcmeAccountRow = Selectable<AcmeAccountTable>

type Shown = NonNullable<Answered<typeof calls.info>['data']['account']>

export function shownAccount(row: AcmeAccountRow): Shown {
  return {
    state: row.state,
    accountUrl: row.account_url,
    email: row.email,
    termsOfService: row.terms_of_service,
    keyThumbprint: row.key_thumbprint,
    isRollingOver: row.next_key !== null,
    registerTime: row.registered_at,
    registeredBy: row.registered_by,
    rolloverTime: row.rolled_over_at,
    checkTime: row.checked_at,
  }
}

export async function readAccount(db: Db, directoryUrl: string): Promise<AcmeAccountRow | undefined> {
  return db.selectFrom('acme_account').selectAll().where('directory_url', '=', directoryUrl).executeTakeFirst()
}

export async function lockAccount(tx: Tx, id: number): Promise<AcmeAccountRow | undefined> {
  return tx.selectFrom('acme_account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

const thumbprintOf = (key: KeyObject): string => jwkThumbprint(publicJwk(key))
const sealed = (key: KeyObject, directoryUrl: string): string => seal(keyText(key), acmeKeyPlace(directoryUrl))

/** The key of a row. @throws SealProblem */
export function keyOf(row: AcmeAccountRow, column: 'account_key' | 'next_key' = 'account_key'): KeyObject {
  return keyOfText(unseal(row[column]!, acmeKeyPlace(row.directory_url)))
}

export function holderOf(row: AcmeAccountRow): AccountHolder {
  return { key: keyOf(row), accountUrl: row.account_url }
}

/**
 * A row with a key to register, before anybody is asked: an answer that is lost must not leave an account whose key nobody has. A
 * registration that was begun goes on with the key it has; an account that is closed gives way to a new one.
 */
export async function keptForRegistration(db: Db, directoryUrl: string): Promise<AcmeAccountRow> {
  const key = newAccountKey()
  const fresh = { account_key: sealed(key, directoryUrl), key_thumbprint: thumbprintOf(key) }
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('acme_account')
      .values({ directory_url: directoryUrl, ...fresh, next_key: null })
      .onConflict((conflict) => conflict.column('directory_url').doNothing())
      .execute()
    const row = await tx.selectFrom('acme_account').selectAll().where('directory_url', '=', directoryUrl).forUpdate().executeTakeFirstOrThrow()
    if (row.state === 'pending' || row.state === 'valid') return row
    const blank = { state: 'pending', account_url: '', email: '', terms_of_service: '', registered_by: '', next_key: null } as const
    return tx
      .updateTable('acme_account')
      .set({ ...fresh, ...blank, registered_at: null, rolled_over_at: null, checked_at: null })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** The same for a change of the key: the key that was begun with, or a new one. */
export async function keptForRollover(db: Db, id: number): Promise<AcmeAccountRow> {
  return db.transaction().execute(async (tx) => {
    const row = (await lockAccount(tx, id))!
    if (row.next_key !== null) return row
    const next_key = sealed(newAccountKey(), row.directory_url)
    return tx.updateTable('acme_account').set({ next_key }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  })
}

/** A key that the authority does not take as such is not tried again. */
export async function forgetNextKey(db: Db, { id, next_key }: AcmeAccountRow): Promise<void> {
  await db.updateTable('acme_account').set({ next_key: null }).where('id', '=', id).where('next_key', '=', next_key).execute()
}

/** Puts the next key of a row in place of its key, unless somebody has done so meanwhile. */
export async function takeNextKey(db: Db, row: AcmeAccountRow, at: Date): Promise<AcmeAccountRow> {
  const key_thumbprint = thumbprintOf(keyOf(row, 'next_key'))
  await db
    .updateTable('acme_account')
    .set((of) => ({ account_key: of.ref('next_key'), next_key: null, key_thumbprint, rolled_over_at: at }))
    .where('id', '=', row.id)
    // Sealed anew meanwhile, it is another text; the thumbprint is what tells.
    .where('next_key', 'is not', null)
    .where('key_thumbprint', '=', row.key_thumbprint)
    .execute()
  return db.selectFrom('acme_account').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
}

/** What the authority has said of the account. */
export async function noteState(db: Db, id: number, state: AccountState, at: Date): Promise<void> {
  await db.updateTable('acme_account').set({ state, checked_at: at }).where('id', '=', id).where('state', '!=', 'pending').execute()
}
