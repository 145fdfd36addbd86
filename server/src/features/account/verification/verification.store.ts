import type { Selectable } from 'kysely'
import type { verification as calls } from '@nameplane/contract/account/verification'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { containing } from '../../../db/containing.ts'
import { pageOf } from '../../../db/paged-read.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { accountWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { IdentityVerificationTable } from '../../../db/identity-tables.ts'
import { keyedDigest, SealProblem, unseal } from '../../../secrets/seal.ts'
import { booksCurrency } from '../../../settings/books.ts'
import { identityPlace } from '../../../secrets/sealed-places.ts'

export type VerificationRow = Selectable<IdentityVerificationTable>

type ListQuery = Received<typeof calls.list>

const dayMs = 86_400_000

/** What a row tells its own user. */
export function stateOf(row: VerificationRow): Answered<typeof calls.check>['data'] {
  return { id: row.id, provider: row.provider, state: row.state, reason: row.reason, createTime: row.created_at, finishTime: row.finished_at }
}

/** Whom a verification is about. @throws SealProblem */
function personOf(row: Pick<VerificationRow, 'account_id' | 'name' | 'id_number'>): { name: string; idNumber: string } {
  return { name: unseal(row.name, identityPlace(row.account_id, 'name')), idNumber: unseal(row.id_number, identityPlace(row.account_id, 'id_number')) }
}

/** The same; null where a key that is not known here has sealed it, as after a restore without the data keys. */
export function personIfOpened(row: Parameters<typeof personOf>[0]): ReturnType<typeof personOf> | null {
  try {
    return personOf(row)
  } catch (cause) {
    if (cause instanceof SealProblem) return null
    throw cause
  }
}

/** Tells whether two numbers are the same without showing either. */
export function idDigest(idNumber: string): Buffer {
  return keyedDigest(idNumber.toUpperCase(), 'identity_verification:id_number')
}

const masked = (text: string, last: number): string => {
  const letters = Array.from(text)
  return letters.map((letter, index) => (index === 0 || index >= letters.length - last ? letter : '*')).join('')
}

export async function listVerifications(db: Db, accessScope: AccessScope, query: ListQuery): Promise<Answered<typeof calls.list>['data']> {
  let found = db.selectFrom('identity_verification').innerJoin('account', 'account.id', 'identity_verification.account_id').where(accountWithin(accessScope))
  if (query.search) found = found.where('account.username', 'ilike', containing(query.search))
  if (query.userId) found = found.where('account_id', '=', query.userId)
  if (query.provider) found = found.where('provider', '=', query.provider)
  if (query.state) found = found.where('state', '=', query.state)
  if (query.from) found = found.where('identity_verification.created_at', '>=', query.from)
  if (query.to) found = found.where('identity_verification.created_at', '<=', query.to)
  const sort = { createTime: 'identity_verification.created_at', finishTime: 'identity_verification.finished_at' } as const
  const tieBreak = 'identity_verification.id'
  const page = await pageOf(db, found.selectAll('identity_verification').select('account.username'), { sort, otherwise: tieBreak, tieBreak }, query)
  const currency = await booksCurrency(db)
  return {
    ...page,
    list: page.list.map((row) => {
      // One that does not open leaves the others readable.
      const person = personIfOpened(row)
      return {
        ...stateOf(row),
        userId: row.account_id,
        username: row.username,
        maskedName: person ? masked(person.name, 0) : '',
        maskedIdNumber: person ? masked(person.idNumber, 1) : '',
        feeCents: row.fee_cents,
        currency,
        decidedBy: row.decided_by,
      }
    }),
  }
}

export async function lastOf(db: Db, accountId: number): Promise<VerificationRow | undefined> {
  return db.selectFrom('identity_verification').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** A verification of somebody within reach, locked until the transaction ends. */
export async function lockVerification(tx: Tx, accessScope: AccessScope, id: number): Promise<VerificationRow | undefined> {
  return tx
    .selectFrom('identity_verification')
    .innerJoin('account', 'account.id', 'identity_verification.account_id')
    .selectAll('identity_verification')
    .where('identity_verification.id', '=', id)
    .where(accountWithin(accessScope))
    .forUpdate('identity_verification')
    .executeTakeFirst()
}

/** How an account stands before another check. */
export type Standing = { username: string; isVerified: boolean; isPending: boolean; balanceCents: number; ofDay: number; counted: number }

/** `isLocked`: nobody else changes the account until the transaction ends. Null: no such account. */
export async function standingOf(db: Db, accountId: number, at: Date, isLocked: boolean): Promise<Standing | null> {
  const account = db.selectFrom('account').select(['username', 'verified', 'balance_cents']).where('id', '=', accountId)
  const found = await (isLocked ? account.forUpdate() : account).executeTakeFirst()
  if (!found) return null
  const rows = await db.selectFrom('identity_verification').select(['state', 'created_at']).where('account_id', '=', accountId).execute()
  return {
    username: found.username,
    isVerified: found.verified === 1,
    isPending: rows.some(({ state }) => state === 'pending'),
    balanceCents: found.balance_cents,
    ofDay: rows.filter(({ created_at }) => created_at.getTime() > at.getTime() - dayMs).length,
    // Nobody pays for a check that was never finished.
    counted: rows.filter(({ state }) => state !== 'expired').length,
  }
}

/** Whether the number has verified another row than this one. */
export async function isTaken(tx: Tx, row: Pick<VerificationRow, 'id' | 'id_digest'>): Promise<boolean> {
  const other = await tx
    .selectFrom('identity_verification')
    .select('id')
    .where('id_digest', '=', row.id_digest)
    .where('state', '=', 'passed')
    .where('id', '!=', row.id)
    .executeTakeFirst()
  return other !== undefined
}
