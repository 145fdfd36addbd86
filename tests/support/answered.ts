import { parseTypeName } from '@nameplane/dns-text/record-types'
import type { Db } from '../../server/src/db/connection.ts'
import { addAnswers } from '../../server/src/db/statistics/adding.ts'
import { unpackSplit } from '../../server/src/db/statistics/split.ts'

const rcodes = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'] as const

/** Queries that a node is to have answered in the minute of a moment. */
export type Answered = {
  minute: Date
  answers: number
  nodeId?: number
  /** 0: names outside every zone. */
  domainId?: number
  line?: string
  type?: string | undefined
  rcode?: (typeof rcodes)[number]
}

/** Adds them as nodes do. */
export async function answered(db: Db, ...rows: Answered[]): Promise<void> {
  for (const [key, alike] of Map.groupBy(rows, ({ minute, nodeId = 1 }) => `${Math.floor(minute.getTime() / 60_000)} ${nodeId}`)) {
    const [minute, nodeId] = key.split(' ').map(Number) as [number, number]
    const counts = [...Map.groupBy(alike, ({ domainId = 0 }) => domainId)].map(([domainId, ofDomain]) => ({ domainId, ...countsOf(ofDomain) }))
    await addAnswers(db, nodeId, new Date(minute * 60_000), [{ domainId: 'all', ...countsOf(alike) }, ...counts])
  }
}

function countsOf(rows: readonly Answered[]) {
  return {
    answers: rows.reduce((sum, { answers }) => sum + answers, 0),
    lines: summed(rows, ({ line = 'default' }) => line),
    types: summed(rows, ({ type = 'A' }) => (type === 'OTHER' ? 0 : parseTypeName(type))),
    rcodes: summed(rows, ({ rcode = 'NOERROR' }) => rcodes.indexOf(rcode)),
  }
}

function summed<Key>(rows: readonly Answered[], keyOf: (row: Answered) => Key): [Key, number][] {
  const counts = new Map<Key, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.answers)
  return [...counts]
}

/** All that is counted of a domain to the minute, by the numbers of types and codes. */
export async function countedOf(db: Db, domainId: number) {
  const rows = await db.selectFrom('query_domain_minute').select(['answers', 'split']).where('domain_id', '=', domainId).execute()
  const codes = new Map((await db.selectFrom('query_line').selectAll().execute()).map(({ number, code }) => [number, code]))
  const counted = { answers: 0, line: {} as Record<string, number>, type: {} as Record<string, number>, rcode: {} as Record<string, number> }
  for (const row of rows) {
    counted.answers += row.answers
    const split = unpackSplit(row.split)
    for (const name of ['line', 'type', 'rcode'] as const)
      for (const [key, answers] of split[name]) {
        const named = name === 'line' ? codes.get(key)! : String(key)
        counted[name][named] = (counted[name][named] ?? 0) + answers
      }
  }
  return counted
}
