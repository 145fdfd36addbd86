import type { ErrorCause, queryLog as calls } from '@nameplane/contract/dns/query-log'
import { isAliasProblem } from '@nameplane/contract/dns/alias-target'
import { hostIn } from '@nameplane/contract/dns/record-set-rows'
import type { Answered } from '@nameplane/contract/endpoint'
import { printTypeName } from '@nameplane/dns-text/record-types'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { figuresOfDomain } from '../../../db/statistics/reading.ts'
import type { LoggedQuery } from '../../../serving/node/driver.ts'
import { rcodeName } from '../../../serving/publication/roll-ups.ts'
import { RCODE, TYPE } from '../../../serving/wire/wire-types.ts'
import { entryOf } from './logged-query.ts'
import type { LogDomain, ReadNode } from './node-logs.ts'

type Errors = Answered<typeof calls.errors>['data']

const mostNames = 10
const mostAliases = 100

/** Why a query was answered with an error, as far as the node can say. */
export function causeOf({ rcode, hasOwner, type }: Pick<LoggedQuery, 'rcode' | 'hasOwner' | 'type'>): ErrorCause {
  switch (rcode) {
    case RCODE.NXDOMAIN:
      // The name that was asked is there and leads to one that is not (RFC 2308 §2.1).
      return hasOwner ? 'target_missing' : 'name_missing'
    case RCODE.YXDOMAIN:
      return 'name_too_long'
    case RCODE.REFUSED:
      return type === TYPE.AXFR || type === TYPE.IXFR ? 'transfer_refused' : 'not_served'
    case RCODE.FORMERR:
      return 'malformed'
    case RCODE.NOTIMP:
    case RCODE.BADVERS:
      return 'not_implemented'
    case RCODE.NOTAUTH:
      return 'not_authorised'
    default:
      return 'other'
  }
}

type Named = Errors['groups'][number]['names'][number]
type Group = { cause: ErrorCause; rcode: number; count: number; first: number; last: { query: LoggedQuery; of: ReadNode }; names: Map<string, Named> }

/** By cause and code, those with the most first. Names stay as few as there are queries. */
export function groupsOf(read: readonly ReadNode[], domain: LogDomain): Errors['groups'] {
  const groups = new Map<string, Group>()
  for (const of of read)
    for (const query of of.log?.queries ?? []) {
      const cause = causeOf(query)
      const key = `${cause} ${query.rcode}`
      const group: Group = groups.get(key) ?? { cause, rcode: query.rcode, count: 0, first: query.at, last: { query, of }, names: new Map() }
      groups.set(key, group)
      group.count += 1
      group.first = Math.min(group.first, query.at)
      if (query.at >= group.last.query.at) group.last = { query, of }
      const type = printTypeName(query.type)
      const named = group.names.get(`${query.name} ${type}`)
      if (named) named.count += 1
      else group.names.set(`${query.name} ${type}`, { name: query.name, host: hostIn(`${query.name}.`, domain.name) ?? null, type, count: 1 })
    }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ cause, rcode, count, first, last, names }) => {
      const sample = entryOf(last.query, last.of.node, last.of.log!.run)
      return {
        ...{ cause, rcode: rcodeName(rcode), count, first: new Date(first), last: new Date(last.query.at), sample },
        names: [...names.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, mostNames),
        moreNames: Math.max(0, names.size - mostNames),
      }
    })
}

const hourMs = 3_600_000

/** How often each code was given in 24 hours, the last of which is running, and in the 24 before. */
export async function codesOf(db: Db, domainId: number, now: Date): Promise<Pick<Errors, 'start' | 'answers' | 'codes'>> {
  const until = hourOf(now).getTime() + hourMs
  const [start, before] = [new Date(until - 24 * hourMs), new Date(until - 48 * hourMs)]
  const day = await figuresOfDomain(db, domainId, start, new Date(until))
  const dayBefore = await figuresOfDomain(db, domainId, before, start)
  const codes = [...new Set([...day.split.rcode.keys(), ...dayBefore.split.rcode.keys()])]
    .map((rcode) => ({ rcode: rcodeName(rcode), answers: day.split.rcode.get(rcode) ?? 0, before: dayBefore.split.rcode.get(rcode) ?? 0 }))
    .sort((a, b) => b.answers - a.answers || b.before - a.before || (a.rcode < b.rcode ? -1 : 1))
  return { start, answers: day.answers, codes }
}

export async function failingAliases(db: Db, domainId: number): Promise<Errors['aliases']> {
  const { rows } = await sql<Omit<Errors['aliases'][number], 'problem'> & { problem: string }>`
    select record.host, record.line, record.value as target, alias_target.problem, alias_target.asked_at as "askedAt"
    from record join alias_target on alias_target.name = lower(record.value)
    where record.domain_id = ${domainId} and record.type = 'ALIAS' and record.status = 1 and alias_target.problem is not null
    order by record.host, record.line limit ${mostAliases}`.execute(db)
  return rows.flatMap(({ problem, ...alias }) => (isAliasProblem(problem) ? [{ ...alias, problem }] : []))
}
