import type { record as calls } from '@nameplane/contract/dns/record'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Db } from '../../../db/connection.ts'

type Publication = Answered<typeof calls.publication>['data']

/** Where the domain is live, by the nodes' own noted answers; the milliseconds are from the save to the query that proved it. */
export async function readPublication(db: Db, domain: { id: number; serial: number }): Promise<Publication> {
  const rows = await db
    .selectFrom('publication')
    .innerJoin('node', 'node.id', 'publication.node_id')
    .select([
      'node.id',
      'node.name',
      'publication.wanted_serial',
      'publication.wanted_at',
      'publication.live_serial',
      'publication.live_at',
      'publication.attempts',
      'publication.problem',
    ])
    .where('publication.domain_id', '=', domain.id)
    .where('node.status', '=', 1)
    .orderBy('node.name')
    .execute()
  return {
    serial: domain.serial,
    nodes: rows.map((row) => {
      const isLive = row.live_serial === domain.serial
      return {
        nodeId: row.id,
        name: row.name,
        wantedSerial: row.wanted_serial,
        liveSerial: row.live_serial,
        isLive,
        milliseconds: isLive && row.live_at ? Math.max(row.live_at.getTime() - row.wanted_at.getTime(), 0) : null,
        attempts: row.attempts,
        problem: row.problem,
      }
    }),
  }
}
