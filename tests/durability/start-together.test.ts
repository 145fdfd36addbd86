import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../support/free-port.ts'
import { processesNaming, startServer, type ServerProcess } from '../support/server-process.ts'

/*
 * The database of the data folder is started by whoever comes first. A command of the command line comes and goes; the server
 * must not lose its database with it, whichever of the two was first.
 */

let workshop: string
/** A data folder that a platform has run in. */
let existing: string
let ports: { port: number; dnsPort: number }
const started: ServerProcess[] = []
const headers = { authorization: `Bearer ${'t'.repeat(40)}`, 'content-type': 'application/json' }

beforeAll(async () => {
  workshop = mkdtempSync(join(tmpdir(), 'nameplane-together-'))
  ports = await freePorts()
  existing = join(workshop, 'existing')
  const server = start(existing)
  await server.ready()
  server.signal('SIGTERM')
  await server.ended
})
afterAll(async () => {
  for (const server of started) server.signal('SIGKILL')
  await Promise.all(started.map((server) => server.ended))
  rmSync(workshop, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function start(folder: string, { port, dnsPort } = ports): ServerProcess {
  const server = startServer({
    NAMEPLANE_DATA: folder,
    NAMEPLANE_PORT: String(port),
    NAMEPLANE_DNS_PORT: String(dnsPort),
    NAMEPLANE_ADMIN_TOKEN: 't'.repeat(40),
  })
  started.push(server)
  return server
}

function command(
  folder: string,
  words: readonly string[] = ['cli.ts', 'login-rules', 'set', 'captcha', 'never'],
): Promise<{ code: number | null; lines: string[] }> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `server/src/${words[0]!}`, ...words.slice(1)], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: { PATH: process.env['PATH'] ?? '', NAMEPLANE_DATA: folder },
    })
    let output = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    child.once('close', (code) => settle({ code, lines: output.split('\n').filter((line) => line !== '') }))
  })
}

/** The server saves and answers, and goes on doing so after every command has ended. */
async function expectSound(server: ServerProcess, folder: string, name: string): Promise<void> {
  await server.ready()
  const saved = await fetch(`http://127.0.0.1:${ports.port}/api/sys/dns/domain/save`, { method: 'POST', headers, body: JSON.stringify({ domain: name }) })
  expect(await saved.json()).toMatchObject({ code: 1 })
  expect(await (await fetch(`http://127.0.0.1:${ports.port}/healthz`)).json()).toEqual({ database: true, jobs: true, node: true })
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  while ((await processesNaming(folder)).length > 0) await pause(20)
}

test('commands throughout the very first start are done, or say in one line that there is no platform yet', async () => {
  const folder = join(workshop, 'first')
  const server = start(folder)
  const answers: { code: number | null; lines: string[] }[] = []
  // One after the other from before there is a folder until the server has been up for a while.
  let hasSettled = false
  const settled = server.ready().then(() => (hasSettled = true))
  while (!hasSettled) answers.push(...(await Promise.all([command(folder), pause(existsSync(join(folder, 'database')) ? 100 : 0).then(() => command(folder))])))
  await settled
  answers.push(await command(folder))
  for (const { code, lines } of answers) {
    expect(lines, lines.join('\n')).toHaveLength(1)
    if (code !== 0) expect(lines[0]).toMatch(/^nameplane: No platform in .* yet\./)
  }
  expect(answers.at(-1)!.code).toBe(0)
  await expectSound(server, folder, 'first.example')
})

test.each(['the command', 'the server', 'both at once'] as const)(
  'on an existing folder, %s first: the command is done and the server is sound',
  async (first) => {
    const lock = join(existing, 'database', 'cluster', 'postmaster.pid')
    const order = first === 'the server' ? [start, command] : [command, start]
    const outcomes: (ServerProcess | Promise<{ code: number | null; lines: string[] }>)[] = []
    for (const begin of order) {
      outcomes.push(begin(existing))
      while (first !== 'both at once' && !existsSync(lock)) await pause(2)
    }
    const server = outcomes.find((one): one is ServerProcess => !(one instanceof Promise))!
    const [done] = await Promise.all(outcomes.filter((one) => one instanceof Promise))
    expect(done).toEqual({ code: 0, lines: [expect.any(String)] })
    await expectSound(server, existing, `${first.replaceAll(' ', '-')}.example`)
  },
)

test('a command that works for a while does not take the database of a server along that was started meanwhile', async () => {
  const seeding = command(existing, ['seed.ts', 'demo', '--yes'])
  while (!existsSync(join(existing, 'database', 'cluster', 'postmaster.pid'))) await pause(2)
  const server = start(existing)
  expect(await seeding).toMatchObject({ code: 0 })
  await expectSound(server, existing, 'after-the-seed.example')
})

test('a second server says what it is, has a node of its own, and leaves the first one its name and its password', async () => {
  const first = start(existing)
  await first.ready()
  expect([first.output().includes('Second server'), first.output().includes('password')]).toEqual([false, true])
  const others = await freePorts()
  const second = start(existing, others)
  await second.ready()
  expect(second.output()).toContain(`Second server on ${existing}`)
  expect(second.output()).not.toContain('password')
  const figures = (await (await fetch(`http://127.0.0.1:${ports.port}/api/sys/dns/GetIndexChartData`, { headers })).json()) as {
    data: { nodes: { name: string }[] }
  }
  expect(figures.data.nodes.map(({ name }) => name).toSorted()).toEqual([ports.dnsPort, others.dnsPort].map((port) => `built-in 127.0.0.1:${port}`).toSorted())
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
  await expectSound(first, existing, 'first-of-two.example')
})
