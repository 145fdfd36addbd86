import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts'

let dataFolder: string
/** In it, a database has been started and stopped. */
let knownFolder: string
const open: EmbeddedDatabase[] = []
const programs: ChildProcess[] = []

beforeAll(async () => {
  knownFolder = mkdtempSync(join(tmpdir(), 'nameplane-embedded-'))
  await (await startEmbeddedDatabase({ dataFolder: knownFolder })).stop()
})
afterAll(() => rmSync(knownFolder, { recursive: true, force: true }))

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'nameplane-embedded-'))
})

afterEach(async () => {
  for (const database of open.splice(0)) await database.stop()
  for (const program of programs.splice(0)) program.kill('SIGKILL')
  await waitUntil(() => serversIn(dataFolder).length === 0)
  rmSync(dataFolder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataFolder })
  open.push(database)
  return database
}

/** Puts a database into the folder: making one anew takes longer than all else of a test that needs one to be there. */
const putDatabase = (): unknown => execFileSync('cp', ['-a', `${knownFolder}/.`, dataFolder])

async function ask<Row extends pg.QueryResultRow>({ connectionString }: { connectionString: string }, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Every live program whose working folder lies in the data folder: the server and all its children. */
function serversIn(folder: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false
      }
    })
}

async function waitUntil(condition: () => boolean, patienceMs = 15_000): Promise<void> {
  for (const end = performance.now() + patienceMs; !condition();) {
    if (performance.now() > end) throw new Error('it did not come true in time')
    await pause(20)
  }
}

/** Another program of ours that opens the database and inserts rows, printing each number once its commit is acknowledged. */
function startWriter(isShared = true): { program: ChildProcess; acknowledged: () => number; printed: () => string } {
  const source = `
    import { startEmbeddedDatabase } from ${JSON.stringify(new URL('./embedded-database.ts', import.meta.url).href)};
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    let isEnding = false;
    const { connectionString, isAdopted, stop } = await startEmbeddedDatabase({ dataFolder: ${JSON.stringify(dataFolder)}, isShared: ${isShared} });
    const client = new pg.Client({ connectionString });
    await client.connect();
    // IF NOT EXISTS alone fails where two make it at the very same moment.
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query('CREATE TABLE IF NOT EXISTS entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)');
    await client.query('SELECT pg_advisory_unlock(1)');
    console.log('ready ' + isAdopted);
    process.on('SIGTERM', () => (isEnding = true));
    for (;;) {
      if (isEnding) {
        await client.end();
        await stop();
        process.exit();
      }
      const { rows } = await client.query("INSERT INTO entry (text) VALUES (repeat('x', 500)) RETURNING id");
      console.log(rows[0].id);
    }`
  const program = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  programs.push(program)
  let text = ''
  program.stdout.on('data', (part: Buffer) => {
    text += part.toString()
  })
  return { program, printed: () => text, acknowledged: () => Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1)) }
}

