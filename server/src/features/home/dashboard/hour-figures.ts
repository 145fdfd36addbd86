import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'

/** What has been counted in each hour so far: as long as it stays the same, no figure of the hour changes. Hours without any are left out. */
export type Stamps = ReadonlyMap<number, string>

export async function stampsOf(db: Db, from: Date, to: Date): Promise<Stamps> {
  // Every count is part of the sum of its node; a row that is written again has another transaction.
  const { rows } = await sql<{ at: Date; stamp: string }>`
    select at, concat_ws(':', sum(answers), max(xmin::text::bigint)) as stamp
    from query_sum_minute where at >= ${from} and at <= ${to} and by = 'node' group by at`.execute(db)
  return new Map(rows.map(({ at, stamp }) => [at.getTime(), stamp]))
}

/** Those of hours that are wanted. */
export const stampsWhere = (stamps: Stamps, isWanted: (at: number) => boolean): Stamps => new Map([...stamps].filter(([at]) => isWanted(at)))

/** How figures are read: `isRenewing` when those that stand are to be read again, for those who look later. */
export type Reading = { readonly isRenewing: boolean; readonly signal?: AbortSignal | undefined }

/** Figures of hours, each read once and again only after something was counted in it. */
export class HourFigures<Figures> {
  readonly #kept = new Map<number, { stamp: string; figures: Figures }>()

  /** Figures of the hours of these stamps, the oldest first; those of other hours are forgotten. */
  async of(stamps: Stamps, read: (at: Date) => Promise<Figures>): Promise<Map<number, Figures>> {
    for (const at of this.#kept.keys()) if (!stamps.has(at)) this.#kept.delete(at)
    const found = new Map<number, Figures>()
    for (const [at, stamp] of [...stamps].sort(([a], [b]) => a - b)) {
      let kept = this.#kept.get(at)
      if (!kept || kept.stamp !== stamp) {
        kept = { stamp, figures: await read(new Date(at)) }
        this.#kept.set(at, kept)
      }
      found.set(at, kept.figures)
    }
    return found
  }
}
