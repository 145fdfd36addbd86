import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Resolver } from 'node:dns/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { firstBrokenAuditEntry } from '../../server/src/audit/audit-verification.ts'
import { readRootKeys, useRootKeys } from '../../server/src/keys/data-keys.ts'
import { readOrMakeMasterKey } from '../../server/src/data-folder.ts'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { proofLength } from '../support/proof-length.ts'
import { freePorts } from '../support/free-port.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { startWriters, untilBusy, type HostState } from './writers.ts'

const rounds = proofLength({ full: 200, part: 20 })
/** On a machine that is busy with other tests. */
const longestRoundMs = 45_000
const writerCount = 8
const token = 'k'.repeat(40)
const folder = mkdtempSync(join(tmpdir(), 'nameplane-kill-'))
let server: ServerProcess | null = null

afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** A connection to the running server's own database. */
async function beside<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await startEmbeddedDatabase({ dataFolder: folder })
  const db = openDb(openPool({ connectionString: database.connectionString }, 4))
  try {
    expect(database.isAdopted).toBe(true)
    return await work(db)
  } finally {
    await db.destroy()
    await database.stop()
  }
}

const sorted = (addresses: readonly string[]): string => [...addresses].sort().join(' ')

/** The addresses saved at each host of the writers. */
async function savedHosts(db: Db): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('record').select(['host', 'value']).where('type', '=', 'A').execute()
  const saved = new Map<string, string[]>()
  for (const { host, value } of rows) saved.set(host, [...(saved.get(host) ?? []), value])
  return saved
}

/** Rows that do not agree with each other, as sentences; a sound database has none. */
async function disagreements(db: Db): Promise<string[]> {
  const { rows } = await sql<{ complaint: string }>`
    select name || ': record_count ' || record_count || ', rows ' || rows as complaint
      from (select domain.name, record_count, (select count(*) from record where domain_id = domain.id) as rows from domain) d where record_count <> rows
    union all
    select name || ': version ' || version || ', newest saved state ' || newest
      from (select name, version, coalesce((select max(version) from domain_revision where domain_id = domain.id), 1) as newest from domain) d where version <> newest
    union all
    select 'saved state ' || domain_id || '/' || version || ' says ' || (added + updated + deleted) || ' changes, has ' || changes
      from (select r.*, (select count(*) from record_change c where c.domain_id = r.domain_id and c.version = r.version) as changes from domain_revision r) r where added + updated + deleted <> changes
    union all
    select 'record ' || record.id || ' of version ' || record.version || ' has no such change' from record
      where version > 1 and not exists (select from record_change c where c.domain_id = record.domain_id and c.version = record.version and c.record_id = record.id and c.after ->> 'value' = record.value)
    union all
    select 'deleted record ' || c.record_id || ' is still there' from record_change c where c.after is null and exists (select from record where record.id = c.record_id)
    union all
    select 'saved states ' || states || ', audit entries about them ' || entries
      from (select (select count(*) from domain_revision) as states, (select count(*) from audit_entry where action = 'record.apply') as entries) a where states <> entries
    union all
    select 'domains ' || domains || ', audit entries about them ' || entries
      from (select (select count(*) from domain) as domains, (select count(*) from audit_entry where action = 'domain.create') as entries) a where domains <> entries
    union all
    select name || ': serial ' || serial || ' is not what its node wants' from domain where not exists (select from publication where domain_id = domain.id and wanted_serial = domain.serial)`.execute(
    db,
  )
  return rows.map((row) => row.complaint)
}

