import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'

export type OwnNode = {
  db: Db
  address: string
  port: number
  version: string
  /** Where the node's number is kept, so that it is the same node under another address; null keeps nothing. */
  idFile: string | null
  /** Whether other platforms may have nodes in this database too. */
  isDatabaseShared: boolean
  /** Whether all of them are on this machine, so that nobody else has this address. */
  isAddressOwn: boolean
}

/** A node notes that it is there every ten seconds; one that was silent for longer than this is down. */
const silentSeconds = 60

const isDown = sql<boolean>`(state = 'offline' or last_seen_at is null or last_seen_at < now() - make_interval(secs => ${silentSeconds}))`

/**
 * The row of this platform's own built-in node, made at its first start. A start under another address or port is the same node,
 * moved: what it answered and what it serves stays with it, and no row is left that could never come back.
 */
export async function registerNode(node: OwnNode): Promise<number> {
  const id = await node.db.transaction().execute(async (tx) => {
    // Two starts at once register one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('node.register'))`.execute(tx)
    const name = `built-in ${node.address}:${node.port}`
    const own = await findOwn(tx, node, name)
    await tx
      .deleteFrom('node')
      .where('driver', '=', 'builtin')
      .where(isDown)
      .$if(node.isDatabaseShared, (query) => query.where('name', '=', name))
      .$if(own !== null, (query) => query.where('id', '<>', own!))
      .execute()
    const others = await tx
      .selectFrom('node')
      .select('name')
      .$if(own !== null, (query) => query.where('id', '<>', own!))
      .execute()
    const values = {
      name: freeName(name, new Set(others.map((other) => other.name))),
      driver: 'builtin',
      address: node.address,
      port: node.port,
      version: node.version,
      state: 'starting',
      state_reason: '',
    }
    if (own === null) {
      const { id: made } = await tx
        .insertInto('node')
        .values({ ...values, service_group_id: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      return made
    }
    await tx.updateTable('node').set(values).where('id', '=', own).execute()
    return own
  })
  if (node.idFile !== null) keep(node.idFile, id)
  return id
}

/** Another machine may listen on the same address of its own, such as 0.0.0.0. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`
  return free
}

async function findOwn(tx: Tx, node: OwnNode, name: string): Promise<number | null> {
  const kept = node.idFile === null ? null : keptId(node.idFile)
  const rows = await tx
    .selectFrom('node')
    .select(['id', 'name', isDown.as('isDown')])
    .where('driver', '=', 'builtin')
    .orderBy(sql`last_seen_at desc nulls last`)
    .orderBy('id', 'desc')
    .execute()
  const own =
    // Before the kept number: that is the node of another server where the database has changed hands.
    rows.find((row) => row.name === name && node.isAddressOwn) ??
    rows.find((row) => row.id === kept) ??
    rows.find((row) => row.name === name && row.isDown) ??
    // In a database of our own every built-in node that is down was this one.
    (node.isDatabaseShared ? undefined : rows.find((row) => row.isDown))
  return own?.id ?? null
}

function keptId(file: string): number | null {
  try {
    const id = Number(readFileSync(file, 'utf8').trim())
    return Number.isSafeInteger(id) && id > 0 ? id : null
  } catch {
    return null
  }
}

function keep(file: string, id: number): void {
  if (keptId(file) === id) return
  writeFileSync(`${file}.${process.pid}`, `${id}\n`, { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}
