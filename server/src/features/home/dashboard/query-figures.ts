import { isCustomLine } from '@nameplane/contract/dns/custom-line-code'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import { printTypeName } from '@nameplane/dns-text/record-types'
import type { AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { statisticsSince } from '../../../db/statistics/reading.ts'
import { addPackedMinutes, unpackMinutes } from '../../../db/statistics/split.ts'
import { rcodeName } from '../../../serving/publication/roll-ups.ts'
import { BusiestDomains, type Day } from './busiest-domains.ts'
import { HourFigures, stampsOf, stampsWhere, type Reading } from './hour-figures.ts'
import { reachOf, scopeKey, type Reach } from './reach.ts'
import { ReadBehind, reachesMore } from './read-behind.ts'
import { ScopeFigures, toldApart, type ToldApart } from './scope-figures.ts'
import { Standing, standsMs, standsUntil } from './standing.ts'

type Queries = NonNullable<Answered<typeof calls.chart>['data']['queries']>
/** Answers of each node are shown beside the node. */
export type ReadQueries = Queries & { answersOfNode: Map<number, number> }
type Counts = Queries['rcodes']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMinutes = 1440
const topLines = 10
/** Data scopes of which figures are kept: one needs some hundred kilobytes. */
const scopesKept = 100

/** Answers by minute, and by the keys of nodes, lines, types and codes; the empty key stands for what is not told apart. */
type Figures = { minutes: number[] } & Record<ToldApart, Map<string, number>>

type Sum = { by: ToldApart; key: string; answers: number; minutes: Buffer }
type HourOfAll = { minutes: Float64Array; sums: readonly Sum[] }
/** When figures were read last, and what reads them behind a view. */
type Read = { readAt: number; readonly behind: ReadBehind }
type Within = Read & { figures: ScopeFigures; reach: Standing<Reach>; accessScope: AccessScope; lookedAt: number }

/** Of so many domains, all hours are read within the time of an answer: of the whole platform by their sums, within a data scope one by one. */
const readWhileWaiting = { all: 5_000, within: 200 }
/** A data scope that nobody has looked at for so long is not renewed: an open dashboard asks each minute. */
const renewedMs = 180_000

/** Figures of queries, of which no hour is read twice unless something was counted in it. */
export class QueryFigures {
  readonly #db: Db
  readonly #all = new HourFigures<HourOfAll>()
  readonly #within = new Map<string, Within>()
  readonly #busiest = new BusiestDomains()
  readonly #ofAll: Read = { readAt: -Infinity, behind: new ReadBehind() }

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Answers of the last 24 hours, of the domains that the caller reaches; null where those of many domains have to be read first: by `gather`.
   * @throws once what kept `gather` from reading them
   */
  async read(accessScope: AccessScope, now: Date): Promise<ReadQueries | null> {
    const within = this.#withinOf(accessScope)
    if (within) within.lookedAt = performance.now()
    const read = within ?? this.#ofAll
    // Which domains are the busiest within a scope follows from all of them.
    if (!(await this.#isAtHand('all', this.#ofAll)) || !(await this.#isAtHand(accessScope, read))) {
      read.behind.check()
      return null
    }
    read.behind.forget()
    return this.#read(accessScope, now, within, { isRenewing: false })
  }

  /** Reads them for those who ask again, unless that is under way. */
  gather(accessScope: AccessScope, now: Date): void {
    const within = this.#withinOf(accessScope)
    const { behind } = within ?? this.#ofAll
    behind.begin(async () => {
      if (within && !(await this.#isAtHand('all', this.#ofAll))) await this.#read('all', now, null, { isRenewing: false })
      await this.#read(accessScope, now, within, { isRenewing: false })
    })
  }

  async #isAtHand(accessScope: AccessScope, { readAt }: Read): Promise<boolean> {
    if (accessScope === 'all') return readAt > -Infinity || !(await reachesMore(this.#db, 'all', readWhileWaiting.all))
    return performance.now() - readAt < standsMs || !(await reachesMore(this.#db, accessScope, readWhileWaiting.within))
  }

  /** Reads again what stands for a while, as far as anybody may be looking. */
  async renew(now: Date, signal?: AbortSignal): Promise<void> {
    const reading = { isRenewing: true, signal }
    await this.#read('all', now, null, reading)
    for (const within of [...this.#within.values()]) {
      if (performance.now() - within.lookedAt > renewedMs) continue
      await within.reach.renew()
      await this.#read(within.accessScope, now, within, reading)
    }
  }

  async #read(accessScope: AccessScope, now: Date, within: Within | null, reading: Reading): Promise<ReadQueries> {
    const db = this.#db
    const running = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
    const start = new Date(running.getTime() - (dayMinutes - 1) * minuteMs)
    const previousStart = new Date(start.getTime() - dayMinutes * minuteMs)
    const since = await statisticsSince(db)
    const stamps = await stampsOf(db, hourOf(previousStart), running)
    const reach = within && (await within.reach.get())
    const { figures, previous } =
      within && reach ? await this.#figuresWithin(within, reach, { stamps, start }, reading) : await this.#figuresOfAll({ stamps, start })
    const domains = await this.#busiest.read(db, { stamps, start }, accessScope, reach, reading)
    const total = sum(figures.minutes)
    const isKnown = since !== null && since <= previousStart
    const lines = largestFirst(figures.line, (code) => code).filter(({ name }) => name !== '')
    const shownLines = lines.slice(0, topLines)
    const read = within ?? this.#ofAll
    read.readAt = performance.now()
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
      domains,
      answersOfNode: new Map([...figures.node].map(([id, answers]) => [Number(id), answers])),
    }
  }

  /** Of the whole platform: from its own sums, to the minute. */
  async #figuresOfAll({ stamps, start }: Day): Promise<{ figures: Figures; previous: number }> {
    const figures = emptyFigures()
    let previous = 0
    for (const [at, { minutes, sums }] of await this.#all.of(stamps, (hour) => readSums(this.#db, hour))) {
      previous += addMinutes(figures, at, minutes, start)
      const first = Math.max(0, (start.getTime() - at) / minuteMs)
      for (const { by, key, answers, minutes: packed } of sums)
        if (first < 60) add(figures[by], key, first === 0 ? answers : sum(unpackMinutes(packed).slice(first)))
    }
    for (const name of toldApart) for (const [key, answers] of figures[name]) if (answers === 0) figures[name].delete(key)
    return { figures, previous }
  }

  /**
   * Of domains within reach. What nodes, lines, types and codes have of a domain is known by the hour: of the hour in which the day begins
   * it counts as not told apart, as does what was beyond the largest of an hour.
   */
  async #figuresWithin(within: Within, reach: Reach, { stamps, start }: Day, reading: Reading): Promise<{ figures: Figures; previous: number }> {
    const figures = emptyFigures()
    const codes = new Map((await this.#db.selectFrom('query_line').select(['number', 'code']).execute()).map(({ number, code }) => [number, code]))
    const firstHour = hourOf(start).getTime()
    // Hours in which one of the two days begins, and the one that is next to be one.
    const edge = firstHour - dayMinutes * minuteMs
    const wanted = {
      toTheMinute: stampsWhere(stamps, (at) => at >= firstHour || (at >= edge && at <= edge + hourMs)),
      whole: stampsWhere(stamps, (at) => at > edge + hourMs && at < firstHour),
    }
    let previous = 0
    for (const [at, hour] of await within.figures.of(this.#db, reach, wanted, reading)) {
      previous += hour.minutes ? addMinutes(figures, at, hour.minutes, start) : hour.answers
      if (at < start.getTime()) continue
      for (const name of toldApart)
        for (const [key, answers] of hour.split[name]) add(figures[name], name === 'line' ? sharedLine(codes.get(key)) : String(key), answers)
    }
    const total = sum(figures.minutes)
    for (const name of ['line', 'type', 'rcode'] as const) {
      const rest = total - sum([...figures[name].values()])
      if (rest > 0) add(figures[name], name === 'type' ? '0' : '', rest)
    }
    return { figures, previous }
  }

  /** What is kept of a data scope; null for the whole platform. */
  #withinOf(accessScope: AccessScope): Within | null {
    if (accessScope === 'all') return null
    const key = scopeKey(accessScope)
    const kept = this.#within.get(key) ?? {
      figures: new ScopeFigures(),
      reach: new Standing(
        () => reachOf(this.#db, accessScope),
        ({ ids }) => standsUntil(ids.length),
      ),
      accessScope,
      lookedAt: 0,
      readAt: -Infinity,
      behind: new ReadBehind(),
    }
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
function addMinutes(figures: Figures, at: number, minutes: ArrayLike<number>, start: Date): number {
  let previous = 0
  for (let minute = 0; minute < minutes.length; minute += 1) {
    const answers = minutes[minute]!
    const index = (at - start.getTime()) / minuteMs + minute
    if (index >= 0 && index < dayMinutes) figures.minutes[index]! += answers
    else if (index >= -dayMinutes && index < 0) previous += answers
  }
  return previous
}

async function readSums(db: Db, at: Date): Promise<HourOfAll> {
  const rows = await db.selectFrom('query_sum_minute').select(['by', 'key', 'answers', 'minutes']).where('at', '=', at).execute()
  const sums = rows.flatMap(({ by, ...row }) => {
    const name = toldApart.find((one) => one === by)
    return name === undefined ? [] : [{ by: name, ...row }]
  })
  return { minutes: summedMinutes(sums.filter(({ by }) => by === 'rcode')), sums }
}

/** Lines of one domain are not told apart here, as in the sums of the platform. */
function sharedLine(code = ''): string {
  return isCustomLine(code) ? '' : code
}

function summedMinutes(rows: readonly { minutes: Buffer }[]): Float64Array {
  const summed = new Float64Array(60)
  for (const { minutes } of rows) addPackedMinutes(summed, minutes)
  return summed
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
