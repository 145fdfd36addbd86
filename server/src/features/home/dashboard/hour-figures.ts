import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'

/** What has been counted in each hour so far: as long as it stays the same, no figure of the hour changes. Hours without any are left out. */
export async function stampsOf(db: Db, from: Date, to: Date): Promise<Map<number, string>> {
  // Every count is part of the sum of its node; a row that is written again has another transaction.
  const { rows } = await sql<{ at: Date; stamp: string }>`
    select at, concat_ws(':', sum(answers), max(xmin::text::bigint)) as stamp
    from query_sum_minute where at >= ${from} and at <= ${to} and by = 'node' group by at`.execute(db)
  return new Map(rows.map(({ at, stamp }) => [at.getTime(), stamp]))
}

/** So many domains answer within the time of an answer; with more, those of the running hour are read once a minute. */
const readEachTime = 5_000
const keptMs = 60_000

/** Until when figures of so many domains stand, whatever is counted meanwhile. */
export const standsUntil = (domains: number): number => (domains > readEachTime ? performance.now() + keptMs : 0)

/** Figures of hours, each read once and again only after something was counted in it. */
export class HourFigures<Figures> {
  readonly #kept = new Map<number, { stamp: string; until: number; figures: Figures }>()

  /**
   * Figures of the hours of these stamps, the oldest first; those of other hours are forgotten.
   * @param domains how many one hour is read of
   */
  async of(stamps: ReadonlyMap<number, string>, read: (at: Date) => Promise<Figures>, domains = 0): Promise<Map<number, Figures>> {
    for (const at of this.#kept.keys()) if (!stamps.has(at)) this.#kept.delete(at)
    const found = new Map<number, Figures>()
    for (const [at, stamp] of [...stamps].sort(([a], [b]) => a - b)) {
      let kept = this.#kept.get(at)
      if (!kept || (kept.stamp !== stamp && kept.until <= performance.now())) {
        kept = { stamp, figures: await read(new Date(at)), until: standsUntil(domains) }
        this.#kept.set(at, kept)
      }
      found.set(at, kept.figures)
    }
    return found
  }
}
