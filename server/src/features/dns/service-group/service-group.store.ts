import { sql, type Selectable } from 'kysely'
import type { serviceGroup as calls } from '@nameplane/contract/dns/service-group'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Db, Tx } from '../../../db/connection.ts'
import type { ServiceGroupTable } from '../../../db/dns-tables.ts'
import { containing } from '../../../db/containing.ts'
import { domainWithin, groupWithin, type Reach } from '../../../db/reach.ts'

type ListQuery = Received<typeof calls.list>
type GroupRow = Answered<typeof calls.list>['data']['list'][number]

const sortColumns = {
  name: 'service_group.name',
  weight: 'service_group.weight',
  createTime: 'service_group.created_at',
  updateTime: 'service_group.updated_at',
} as const satisfies Record<NonNullable<ListQuery['sidx']>, string>

/** The fields of a group that are written. */
export type GroupFields = { name: string; weight: number; status: number; remark: string; mname: string; rname: string; nameservers: string[] }

export async function listServiceGroups(db: Db, reach: Reach, query: ListQuery): Promise<{ list: GroupRow[]; totalCount: number }> {
  let groups = db.selectFrom('service_group').where(groupWithin(reach))
  if (query.search) groups = groups.where('name', 'ilike', containing(query.search))
  const rows = await groups
    .selectAll()
    .select((of) => [
      of
        .selectFrom('domain')
        .whereRef('domain.service_group_id', '=', 'service_group.id')
        .where('domain.deleted_at', 'is', null)
        .where(domainWithin(reach))
        .select(sql<number>`count(*)`.as('count'))
        .as('domain_count'),
      of
        .selectFrom('node')
        .where('node.driver', '<>', 'cdn')
        .where((node) => node.or([node('node.service_group_id', 'is', null), node('node.service_group_id', '=', node.ref('service_group.id'))]))
        .select(sql<number>`count(*)`.as('count'))
        .as('node_count'),
    ])
    .orderBy(query.sidx ? sortColumns[query.sidx] : 'service_group.weight', query.order)
    .orderBy('service_group.id')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  const total = await groups.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      weight: row.weight,
      status: row.status,
      remark: row.remark,
      mname: row.mname,
      rname: row.rname,
      nameservers: row.nameservers,
      isDefault: row.is_default,
      domainCount: Number(row.domain_count),
      nodeCount: Number(row.node_count),
      rowVersion: row.row_version,
      createTime: row.created_at,
      updateTime: row.updated_at,
    })),
    totalCount: Number(total.count),
  }
}

export async function lockServiceGroups(tx: Tx, reach: Reach, ids: readonly number[]): Promise<Selectable<ServiceGroupTable>[]> {
  return tx
    .selectFrom('service_group')
    .selectAll()
    .where('id', 'in', [...ids])
    .where(groupWithin(reach))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function groupNameIsTaken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  const row = await tx.selectFrom('service_group').select('id').where('name', '=', name).executeTakeFirst()
  return row !== undefined && row.id !== exceptId
}

export async function insertServiceGroup(tx: Tx, fields: GroupFields): Promise<number> {
  return (await tx.insertInto('service_group').values(fields).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateServiceGroup(tx: Tx, id: number, fields: GroupFields): Promise<void> {
  await tx
    .updateTable('service_group')
    .set((of) => ({ ...fields, row_version: of('row_version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .execute()
}

export async function deleteServiceGroups(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('service_group')
    .where('id', 'in', [...ids])
    .execute()
}

/** Domains of these groups, those in the recycle bin too: they would come back to the group. */
export async function domainIdsOfGroups(db: Db, ids: readonly number[]): Promise<number[]> {
  return (
    await db
      .selectFrom('domain')
      .select('id')
      .where('service_group_id', 'in', [...ids])
      .execute()
  ).map((row) => row.id)
}
