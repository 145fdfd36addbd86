import { sql } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import type { Environment } from '../environment.ts'
import type { AnsweringNode } from './demo-traffic.ts'

/** What marks nodes that nobody runs. */
export const demoDriver = 'demo'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

/**
 * The nodes of the demo world: the platform's own, which a later start takes on, one that is out of use, and one of a service group that
 * does not answer. Nobody runs the last two.
 */
export async function insertDemoNodes(
  tx: Tx,
  ofGroup: number,
  { dnsHost, dnsPort }: Pick<Environment, 'dnsHost' | 'dnsPort'>,
  now: Date,
): Promise<AnsweringNode[]> {
  const builtIn = await tx.selectFrom('node').select('id').where('driver', '=', 'builtin').orderBy('id').execute()
  if (builtIn.length === 0 && dnsPort !== 0) {
    const values = { name: `built-in ${dnsHost}:${dnsPort}`, driver: 'builtin', address: dnsHost, port: dnsPort, service_group_id: null, state: 'offline' }
    builtIn.push(await tx.insertInto('node').values(values).returning('id').executeTakeFirstOrThrow())
  }
  const disabledAt = new Date(now.getTime() - 9 * dayMs)
  const silentSince = new Date(now.getTime() - 42 * minuteMs)
  const of = { driver: demoDriver, port: 53, state: 'offline', version: '0.9.4' }
  const [disabled, silent] = await tx
    .insertInto('node')
    .values([
      { ...of, name: 'edge-hk', address: '203.0.113.53', service_group_id: null, status: 0, last_seen_at: disabledAt },
      {
        ...of,
        name: 'edge-fra',
        address: '198.51.100.53',
        service_group_id: ofGroup,
        status: 1,
        last_seen_at: silentSince,
        state_reason: 'connection timed out',
      },
    ])
    .returning('id')
    .execute()
  return [
    ...builtIn.map(({ id }) => ({ id, weight: 70, until: null })),
    { id: disabled!.id, weight: 25, until: disabledAt },
    { id: silent!.id, weight: 5, until: silentSince },
  ]
}

/** What the silent node had served before, it has; what was changed since waits for it. */
export async function leaveWaiting(db: Db, now: Date): Promise<void> {
  const silentSince = new Date(now.getTime() - 42 * minuteMs)
  await sql`
    update publication set wanted_at = ${silentSince}, attempts = 5, problem = 'connection timed out'
    from node where node.id = publication.node_id and node.driver = ${demoDriver}`.execute(db)
}
