import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { freePorts } from '../support/free-port.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'

/*
 * Two server processes of one installation on one database. A job's minute is brought forward by writing its next time;
 * everything else is the platform's own doing.
 */

const rounds = Number(process.env['NAMEPLANE_SCHEDULE_ROUNDS'] ?? 15)
const folder = mkdtempSync(join(tmpdir(), 'nameplane-jobs-'))
const servers: ServerProcess[] = []
let database: Awaited<ReturnType<typeof startEmbeddedDatabase>>
let db: Db

async function startAnother(): Promise<ServerProcess> {
  const { port } = await freePorts()
  const server = startServer({
    // The same folder for both: they are one installation with one master key.
    NAMEPLANE_DATA: join(folder, 'platform'),
    NAMEPLANE_DATABASE_URL: database.connectionString,
    NAMEPLANE_PORT: String(port),
    NAMEPLANE_DNS_PORT: '0',
    NAMEPLANE_ADMIN_PASSWORD: 'correct horse 7',
  })
  servers.push(server)
  await server.ready()
  return server
}

beforeAll(async () => {
  // Theirs from outside, so that it outlives them.
  database = await startEmbeddedDatabase({ dataFolder: join(folder, 'outside') })
  db = openDb(openPool({ connectionString: database.connectionString }, 4))
}, 120_000)

// Two processes share every test; one that ends them leaves none.
beforeEach(async () => {
  while (servers.length < 2) await startAnother()
}, 120_000)
afterEach(async () => void (await db.deleteFrom('job').where('handler', '=', 'trial_run').execute()))

afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map((server) => server.ended))
  await db.destroy()
  await database.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function addJob(name: string, more: { retries?: number; seconds?: number; overlap?: 'skip' | 'queue' }): Promise<number> {
  const row = await db
    .insertInto('job')
    .values({
      name,
      handler: 'trial_run',
      params: JSON.stringify({ seconds: more.seconds ?? 0 }),
      cron: '0 0 1 1 *',
      time_zone: 'UTC',
      overlap: more.overlap ?? 'skip',
      misfire: 'run_once',
      timeout_seconds: 60,
      retries: more.retries ?? 0,
      retry_pause_seconds: 1,
      planned_at: sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const comeDue = (id: number) => sql`update job set next_run_at = clock_timestamp() where id = ${id}`.execute(db)
const runsOf = (id: number) => db.selectFrom('job_run').selectAll().where('job_id', '=', id).orderBy('id').execute()
const backends = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(distinct pid) as count from pg_locks where locktype = 'advisory'`.execute(db)
  return rows[0]!.count
}

test(`${rounds} due times of three jobs are each served once by two processes`, { timeout: 240_000 }, async () => {
  const ids = await Promise.all(['one', 'two', 'three'].map((name) => addJob(name, {})))
  for (let round = 1; round <= rounds; round++) {
    await Promise.all(ids.map(comeDue))
    for (const id of ids) while ((await runsOf(id)).filter((run) => run.state === 'succeeded').length < round) await pause(50)
  }
  for (const id of ids) {
    const runs = await runsOf(id)
    expect(runs.map((run) => [run.trigger, run.state, run.attempt])).toEqual(Array.from({ length: rounds }, () => ['schedule', 'succeeded', 1]))
    expect(new Set(runs.map((run) => run.planned_for!.getTime())).size).toBe(rounds)
  }
})

test('runs of a job that queues never overlap, whichever process is at them', { timeout: 120_000 }, async () => {
  const id = await addJob('queueing', { overlap: 'queue', seconds: 1 })
  for (let count = 1; count <= 5; count++) {
    await comeDue(id)
    while ((await runsOf(id)).length < count) await pause(50)
  }
  while ((await runsOf(id)).some((run) => run.state !== 'succeeded')) await pause(100)
  const runs = await runsOf(id)
  for (const [index, run] of runs.entries()) if (index > 0) expect(run.started_at!.getTime()).toBeGreaterThanOrEqual(runs[index - 1]!.ended_at!.getTime())
})

test('killed in the middle of a run, it is shown as interrupted, tried again, and goes on with what is due', { timeout: 240_000 }, async () => {
  const id = await addJob('killed', { retries: 5, seconds: 3 })
  for (let round = 0; round < 3; round++) {
    await comeDue(id)
    for (;;) {
      const last = (await runsOf(id)).at(-1)
      if (last?.state === 'running') break
      await pause(20)
    }
    expect(await backends()).toBeGreaterThan(0)
    const killed = servers.splice(0)
    for (const server of killed) server.signal('SIGKILL')
    await Promise.all(killed.map((server) => server.ended))
    // Unless the second had a moment to find what the first left.
    expect(['running', 'interrupted']).toContain((await runsOf(id)).findLast((run) => run.trigger === 'schedule')!.state)
    await Promise.all([startAnother(), startAnother()])
    for (;;) {
      const last = (await runsOf(id)).at(-1)!
      if (last.trigger === 'retry' && last.state === 'succeeded') break
      await pause(50)
    }
    const [interrupted, retried] = (await runsOf(id)).slice(-2)
    expect(interrupted).toMatchObject({ state: 'interrupted', error: 'run_interrupted', trigger: 'schedule' })
    expect(retried).toMatchObject({ attempt: 2 })
  }
  expect(await runsOf(id)).toHaveLength(6)
})

test('ended in good order, a process gives up its run at once', { timeout: 120_000 }, async () => {
  const id = await addJob('ended', { retries: 1, seconds: 30 })
  await comeDue(id)
  while ((await runsOf(id)).at(-1)?.state !== 'running') await pause(20)
  const ending = servers.splice(0)
  for (const server of ending) server.signal('SIGTERM')
  expect(await Promise.all(ending.map((server) => server.ended))).toEqual([0, 0])
  expect((await runsOf(id)).map((run) => [run.state, run.trigger])).toEqual([
    ['interrupted', 'schedule'],
    ['waiting', 'retry'],
  ])
})
