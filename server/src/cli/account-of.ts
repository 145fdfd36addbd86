import type { Db } from '../db/connection.ts'
import { findAccountByName } from '../features/account/session/session.store.ts'
import { OperatorProblem } from './operator-problem.ts'

/** The account of this name, or the first super administrator where none is named; `option` is how a name is given. */
export async function accountOf(db: Db, name: string | null, option: string): Promise<{ id: number; username: string }> {
  if (name !== null) {
    const named = await findAccountByName(db, name)
    if (!named) throw new OperatorProblem(`Account not found: ${name}`)
    return named
  }
  const first = await db
    .selectFrom('account')
    .select(['id', 'username'])
    .where('is_super', '=', true)
    .where('status', '=', 1)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) throw new OperatorProblem(`No super administrator found. Select an account with ${option}.`)
  return first
}
