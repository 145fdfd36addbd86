import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'
import type { Reading, Stamps } from './hour-figures.ts'
import { standsUntil } from './standing.ts'

const hourMs = 3_600_000

/** Domains and their answers in one hour. */
export type Counts = { readonly ids: Float64Array; readonly answers: Float64Array }

/**
 * What each domain answered in the last hours, and their sums: 16 bytes for each domain and hour. An hour is read once, and again only
 * after something was counted in it, which is the running one. What is read replaces what was there at once, so nobody waits for it
 * who can do with that.
 */
export class DomainCounts {
  readonly #hours = new Map<number, { stamp: string; until: number; counts: Counts }>()
  readonly #summed = new Map<number, Counts>()
  readonly #sums = new Map<number, number>()
  #reading: Promise<unknown> = Promise.resolve()
  #version = 0

  /** Another number whenever the sums have changed. */
  get version(): number {
    return this.#version
  }

  /** Reads what is missing of the hours of these stamps. */
  async bring(db: Db, stamps: Stamps, reading: Reading): Promise<void> {
    if (this.#missing(stamps, reading).length === 0) return
    // Whoever comes meanwhile finds the hours that this one has read.
    const mine = this.#reading.then(() => this.#read(db, stamps, reading))
    this.#reading = mine.catch(() => {})
    await mine
  }

  #missing(stamps: Stamps, { isRenewing }: Reading): number[] {
    const stands = (at: number, stamp: string): boolean => {
      const kept = this.#hours.get(at)
      return kept !== undefined && (kept.stamp === stamp || (!isRenewing && kept.until > performance.now()))
    }
    return [...stamps].flatMap(([at, stamp]) => (stands(at, stamp) ? [] : [at]))
  }

  async #read(db: Db, stamps: Stamps, reading: Reading): Promise<void> {
    const oldest = Math.min(...stamps.keys())
    // Somebody who has looked just before the hour may still want the one that has gone.
    for (const at of this.#hours.keys()) if (!stamps.has(at) && (at > oldest || at < oldest - hourMs)) this.#hours.delete(at)
    for (const at of this.#missing(stamps, reading)) {
      reading.signal?.throwIfAborted()
      const counts = await readCounts(db, new Date(at))
      this.#hours.set(at, { stamp: stamps.get(at)!, until: standsUntil(counts.ids.length), counts })
    }
  }

  /** Of one hour, as far as it has been brought. */
  of(at: number): Counts | undefined {
    return this.#hours.get(at)?.counts
  }

  /** Sums over these hours by domain, without those of none. */
  over(hours: readonly number[]): ReadonlyMap<number, number> {
    const wanted = new Map(hours.flatMap((at) => (this.#hours.has(at) ? [[at, this.#hours.get(at)!.counts] as const] : [])))
    for (const [at, counts] of this.#summed) if (wanted.get(at) !== counts) this.#add(at, counts, -1)
    for (const [at, counts] of wanted) if (!this.#summed.has(at)) this.#add(at, counts, 1)
    return this.#sums
  }

  #add(at: number, counts: Counts, sign: 1 | -1): void {
    if (sign === 1) this.#summed.set(at, counts)
    else this.#summed.delete(at)
    this.#version += 1
    const { ids, answers } = counts
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index]!
      const sum = (this.#sums.get(id) ?? 0) + sign * answers[index]!
      if (sum === 0) this.#sums.delete(id)
      else this.#sums.set(id, sum)
    }
  }
}

/** All domains of an hour as one value: fifty thousand rows cost the process more than the database. */
async function readCounts(db: Db, at: Date): Promise<Counts> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(domain_id) || int8send(answers), '') as packed from query_domain_minute where at = ${at}`.execute(db)
  const packed = rows[0]!.packed ?? Buffer.alloc(0)
  const length = packed.length / 16
  const [ids, answers] = [new Float64Array(length), new Float64Array(length)]
  const numberAt = (byte: number): number => packed.readUInt32BE(byte) * 2 ** 32 + packed.readUInt32BE(byte + 4)
  for (let index = 0; index < length; index += 1) {
    ids[index] = numberAt(16 * index)
    answers[index] = numberAt(16 * index + 8)
  }
  return { ids, answers }
}
