import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { openDb, openPool } from '../../server/src/db/connection.ts'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { proofLength } from '../support/proof-length.ts'
import { freePorts } from '../support/free-port.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'

/* A bulk operation whose server is killed again and again goes on where it was: every domain is changed, and none twice. */
const kills = proofLength({ full: 40, part: 5 })
const count = kills * 30
const longestMs = Math.max(kills, 20) * 45_000
const token = 'k'.repeat(40)
const folder = mkdtempSync(join(tmpdir(), 'nameplane-bulk-kill-'))
let server: ServerProcess | null = null

afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

test(`a bulk operation over ${Math.min(count, 500)} domains outlives ${kills} kills of the server`, { timeout: longestMs }, async () => {
  const { port, dnsPort } = await freePorts()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    NAMEPLANE_DATA: folder,
    NAMEPLANE_PORT: String(port),
    NAMEPLANE_DNS_PORT: String(dnsPort),
    NAMEPLANE_ADMIN_TOKEN: token,
    NAMEPLANE_ADMIN_PASSWORD: 'for this test',
  }
  const call = async <E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Reply<E>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const path = endpoint.path.replace('{id}', String((input as { id?: number }).id))
    const answer = await fetch(`${url}/api/${path}`, endpoint.method === 'POST' ? { method: 'POST', headers, body: JSON.stringify(input) } : { headers })
    const body = (await answer.json()) as Reply<E> & { code: number; msg: string }
    if (body.code !== 1) throw new Error(body.msg)
    return body
  }
  server = startServer(variables)
  await server.ready()
  const names = Array.from({ length: Math.min(count, 500) }, (_, index) => `kill${index}.example`)
  for (const name of names) {
    const { id } = (await call(domain.save, { domain: name })).data
    await call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'n', type: 'TXT', value: '"mark"', ttl: 60 } }] })
  }
  // Each time that it is done to a domain leaves a trace of its own.
  const { id } = (await call(changeSet.recordUpdate, { domains: names.join('\n'), action: 'replace', find: 'mark"', to: 'marked mark"', isPart: true })).data
  const ended = async (): Promise<number> => {
    const { done, failed } = (await call(changeSet.detail, { id: id! })).data
    expect(failed).toBe(0)
    return done
  }
  let killed = 0
  for (; killed < kills; killed++) {
    const before = await ended()
    if (before === names.length) break
    while ((await ended()) < Math.min(before + 3, names.length)) await pause(2)
    server.signal('SIGKILL')
    await server.ended
    server = startServer(variables)
    await server.ready()
  }
  // Fewer would prove nothing.
  expect(killed).toBeGreaterThanOrEqual(Math.min(kills, 2))
  await expect.poll(ended, { timeout: 60_000, interval: 50 }).toBe(names.length)
  // That the set has ended is noted after its last domain.
  await expect.poll(async () => (await call(changeSet.detail, { id: id! })).data, { timeout: 60_000 }).toMatchObject({ state: 'done', updated: names.length })

  const database = await startEmbeddedDatabase({ dataFolder: folder })
  const db = openDb(openPool({ connectionString: database.connectionString }, 2))
  try {
    const { rows } = await sql<{ value: string; version: number; count: number }>`
      select record.value, domain.version, count(*) as count from record join domain on domain.id = domain_id group by 1, 2`.execute(db)
    expect(rows).toEqual([{ value: '"marked mark"', version: 3, count: names.length }])
    const entries = await db
      .selectFrom('audit_entry')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('action', '=', 'record.bulk')
      .executeTakeFirstOrThrow()
    expect(Number(entries.count)).toBe(names.length)
  } finally {
    await db.destroy()
    await database.stop()
  }
})
