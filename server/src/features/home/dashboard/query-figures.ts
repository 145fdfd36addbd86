import { sql } from 'kysely'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import { printTypeName } from '@nameplane/dns-text/record-types'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { answersInHour, domainsInHour, statisticsSince } from '../../../db/statistics/reading.ts'
import { unpackNumbers } from '../../../db/statistics/packed-numbers.ts'
import { addPackedSplit, emptySplit, unpackMinutes, type Split } from '../../../db/statistics/split.ts'
import { rcodeName } from '../../../serving/publication/roll-ups.ts'
import { BusiestDomains } from './busiest-domains.ts'
import { HourFigures, stampsOf } from './hour-figures.ts'

type Queries = Answered<typeof calls.chart>['data']['queries']
type Counts = Queries['rcodes']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMinutes = 1440
const topLines = 10
/** Data scopes whose hours are kept: one needs some kilobytes. */
const scopesKept = 100

const shownNames = ['node', 'line', 'type', 'rcode'] as const
type ShownName = (typeof shownNames)[number]

/** Answers by minute, and by the keys of nodes, lines, types and codes; the empty key stands for what is not told apart. */
type Figures = { minutes: number[] } & Record<ShownName, Map<string, number>>

type Sum = { by: ShownName; key: string; answers: number; minutes: Buffer }
type HourOfAll = { minutes: readonly number[]; sums: readonly Sum[] }
type HourWithin = { minutes: readonly number[]; split: Split }
type Within = { hours: HourFigures<HourWithin>; earlier: HourFigures<number> }

/** Domains within reach, deleted ones too, and those that are not. */
type Reach = { ids: readonly number[]; living: ReadonlySet<number>; key: string }

/** Figures of queries, of which no hour is read twice unless something was counted in it. */
export class QueryFigures {
  readonly #all = new HourFigures<HourOfAll>()
  readonly #within = new Map<string, Within>()
  readonly #busiest = new BusiestDomains()

  /** Answers of the last 24 hours, of the domains that the caller reaches. */
  async read(db: Db, accessScope: AccessScope, now: Date): Promise<Queries & { answersOfNode: Map<number, number> }> {
    const running = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
    const start = new Date(running.getTime() - (dayMinutes - 1) * minuteMs)
    const previousStart = new Date(start.getTime() - dayMinutes * minuteMs)
    const since = await statisticsSince(db)
    const stamps = await stampsOf(db, hourOf(previousStart), running)
    const ofDay = new Map([...stamps].filter(([at]) => at + hourMs > start.getTime()))
    const reach = accessScope === 'all' ? null : await reachOf(db, accessScope)
    const { figures, previous } = reach ? await this.#figuresWithin(db, reach, stamps, start) : await this.#figuresOfAll(db, stamps, start)
    const total = sum(figures.minutes)
    const isKnown = since !== null && since <= previousStart
    const lines = largestFirst(figures.line, (code) => code).filter(({ name }) => name !== '')
    const shownLines = lines.slice(0, topLines)
    return {
      since,
      start,
      minutes: figures.minutes.map((answers, index) => (since !== null && start.getTime() + index * minuteMs >= since.getTime() ? answers : null)),
      total: since === null ? null : total,
      previousTotal: isKnown ? previous : null,
      rcodes: largestFirst(figures.rcode, (code) => (code === '' ? 'OTHER' : rcodeName(Number(code)))),
      types: largestFirst(figures.type, (type) => (type === '' || type === '0' ? 'OTHER' : printTypeName(Number(type)))),
      lines: shownLines,
      otherLines: sum([...figures.line.values()]) - sum(shownLines.map(({ answers }) => answers)),
      domains: await this.#busiest.read(db, ofDay, start, reach && reach.living),
      answersOfNode: new Map([...figures.node].map(([id, answers]) => [Number(id), answers])),
    }
  }