describe('a new data folder', () => {
  test('gets a database with checksums, an order of names of its own, and no way in but the socket', async () => {
    const database = await start()
    const [row] = await ask(
      database,
      `SELECT current_database() AS database, current_user AS role, current_setting('data_checksums') AS checksums,
      current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
      (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'nameplane') AS locale`,
    )
    expect(row).toEqual({ database: 'nameplane', role: 'nameplane', checksums: 'on', addresses: '', fsync: 'on', encoding: 'UTF8', locale: 'b C.UTF-8' })
    expect(database.host).toBe(join(dataFolder, 'database', 'socket'))
    expect(statSync(database.host).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(dataFolder, 'database')).toSorted()).toEqual(['cluster', 'postgres.log', 'socket'])
  })

  test('keeps its rows over a stop and a start, and leaves no program behind', async () => {
    const first = await start()
    await ask(first, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await Promise.all([first.stop(), first.stop()])
    expect(serversIn(dataFolder)).toEqual([])
    expect(await ask(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('whose path is too long for a socket gets a short private one elsewhere', async () => {
    const deepFolder = join(dataFolder, 'x'.repeat(100))
    mkdirSync(deepFolder, { mode: 0o700 })
    const database = await startEmbeddedDatabase({ dataFolder: deepFolder })
    open.push(database)
    expect(database.host.length).toBeLessThan(90)
    expect(statSync(database.host).mode & 0o777).toBe(0o700)
    expect(await ask(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await database.stop()
    rmSync(database.host, { recursive: true })
  })
})

describe('a folder that is not an untouched or a known one', () => {
  test('of unknown files is refused and stays as it was', async () => {
    const cluster = join(dataFolder, 'database', 'cluster')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(join(cluster, 'thesis.odt'), 'words')
    await expect(start()).rejects.toThrow(/cluster .*not a PostgreSQL database.*Nothing was changed/)
    expect(readFileSync(join(cluster, 'thesis.odt'), 'utf8')).toBe('words')
    expect(readdirSync(cluster)).toEqual(['thesis.odt'])
  })

  test('of another PostgreSQL release is refused by name', async () => {
    const cluster = join(dataFolder, 'database', 'cluster')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/written by PostgreSQL 17/)
  })

  test.runIf(process.getuid?.() === 0)('copied so that it belongs to root is refused with the way out', async () => {
    const cluster = join(dataFolder, 'database', 'cluster')
    mkdirSync(cluster, { recursive: true })
    writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
    await expect(start()).rejects.toThrow(/belongs to root.*chown/)
  })

  test('whose database was taken away is not begun anew', async () => {
    putDatabase()
    rmSync(join(dataFolder, 'database', 'cluster'), { recursive: true })
    await expect(start()).rejects.toThrow(/cluster is missing or empty, but .* contains postgres\.log/)
    expect(existsSync(join(dataFolder, 'database', 'cluster'))).toBe(false)
  })

  test('with a half-made database of a start that was cut off begins anew beside it', async () => {
    mkdirSync(join(dataFolder, 'database', 'cluster.unfinished-1-aa', 'base'), { recursive: true })
    expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('with a lock left by a power cut, whose number another program has now, opens', async () => {
    putDatabase()
    writeFileSync(join(dataFolder, 'database', 'cluster', 'postmaster.pid'), `${process.ppid}\n${dataFolder}\n0\n5432\n\n\n\nready\n`)
    const bystander = spawn('sleep', ['60'])
    programs.push(bystander)
    writeFileSync(join(dataFolder, 'database', 'cluster', 'postmaster.pid'), `${bystander.pid}\n${dataFolder}\n0\n5432\n\n\n\nready\n`)
    expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(bystander.exitCode).toBeNull()
  })

  test.each([
    ['of other words', 'no number\n'],
    ['that is empty', ''],
  ])(
    'with a lock file %s says what to do',
    async (_, content) => {
      putDatabase()
      const lock = join(dataFolder, 'database', 'cluster', 'postmaster.pid')
      writeFileSync(lock, content)
      await expect(start()).rejects.toThrow(`If no database server is running in this folder, delete ${lock} and start again.`)
      expect(readFileSync(lock, 'utf8')).toBe(content)
      rmSync(lock)
      expect(await ask(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    },
    60_000,
  )
})

describe('two programs on one folder', () => {
  test('share the server of the first, and the second leaves it running', async () => {
    putDatabase()
    const writer = startWriter()
    await waitUntil(() => writer.acknowledged() > 3)
    const second = await start()
    expect(second.isAdopted).toBe(true)
    await second.stop()
    const before = writer.acknowledged()
    await waitUntil(() => writer.acknowledged() > before)
  })

  test('at the very first start end with one database', async () => {
    const [one, other] = await Promise.all([start(), start()])
    await ask(one, 'CREATE TABLE common AS SELECT 1 AS one')
    expect(await ask(other, 'SELECT one FROM common')).toEqual([{ one: 1 }])
    expect([one, other].filter(({ isAdopted }) => isAdopted)).toHaveLength(1)
    expect(readdirSync(join(dataFolder, 'database')).toSorted()).toEqual(['cluster', 'postgres.log', 'socket'])
  })
})

describe('two programs started in the same moment', () => {
  test.each(['an empty', 'an existing'] as const)(
    'on %s folder both come to work, on one database',
    async (kind) => {
      if (kind === 'an existing') putDatabase()
      const writers = [startWriter(), startWriter()]
      await waitUntil(() => writers.every((writer) => writer.acknowledged() > 3), 60_000)
      expect(new Set(writers.map((writer) => /ready (true|false)/.exec(writer.printed())![1]))).toEqual(new Set(['false', 'true']))
      expect(readdirSync(join(dataFolder, 'database')).toSorted()).toEqual(['cluster', 'postgres.log', 'socket'])
    },
    90_000,
  )

  test('a command that was first is waited for, and does not take the server along when it ends', async () => {
    putDatabase()
    const command = startWriter(false)
    await waitUntil(() => command.acknowledged() > 3)
    const said: string[] = []
    const lost: string[] = []
    const starting = startEmbeddedDatabase({ dataFolder, onProgress: (line) => said.push(line), onLost: (reason) => lost.push(reason) })
    await waitUntil(() => said.length > 0)
    expect(said).toEqual([expect.stringMatching(/^waiting for another command to release the database server \d+$/)])
    const before = command.acknowledged()
    await waitUntil(() => command.acknowledged() > before)
    command.program.kill('SIGTERM')
    const database = await starting
    open.push(database)
    expect(database.isAdopted).toBe(false)
    const [row] = await ask<{ present: number }>(database, 'SELECT max(id)::int AS present FROM entry')
    expect(row?.present).toBeGreaterThanOrEqual(command.acknowledged())
    expect(lost).toEqual([])
  })

  test('a shared server that goes with the program that started it is reported to who shared it', async () => {
    putDatabase()
    const owner = startWriter()
    await waitUntil(() => owner.acknowledged() > 3)
    const lost: string[] = []
    const database = await startEmbeddedDatabase({ dataFolder, onLost: (reason) => lost.push(reason) })
    expect(database.isAdopted).toBe(true)
    owner.program.kill('SIGTERM')
    await waitUntil(() => lost.length > 0)
    expect(lost).toEqual([expect.stringMatching(/^the database server \d+ stopped with the program that started it$/)])
  })
})

describe('a server that ends by itself', () => {
  test('is reported with a reason and started again, with what it had', async () => {
    putDatabase()
    const down: string[] = []
    let ups = 0
    const database = await startEmbeddedDatabase({ dataFolder, onDown: (reason) => down.push(reason), onUp: () => (ups += 1) })
    open.push(database)
    const guest = await startEmbeddedDatabase({ dataFolder, onLost: (reason) => down.push(`lost: ${reason}`) })
    open.push(guest)
    expect(guest.isAdopted).toBe(true)
    await ask(database, 'CREATE TABLE kept AS SELECT 42 AS answer')
    for (const [round, signal] of (['SIGQUIT', 'SIGKILL'] as const).entries()) {
      process.kill(Number(readFileSync(join(dataFolder, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]), signal)
      await waitUntil(() => ups > round)
      expect(await ask(guest, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    }
    // Longer than the guest takes to notice.
    await pause(1500)
    expect(down.filter((reason) => reason === '' || reason.startsWith('lost'))).toEqual([])
    expect(down.length).toBeGreaterThan(1)
  })

  test('is not started again once it was stopped, even while that is being tried', async () => {
    putDatabase()
    const down: string[] = []
    const database = await startEmbeddedDatabase({ dataFolder, onDown: (reason) => down.push(reason) })
    process.kill(Number(readFileSync(join(dataFolder, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
    await waitUntil(() => down.length > 0)
    await database.stop()
    await pause(600)
    expect(serversIn(dataFolder)).toEqual([])
  })
})

describe('kill -9 of the program that started it', () => {
  let rounds: { acknowledged: number; present: number }[]

  test('in the middle of writes loses no acknowledged row, and no server is left over', async () => {
    putDatabase()
    rounds = []
    for (const writeForMs of [0, 60, 150, 250, 400]) {
      const writer = startWriter()
      await waitUntil(() => writer.acknowledged() > 0)
      await pause(writeForMs)
      writer.program.kill('SIGKILL')
      await new Promise((settle) => writer.program.once('close', settle))
      const acknowledged = writer.acknowledged()
      const database = await start()
      expect(database.isAdopted).toBe(false)
      const [row] = await ask<{ present: number; last: string }>(database, 'SELECT max(id)::int AS present FROM entry')
      rounds.push({ acknowledged, present: row?.present ?? 0 })
      await database.stop()
      expect(serversIn(dataFolder)).toEqual([])
    }
    for (const { acknowledged, present } of rounds) expect(present).toBeGreaterThanOrEqual(acknowledged)
    expect(rounds.at(-1)?.present).toBeGreaterThan(rounds[0]?.present ?? 0)
  }, 60_000)

  test.runIf(process.platform === 'linux')('ends the server without anybody starting again', async () => {
    putDatabase()
    const writer = startWriter()
    await waitUntil(() => writer.acknowledged() > 0)
    expect(serversIn(dataFolder).length).toBeGreaterThan(3)
    writer.program.kill('SIGKILL')
    await waitUntil(() => serversIn(dataFolder).length === 0)
  })
})
