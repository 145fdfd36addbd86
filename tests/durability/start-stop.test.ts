import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valuesOf } from '../support/dns-client.ts'
import { freePorts } from '../support/free-port.ts'
import { processesNaming, startServer, type ServerProcess, type Variables } from '../support/server-process.ts'
import { step } from '../support/step.ts'

let workshop: string
const started: ServerProcess[] = []
let ports: { port: number; dnsPort: number }

beforeAll(async () => {
  workshop = mkdtempSync(join(tmpdir(), 'nameplane-start-'))
  ports = await freePorts()
})

afterAll(async () => {
  for (const server of started) server.signal('SIGKILL')
  await Promise.all(started.map((server) => server.ended))
  rmSync(workshop, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const dataFolder = (name: string): string => join(workshop, name)

function start(variables: Variables): ServerProcess {
  const server = startServer({
    NAMEPLANE_DATA: dataFolder('data'),
    NAMEPLANE_PORT: String(ports.port),
    NAMEPLANE_DNS_PORT: String(ports.dnsPort),
    ...variables,
  })
  started.push(server)
  return server
}

/** Everything a start that failed has said to the operator. */
async function complaintOf(server: ServerProcess): Promise<{ code: number | string; lines: string[] }> {
  const code = await server.ended
  return {
    code,
    lines: server
      .errors()
      .split('\n')
      .filter((line) => line !== ''),
  }
}

async function expectNothingLeft(text: string): Promise<void> {
  // A process that was just killed is listed until its parent has taken note.
  while ((await processesNaming(text)).length > 0) await pause(20)
}

describe('a start that cannot succeed says why in one line', () => {
  test.each([
    ['NAMEPLANE_PORT', '65536'],
    ['NAMEPLANE_DNS_PORT', '-1'],
    ['NAMEPLANE_DATABASE_URL', 'mysql://localhost/x'],
    ['NAMEPLANE_ADMIN_TOKEN', 'short'],
    ['NAMEPLANE_MODE', '180'],
  ])('%s=%s', async (variable, value) => {
    const folder = dataFolder('never-made')
    const { code, lines } = await complaintOf(start({ NAMEPLANE_DATA: folder, [variable]: value }))
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 })
    expect(lines[0]).toMatch(new RegExp(`^${variable}: `))
    expect(existsSync(folder)).toBe(false)
  })

  test('a folder that is a file, and one below a file', async () => {
    writeFileSync(dataFolder('file'), 'not a folder')
    for (const folder of [dataFolder('file'), join(dataFolder('file'), 'below'), '/proc/nameplane']) {
      const { code, lines } = await complaintOf(start({ NAMEPLANE_DATA: folder }))
      expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 })
      expect(lines[0]).toContain('NAMEPLANE_DATA: ')
      expect(lines[0]).toContain(folder)
    }
  })

  test("a folder of somebody else's files is left open and as it is", async () => {
    const folder = dataFolder('foreign')
    mkdirSync(folder, { mode: 0o755 })
    writeFileSync(join(folder, 'thesis.txt'), 'years of work')
    const { code, lines } = await complaintOf(start({ NAMEPLANE_DATA: folder }))
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 })
    expect(lines[0]).toContain('NAMEPLANE_DATA: ')
  })

  test('a database that cannot be reached', async () => {
    const { code, lines } = await complaintOf(
      start({ NAMEPLANE_DATA: dataFolder('unreachable'), NAMEPLANE_DATABASE_URL: `postgres://nobody:secret-of-the-url@127.0.0.1:${ports.port}/nothing` }),
    )
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 })
    expect(lines[0]).toContain('NAMEPLANE_DATABASE_URL')
    expect(lines[0]).not.toContain('secret-of-the-url')
  })

  test('a password that an administrator could not choose, before there is a database', async () => {
    const folder = dataFolder('weak')
    const { code, lines } = await complaintOf(start({ NAMEPLANE_DATA: folder, NAMEPLANE_ADMIN_PASSWORD: 'too short' }))
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 })
    expect(lines[0]).toMatch(/^NAMEPLANE_ADMIN_PASSWORD: .*12 characters/)
    expect(existsSync(join(folder, 'database'))).toBe(false)
    await expectNothingLeft(folder)
  })

  test('a taken port of the console, before there is a database', async () => {
    const other = createServer()
    await new Promise<void>((settle) => other.listen(ports.port, '127.0.0.1', settle))
    const { code, lines } = await complaintOf(start({}))
    await new Promise((settle) => other.close(settle))
    expect(existsSync(join(dataFolder('data'), 'database'))).toBe(false)
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 })
    expect(lines[0]).toMatch(new RegExp(`127\\.0\\.0\\.1:${ports.port} is in use.*NAMEPLANE_PORT`))
    await expectNothingLeft(dataFolder('data'))
  })

  test('a taken port of the node, and the console is not left half started', async () => {
    const other = createSocket('udp4')
    await new Promise<void>((settle) => other.bind(ports.dnsPort, '127.0.0.1', settle))
    const { code, lines } = await complaintOf(start({}))
    await new Promise<void>((settle) => other.close(settle))
    expect(existsSync(join(dataFolder('data'), 'database'))).toBe(false)
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 })
    expect(lines[0]).toMatch(new RegExp(`127\\.0\\.0\\.1:${ports.dnsPort} is in use.*NAMEPLANE_DNS_PORT`))
    await expectNothingLeft(dataFolder('data'))
  })
})

