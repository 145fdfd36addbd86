import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/connection.ts'
import type { NodeEnrolmentTable } from '../../../db/node-enrolment-tables.ts'

export type EnrolmentRow = Selectable<NodeEnrolmentTable> & { username: string; node_status: number | null; last_used_at: Date | null }

/** All of them with who made them and what became of them, newest first. */
export async function listEnrolments(db: Db): Promise<EnrolmentRow[]> {
  return db
    .selectFrom('node_enrolment')
    .innerJoin('account', 'account.id', 'node_enrolment.created_by')
    .leftJoin('node', 'node.id', 'node_enrolment.node_id')
    .leftJoin('api_token', 'api_token.id', 'node_enrolment.api_token_id')
    .selectAll('node_enrolment')
    .select(['account.username', 'node.status as node_status', 'api_token.last_used_at'])
    .orderBy('node_enrolment.id', 'desc')
    .execute()
}

export async function countOpen(tx: Tx, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('node_enrolment')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a node has this name, or a command that is still good will give it to one. */
export async function isNameTaken(tx: Tx, name: string, now: Date): Promise<boolean> {
  const node = await tx.selectFrom('node').select('id').where('name', '=', name).executeTakeFirst()
  if (node) return true
  const open = await tx
    .selectFrom('node_enrolment')
    .select('id')
    .where('name', '=', name)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return open !== undefined
}

/** Takes the token for good: of any number of tries at once one alone gets the row. */
export async function takeEnrolment(tx: Tx, hash: Buffer, address: string, now: Date): Promise<Selectable<NodeEnrolmentTable> | null> {
  const row = await tx
    .updateTable('node_enrolment')
    .set({ used_at: now, used_address: address })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    // What the key may do is what its owner may.
    .where('created_by', 'in', (of) => of.selectFrom('account').select('account.id').where('account.status', '=', 1))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** A node that waits for an administrator; it serves no domains, whatever its status. */
export async function insertCdnNode(tx: Tx, name: string, address: string): Promise<number> {
  const { id } = await tx
    .insertInto('node')
    .values({ name, driver: 'cdn', address, port: 0, service_group_id: null, status: 0, state: 'enrolled' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function lockEnrolments(tx: Tx, ids: readonly number[]): Promise<Selectable<NodeEnrolmentTable>[]> {
  return tx.selectFrom('node_enrolment').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
}
