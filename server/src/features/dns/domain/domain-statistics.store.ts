import type { domain as calls } from '@nameplane/contract/dns/domain'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { figuresOfDomain } from '../../../db/statistics/reading.ts'
import { figureNames } from '../../../serving/publication/figure-names.ts'

type Statistics = Answered<typeof calls.statistics>['data']

const hourMs = 3_600_000
const hoursOf = { day: 24, week: 7 * 24, month: 30 * 24 } as const satisfies Record<Received<typeof calls.statistics>['period'], number>
const mostShown = 20

/** What a domain has answered until now; null when there is none within reach. */
export async function readDomainStatistics(
  db: Db,
  accessScope: AccessScope,
  { id, period }: Received<typeof calls.statistics>,
  now: Date,
): Promise<Statistics | null> {
  const within = await db.selectFrom('domain').select('id').where('id', '=', id).where(domainWithin(accessScope)).executeTakeFirst()
  if (!within) return null
  const until = new Date(hourOf(now).getTime() + hourMs)
  const start = new Date(until.getTime() - hoursOf[period] * hourMs)
  const { answers, split, names } = await figuresOfDomain(db, id, start, until)
  const named = await figureNames(db)
  return {
    start,
    answers,
    names: largest(names, (name) => name),
    types: largest(split.type, named.type),
    lines: largest(split.line, named.line),
    rcodes: largest(split.rcode, named.rcode),
    countries: largest(split.country, named.country),
    nodes: largest(split.node, named.node),
  }
}

/** Those that have a name; what is gone has none. */
function largest<Key>(counts: ReadonlyMap<Key, number>, nameOf: (key: Key) => string | undefined): Statistics['names'] {
  return [...counts]
    .flatMap(([key, answers]) => {
      const name = nameOf(key)
      return name === undefined ? [] : [{ name, answers }]
    })
    .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1))
    .slice(0, mostShown)
}
