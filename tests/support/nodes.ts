import type { Insertable } from 'kysely'
import type { Tables } from '../../server/src/db/tables.ts'
import type { TestApp } from './app.ts'

/** The row of a node that serves all groups, under an address where nothing listens. */
export async function newNode({ db }: Pick<TestApp, 'db'>, name: string, values: Partial<Insertable<Tables['node']>> = {}): Promise<number> {
  const row = { name, driver: 'builtin', address: '127.0.0.1', port: 1, service_group_id: null, ...values }
  return (await db.insertInto('node').values(row).returning('id').executeTakeFirstOrThrow()).id
}
