import { sql } from 'kysely'
import { printTypeName } from '@nameplane/dns-text/record-types'
import type { Db } from '../../db/connection.ts'
import type { EngineDriver } from '../node/driver.ts'

// RFC 6895 §2.3.
const rcodes: Record<number, string> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  9: 'NOTAUTH',
  16: 'BADVERS',
}

/** The mnemonic of a response code, or its number. */
export function rcodeName(rcode: number): string {
  return rcodes[rcode] ?? String(rcode)
}

/**
 * Adds a node's answers since the last call to this minute's roll-up. Never a row per query: one per zone, line, type
 * and code. `domain_id` 0 stands for names outside every zone, type `OTHER` for types nobody stores.
 */
export async function rollUpAnswers(db: Db, nodeId: number, driver: EngineDriver, minute: Date): Promise<void> {
  const counts = await driver.drainCounters()
  for (let from = 0; from < counts.length; from += 1000) {
    const rows = counts
      .slice(from, from + 1000)
      .map((count) => ({
        minute,
        node_id: nodeId,
        domain_id: count.domainId ?? 0,
        line: count.line,
        type: count.type === 0 ? 'OTHER' : printTypeName(count.type),
        rcode: rcodeName(count.rcode),
        answers: count.count,
      }))
    await db
      .insertInto('query_rollup')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['minute', 'node_id', 'domain_id', 'line', 'type', 'rcode'])
          .doUpdateSet((excluded) => ({ answers: sql<number>`${excluded.ref('query_rollup.answers')} + ${excluded.ref('excluded.answers')}` })),
      )
      .execute()
  }
}

/** The start of the minute that a moment lies in. */
export function minuteOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 60_000) * 60_000)
}
