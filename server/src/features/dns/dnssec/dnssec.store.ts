import type { dnssec as calls } from '@nameplane/contract/dns/dnssec'
import type { Answered } from '@nameplane/contract/endpoint'
import { selectReached, type AccessScope } from '../../../access/access-scope.ts'
import { nodesServing } from '../../../changes/nodes-serving.ts'
import type { Db } from '../../../db/connection.ts'
import { builtInCapabilities } from '../../../serving/node/built-in-node.ts'

type Standing = Answered<typeof calls.detail>['data']

/** A zone has a few of them; more say nothing more. */
const mostShown = 20

/** What the platform knows of the signing of a domain; null when there is none within reach. */
export async function readDnssec(db: Db, accessScope: AccessScope, id: number): Promise<Standing | null> {
  const within = await selectReached(db, accessScope, id).executeTakeFirst()
  if (!within) return null
  const nodes = await db
    .selectFrom('domain')
    .innerJoin('node', (join) => join.onTrue())
    .select((of) => ['node.driver', of.fn.countAll<number>().as('count')])
    .where('domain.id', '=', id)
    .where(nodesServing('domain'))
    .groupBy('node.driver')
    .execute()
  const countOf = (counted: typeof nodes): number => counted.reduce((sum, { count }) => sum + Number(count), 0)
  const keyRecords = await db
    .selectFrom('record')
    .select(['type', 'value'])
    .where('domain_id', '=', id)
    .where('host', '=', '@')
    .where('type', 'in', ['CDS', 'CDNSKEY'])
    .where('status', '=', 1)
    .orderBy('type')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  return { nodeCount: countOf(nodes), signingNodeCount: countOf(nodes.filter(({ driver }) => canSign(driver))), keyRecords }
}

/** What the software of a node can do is known of its kind. */
function canSign(driver: string): boolean {
  return driver === 'builtin' && builtInCapabilities.dnssec
}
