import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { Redirect } from './redirect-finder.ts'
import { defaultRedirectLimits, RedirectListener, type RedirectLimits } from './redirect-listener.ts'
import { replyOf } from './redirect-reply.ts'
import { SidePort } from '../node/side-port.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const redirects: Readonly<Record<string, Redirect>> = {
  'go.test': { mode: '301', target: 'https://www.example.com/path?x=1' },
  'found.test': { mode: '302', target: 'https://www.example.com/' },
  'frame.test': { mode: 'frame', target: 'https://www.example.com/a?b=%22&c' },
}

async function listener(limits: Partial<RedirectLimits> = {}, find = (host: string): Redirect | null => redirects[host] ?? null) {
  const faults: unknown[] = []
  const opened = await RedirectListener.open({ host: '127.0.0.1', port: 0, reusePort: false }, find, { ...defaultRedirectLimits, ...limits }, (fault) =>
    faults.push(fault),
  )
  closers.push(() => opened.close())
  return { opened, faults, port: opened.port! }
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** All that comes until the other side ends the connection. */
/** What it has said by then. One that is closed while it still sends is reset: an end like any other. */
async function untilEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  if (!socket.closed) await new Promise((end) => socket.once('close', end))
  return text
}

async function said(port: number, text: string): Promise<string> {
  const socket = await connected(port)
  const heard = untilEnd(socket)
  socket.end(text)
  return heard
}

