import { sql, type Expression, type SqlBool } from 'kysely'
import type { dashboard as calls } from '@nameplane/contract/home/dashboard'
import type { Answered } from '@nameplane/contract/endpoint'
import { printTypeName } from '@nameplane/dns-text/record-types'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { answersBetween, domainsInHour, eachMinute, statisticsSince } from '../../../db/statistics/reading.ts'
import { splitNames, type SplitName } from '../../../db/statistics/split.ts'
import { rcodeName } from '../../../serving/publication/roll-ups.ts'

type Queries = Answered<typeof calls.chart>['data']['queries']
type Counts = Queries['rcodes']

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMinutes = 1440
const topDomains = 10
const topLines = 10

/** Answers by minute, and by the keys of nodes, lines, types and codes; the empty key stands for what is not told apart. */
type Figures = { minutes: number[] } & Record<SplitName, Map<string, number>>

/** Answers of the last 24 hours, of the domains that the caller reaches. */
export async function readQueries(db: Db, accessScope: AccessScope, now: Date): Promise<Queries & { answersOfNode: Map<number, number> }> {
  const running = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const start = new Date(running.getTime() - (dayMinutes - 1) * minuteMs)
  const previousStart = new Date(start.getTime() - dayMinutes * minuteMs)
  const since = await statisticsSince(db)
  const figures = accessScope === 'all' ? await figuresOfAll(db, start, running) : await figuresWithin(db, accessScope, start, running)
  const total = sum(figures.minutes)
  const isKnown = since !== null && since <= previousStart
  const lines = largestFirst(figures.line, (code) => code).filter(({ name }) => name !== '')
  const shownLines = lines.slice(0, topLines)
  return {
    since,
    start,
    minutes: figures.minutes.map((answers, index) => (since !== null && start.getTime() + index * minuteMs >= since.getTime() ? answers : null)),
    total: since === null ? null : total,
    previousTotal: isKnown ? await totalBetween(db, accessScope, previousStart, start) : null,
    rcodes: largestFirst(figures.rcode, (code) => (code === '' ? 'OTHER' : rcodeName(Number(code)))),
    types: largestFirst(figures.type, (type) => (type === '' || type === '0' ? 'OTHER' : printTypeName(Number(type)))),
    lines: shownLines,
    otherLines: sum([...figures.line.values()]) - sum(shownLines.map(({ answers }) => answers)),
    domains: await busiestDomains(db, accessScope, start, running),
    answersOfNode: new Map([...figures.node].map(([id, answers]) => [Number(id), answers])),
  }
}

const emptyFigures = (): Figures => ({
  minutes: Array.from({ length: dayMinutes }, () => 0),
  node: new Map(),
  line: new Map(),
  type: new Map(),
  rcode: new Map(),
})

/** Of the whole platform: from its own sums, to the minute. */
async function figuresOfAll(db: Db, start: Date, running: Date): Promise<Figures> {
  const rows = await db
    .selectFrom('query_sum_minute')
    .select(['at', 'by', 'key', 'minutes'])
    .where('at', '>=', hourOf(start))
    .where('at', '<=', running)
    .execute()
  const figures = emptyFigures()
  for (const { at, by, key, minutes } of rows) {
    const name = splitNames.find((one) => one === by)
    if (name === undefined) continue
    eachMinute(at, minutes, (minute, answers) => {
      const index = (minute - start.getTime()) / minuteMs
      if (index < 0 || index >= dayMinutes) return
      add(figures[name], key, answers)
      if (name === 'rcode') figures.minutes[index]! += answers
    })
  }
  return figures
}

/**
 * Of domains within reach. What nodes, lines, types and codes have of a domain is known by the hour: of the hour in which the day begins
 * it counts as not told apart, as does what was beyond the largest of an hour.
 */
async function figuresWithin(db: Db, accessScope: AccessScope, start: Date, running: Date): Promise<Figures> {
  const figures = emptyFigures()
  const codes = new Map((await db.selectFrom('query_line').select(['number', 'code']).execute()).map(({ number, code }) => [number, code]))
  for (let at = hourOf(start).getTime(); at <= running.getTime(); at += hourMs) {
    for (const { minutes, split } of await domainsInHour(db, new Date(at), figuresReached(accessScope))) {
      eachMinute(new Date(at), minutes, (minute, answers) => {
        const index = (minute - start.getTime()) / minuteMs
        if (index >= 0 && index < dayMinutes) figures.minutes[index]! += answers
      })
      if (at < start.getTime()) continue
      for (const name of splitNames)
        for (const [key, answers] of split[name]) add(figures[name], name === 'line' ? (codes.get(key) ?? '') : String(key), answers)
    }
  }
  const total = sum(figures.minutes)
  for (const name of ['line', 'type', 'rcode'] as const) {
    const rest = total - sum([...figures[name].values()])
    if (rest > 0) add(figures[name], name === 'type' ? '0' : '', rest)
  }
  return figures
}

async function totalBetween(db: Db, accessScope: AccessScope, from: Date, to: Date): Promise<number> {
  if (accessScope !== 'all') return answersBetween(db, from, to, figuresReached(accessScope))
  const rows = await db
    .selectFrom('query_sum_minute')
    .select(['at', 'minutes'])
    .where('at', '>=', hourOf(from))
    .where('at', '<', to)
    .where('by', '=', 'rcode')
    .execute()
  let total = 0
  for (const { at, minutes } of rows)
    eachMinute(at, minutes, (minute, answers) => {
      if (minute >= from.getTime() && minute < to.getTime()) total += answers
    })
  return total
}

/** Those with the most answers. Only domains that can be among them have the hour in which the day begins read to the minute. */
async function busiestDomains(db: Db, accessScope: AccessScope, start: Date, running: Date): Promise<Queries['domains']> {
  const first = hourOf(start)
  const { rows } = await sql<{ id: number; name: string; unicode_name: string; account_id: number; least: number; minutes: Buffer | null }>`
    with summed as (
      select domain_id, sum(answers)::bigint as most, coalesce(sum(answers) filter (where at >= ${start}), 0)::bigint as least
      from query_domain_minute where at >= ${first} and at <= ${running} group by domain_id
    ), living as (
      select domain.id, domain.name, domain.unicode_name, domain.account_id, summed.most, summed.least from summed join domain on domain.id = summed.domain_id
      where domain.deleted_at is null and ${domainWithin(accessScope)}
    )
    select living.*, edge.minutes from living
      left join query_domain_minute as edge on edge.at = ${first} and edge.at < ${start} and edge.domain_id = living.id
    where living.most >= coalesce((select least from living order by least desc offset ${topDomains - 1} limit 1), 0)`.execute(db)
  const domains = rows.map((row) => {
    let answers = row.least
    if (row.minutes !== null)
      eachMinute(first, row.minutes, (minute, count) => {
        if (minute >= start.getTime()) answers += count
      })
    return { id: row.id, domain: row.name, unicodeName: row.unicode_name, userId: row.account_id, answers }
  })
  return domains
    .filter(({ answers }) => answers > 0)
    .sort((a, b) => b.answers - a.answers || a.id - b.id)
    .slice(0, topDomains)
}

/** Figures of domains that are gone, and of names outside every zone, belong to nobody in particular. */
function figuresReached(accessScope: AccessScope): Expression<SqlBool> {
  return sql<SqlBool>`domain_id in (select domain.id from domain where ${domainWithin(accessScope)})`
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
