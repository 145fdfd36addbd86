import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { Resolver } from 'node:dns/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemText } from '@nameplane/contract/problems'
import { firstBrokenAuditEntry } from '../../server/src/audit/audit-verification.ts'
import { readRootKeys, useRootKeys } from '../../server/src/keys/data-keys.ts'
import { readOrMakeMasterKey } from '../../server/src/data-folder.ts'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/embedded-database.ts'
import { freePorts } from '../support/free-port.ts'
import { giveLineTable, startServer, type ServerProcess } from '../support/server-process.ts'
import { step } from '../support/step.ts'

/*
 * A platform whose disk becomes full: data folder, temporary folder, database and its log lie on a file system of their own, which
 * is filled by something else. Mounting one is a right that not every machine gives.
 */

const folder = mkdtempSync(join(tmpdir(), 'nameplane-disk-'))
const dataFolder = join(folder, 'data')
const ballast = join(folder, 'ballast')
const token = 'd'.repeat(40)
const mebibyte = 1024 * 1024

const mayMount = attempt(() => execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=448m,mode=700', 'tmpfs', folder], { stdio: 'ignore' }))

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Takes what is left on the disk, to the last block. */
function fillDisk(): void {
  const file = openSync(ballast, 'a')
  for (const part of [Buffer.alloc(mebibyte), Buffer.alloc(4096)]) while (attempt(() => void writeSync(file, part))) continue
  closeSync(file)
}

type Reply = { status: number; text: string; problem?: string; data?: { id: number } }

describe.runIf(mayMount)('a platform whose disk is full', { timeout: 300_000 }, () => {
  let server: ServerProcess
  let url: string
  let dnsPort: number
  let domainId: number
  let spareId: number
  const acknowledged = new Set<string>()
  let written = 0

  beforeAll(async () => {
    mkdirSync(dataFolder, { mode: 0o700 })
    mkdirSync(join(folder, 'temporary'))
    giveLineTable(dataFolder)
    const ports = await freePorts()
    dnsPort = ports.dnsPort
    url = `http://127.0.0.1:${ports.port}`
    server = startServer({
      NAMEPLANE_DATA: dataFolder,
      TMPDIR: join(folder, 'temporary'),
      NAMEPLANE_PORT: String(ports.port),
      NAMEPLANE_DNS_PORT: String(dnsPort),
      NAMEPLANE_ADMIN_TOKEN: token,
      NAMEPLANE_ADMIN_PASSWORD: 'correct horse 7',
    })
    await server.ready()
    domainId = (await call('POST', 'sys/dns/domain/save', { domain: 'full.example' })).data!.id
    spareId = (await call('POST', 'sys/dns/domain/save', { domain: 'spare.example' })).data!.id
    for (let count = 0; count < 5; count++) await write()
    for (;;) if ((await answerOf('h1')).length > 0) break
  })

  afterAll(async () => {
    server.signal('SIGKILL')
    await server.ended
    for (let tries = 0; !attempt(() => execFileSync('umount', [folder], { stdio: 'ignore' })) && tries < 100; tries++) await pause(100)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  async function call(method: 'GET' | 'POST', path: string, sent?: object | FormData, language = 'en'): Promise<Reply> {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': language,
        ...(sent && !(sent instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: sent instanceof FormData ? sent : JSON.stringify(sent) }),
    })
    const text = await answer.text()
    return { ...(JSON.parse(text) as object), status: answer.status, text }
  }

  /** Adds a host; what was acknowledged has to be there from then on. */
  async function write(language = 'en'): Promise<Reply> {
    const host = `h${++written}`
    const reply = await call(
      'POST',
      'sys/dns/record/apply',
      { domainId, changes: [{ op: 'add', record: { host, type: 'A', value: '192.0.2.1', ttl: 60 } }] },
      language,
    )
    if (reply.status === 200 && reply.problem === undefined) acknowledged.add(host)
    return reply
  }

  /** The database server's process id: the first line of its lock file. */
  const postmasterId = (): number => Number(readFileSync(join(dataFolder, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

  async function answerOf(host: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    resolver.setServers([`127.0.0.1:${dnsPort}`])
    return resolver.resolve4(`${host}.full.example`).catch(() => [])
  }

  async function beside<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const database = await startEmbeddedDatabase({ dataFolder })
    const db = openDb(openPool({ connectionString: database.connectionString }, 2))
    try {
      expect(database.isAdopted).toBe(true)
      return await work(db)
    } finally {
      await db.destroy()
      await database.stop()
    }
  }

  /** Waits until writes are acknowledged again; answers after how many milliseconds. */
  async function untilWritten(patienceMs: number): Promise<number> {
    const since = performance.now()
    for (;;) {
      const reply = await write()
      if (reply.problem === undefined) return performance.now() - since
      expect(['storage_full', 'unavailable']).toContain(reply.problem)
      if (performance.now() - since > patienceMs) throw new Error(`still refused: ${reply.text}; ${server.errors().slice(-2000)}`)
      await pause(50)
    }
  }

  async function expectWhole(): Promise<void> {
    await beside(async (db) => {
      useRootKeys(await readRootKeys(db, readOrMakeMasterKey(dataFolder)))
      expect(await firstBrokenAuditEntry(db)).toBeNull()
      const saved = new Set((await db.selectFrom('record').select('host').where('type', '=', 'A').execute()).map((row) => row.host))
      expect([...acknowledged].filter((host) => !saved.has(host))).toEqual([])
    })
    for (const host of [[...acknowledged][0]!, [...acknowledged].at(-1)!]) {
      const since = performance.now()
      while ((await answerOf(host)).length === 0 && performance.now() - since < 20_000) await pause(100)
      expect(await answerOf(host), host).toEqual(['192.0.2.1'])
    }
  }

  const expectClean = (reply: Reply, problem: 'storage_full' | 'unavailable', language: 'zh' | 'en' = 'en') => {
    expect(reply).toMatchObject({ status: 503, code: 500, problem, msg: problemText(problem, language, {}) })
    expect(reply.text).not.toMatch(/space left|pg_wal|node_modules|\.ts:|stack/)
  }

  /** Every file of ours below the data folder that is no part of the database. */
  const filesOf = (): string[] =>
    readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('database'))
      .toSorted()

  it('refuses in plain words, loses nothing and comes back by itself', async () => {
    await step('answers what was under way when it became full in one of two ways, and keeps what it acknowledged', async () => {
      const writers = Array.from({ length: 6 }, async (_, writer) => {
        for (let bulk = 0; ; bulk++) {
          const hosts = Array.from({ length: 200 }, (_host, index) => `bulk-${writer}-${bulk}-${index}`)
          const changes = hosts.map((host) => ({ op: 'add', record: { host, type: 'A', value: '192.0.2.1', ttl: 60 } }))
          const reply = await call('POST', 'sys/dns/record/apply', { domainId, changes })
          if (reply.problem !== undefined) return expectClean(reply, reply.problem === 'unavailable' ? 'unavailable' : 'storage_full')
          for (const host of hosts) acknowledged.add(host)
        }
      })
      await pause(300)
      fillDisk()
      await Promise.all(writers)
      expect(acknowledged.size).toBeGreaterThan(200)
    })

    await step('refuses writes in plain words, and goes on answering and reading', async () => {
      expectClean(await write('zh'), 'storage_full', 'zh')
      for (let second = 0; second < 6; second++) {
        expectClean(await write(), 'storage_full')
        for (const path of ['sys/dns/domain/list', `sys/dns/record/list?domainId=${domainId}`, 'sys/config/backup/list'])
          expect(await call('GET', path), path).toMatchObject({ status: 200, code: 1 })
        expect(await answerOf('h1')).toEqual(['192.0.2.1'])
        await pause(500)
      }
      // Signing in and deleting are tried even then: whether a row finds a place in what the database has is its own matter.
      for (const [path, sent] of [
        ['sys/login', { username: 'admin', password: 'correct horse 7' }],
        ['sys/dns/domain/delete', { ids: String(spareId) }],
      ] as const) {
        const reply = await call('POST', path, sent)
        if (reply.status !== 200) expectClean(reply, 'storage_full')
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    })

    await step('takes neither uploads nor backups, and leaves no half file of them', async () => {
      const before = filesOf()
      const form = new FormData()
      form.set('file', new Blob([Buffer.alloc(4 * mebibyte, 'x')]), 'backup.npb')
      form.set('passphrase', 'a key of this test')
      expectClean(await call('POST', 'sys/config/import/db', form), 'storage_full')
      expectClean(await call('POST', 'sys/config/backup/save', { passphrase: 'a key of this test' }), 'storage_full')
      expect(filesOf()).toEqual(before)
      expect(readdirSync(join(folder, 'temporary'))).toEqual([])
    })

    await step('writes again once there is room, with everything that it acknowledged', async () => {
      expectClean(await write(), 'storage_full')
      rmSync(ballast)
      expect(await untilWritten(10_000)).toBeLessThan(2_000)
      await expectWhole()
    })

    await step('comes back by itself when even the journal of its database could not be written, and answers meanwhile', async () => {
      fillDisk()
      const before = postmasterId()
      // What is saved up for the journal goes too.
      await beside(async (db) => {
        await expect(
          (async () => {
            for (;;) await sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`.execute(db)
          })(),
        ).rejects.toMatchObject({ code: '53100' })
      })
      // The server of the database takes a moment to fall.
      await expect.poll(async () => (await write()).problem).toBe('unavailable')
      for (let second = 0; second < 8; second++) {
        expectClean(await write(), 'unavailable')
        expectClean(await call('GET', 'sys/dns/domain/list'), 'unavailable')
        expect(await answerOf('h1')).toEqual(['192.0.2.1'])
        await pause(500)
      }
      expect(server.errors()).toContain('database down, restarting')
      rmSync(ballast)
      await untilWritten(20_000)
      expect(server.errors()).toContain('database restored')
      expect(postmasterId()).not.toBe(before)
      await expectWhole()
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      server.signal('SIGTERM')
      expect(await server.ended).toBe(0)
    })
  })
})

it.runIf(process.platform === 'linux')('a platform whose lines all go to a full disk starts, answers, and outlives a fall of its database', async () => {
  const own = mkdtempSync(join(tmpdir(), 'nameplane-mute-'))
  giveLineTable(own)
  const { port } = await freePorts()
  const mute = openSync('/dev/full', 'w')
  const server = startServer({ NAMEPLANE_DATA: own, NAMEPLANE_PORT: String(port), NAMEPLANE_DNS_PORT: '0', NAMEPLANE_ADMIN_PASSWORD: 'correct horse 7' }, mute)
  try {
    await server.ready()
    process.kill(Number(readFileSync(join(own, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
    while ((await fetch(`http://127.0.0.1:${port}/healthz`)).status === 200) await pause(20)
    await server.ready()
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  } finally {
    server.signal('SIGKILL')
    await server.ended
    closeSync(mute)
    rmSync(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