const ask = (port: number, host: string, more = '', path = '/x?y=1'): Promise<string> =>
  said(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`)

const statusOf = (reply: string): string => reply.slice(0, reply.indexOf('\r\n'))
const header = (reply: string, name: string): string | undefined => new RegExp(`^${name}: (.*)\r$`, 'im').exec(reply)?.[1]

describe('a host with a redirect', () => {
  it('permanent: the saved address and nothing of the request, kept for five minutes', async () => {
    const { port } = await listener()
    const reply = await ask(port, 'GO.test:8080')
    expect(statusOf(reply)).toBe('HTTP/1.1 301 Moved Permanently')
    expect(header(reply, 'Location')).toBe('https://www.example.com/path?x=1')
    expect(header(reply, 'Cache-Control')).toBe('max-age=300')
    expect(header(reply, 'X-Content-Type-Options')).toBe('nosniff')
    expect(header(reply, 'Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(header(reply, 'Server')).toBeUndefined()
  })

  it('temporary: not kept', async () => {
    const { port } = await listener()
    const reply = await ask(port, 'found.test.')
    expect([statusOf(reply), header(reply, 'Location'), header(reply, 'Cache-Control')]).toEqual(['HTTP/1.1 302 Found', 'https://www.example.com/', 'no-store'])
  })

  it('in a frame: a page that may frame the target’s origin and do nothing else', async () => {
    const { port } = await listener()
    const reply = await ask(port, 'frame.test')
    expect(statusOf(reply)).toBe('HTTP/1.1 200 OK')
    expect(header(reply, 'Content-Type')).toBe('text/html; charset=utf-8')
    expect(header(reply, 'Content-Security-Policy')).toMatch(
      /^default-src 'none'; frame-src https:\/\/www\.example\.com; style-src 'sha256-[A-Za-z0-9+/=]{44}'; base-uri 'none'; form-action 'none'$/,
    )
    expect(reply).toContain('<title>frame.test</title>')
    expect(reply).toContain('<iframe src="https://www.example.com/a?b=%22&amp;c" title="frame.test"></iframe>')
  })

  it('HEAD is answered without a body, and the connection goes on', async () => {
    const { port } = await listener()
    const socket = await connected(port)
    const heard = untilEnd(socket)
    socket.write('HEAD / HTTP/1.1\r\nHost: go.test\r\n\r\nGET / HTTP/1.1\r\nHost: found.test\r\nConnection: close\r\n\r\n')
    const [first, second] = (await heard).split(/(?=HTTP\/1\.1 302)/) as [string, string]
    expect(first.endsWith('\r\n\r\n')).toBe(true)
    expect(header(first, 'Location')).toBe('https://www.example.com/path?x=1')
    expect(header(second, 'Location')).toBe('https://www.example.com/')
  })

  test.each([
    ['http://[2001:db8::1]/', 'http:'],
    ["https://a;sandbox'/", 'https:'],
    ['http://example.com:8080/x', 'http://example.com:8080'],
  ])('the policy of a frame of %s allows %s', (target, source) => {
    const { headers } = replyOf({ mode: 'frame', target }, 'frame.test')
    expect(headers['Content-Security-Policy']).toContain(`frame-src ${source}; `)
  })

  test('what a host could hold is text on the page', () => {
    expect(replyOf({ mode: 'frame', target: 'https://a/' }, '<script>"&\'').body).toContain('<title>&lt;script&gt;&quot;&amp;&#39;</title>')
  })
})

describe('what strangers send', () => {
  it.each([
    ['an unknown host is not repeated', 'GET /<script> HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', '404'],
    ['a host that is no name', 'GET / HTTP/1.1\r\nHost: <script>\r\nConnection: close\r\n\r\n', '404'],
    ['an address as host', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n', '404'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['no host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', '400'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: go.test\r\nHost: found.test\r\nConnection: close\r\n\r\n', '400'],
    ['a whole URL: its own host', 'GET http://found.test:80/x HTTP/1.1\r\nHost: go.test\r\nConnection: close\r\n\r\n', '302'],
    ['a whole URL of a stranger', 'GET http://evil.example/ HTTP/1.1\r\nHost: go.test\r\nConnection: close\r\n\r\n', '404'],
    ['another method', 'DELETE / HTTP/1.1\r\nHost: go.test\r\nConnection: close\r\n\r\n', '405'],
    ['a tunnel', 'CONNECT go.test:443 HTTP/1.1\r\nHost: go.test\r\n\r\n', ''],
    ['no HTTP', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', '400'],
    ['a giant header', `GET / HTTP/1.1\r\nHost: go.test\r\nX: ${'x'.repeat(9_000)}\r\n\r\n`, '431'],
    ['a giant target', `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: go.test\r\n\r\n`, '431'],
    ['an upgrade is ignored', 'GET / HTTP/1.1\r\nHost: go.test\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n', '301'],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: go.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx', '400'],
  ])('%s', async (_what, text, status) => {
    const { port, faults } = await listener()
    const reply = await said(port, text)
    expect(reply === '' ? '' : statusOf(reply).split(' ')[1]).toBe(status)
    expect(reply).not.toMatch(/evil|script/)
    expect(faults).toEqual([])
  })

  it('names what it answers where it does not', async () => {
    const { port } = await listener()
    expect(header(await said(port, 'POST / HTTP/1.1\r\nHost: go.test\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello'), 'Allow')).toBe('GET, HEAD')
  })

  it('a body is not read: what looks like a request in it is none', async () => {
    const { port } = await listener()
    const inner = 'GET / HTTP/1.1\r\nHost: found.test\r\n\r\n'
    const reply = await said(port, `GET / HTTP/1.1\r\nHost: go.test\r\nContent-Length: ${inner.length + 1}\r\n\r\n${inner}`)
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 301'])
    expect(header(reply, 'Connection')).toBe('close')
  })

  it('a body that is announced is not asked for', async () => {
    const { port } = await listener()
    const reply = await said(port, 'GET / HTTP/1.1\r\nHost: go.test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n')
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 301'])
  })

  it('a fault of our own ends one connection', async () => {
    const { port, faults } = await listener({}, (host) => {
      if (host === 'fault.test') throw new Error('of our own')
      return redirects[host] ?? null
    })
    expect(await ask(port, 'fault.test')).toBe('')
    expect(faults.map(String)).toEqual(['Error: of our own'])
    expect(statusOf(await ask(port, 'go.test'))).toContain('301')
  })

  it('who sends a request slowly, or none, is not waited for', async () => {
    const { port, opened } = await listener({ requestMs: 100 })
    const silent = await connected(port)
    const slow = await connected(port)
    slow.write('GET / HTTP/1.1\r\nHost: go')
    const dripping = setInterval(() => slow.write('o'), 20)
    closers.push(() => clearInterval(dripping))
    await Promise.all([untilEnd(silent), untilEnd(slow)])
    await expect.poll(() => opened.openClients).toBe(0)
  })

  it('one network has so many connections, and all together so many: the one that was silent for longest goes', async () => {
    const { port, opened } = await listener({ maxClientsPerNetwork: 2 })
    await connected(port)
    await connected(port)
    await expect.poll(() => opened.openClients).toBe(2)
    expect(await untilEnd(await connected(port))).toBe('')
    expect(opened.openClients).toBe(2)
    const crowd = await listener({ maxClients: 2 })
    const first = await connected(crowd.port)
    await expect.poll(() => crowd.opened.openClients).toBe(1)
    const second = await connected(crowd.port)
    await expect.poll(() => crowd.opened.openClients).toBe(2)
    first.write('GET / HTTP/1.1\r\nHost: go.test\r\n\r\n')
    await once(first, 'data')
    await connected(crowd.port)
    await untilEnd(second)
    expect([first.closed, crowd.opened.openClients]).toEqual([false, 2])
  })

  it('a thousand unknown hosts on one connection are refused one by one', async () => {
    const { port, opened } = await listener()
    const socket = await connected(port)
    const heard = untilEnd(socket)
    for (let host = 0; host < 1_000; host += 1) socket.write(`GET / HTTP/1.1\r\nHost: h${host}.${'x'.repeat(60)}.example\r\n\r\n`)
    socket.write('GET / HTTP/1.1\r\nHost: go.test\r\nConnection: close\r\n\r\n')
    const codes = (await heard).match(/HTTP\/1\.1 \d+/g)
    expect(codes).toEqual([...Array.from({ length: 1_000 }, () => 'HTTP/1.1 404'), 'HTTP/1.1 301'])
    await expect.poll(() => opened.openClients).toBe(0)
  })
})

describe('a port that is another’s', () => {
  const find = (host: string): Redirect | null => redirects[host] ?? null
  const side = (port: number, sharesPort: boolean, found: (host: string) => Redirect | null, onFault: (fault: unknown) => void) =>
    new SidePort({
      host: '127.0.0.1',
      port,
      sharesPort,
      open: (address) => RedirectListener.open(address, found, defaultRedirectLimits, onFault),
      onFault,
      retryMs: 5,
    })

  it('tries again until it has it, says so once, and can be stopped meanwhile', async () => {
    const { opened, port } = await listener()
    const faults: unknown[] = []
    const service = side(port, false, find, (fault) => faults.push(fault))
    closers.push(() => service.stop())
    await service.start()
    await pause(30)
    expect([service.port, faults.length]).toEqual([null, 1])
    await opened.close()
    await expect.poll(() => service.port).toBe(port)
    expect(statusOf(await ask(port, 'go.test'))).toContain('301')
    await service.stop()
    expect(service.port).toBeNull()
  })

  it.runIf(process.platform === 'linux')('is left to another: whose request has begun is answered, those who come later have the other', async () => {
    const onFault = (fault: unknown) => expect(fault).toBeUndefined()
    const other: Redirect = { mode: '302', target: 'https://other.example/' }
    const before = side(0, true, find, onFault)
    closers.push(() => before.stop())
    await before.start()
    const port = before.port!
    const [begun, fresh] = [await connected(port), await connected(port)]
    begun.write('GET / HTTP/1.1\r\nHost: go.test\r\n')
    await expect.poll(() => before.openClients).toBe(2)
    const after = side(port, true, () => other, onFault)
    closers.push(() => after.stop())
    await after.start()
    const left = before.leave()
    await expect.poll(() => before.port).toBeNull()
    for (let request = 0; request < 50; request += 1) expect(header(await ask(port, 'go.test'), 'Location')).toBe(other.target)
    const replies = [untilEnd(begun), untilEnd(fresh)]
    begun.write('\r\n')
    fresh.write('GET / HTTP/1.1\r\nHost: go.test\r\n\r\n')
    for (const reply of await Promise.all(replies)) expect([statusOf(reply).split(' ')[1], header(reply, 'Connection')]).toEqual(['301', 'close'])
    await left
  })
})
