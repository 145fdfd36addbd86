import type { Db } from '../../../db/connection.ts'
import { answersInHour, domainsInHour } from '../../../db/statistics/reading.ts'
import { addPackedMinutes, addPackedSplit, emptySplit, type Split } from '../../../db/statistics/split.ts'
import type { Reading, Stamps } from './hour-figures.ts'
import type { Reach } from './reach.ts'
import { standsUntil } from './standing.ts'

/** What the dashboard tells answers apart by: names and countries belong to one domain. */
export const toldApart = ['node', 'line', 'type', 'rcode'] as const
export type ToldApart = (typeof toldApart)[number]

/** An hour of so many domains takes some 15 ms. */
const readEachTime = 1_000

/** Domains within reach in one hour; their minutes where they are wanted. */
type HourWithin = { readonly answers: number; readonly minutes: Float64Array | null; readonly split: Split }
type Kept = { readonly stamp: string; readonly until: number; readonly figures: HourWithin }
type State = { readonly reach: Reach; readonly hours: ReadonlyMap<number, Kept> }

/** What is wanted: hours to the minute, and those of which a sum is enough. */
export type Wanted = { readonly toTheMinute: Stamps; readonly whole: Stamps }

/** Figures of the domains within a data scope. Each hour is read once, and when domains come or go, of these alone. */
export class ScopeFigures {
  #state: State = { reach: { ids: [], living: new Set(), key: '' }, hours: new Map() }
  #reading: Promise<void> | null = null

  async of(db: Db, reach: Reach, wanted: Wanted, reading: Reading): Promise<ReadonlyMap<number, HourWithin>> {
    let isRenewing = reading.isRenewing
    for (;;) {
      if (!isRenewing && has(this.#state, reach, wanted)) return new Map([...this.#state.hours].map(([at, { figures }]) => [at, figures]))
      // Of several who look at once, one reads.
      if (this.#reading) await this.#reading.catch(() => {})
      else {
        this.#reading = this.#read(db, reach, wanted, { ...reading, isRenewing }).finally(() => (this.#reading = null))
        await this.#reading
        isRenewing = false
      }
    }
  }

  async #read(db: Db, reach: Reach, { toTheMinute, whole }: Wanted, { isRenewing, signal }: Reading): Promise<void> {
    const moved = movedBetween(this.#state.reach, reach)
    const hours = new Map<number, Kept>()
    const until = standsUntil(reach.ids.length, readEachTime)
    for (const [at, stamp] of [...toTheMinute, ...whole]) {
      signal?.throwIfAborted()
      const withMinutes = toTheMinute.has(at)
      let kept = this.#state.hours.get(at)
      if (kept && withMinutes && !kept.figures.minutes) kept = undefined
      const isSame = kept?.stamp === stamp
      if (kept && moved.count === 0 && (isSame || (!isRenewing && kept.until > performance.now()))) hours.set(at, kept)
      else if (kept && isSame && moved.count <= reach.ids.length / 2) {
        const figures = await changed(db, new Date(at), kept.figures, moved)
        hours.set(at, { ...kept, figures })
      } else hours.set(at, { stamp, until, figures: await readHour(db, new Date(at), reach.ids, withMinutes) })
    }
    this.#state = { reach, hours }
  }
}

function has({ reach, hours }: State, of: Reach, { toTheMinute, whole }: Wanted): boolean {
  const stands = ([at, stamp]: readonly [number, string]): boolean => {
    const kept = hours.get(at)
    return kept !== undefined && (kept.stamp === stamp || kept.until > performance.now()) && (!toTheMinute.has(at) || kept.figures.minutes !== null)
  }
  return reach.key === of.key && [...toTheMinute, ...whole].every(stands)
}

type Moved = { readonly added: readonly number[]; readonly removed: readonly number[]; readonly count: number }

function movedBetween(before: Reach, after: Reach): Moved {
  if (before.key === after.key) return { added: [], removed: [], count: 0 }
  const [was, is] = [new Set(before.ids), new Set(after.ids)]
  const added = after.ids.filter((id) => !was.has(id))
  const removed = before.ids.filter((id) => !is.has(id))
  return { added, removed, count: added.length + removed.length }
}

async function changed(db: Db, at: Date, before: HourWithin, { added, removed }: Moved): Promise<HourWithin> {
  const withMinutes = before.minutes !== null
  const [more, less] = [await readHour(db, at, added, withMinutes), await readHour(db, at, removed, withMinutes)]
  const split = emptySplit()
  const add = (from: Split, sign: 1 | -1): void => {
    for (const name of toldApart) for (const [key, answers] of from[name]) split[name].set(key, (split[name].get(key) ?? 0) + sign * answers)
  }
  add(before.split, 1)
  add(more.split, 1)
  add(less.split, -1)
  return {
    answers: before.answers + more.answers - less.answers,
    minutes: before.minutes && before.minutes.map((answers, minute) => answers + more.minutes![minute]! - less.minutes![minute]!),
    split,
  }
}

async function readHour(db: Db, at: Date, ids: readonly number[], withMinutes: boolean): Promise<HourWithin> {
  if (!withMinutes) return { answers: ids.length === 0 ? 0 : await answersInHour(db, at, ids), minutes: null, split: emptySplit() }
  const minutes = new Float64Array(60)
  const split = emptySplit()
  for await (const rows of domainsInHour(db, at, ids)) {
    for (const row of rows) {
      addPackedMinutes(minutes, row.minutes)
      addPackedSplit(split, row.split)
    }
  }
  return { answers: minutes.reduce((total, one) => total + one, 0), minutes, split }
}
