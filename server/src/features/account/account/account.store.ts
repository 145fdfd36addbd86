import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/connection.ts'
import type { AccountTable } from '../../../db/account-tables.ts'
import { lockRows, updateRows } from '../../../db/versioned-rows.ts'
import { accountWithin, type AccessScope } from '../../../access/access-scope.ts'
import { foldCase } from '../../../db/fold-case.ts'

/** What is kept of an account in the audit trail; nothing of its password. */
export type AccountState = {
  id: number
  username: string
  type: number
  isSuper: boolean
  status: number
  email: string
  mobile: string
  remark: string
  language: string
  tags: string[]
  verified: number
  unvalidModel: string[]
  resetDue: boolean
  balanceCents: number
  rowVersion: number
}

/** Fields of an account that a change sets. */
export type AccountSet = Partial<
  Pick<
    AccountState,
    'username' | 'type' | 'isSuper' | 'status' | 'email' | 'mobile' | 'remark' | 'language' | 'tags' | 'verified' | 'unvalidModel' | 'resetDue'
  >
>

function stateOf(row: Selectable<AccountTable>): AccountState {
  return {
    id: row.id,
    username: row.username,
    type: row.type,
    isSuper: row.is_super,
    status: row.status,
    email: row.email,
    mobile: row.mobile,
    remark: row.remark,
    language: row.language ?? '',
    tags: row.tags,
    verified: row.verified,
    unvalidModel: row.unvalid_model,
    resetDue: row.must_change_password,
    balanceCents: row.balance_cents,
    rowVersion: row.row_version,
  }
}

/** What a reply shows of an account in another way than its columns say. */
export const shownOtherwise = [sql<string>`coalesce(account.language, '')`.as('language'), 'account.must_change_password as resetDue'] as const

const columns = {
  username: 'username',
  type: 'type',
  isSuper: 'is_super',
  status: 'status',
  email: 'email',
  mobile: 'mobile',
  remark: 'remark',
  tags: 'tags',
  verified: 'verified',
  resetDue: 'must_change_password',
} as const satisfies Partial<Record<keyof AccountSet, keyof AccountTable>>

function written(set: AccountSet) {
  const row: Partial<Record<(typeof columns)[keyof typeof columns] | 'language' | 'unvalid_model', unknown>> = {}
  for (const [field, column] of Object.entries(columns) as [keyof typeof columns, (typeof columns)[keyof typeof columns]][])
    if (set[field] !== undefined) row[column] = set[field]
  if (set.language !== undefined) row.language = set.language === '' ? null : set.language
  if (set.unvalidModel !== undefined) row.unvalid_model = JSON.stringify(set.unvalidModel)
  return row as Record<string, never>
}

/** Locks accounts until the transaction ends, in the order of their ids, so that two bulk calls never wait for each other. */
export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<AccountState[]> {
  return (await lockRows(tx, 'account', ids, 'everywhere')).map(stateOf)
}

/** Whether somebody reaches an account; none that is not there. */
export async function isWithin(db: Db, accessScope: AccessScope, id: number): Promise<boolean> {
  return areWithin(db, accessScope, [id])
}

/** Whether somebody reaches all of these accounts, which are there. */
export async function areWithin(db: Db, accessScope: AccessScope, ids: readonly number[]): Promise<boolean> {
  if (accessScope === 'all') return true
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...ids])
    .where(accountWithin(accessScope))
    .execute()
  return rows.length === new Set(ids).size
}

/** `createdBy`: who added a user, so that the one who did reaches them. */
export async function insertAccount(
  tx: Tx,
  set: AccountSet & { username: string; type: number },
  passwordHash: string,
  createdBy: number | null = null,
): Promise<number> {
  const row = await tx
    .insertInto('account')
    .values({ ...written(set), username: set.username, type: set.type, password_hash: passwordHash, language: set.language || null, created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateAccounts(tx: Tx, ids: readonly number[], set: AccountSet): Promise<void> {
  await updateRows(tx, 'account', ids, written(set))
}

export async function setPasswordHash(tx: Tx, id: number, passwordHash: string, resetDue: boolean): Promise<void> {
  await updateRows(tx, 'account', [id], { password_hash: passwordHash, must_change_password: resetDue })
}

export async function deleteAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('account')
    .where('id', 'in', [...ids])
    .execute()
}

/** Which of these names, addresses and numbers other accounts have; each folded. */
export async function takenAmong(
  db: Db,
  wanted: { usernames: readonly string[]; emails: readonly string[]; mobiles: readonly string[] },
  exceptId: number | null,
): Promise<{ usernames: Set<string>; emails: Set<string>; mobiles: Set<string> }> {
  const lower = (texts: readonly string[]): string[] => texts.filter((text) => text !== '').map((text) => foldCase(text))
  const { usernames, emails, mobiles } = { usernames: lower(wanted.usernames), emails: lower(wanted.emails), mobiles: lower(wanted.mobiles) }
  const rows = await db
    .selectFrom('account')
    .select((of) => ['id', of.fn<string>('lower', ['username']).as('username'), of.fn<string>('lower', ['email']).as('email'), 'mobile'])
    .where((of) =>
      of.or([
        ...(usernames.length > 0 ? [of(of.fn<string>('lower', ['username']), 'in', usernames)] : []),
        ...(emails.length > 0 ? [of(of.fn<string>('lower', ['email']), 'in', emails)] : []),
        ...(mobiles.length > 0 ? [of('mobile', 'in', mobiles)] : []),
      ]),
    )
    .execute()
  const others = rows.filter((row) => row.id !== exceptId)
  return {
    usernames: new Set(others.map((row) => row.username)),
    emails: new Set(others.map((row) => row.email)),
    mobiles: new Set(others.map((row) => row.mobile)),
  }
}

/** Domains of each account, those in the recycle bin too: they could not come back without their owner. */
export async function domainCountsOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('domain')
    .select((of) => ['account_id', of.fn.countAll<number>().as('count')])
    .where('account_id', 'in', [...ids])
    .groupBy('account_id')
    .execute()
  return new Map(rows.map((row) => [row.account_id, Number(row.count)]))
}

/** Ends every session of these accounts at once, and those in which they act as others. */
export async function endSessionsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('session')
    .where((of) => of.or([of('account_id', 'in', [...ids]), of('impersonator_id', 'in', [...ids])]))
    .execute()
}
