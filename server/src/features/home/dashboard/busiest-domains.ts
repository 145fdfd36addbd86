import { sql } from 'kysely'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { unpackMinutes } from '../../../db/statistics/split.ts'
import { DomainCounts, type Counts } from './domain-counts.ts'
import { stampsWhere, type Reading, type Stamps } from './hour-figures.ts'
import type { Reach } from './reach.ts'

type Busy = NonNullable<Answered<typeof calls.chart>['data']['queries']>['domains'][number]
type Sum = { readonly id: number; readonly answers: number }

const topDomains = 10
/** So many are looked up at first, and so many times as many while too few of them are still there. */
const lookedUp = { first: 32, factor: 8 }
/** Few enough that others are answered in between. */
const readAtOnce = 1_000

/** The hour in which a day begins; of those that could be among the busiest, the answers from each minute to its end. */
type FirstHour = { counts: Counts | undefined; answers: ReadonlyMap<number, number>; fromMinute: Map<number, Float64Array> }
/** The largest sums of a day, for as long as nothing changes them. */
type Found = { version: number; first: FirstHour | undefined; start: number; wanted: number; largest: readonly Sum[] }

/** The day that is looked at, and what has been counted in its hours. */
export type Day = { readonly stamps: Stamps; readonly start: Date }

/**
 * The domains with the most answers in 24 hours, exactly. Whole hours are summed (`DomainCounts`); of the hour in which the day begins,
 * minutes are read of the domains that can be among them.
 */
export class BusiestDomains {
  readonly #counts = new DomainCounts()
  #first: FirstHour = { counts: undefined, answers: new Map(), fromMinute: new Map() }
  readonly #found = new WeakMap<object, Found>()

  /** @param reach domains to choose from; all of them when null */
  async read(db: Db, { stamps, start }: Day, accessScope: AccessScope, reach: Reach | null, reading: Reading): Promise<Busy[]> {
    const firstHour = hourOf(start).getTime()
    await this.#counts.bring(
      db,
      stampsWhere(stamps, (at) => at >= firstHour),
      reading,
    )
    const hours = [...stamps.keys()].filter((at) => at >= start.getTime())
    for (let wanted = lookedUp.first; ; wanted *= lookedUp.factor) {
      const largest = await this.#largest(db, hours, start, reach, wanted)
      const busiest = await livingOf(db, accessScope, largest)
      if (busiest.length === topDomains || largest.length < wanted) return busiest
    }
  }

  async #largest(db: Db, hours: readonly number[], start: Date, reach: Reach | null, wanted: number): Promise<readonly Sum[]> {
    const firstHour = hourOf(start)
    const minute = (start.getTime() - firstHour.getTime()) / 60_000
    for (;;) {
      const sums = this.#counts.over(hours)
      const { version } = this.#counts
      const first = minute === 0 ? undefined : this.#firstHour(firstHour.getTime())
      const known = this.#found.get(reach ?? this)
      if (known?.version === version && known.first === first && known.start === start.getTime() && known.wanted >= wanted) return known.largest
      const sumOf = (id: number): number => sums.get(id) ?? 0
      const most = (id: number): number => sumOf(id) + (first?.answers.get(id) ?? 0)
      const ids = idsOf(sums, first?.answers, reach)
      // Whoever has fewer than that with the whole first hour has fewer than so many others without it.
      const leastSum = largestOf(ids, sumOf, wanted)[wanted - 1]?.answers ?? 0
      const closer = ids.filter((id) => most(id) >= leastSum)
      if (first) await readMinutes(db, firstHour, first, closer)
      if (version !== this.#counts.version) continue
      const largest = largestOf(closer, (id) => sumOf(id) + (first?.fromMinute.get(id)?.[minute] ?? 0), wanted)
      this.#found.set(reach ?? this, { version, first, start: start.getTime(), wanted, largest })
      return largest
    }
  }

  #firstHour(at: number): FirstHour {
    const counts = this.#counts.of(at)
    if (this.#first.counts !== counts)
      this.#first = { counts, answers: new Map(counts && Array.from(counts.ids, (id, index) => [id, counts.answers[index]!])), fromMinute: new Map() }
    return this.#first
  }
}

function idsOf(sums: ReadonlyMap<number, number>, first: ReadonlyMap<number, number> | undefined, reach: Reach | null): number[] {
  if (reach) return [...reach.living].filter((id) => sums.has(id) || first?.has(id))
  const ids = [...sums.keys(), ...(first ? [...first.keys()].filter((id) => !sums.has(id)) : [])]
  // Names outside every zone.
  return ids.filter((id) => id !== 0)
}

/** Those with the most answers, of as many the one with the smaller id first; in one go, since there may be far more than are wanted. */
function largestOf(ids: readonly number[], answersOf: (id: number) => number, count: number): Sum[] {
  const found: Sum[] = []
  const isBefore = (a: Sum, b: Sum) => a.answers > b.answers || (a.answers === b.answers && a.id < b.id)
  for (const id of ids) {
    const one = { id, answers: answersOf(id) }
    const last = found.at(-1)
    if (one.answers === 0 || (found.length === count && last && !isBefore(one, last))) continue
    let [from, to] = [0, found.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (isBefore(found[middle]!, one)) from = middle + 1
      else to = middle
    }
    found.splice(from, 0, one)
    if (found.length > count) found.pop()
  }
  return found
}

async function readMinutes(db: Db, at: Date, { answers, fromMinute }: FirstHour, ids: readonly number[]): Promise<void> {
  const unread = ids.filter((id) => answers.has(id) && !fromMinute.has(id))
  for (let next = 0; next < unread.length; next += readAtOnce) {
    const rows = await db
      .selectFrom('query_domain_minute')
      .select(['domain_id', 'minutes'])
      .where('at', '=', at)
      .where('domain_id', '=', sql<number>`any(${unread.slice(next, next + readAtOnce)}::bigint[])`)
      .execute()
    for (const { domain_id, minutes } of rows) {
      const from = Float64Array.from(unpackMinutes(minutes))
      for (let minute = from.length - 2; minute >= 0; minute -= 1) from[minute]! += from[minute + 1]!
      fromMinute.set(domain_id, from)
    }
  }
}

/** The first of these that are neither deleted nor out of reach by now, with their names. */
async function livingOf(db: Db, accessScope: AccessScope, busy: readonly Sum[]): Promise<Busy[]> {
  const rows = await db
    .selectFrom('domain')
    .select(['id', 'name', 'unicode_name', 'account_id'])
    .where('id', '=', sql<number>`any(${busy.map(({ id }) => id)}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return busy
    .flatMap(({ id, answers }) => {
      const row = byId.get(id)
      return row ? [{ id, domain: row.name, unicodeName: row.unicode_name, userId: row.account_id, answers }] : []
    })
    .slice(0, topDomains)
}
