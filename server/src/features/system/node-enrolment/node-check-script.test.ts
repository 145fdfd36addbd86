import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { nodeEnrolment as calls, type InstallCommand } from '@nameplane/contract/system/node-enrolment'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'

/* The install command as an administrator pastes it, run by a real shell against a real server. */

const programs = ['sh', 'curl', 'sed', 'awk', 'split', 'tr', 'mv', 'mkdir', 'chmod', 'rm', 'id', 'sleep', 'sha256sum', 'cat']
const stands = '127.0.0.2'

let test: TestApp
let url = ''
let target: Server
let openPort = 0
let closedPort = 0
let farId = 0
let folder = ''
const logged: unknown[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-test-node-'))
  test = await createTestApp({}, { log: (line) => logged.push(line) })
  url = await test.app.listen({ host: '127.0.0.1', port: 0 })
  target = createServer((socket) => socket.end())
  await new Promise<void>((settle) => target.listen(0, stands, settle))
  openPort = (target.address() as AddressInfo).port
  closedPort = await closed()
  await test.call(setting.save, {
    paramKey: nodeCheck.key,
    paramValue: { checkNodePortList: `${openPort}|${closedPort}`, checkNodeFrequency: 10, failPercent: 80 },
  })
  const far = { name: 'far', driver: 'builtin', address: stands, port: 53, service_group_id: null }
  farId = (await test.db.insertInto('node').values(far).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await test.close()
  await new Promise((settle) => target.close(settle))
  rmSync(folder, { recursive: true, force: true })
})

/** A port that nobody listens on at this moment. */
async function closed(): Promise<number> {
  const server = createServer()
  await new Promise<void>((settle) => server.listen(0, stands, settle))
  const { port } = server.address() as AddressInfo
  await new Promise((settle) => server.close(settle))
  return port
}

type Machine = { home: string; run(command: string, alters?: boolean): Promise<{ code: number; errors: string }>; calls(): string; credential: string }

/** A machine of its own: its home, and programs that note with what arguments they were started. */
function machine(name: string, more: readonly string[]): Machine {
  const home = join(folder, name)
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const program of [...programs, ...more]) {
    const real = execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
    const alters = program === 'curl' ? `if [ -n "\${ALTERS:-}" ]; then ${real} "$@" && echo '# altered' >>nameplane-node-check.sh; exit; fi\n` : ''
    writeFileSync(join(bin, program), `#!/bin/sh\nprintf '%s\\n' "${program} $*" >>${home}/calls\n${alters}exec ${real} "$@"\n`, { mode: 0o755 })
  }
  return {
    home,
    credential: join(home, 'state', 'credential'),
    calls: () => readFileSync(join(home, 'calls'), 'utf8'),
    run: (command, alters = false) =>
      new Promise((settle) => {
        const env = { PATH: bin, HOME: home, NAMEPLANE_STATE: join(home, 'state'), NAMEPLANE_ROUNDS: '1', ...(alters ? { ALTERS: '1' } : {}) }
        const child = spawn('/bin/sh', { cwd: home, env, stdio: ['pipe', 'ignore', 'pipe'] })
        let errors = ''
        child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
        child.once('close', (code) => settle({ code: code ?? -1, errors }))
        child.stdin.end(command)
      }),
  }
}

/** The command as the console shows it: asked for at the address at which the server listens. */
async function commandFor(name: string): Promise<InstallCommand> {
  const answer = await fetch(`${url}/api/${calls.save.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  return ((await answer.json()) as { data: InstallCommand }).data
}

const resultsOf = (reporter: string) =>
  test.db
    .selectFrom('node_check_result')
    .select(['port', 'is_reachable', 'reason'])
    .where('node_id', '=', farId)
    .where('reporter', '=', reporter)
    .orderBy('is_reachable')
    .execute()

describe.each([
  ['bash', ['bash', 'timeout']],
  ['curl alone', []],
])('the install command on a machine with %s', (kind, more) => {
  const name = `node with ${kind}`
  const own = () => machine(kind.replace(' ', '-'), more)

  it('enrols, waits for an administrator, then checks the other nodes and reports', async () => {
    const node = own()
    const { id, command, token } = await commandFor(name)
    const waiting = await node.run(command)
    expect(waiting.errors).toContain(`enrolled at ${url}`)
    expect(waiting.errors).toContain('no checks: ')
    expect(waiting.code).not.toBe(0)
    expect(statSync(node.credential).mode & 0o777).toBe(0o600)
    expect(statSync(join(node.home, 'state')).mode & 0o777).toBe(0o700)

    await test.call(calls.status, { id, isEnabled: 1 })
    const ran = await node.run('sh nameplane-node-check.sh run')
    expect(ran).toEqual({ code: 0, errors: '' })
    expect(await resultsOf(name)).toEqual([
      { port: closedPort, is_reachable: false, reason: 'no connection' },
      { port: openPort, is_reachable: true, reason: '' },
    ])

    // The same command once more: its token is spent, and what it had given stays.
    const kept = readFileSync(node.credential, 'utf8')
    const again = await node.run(command)
    expect(again.code).not.toBe(0)
    expect(again.errors).toContain('not enrolled: ')
    expect(readFileSync(node.credential, 'utf8')).toBe(kept)

    // Arguments are what the process list shows to everybody.
    const key = /Bearer (np_[\w-]{43})/.exec(kept)![1]!
    expect(node.calls()).toContain('curl -q')
    for (const secret of [token, key]) {
      expect(node.calls()).not.toContain(secret)
      expect(JSON.stringify(logged)).not.toContain(secret)
      expect(await refusedText()).not.toContain(secret)
    }
  }, 30_000)
})

async function refusedText(): Promise<string> {
  return JSON.stringify([await test.db.selectFrom('refused_write').selectAll().execute(), await test.db.selectFrom('audit_entry').selectAll().execute()])
}

it('refuses a script that was altered on its way, before it runs', async () => {
  const node = machine('altered', [])
  const { id, command } = await commandFor('altered')
  const ran = await node.run(command, true)
  expect(ran.code).not.toBe(0)
  expect(ran.errors).toContain('did NOT match')
  expect(node.calls()).not.toContain('sh nameplane-node-check.sh')
  expect((await test.call(calls.list, {})).data.find((row) => row.id === id)).toMatchObject({ state: 'open' })
})

it('says so when there is no token, and asks nobody', async () => {
  const node = machine('none', [])
  writeFileSync(join(node.home, 'nameplane-node-check.sh'), readFileSync(new URL('./node-check.sh', import.meta.url)))
  const ran = await node.run('sh nameplane-node-check.sh')
  expect(ran.errors).toContain('NAMEPLANE_TOKEN is missing')
  expect(node.calls()).not.toContain('curl -q')
})