  /** Of the whole platform: from its own sums, to the minute. */
  async #figuresOfAll(db: Db, stamps: ReadonlyMap<number, string>, start: Date): Promise<{ figures: Figures; previous: number }> {
    const figures = emptyFigures()
    let previous = 0
    for (const [at, { minutes, sums }] of await this.#all.of(stamps, (hour) => readSums(db, hour))) {
      previous += addMinutes(figures, at, minutes, start)
      const first = Math.max(0, (start.getTime() - at) / minuteMs)
      for (const { by, key, answers, minutes: packed } of sums)
        if (first < 60) add(figures[by], key, first === 0 ? answers : sum(unpackMinutes(packed).slice(first)))
    }
    for (const name of shownNames) for (const [key, answers] of figures[name]) if (answers === 0) figures[name].delete(key)
    return { figures, previous }
  }

  /**
   * Of domains within reach. What nodes, lines, types and codes have of a domain is known by the hour: of the hour in which the day begins
   * it counts as not told apart, as does what was beyond the largest of an hour.
   */
  async #figuresWithin(db: Db, reach: Reach, stamps: ReadonlyMap<number, string>, start: Date): Promise<{ figures: Figures; previous: number }> {
    const figures = emptyFigures()
    const { hours, earlier } = this.#keptOf(reach)
    const codes = new Map((await db.selectFrom('query_line').select(['number', 'code']).execute()).map(({ number, code }) => [number, code]))
    const firstHour = hourOf(start).getTime()
    const edge = firstHour - dayMinutes * minuteMs
    let previous = 0
    const toTheMinute = new Map([...stamps].filter(([at]) => at >= firstHour || at === edge))
    for (const [at, { minutes, split }] of await hours.of(toTheMinute, (hour) => readDomains(db, hour, reach.ids, hour >= start), reach.ids.length)) {
      previous += addMinutes(figures, at, minutes, start)
      for (const name of shownNames)
        for (const [key, answers] of split[name]) add(figures[name], name === 'line' ? (codes.get(key) ?? '') : String(key), answers)
    }
    const whole = new Map([...stamps].filter(([at]) => at > edge && at < firstHour))
    for (const answers of (await earlier.of(whole, (hour) => answersInHour(db, hour, reach.ids))).values()) previous += answers
    const total = sum(figures.minutes)
    for (const name of ['line', 'type', 'rcode'] as const) {
      const rest = total - sum([...figures[name].values()])
      if (rest > 0) add(figures[name], name === 'type' ? '0' : '', rest)
    }
    return { figures, previous }
  }

  #keptOf({ key }: Reach): Within {
    const kept = this.#within.get(key) ?? { hours: new HourFigures(), earlier: new HourFigures() }
    this.#within.delete(key)
    this.#within.set(key, kept)
    const [oldest] = this.#within.keys()
    if (this.#within.size > scopesKept && oldest !== undefined) this.#within.delete(oldest)
    return kept
  }
}

const emptyFigures = (): Figures => ({
  minutes: Array.from({ length: dayMinutes }, () => 0),
  node: new Map(),
  line: new Map(),
  type: new Map(),
  rcode: new Map(),
})

/** Adds the minutes of an hour to those of the day that begins with `start`; answers what lies in the day before. */
function addMinutes(figures: Figures, at: number, minutes: readonly number[], start: Date): number {
  let previous = 0
  for (const [minute, answers] of minutes.entries()) {
    const index = (at - start.getTime()) / minuteMs + minute
    if (index >= 0 && index < dayMinutes) figures.minutes[index]! += answers
    else if (index >= -dayMinutes && index < 0) previous += answers
  }
  return previous
}

async function readSums(db: Db, at: Date): Promise<HourOfAll> {
  const rows = await db.selectFrom('query_sum_minute').select(['by', 'key', 'answers', 'minutes']).where('at', '=', at).execute()
  const sums = rows.flatMap(({ by, ...row }) => {
    const name = shownNames.find((one) => one === by)
    return name === undefined ? [] : [{ by: name, ...row }]
  })
  return { minutes: summedMinutes(sums.filter(({ by }) => by === 'rcode')), sums }
}

async function readDomains(db: Db, at: Date, ids: readonly number[], isSplit: boolean): Promise<HourWithin> {
  const hour = { minutes: Array.from({ length: 60 }, () => 0), split: emptySplit() }
  for await (const rows of domainsInHour(db, at, ids)) {
    for (const [minute, answers] of summedMinutes(rows).entries()) hour.minutes[minute]! += answers
    if (isSplit) for (const { split } of rows) addPackedSplit(hour.split, split)
  }
  return hour
}

function summedMinutes(rows: readonly { minutes: Buffer }[]): number[] {
  // An odd number of groups is stored with one more.
  const summed = Array.from({ length: 61 }, () => 0)
  for (const { minutes } of rows) for (const [minute, answers] of unpackNumbers(minutes).entries()) summed[minute]! += answers
  return summed.slice(0, 60)
}

/** Figures of domains that are gone, and of names outside every zone, belong to nobody in particular. */
async function reachOf(db: Db, accessScope: AccessScope): Promise<Reach> {
  const { rows } = await sql<{ living: number[] | null; deleted: number[] | null }>`
    select json_agg(id order by id) filter (where deleted_at is null) as living, json_agg(id order by id) filter (where deleted_at is not null) as deleted
    from domain where ${domainWithin(accessScope)}`.execute(db)
  const { living, deleted } = rows[0]!
  const ids = [...(living ?? []), ...(deleted ?? [])]
  return { ids, living: new Set(living), key: ids.toSorted((a, b) => a - b).join() }
}

/** Largest first; what has the same name is one. */
function largestFirst(counts: ReadonlyMap<string, number>, nameOf: (key: string) => string): Counts {
  const named = new Map<string, number>()
  for (const [key, answers] of counts) add(named, nameOf(key), answers)
  return [...named].map(([name, answers]) => ({ name, answers })).sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1))
}

function add(counts: Map<string, number>, key: string, answers: number): void {
  counts.set(key, (counts.get(key) ?? 0) + answers)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
