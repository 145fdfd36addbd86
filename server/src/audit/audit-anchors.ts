import { sign, verify } from 'node:crypto'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Db } from '../db/connection.ts'
import { auditSigningKey, canonical, chainEnd } from './audit.ts'
import type { Anchored } from './audit-verification.ts'

/*
 * Anchors: what the end of the audit chain was at a moment, signed and written beside the database, one line each. Who
 * cuts the chain's end, or writes it anew, contradicts them. Copied to another place, they hold against the operator too.
 */

const fileName = 'anchors.jsonl'
const publicKeyName = 'public.pem'

const Anchor = z.strictObject({
  format: z.literal(1),
  at: z.string(),
  id: z.number().check(z.int(), z.minimum(1)),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  signature: z.string(),
})

/** Anchors as read: those that we signed, and how many lines are none. */
export type Anchors = { anchored: Anchored; lastId: number; lastAt: Date | null; forgedLines: number[] }

/** Signs a statement about the audit trail. Base64. */
export function signStatement(statement: object): string {
  return sign(null, Buffer.from(canonical(statement)), auditSigningKey().privateKey).toString('base64')
}

/** Whether we signed exactly this statement. */
export function isOurStatement(statement: object, signature: string): boolean {
  return verify(null, Buffer.from(canonical(statement)), auditSigningKey().publicKey, Buffer.from(signature, 'base64'))
}

/** The anchors in a folder; none where there is no folder yet. */
export async function readAnchors(folder: string): Promise<Anchors> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return ''
    throw cause
  })
  const anchored = new Map<number, Buffer>()
  const forgedLines: number[] = []
  let lastAt: Date | null = null
  let lastId = 0
  text.split('\n').forEach((line, index) => {
    if (line === '') return
    const anchor = anchorOf(line)
    if (!anchor) return void forgedLines.push(index + 1)
    anchored.set(anchor.id, Buffer.from(anchor.hash, 'hex'))
    lastId = Math.max(lastId, anchor.id)
    lastAt = new Date(anchor.at)
  })
  return { anchored, lastId, lastAt, forgedLines }
}

function anchorOf(line: string): z.infer<typeof Anchor> | null {
  try {
    const { signature, ...statement } = Anchor.parse(JSON.parse(line))
    return isOurStatement(statement, signature) ? { ...statement, signature } : null
  } catch {
    return null
  }
}

/** Adds an anchor for the chain's end as it is now, unless it has one; answers whether it did. */
export async function writeAnchor(db: Db, folder: string, now: Date): Promise<boolean> {
  const end = await chainEnd(db)
  const { lastId } = await readAnchors(folder)
  if (end.id <= lastId) return false
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, publicKeyName), auditSigningKey().publicKey.export({ type: 'spki', format: 'pem' }), { mode: 0o600 })
  const statement = { format: 1, at: now.toISOString(), id: end.id, hash: end.hash.toString('hex') } as const
  const file = await open(join(folder, fileName), 'a', 0o600)
  try {
    await file.write(`${JSON.stringify({ ...statement, signature: signStatement(statement) })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return true
}