describe('a platform', () => {
  const headers = { authorization: `Bearer ${'s'.repeat(40)}`, 'content-type': 'application/json' }
  const url = (path: string): string => `http://127.0.0.1:${ports.port}${path}`
  const firstStart = { NAMEPLANE_DATA: '', NAMEPLANE_ADMIN_TOKEN: 's'.repeat(40) }

  beforeAll(() => {
    firstStart.NAMEPLANE_DATA = dataFolder('platform')
  })

  async function ended(server: ServerProcess, signal: NodeJS.Signals): Promise<void> {
    server.signal(signal)
    expect(await server.ended).toBe(0)
    await expectNothingLeft(dataFolder('platform'))
  }

  test('from its first start to the command line beside it', { timeout: 600_000 }, async () => {
    let firstPassword = ''
    const printedPassword = (server: ServerProcess): string =>
      /Sign in {2}admin, password (\S+) \(new at each start until the first sign-in\)/.exec(server.output())![1]!

    await step('prints its addresses and a password at the first start, is healthy, and SIGTERM leaves no process', async () => {
      const server = start(firstStart)
      await server.ready()
      expect(server.output()).toContain(`http://127.0.0.1:${ports.port}/`)
      expect(server.output()).toContain(`port ${ports.dnsPort}`)
      firstPassword = printedPassword(server)
      expect(firstPassword).toMatch(/^[A-Z2-9]{20}$/)
      expect(await (await fetch(url('/healthz'))).json()).toEqual({ database: true, jobs: true, node: true })
      const [asset] = /assets\/[\w.-]+\.js/.exec(await (await fetch(url('/'))).text())!
      for (const path of ['/', `/${asset}`, '/healthz']) {
        const [head, whole] = [await fetch(url(path), { method: 'HEAD' }), await fetch(url(path))]
        expect([path, head.status, head.headers.get('content-type'), await head.text()]).toEqual([path, 200, whole.headers.get('content-type'), ''])
      }
      const saved = await fetch(url('/api/sys/dns/domain/save'), { method: 'POST', headers, body: JSON.stringify({ domain: 'kept.example' }) })
      expect(await saved.json()).toMatchObject({ code: 1 })
      await ended(server, 'SIGTERM')
    })

    await step('starts again with what it had and, as nobody has signed in, with a new password, and Ctrl-C leaves no process', async () => {
      const server = start(firstStart)
      await server.ready()
      expect(printedPassword(server)).not.toBe(firstPassword)
      const list = (await (await fetch(url('/api/sys/dns/domain/list'), { headers })).json()) as { data: { list: { domain: string }[] } }
      expect(list.data.list.map((row) => row.domain)).toEqual(['kept.example'])
      await ended(server, 'SIGINT')
    })

    const onlyItsNodeIsLeft = async (): Promise<void> => {
      while ((await processesNaming(dataFolder('platform'))).length > 1) await pause(20)
      expect(await valuesOf(ports.dnsPort, 'kept.example', 'NS')).toHaveLength(2)
    }

    await step('ends with whoever started it, but for its node, which the next start takes on', async () => {
      const server = start(firstStart)
      await server.ready()
      server.disconnect()
      expect(await server.ended).toBe(0)
      await onlyItsNodeIsLeft()
      const [node] = await processesNaming(dataFolder('platform'))
      const again = start(firstStart)
      await again.ready()
      expect(await processesNaming(dataFolder('platform'))).toContain(node)
      await ended(again, 'SIGTERM')
    })

    await step('is killed without a word and leaves nothing but its node, which the next start takes on', async () => {
      const server = start(firstStart)
      await server.ready()
      server.signal('SIGKILL')
      expect(await server.ended).toBe('SIGKILL')
      await onlyItsNodeIsLeft()
      const again = start(firstStart)
      await again.ready()
      await ended(again, 'SIGTERM')
    })

    await step('obeys the command line while it runs, and the command line works without it', async () => {
      const cli = (...words: string[]): Promise<{ code: number | null; output: string }> =>
        new Promise((settle) => {
          const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/cli.ts', ...words], {
            cwd: fileURLToPath(new URL('../../', import.meta.url)),
            env: { PATH: process.env['PATH'] ?? '', NAMEPLANE_DATA: firstStart.NAMEPLANE_DATA },
          })
          let output = ''
          child.stdout.on('data', (text: Buffer) => (output += text.toString()))
          child.stderr.on('data', (text: Buffer) => (output += text.toString()))
          child.once('close', (code) => settle({ code, output }))
        })
      const asksCaptcha = async (): Promise<boolean> =>
        ((await (await fetch(url('/api/sys/login/form'))).json()) as { data: { captcha: boolean } }).data.captcha
      const signIn = async (password: string): Promise<unknown> =>
        (
          (await (
            await fetch(url('/api/sys/login'), {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ username: 'admin', password }),
            })
          ).json()) as { code: unknown }
        ).code

      const server = start(firstStart)
      await server.ready()
      firstPassword = printedPassword(server)
      expect(await asksCaptcha()).toBe(true)
      expect((await cli('login-rules', 'set', 'captcha', 'never')).code).toBe(0)
      expect(await asksCaptcha()).toBe(false)
      expect(await signIn(firstPassword)).toBe(1)
      const made = await cli('token', 'create', 'beside')
      const answer = await fetch(url('/api/sys/dns/domain/list'), { headers: { authorization: `Bearer ${made.output.split('\n')[0]}` } })
      expect(await answer.json()).toMatchObject({ code: 1 })
      await ended(server, 'SIGTERM')

      const reset = await cli('admin', 'reset-password', 'admin')
      expect(reset.code).toBe(0)
      await expectNothingLeft(firstStart.NAMEPLANE_DATA)
      const again = start(firstStart)
      await again.ready()
      expect(again.output()).not.toContain('password')
      expect(await signIn(firstPassword)).toBe(500)
      expect(await signIn(/: ([A-Z2-9]{20})$/m.exec(reset.output)![1]!)).toBe(1)
      await ended(again, 'SIGTERM')
    })
  })

  test('a signal in the middle of a start stops it as well', async () => {
    const server = start({ ...firstStart, NAMEPLANE_DATA: dataFolder('interrupted') })
    while (!server.output().includes('creating the database')) await pause(5)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await expectNothingLeft(dataFolder('interrupted'))
    const again = start({ ...firstStart, NAMEPLANE_DATA: dataFolder('interrupted') })
    await again.ready()
    again.signal('SIGTERM')
    expect(await again.ended).toBe(0)
  })
})
