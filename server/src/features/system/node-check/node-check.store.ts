import { sql } from 'kysely'
import type { nodeCheck as calls } from '@nameplane/contract/system/node-check'
import type { Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import type { Db, Tx } from '../../../db/connection.ts'
import { foldCase } from '../../../db/fold-case.ts'

export type KnownNode = { nodeId: number; name: string; address: string }

/** Nodes that are checked: those that are in use. */
export async function checkedNodes(db: Db): Promise<KnownNode[]> {
  return db.selectFrom('node').select(['id as nodeId', 'name', 'address']).where('status', '=', 1).orderBy('id').execute()
}

/** The node that an API key was made for when it enrolled. */
export async function findNodeOfKey(db: Db, keyId: number): Promise<{ id: number; name: string; status: number } | null> {
  const row = await db
    .selectFrom('node_enrolment')
    .innerJoin('node', 'node.id', 'node_enrolment.node_id')
    .select(['node.id', 'node.name', 'node.status'])
    .where('node_enrolment.api_token_id', '=', keyId)
    .executeTakeFirst()
  return row ?? null
}

/** The language of the account whose mailbox it is; null for one that is nobody's, or without a choice. */
export async function languageOfMailbox(tx: Tx, email: string): Promise<Language | null> {
  const account = await tx
    .selectFrom('account')
    .select('language')
    .where((of) => of(of.fn<string>('lower', ['email']), '=', foldCase(email)))
    .executeTakeFirst()
  return account?.language === 'en' ? 'en' : account?.language === 'cn' ? 'zh' : null
}

type Result = Received<typeof calls.report>['results'][number]

/** Keeps the newest result of each reporter for each port. */
export async function keepResults(tx: Tx, reporter: string, results: readonly Result[], now: Date): Promise<void> {
  await tx
    .insertInto('node_check_result')
    .values(
      results.map((one) => ({
        node_id: one.nodeId,
        port: one.port,
        reporter,
        is_reachable: one.isReachable,
        milliseconds: one.milliseconds,
        reason: one.reason,
        reported_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['node_id', 'port', 'reporter'])
        .doUpdateSet((excluded) => ({
          is_reachable: excluded.ref('excluded.is_reachable'),
          milliseconds: excluded.ref('excluded.milliseconds'),
          reason: excluded.ref('excluded.reason'),
          reported_at: now,
        })),
    )
    .execute()
}

/** What fresh results say of each node: how many there are, how many failed, and why the newest of those did. */
export type Tally = { nodeId: number; results: number; failed: number; reporters: number; reportedAt: Date; reason: string }

export async function tallies(db: Db, ports: readonly number[], freshSince: Date, nodeIds?: readonly number[]): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select node_id as "nodeId", count(*)::int as results, (count(*) filter (where not is_reachable))::int as failed,
      count(distinct reporter)::int as reporters, max(reported_at) as "reportedAt",
      coalesce((array_agg(port || case when reason = '' then '' else ': ' || reason end order by reported_at desc, port) filter (where not is_reachable))[1], '') as reason
    from node_check_result
    where reported_at >= ${freshSince} and port = any(${[...ports]}) ${nodeIds ? sql`and node_id = any(${[...nodeIds]})` : sql``}
    group by node_id`.execute(db)
  return rows
}

export async function readStates(db: Db): Promise<{ node_id: number; is_failing: boolean; since: Date }[]> {
  return db.selectFrom('node_check_state').select(['node_id', 'is_failing', 'since']).execute()
}

/** Nodes whose state is judged by one writer at a time. */
export async function lockStates(tx: Tx, nodeIds: readonly number[]): Promise<Map<number, boolean>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('node check', 0))`.execute(tx)
  const rows = await tx.selectFrom('node_check_state').select(['node_id', 'is_failing']).where('node_id', 'in', nodeIds).execute()
  return new Map(rows.map((row) => [row.node_id, row.is_failing]))
}

export async function keepState(tx: Tx, nodeId: number, isFailing: boolean, reason: string, now: Date): Promise<void> {
  const state = { is_failing: isFailing, reason, since: now }
  await tx
    .insertInto('node_check_state')
    .values({ node_id: nodeId, ...state })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(state))
    .execute()
}