/** The database server's process id: the first line of its lock file. */
function postmasterId(): number {
  return Number(readFileSync(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function untilLive(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ pending: number }>`select count(*) as pending from publication where live_serial is distinct from wanted_serial`.execute(db)
    if (rows[0]!.pending === 0) return
    await pause(20)
  }
}

test(
  `nothing acknowledged is lost and nothing is half done when the server is killed ${rounds} times among ${writerCount} writers`,
  { timeout: rounds * longestRoundMs },
  async () => {
    const { port, dnsPort } = await freePorts()
    const url = `http://127.0.0.1:${port}`
    const variables = {
      NAMEPLANE_DATA: folder,
      NAMEPLANE_PORT: String(port),
      NAMEPLANE_DNS_PORT: String(dnsPort),
      NAMEPLANE_ADMIN_TOKEN: token,
      NAMEPLANE_ADMIN_PASSWORD: 'for this test',
    }
    const resolver = new Resolver({ timeout: 2_000, tries: 3 })
    resolver.setServers([`127.0.0.1:${dnsPort}`])
    const answerOf = (name: string): Promise<string[]> =>
      resolver
        .resolve4(name)
        .catch((problem: { code?: string }) => (problem.code === 'ENOTFOUND' || problem.code === 'ENODATA' ? [] : Promise.reject(problem as Error)))

    server = startServer(variables)
    await server.ready()
    await beside(async (db) => useRootKeys(await readRootKeys(db, readOrMakeMasterKey(folder))))
    const domains: { id: number; name: string }[] = []
    for (const name of ['one.example', 'two.example', 'three.example']) {
      const answer = await fetch(`${url}/api/sys/dns/domain/save`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ domain: name }),
      })
      domains.push({ id: ((await answer.json()) as { data: { id: number } }).data.id, name })
    }

    const acknowledgedDomains = new Set(domains.map((domain) => domain.name))
    let acknowledged = 0
    let cutOff = 0
    for (let round = 0; round < rounds; round++) {
      const hosts = new Map<string, HostState>()
      const writers = startWriters({ count: writerCount, round, url, token, domains, hosts })
      await untilBusy(writers, round, 25)
      // Every other time the database goes first, as when the machine runs out of memory.
      if (round % 2 === 1) process.kill(postmasterId(), 'SIGKILL')
      server.signal('SIGKILL')
      await server.ended
      writers.stop()
      await writers.done
      acknowledged += writers.acknowledgedWrites
      for (const name of writers.newDomains.acknowledged) acknowledgedDomains.add(name)

      server = startServer(variables)
      await server.ready()
      await beside(async (db) => {
        expect(await disagreements(db)).toEqual([])
        expect(await firstBrokenAuditEntry(db)).toBeNull()
        const saved = await savedHosts(db)
        for (const { host, acknowledged: known, inDoubt } of hosts.values()) {
          const now = sorted(saved.get(host) ?? [])
          if (inDoubt !== null) cutOff += 1
          // Without an answer both are right: the set before, or the whole set after.
          const allowed = inDoubt === null ? [sorted(known)] : [sorted(known), sorted(inDoubt)]
          expect(allowed, `round ${round}, host ${host}`).toContain(now)
        }
        const names = new Set((await db.selectFrom('domain').select('name').execute()).map((row) => row.name))
        expect([...acknowledgedDomains].filter((name) => !names.has(name))).toEqual([])
        await untilLive(db)
        for (const { domain, host } of hosts.values())
          expect(sorted(await answerOf(`${host}.${domain}`)), `round ${round}, answer for ${host}.${domain}`).toBe(sorted(saved.get(host) ?? []))
      })
    }
    // The kills have to have met writes under way, else nothing was proved.
    expect(cutOff).toBeGreaterThan(rounds)
    expect(acknowledged).toBeGreaterThan(rounds * 25)

    // And the look for half changes has to be one that finds them.
    await beside(async (db) => {
      const damages: ((db: Db) => Promise<unknown>)[] = [
        (tx) => sql`update domain set record_count = record_count + 1 where name = 'one.example'`.execute(tx),
        (tx) => sql`update domain set version = version + 1 where name = 'one.example'`.execute(tx),
        (tx) => sql`delete from record where id = (select min(id) from record)`.execute(tx),
        (tx) => sql`update record set value = '192.0.2.255' where id = (select min(id) from record)`.execute(tx),
        (tx) => sql`delete from record_change where (domain_id, version) in (select domain_id, version from domain_revision limit 1)`.execute(tx),
        (tx) => sql`delete from audit_entry where id = (select max(id) from audit_entry where action = 'record.apply')`.execute(tx),
        (tx) => sql`update domain set serial = serial + 1 where name = 'one.example'`.execute(tx),
      ]
      for (const damage of damages) {
        await db.transaction().execute(async (tx) => {
          await damage(tx)
          expect(await disagreements(tx)).not.toEqual([])
          await sql`rollback`.execute(tx)
        })
      }
      expect(await disagreements(db)).toEqual([])
    })

    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)
