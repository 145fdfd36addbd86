import { sql } from 'kysely'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { unpackMinutes } from '../../../db/statistics/split.ts'
import { HourFigures } from './hour-figures.ts'

type Busy = Answered<typeof calls.chart>['data']['queries']['domains'][number]

const hourMs = 3_600_000
const topDomains = 10
/** So many are looked at more closely at first, and so many times as many while others could be among the busiest. */
const lookedAt = { first: 64, factor: 8 }

/** Domains and their answers in one hour. */
type Counts = { ids: Float64Array; answers: Float64Array }
/** The hour in which a day begins: minutes only of those that could be among the busiest. */
type FirstHour = { answers: Map<number, number>; minutes: Map<number, number[]> }

/**
 * The domains with the most answers in 24 hours. Their sums over whole hours stay here: an hour is read once, and again only after
 * something was counted in it, which is the running one. Of the hour in which the day begins, minutes are read of those that matter.
 */
export class BusiestDomains {
  readonly #hours = new Map<number, { stamp: string; counts: Counts }>()
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
      return { answers: new Map([...ids].map((id, index) => [id, answers[index]!])), minutes: new Map() }
    })
    const first = firstHours.get(hourOf(start).getTime())
    const most = (id: number): number => (this.#sums.get(id) ?? 0) + (first?.answers.get(id) ?? 0)
    const known = new Set([...this.#sums.keys(), ...(first?.answers.keys() ?? [])])
    known.delete(0)
    const ids = [...(living ?? known)].filter((id) => known.has(id))
    const ordered = Float64Array.from(ids, most).sort()
    for (let looked = lookedAt.first; ; looked *= lookedAt.factor) {
      const least = ordered[ordered.length - looked] ?? 0
      const busiest = await this.#busiestOf(
        db,
        ids.filter((id) => most(id) >= least),
        start,
        first,
      )
      // Whoever has not been looked at has fewer than that.
      if (looked >= ordered.length || (busiest.length === topDomains && busiest.at(-1)!.answers >= least)) return busiest
    }
  }

  /** Brings the sums to these whole hours. */
  async #sum(db: Db, stamps: ReadonlyMap<number, string>): Promise<void> {
    for (const [at, { stamp, counts }] of this.#hours) {
      if (stamps.get(at) === stamp) continue
      this.#hours.delete(at)
      this.#add(counts, -1)
    }
    for (const [at, stamp] of stamps) {
      if (this.#hours.has(at)) continue
      const counts = await countsOf(db, new Date(at))
      this.#hours.set(at, { stamp, counts })
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

  async #busiestOf(db: Db, ids: readonly number[], start: Date, first: FirstHour | undefined): Promise<Busy[]> {
    const at = hourOf(start)
    const unread = first ? ids.filter((id) => first.answers.has(id) && !first.minutes.has(id)) : []
    if (first && unread.length > 0) {
      const rows = await db
        .selectFrom('query_domain_minute')
        .select(['domain_id', 'minutes'])
        .where('at', '=', at)
        .where('domain_id', '=', sql<number>`any(${unread}::bigint[])`)
        .execute()
      for (const row of rows) first.minutes.set(row.domain_id, unpackMinutes(row.minutes))
    }
    const firstMinute = (start.getTime() - at.getTime()) / 60_000
    const answersOf = (id: number): number =>
      (first?.minutes.get(id) ?? []).reduce((sum, answers, minute) => (minute >= firstMinute ? sum + answers : sum), this.#sums.get(id) ?? 0)
    const rows = await db
      .selectFrom('domain')
      .select(['id', 'name', 'unicode_name', 'account_id'])
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('deleted_at', 'is', null)
      .execute()
    return rows
      .map((row) => ({ id: row.id, domain: row.name, unicodeName: row.unicode_name, userId: row.account_id, answers: answersOf(row.id) }))
      .filter(({ answers }) => answers > 0)
      .sort((a, b) => b.answers - a.answers || a.id - b.id)
      .slice(0, topDomains)
  }
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
