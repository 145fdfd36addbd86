import { sql } from 'kysely'
import { isServing } from '../../../changes/nodes-serving.ts'
import type { Db, Tx } from '../../../db/connection.ts'

/** Key of the setting that holds the licence file. */
const licenceKey = 'LICENCE'

/** The licence file as it was uploaded. */
export type KeptLicence = { file: string; uploadedAt: Date }

export async function readKeptLicence(db: Db): Promise<KeptLicence | null> {
  const row = await db.selectFrom('system_config').select(['param_value', 'updated_at']).where('param_key', '=', licenceKey).executeTakeFirst()
  const file = row?.param_value['file']
  return row && typeof file === 'string' ? { file, uploadedAt: row.updated_at } : null
}

/** Keeps a file in place of the one before, or none; answers the record's id. */
export async function writeKeptLicence(tx: Tx, file: string | null): Promise<number> {
  const param_value = JSON.stringify(file === null ? {} : { file })
  const row = await tx
    .insertInto('system_config')
    .values({ param_key: licenceKey, remark: '许可证', param_value })
    .onConflict((conflict) =>
      conflict
        .column('param_key')
        .doUpdateSet((excluded) => ({ param_value, row_version: excluded('system_config.row_version', '+', 1), updated_at: new Date() })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Domains in the recycle bin count for nothing. */
export async function countUse(db: Db): Promise<{ domains: number; nodes: number; records: number; users: number; administrators: number }> {
  const { rows } = await sql<{ domains: number; nodes: number; records: number; users: number; administrators: number }>`
    select (select count(*) from domain where deleted_at is null) as domains, (select count(*) from node where ${isServing}) as nodes,
      (select coalesce(sum(record_count), 0)::bigint from domain where deleted_at is null) as records,
      (select count(*) from account where type <> 1) as users, (select count(*) from account where type = 1) as administrators`.execute(db)
  return rows[0]!
}

export type InstalledNode = { name: string; address: string; version: string; state: string }

/** A node that is out of use is not counted, and is told apart from one that should answer and does not. */
export async function installedNodes(db: Db): Promise<InstalledNode[]> {
  const nodes = await db.selectFrom('node').select(['name', 'address', 'version', 'state', 'status']).orderBy('id').execute()
  return nodes.map(({ status, ...node }) => (status === 1 ? node : { ...node, state: 'disabled' }))
}

export async function databaseFacts(db: Db): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]!
}
