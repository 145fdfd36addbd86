import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { typeByCode } from '@nameplane/dns-text/record-types'
import type { Db } from '../../server/src/db/connection.ts'
import { unpackMinutes, unpackSplit, type SplitName } from '../../server/src/db/statistics/split.ts'
import { Random } from '../../server/src/seed/random.ts'
import { chainOf } from '../../server/src/serving/lines/chain.ts'
import { standardLine } from '../../server/src/serving/lines/standard-lines.ts'
import type { AnswerEvent } from '../../server/src/serving/answer/answer.ts'
import { AnswerCounters } from '../../server/src/serving/node/answer-counters.ts'
import type { EngineDriver } from '../../server/src/serving/node/driver.ts'
import { rollUpAnswers } from '../../server/src/serving/publication/roll-ups.ts'

/* Queries made up for tests of what is counted of them. */

export const knownTypes: readonly number[] = Array.from({ length: 65_536 }, (_, type) => type).filter((type) => typeByCode(type) !== undefined)

/** A node of which nothing but its counters is there. */
export class CountingNode {
  readonly id: number
  readonly counters: AnswerCounters
  readonly #driver: EngineDriver

  constructor(id: number, most?: number, ofNames?: number) {
    this.id = id
    this.counters = new AnswerCounters(most, ofNames)
    const driver: Partial<EngineDriver> = {
      drainCounters: async () => ({ counts: this.counters.drain(), limited: { dropped: 0, slipped: 0, spared: 0 }, confirm: async () => undefined }),
    }
    this.#driver = driver as EngineDriver
  }

  rollUp(db: Db, minute: Date): Promise<void> {
    return rollUpAnswers(db, this.id, this.#driver, minute)
  }
}

const chains = new Map<string, readonly string[]>()
/** What clients of a line are in besides; one array for all of them, as the line table gives it. */
function chainWith(line: string): readonly string[] {
  const chain = chains.get(line) ?? (standardLine(line) === undefined ? [line, 'default'] : chainOf([line]))
  chains.set(line, chain)
  return chain
}

/** @param name that was answered from, of one label, or the zone's own for '' */
export const answerTo = (domainId: number | null, line: string, type: number, rcode: number, name: string | null = null): AnswerEvent => ({
  ...{ domainId, line, type, rcode, chain: chainWith(line), owner: name === '' || name === null ? name : `${String.fromCharCode(name.length)}${name}` },
  ...{ zone: null, answeredLine: null, nameKey: '', isOwnName: name !== null, subnet: null, truncated: false },
})

/** A sender who puts every query into another network and asks for any type, known or not, and any name that there is. */
export class HostileSender {
  readonly #random: Random
  readonly #lines: readonly string[]
  readonly #names: number

  /** @param names of each domain */
  constructor(seed: string, lines: readonly string[], names = 40) {
    this.#names = names
    this.#random = new Random(seed)
    this.#lines = lines
  }

  ask(domainId: number | null): AnswerEvent {
    const type = this.#random.perMille(200) ? this.#random.between(256, 65_535) : this.#random.pick(knownTypes)
    const rcode = this.#random.pick([0, 0, 0, 3])
    const name = domainId === null || rcode !== 0 ? null : `host-${this.#random.between(1, this.#names)}`
    return answerTo(domainId, this.#random.pick(this.#lines), type, rcode, name)
  }
}

export async function linesOf(db: Db): Promise<string[]> {
  return (await db.selectFrom('line').select('code').orderBy('code').execute()).map(({ code }) => code)
}

const domainTables = ['query_domain_minute', 'query_domain_hour', 'query_domain_day'] as const

/** All that is stored, by domain and of everything, in whatever resolution. */
export async function storedSums(db: Db) {
  const domains = new Map<number, number>()
  const told = { node: 0, line: 0, type: 0, rcode: 0, country: 0, name: 0 }
  for (const table of domainTables)
    for (const row of await db.selectFrom(table).select(['domain_id', 'answers', 'split']).execute()) {
      domains.set(row.domain_id, (domains.get(row.domain_id) ?? 0) + row.answers)
      for (const [name, counts] of Object.entries(unpackSplit(row.split))) for (const answers of counts.values()) told[name as SplitName] += answers
    }
  const by: Record<string, Record<string, number>> = {}
  for (const table of ['query_sum_minute', 'query_sum_day'] as const)
    for (const row of await db.selectFrom(table).select(['by', 'key', 'answers']).execute()) {
      const keys = (by[row.by] ??= {})
      keys[row.key] = (keys[row.key] ?? 0) + row.answers
    }
  let minutes = 0
  for (const table of ['query_domain_minute', 'query_sum_minute'] as const)
    for (const row of await db.selectFrom(table).select(['answers', 'minutes']).execute()) {
      const sum = unpackMinutes(row.minutes).reduce((a, b) => a + b)
      if (sum !== row.answers) throw new Error(`the minutes of a row of ${table} are ${sum} of ${row.answers} answers`)
      minutes += sum
    }
  return { domains, by, told, minutes }
}

/** Whoever looks at the database, as its own upkeep does, keeps rows that were written again from being given back to the disk. */
export async function untilNobodyLooks(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null`.execute(
      db,
    )
    if (rows[0]!.count === 0) return
    await pause(20)
  }
}
