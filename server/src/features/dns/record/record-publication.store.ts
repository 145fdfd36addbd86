import type { record as calls } from '@nameplane/contract/dns/record'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { publicationProblemText } from '../../../serving/publication/publication-words.ts'

type Publication = Answered<typeof calls.publication>['data']

/** Where the domain is live, by the nodes' own noted answers; the milliseconds are from the save to the query that proved it. */
export async function readPublication(db: Db, domain: { id: number; serial: number }, language: Language): Promise<Publication> {
  const rows = await db
    .selectFrom('publication')
    .innerJoin('node', 'node.id', 'publication.node_id')
    .innerJoin('domain', 'domain.id', 'publication.domain_id')
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
    // A node that served the group that the domain was in before has a row still.
    .where(nodesServing('domain'))
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
        problem: row.problem === null ? null : publicationProblemText(row.problem, language),
      }
    }),
  }
}
