import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { AuditEntryTable } from '../db/tables.ts'
import { chainStart, type ChainLink } from './audit.ts'
import { isOurStatement, signStatement } from './audit-anchors.ts'
import { chainOrigin, followChain, type Anchored, type AuditBreak } from './audit-verification.ts'

/*
 * The audit trail as a file that can be verified without a database: a line for where it starts, one for each entry, and a
 * last one that is signed over both ends, all JSON.
 */

type Row = Selectable<AuditEntryTable>
type Start = { format: 1; content: 'nameplane audit trail'; at: string; afterId: number; afterHash: string }

const batchSize = 1000

export async function* auditLines(db: Db, now: Date): AsyncGenerator<string> {
  const origin = await chainOrigin(db)
  const start: Start = {
    format: 1,
    content: 'nameplane audit trail',
    at: now.toISOString(),
    afterId: origin.link.id,
    afterHash: origin.link.hash.toString('hex'),
  }
  yield `${JSON.stringify(start)}\n`
  let last = origin.link
  let entries = 0
  for (;;) {
    const rows = await db.selectFrom('audit_entry').selectAll().where('id', '>', last.id).orderBy('id').limit(batchSize).execute()
    if (rows.length === 0) break
    for (const row of rows) yield `${JSON.stringify({ ...row, previous_hash: row.previous_hash.toString('hex'), hash: row.hash.toString('hex') })}\n`
    last = rows.at(-1)!
    entries += rows.length
  }
  const end = { ...start, entries, lastId: last.id, lastHash: last.hash.toString('hex') }
  yield `${JSON.stringify({ end, signature: signStatement(end) })}\n`
}

/** What an exported file turned out to be; `cut` when its signed last line is missing or does not fit what stands before it. */
export type VerifiedExport = { entries: number; lastId: number; at: string; broken: AuditBreak | null; isCut: boolean }

/** Verifies an exported file from its first line to its last; null when it is no such file. */
export async function verifyExport(source: Readable, anchored: Anchored): Promise<VerifiedExport | null> {
  let start: Start | null = null
  let last: ChainLink = chainStart
  let entries = 0
  let isSigned = false
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
    const value = parsedLine(line)
    if (!start) {
      if (value?.['content'] !== 'nameplane audit trail') return null
      start = value as unknown as Start
      last = { id: start.afterId, hash: Buffer.from(start.afterHash, 'hex') }
      continue
    }
    if (value && 'end' in value) {
      const end = { ...start, entries, lastId: last.id, lastHash: last.hash.toString('hex') }
      isSigned = isOurStatement(end, String(value['signature']))
      continue
    }
    // Nothing comes after the end.
    const row = value && !isSigned ? rowOf(value) : null
    const stretch = row && followChain([row], last, anchored)
    if (!stretch || stretch.broken)
      return { entries, lastId: last.id, at: start.at, broken: stretch?.broken ?? { id: last.id + 1, reason: 'changed' }, isCut: false }
    last = stretch.last
    entries += 1
  }
  return start && { entries, lastId: last.id, at: start.at, broken: null, isCut: !isSigned }
}

function parsedLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function rowOf(value: Record<string, unknown>): Row | null {
  const at = new Date(String(value['at']))
  if (Number.isNaN(at.getTime())) return null
  return { ...value, at, previous_hash: Buffer.from(String(value['previous_hash']), 'hex'), hash: Buffer.from(String(value['hash']), 'hex') } as unknown as Row
}
