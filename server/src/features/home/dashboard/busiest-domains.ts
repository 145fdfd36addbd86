import { sql } from 'kysely'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { unpackMinutes } from '../../../db/statistics/split.ts'
import { HourFigures, standsUntil } from './hour-figures.ts'

type Busy = Answered<typeof calls.chart>['data']['queries']['domains'][number]

const hourMs = 3_600_000
const topDomains = 10
/** So many are looked at more closely at first, and so many times as many while others could be among the busiest. */
const lookedAt = { first: 64, factor: 8 }

/** Domains and their answers in one hour. */
type Counts = { ids: Float64Array; answers: Float64Array }
/** The hour in which a day begins; of those that could be among the busiest, the answers from each minute to its end. */
type FirstHour = { answers: Map<number, number>; fromMinute: Map<number, Float64Array> }

/**
 * The domains with the most answers in 24 hours. Their sums over whole hours stay here: an hour is read once, and again only after
 * something was counted in it, which is the running one. Of the hour in which the day begins, minutes are read of those that matter.
 */
export class BusiestDomains {
  readonly #hours = new Map<number, { stamp: string; until: number; counts: Counts }>()
  readonly #sums = new Map<number, number>()
  readonly #first = new HourFigures<FirstHour>()
  #turn: Promise<unknown> = Promise.resolve()

  /** @param living domains within reach that are not deleted; all of them when absent */
  read(db: Db, stamps: ReadonlyMap<number, string>, start: Date, living: ReadonlySet<number> | null): Promise<Busy[]> {
    const reading = this.#turn.then(() => this.#read(db, stamps, start, living))
    this.#turn = reading.catch(() => {})
    return reading
  }

  async #read(db: Db, stamps: ReadonlyMap<number, string>, start: Date, living: ReadonlySet<number> | null): Promise<Busy[]> {
    const from = start.getTime()
    await this.#sum(db, new Map([...stamps].filter(([at]) => at >= from)))
    const firstHours = await this.#first.of(new Map([...stamps].filter(([at]) => at < from && at + hourMs > from)), async (at) => {
      const { ids, answers } = await countsOf(db, at)
      return { answers: new Map([...ids].map((id, index) => [id, answers[index]!])), fromMinute: new Map() }
    })
    const first = firstHours.get(hourOf(start).getTime())
    const sumOf = (id: number): number => this.#sums.get(id) ?? 0
    const most = (id: number): number => sumOf(id) + (first?.answers.get(id) ?? 0)
    const ids: number[] = []
    const take = (id: number): void => void ((living ? living.has(id) : id !== 0) && ids.push(id))
    for (const id of this.#sums.keys()) take(id)
    for (const id of first?.answers.keys() ?? []) if (!this.#sums.has(id)) take(id)
    const ordered = Float64Array.from(ids, most).sort()
    for (let looked = lookedAt.first; ; looked *= lookedAt.factor) {
      const least = ordered[ordered.length - looked] ?? 0
      const closer = ids.filter((id) => most(id) >= least)
      if (first) await readMinutes(db, hourOf(start), first, closer)
      const minute = (from - hourOf(start).getTime()) / 60_000
      const answersOf = (id: number): number => sumOf(id) + (first?.fromMinute.get(id)?.[minute] ?? 0)
      const busy = largest(closer, answersOf, looked)
      const busiest = await livingOf(db, busy)
      // Whoever has not been looked at has fewer than that.
      const isEnough = busiest.length === topDomains && busiest.at(-1)!.answers >= least
      if (isEnough || (closer.length === ids.length && (busiest.length === topDomains || busy.length < looked))) return busiest
    }
  }

  /** Brings the sums to these whole hours. */
  async #sum(db: Db, stamps: ReadonlyMap<number, string>): Promise<void> {
    for (const [at, { stamp, until, counts }] of this.#hours) {
      if (stamps.get(at) === stamp || (stamps.has(at) && until > performance.now())) continue
      this.#hours.delete(at)
      this.#add(counts, -1)
    }
    for (const [at, stamp] of stamps) {
      if (this.#hours.has(at)) continue
      const counts = await countsOf(db, new Date(at))
      this.#hours.set(at, { stamp, until: standsUntil(counts.ids.length), counts })
      this.#add(counts, 1)
    }
  }

  #add({ ids, answers }: Counts, sign: 1 | -1): void {
    for (const [index, id] of ids.entries()) {
      const sum = (this.#sums.get(id) ?? 0) + sign * answers[index]!
      if (sum === 0) this.#sums.delete(id)
      else this.#sums.set(id, sum)
    }
  }
}

/** Those with the most answers, of as many the one with the smaller id first; in one go, since there may be far more than are wanted. */
function largest(ids: readonly number[], answersOf: (id: number) => number, count: number): { id: number; answers: number }[] {
  const found: { id: number; answers: number }[] = []
  const isBefore = (a: { id: number; answers: number }, b: { id: number; answers: number }) => a.answers > b.answers || (a.answers === b.answers && a.id < b.id)
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
  if (unread.length === 0) return
  const rows = await db
    .selectFrom('query_domain_minute')
    .select(['domain_id', 'minutes'])
    .where('at', '=', at)
    .where('domain_id', '=', sql<number>`any(${unread}::bigint[])`)
    .execute()
  for (const { domain_id, minutes } of rows) {
    const from = Float64Array.from(unpackMinutes(minutes))
    for (let minute = from.length - 2; minute >= 0; minute -= 1) from[minute]! += from[minute + 1]!
    fromMinute.set(domain_id, from)
  }
}

/** The first of these that are not deleted, with their names. */
async function livingOf(db: Db, busy: readonly { id: number; answers: number }[]): Promise<Busy[]> {
  const found: Busy[] = []
  for (let from = 0; from < busy.length && found.length < topDomains; from += lookedAt.first) {
    const some = busy.slice(from, from + lookedAt.first)
    const rows = await db
      .selectFrom('domain')
      .select(['id', 'name', 'unicode_name', 'account_id'])
      .where('id', '=', sql<number>`any(${some.map(({ id }) => id)}::bigint[])`)
      .where('deleted_at', 'is', null)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { id, answers } of some) {
      const row = byId.get(id)
      if (row) found.push({ id, domain: row.name, unicodeName: row.unicode_name, userId: row.account_id, answers })
    }
  }
  return found.slice(0, topDomains)
}

/** All domains of an hour as one value: fifty thousand rows cost the process more than the database. */
async function countsOf(db: Db, at: Date): Promise<Counts> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(domain_id) || int8send(answers), '') as packed from query_domain_minute where at = ${at}`.execute(db)
  const packed = rows[0]!.packed ?? Buffer.alloc(0)
  const numberAt = (byte: number): number => packed.readUInt32BE(byte) * 2 ** 32 + packed.readUInt32BE(byte + 4)
  const length = packed.length / 16
  return {
    ids: Float64Array.from({ length }, (_, index) => numberAt(16 * index)),
    answers: Float64Array.from({ length }, (_, index) => numberAt(16 * index + 8)),
  }
}
