import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insideHosts, startCanary, type Canary } from '../../../../tests/support/inside-addresses.ts'
import { fakeFaults, startFakeOutside, type FakeOutside } from '../../../../tests/support/fake-outside.ts'
import { isInternetAddress } from './internet-address.ts'
import { allowLoopback, withRules } from './loopback.testing.ts'
import { OutboundProblem } from './outbound-problem.ts'
import { outbound, type OutboundCall, type OutboundTarget } from './outbound.ts'

const ask: OutboundCall = { method: 'GET', path: '/ask', isIdempotent: false }
const problemOf = async (target: OutboundTarget, call: OutboundCall = ask): Promise<OutboundProblem> =>
  outbound(target)
    .call(call)
    .then(
      ({ status }) => Promise.reject(new Error(`it answered ${status}`)),
      (cause: unknown) => {
        if (cause instanceof OutboundProblem) return cause
        throw cause
      },
    )

describe('an address on the inside', () => {
  let canary: Canary
  let restore: () => void
  beforeAll(async () => {
    canary = await startCanary()
  })
  afterAll(() => canary.close())
  beforeEach(() => {
    restore = withRules({ pauseMs: 1 })
  })
  afterEach(() => restore())

  const schemes = ['https', 'http'] as const

  it.each(insideHosts)('written as %s is not connected to', async (host) => {
    for (const scheme of schemes) {
      const problem = await problemOf({ family: 'test', baseUrl: `${scheme}://${host}:${canary.port}`, isPlainHttpAllowed: true })
      // A name that this machine's resolver does not know is refused for that.
      expect(['wrong-address', 'unreachable']).toContain(problem.reason)
      expect(problem.mayHaveArrived).toBe(false)
    }
    expect(canary.hits()).toBe(0)
  })

  it.each([
    ['http without being allowed', () => `http://1.1.1.1:${canary.port}`],
    ['ftp', () => `ftp://127.0.0.1:${canary.port}`],
    ['file', () => 'file:///etc/passwd'],
    ['file with a host', () => `file://127.0.0.1:${canary.port}/etc/passwd`],
    ['gopher', () => `gopher://127.0.0.1:${canary.port}/_GET`],
    ['dict', () => `dict://127.0.0.1:${canary.port}/d`],
    ['ldap', () => `ldap://127.0.0.1:${canary.port}/`],
    ['javascript', () => 'javascript:alert(1)'],
    ['data', () => 'data:text/plain,hello'],
    ['unix', () => 'unix:/var/run/docker.sock'],
    ['ws', () => `ws://127.0.0.1:${canary.port}`],
    ['a user', () => `https://example.com@127.0.0.1:${canary.port}`],
    ['a user and a password', () => 'https://user:word@example.com/'],
    ['a backslash', () => `https://example.com\\@127.0.0.1:${canary.port}`],
    ['a query', () => 'https://example.com/?x=1'],
    ['a fragment', () => `https://127.0.0.1:${canary.port}#.example.com`],
    ['a line break', () => 'https://example.com/\r\nHost: inside'],
    ['a space before', () => ' https://example.com/'],
    ['no scheme', () => `//127.0.0.1:${canary.port}`],
    ['no host', () => 'https://'],
    ['a port of mail', () => 'https://example.com:25'],
    ['a port of Redis', () => 'https://example.com:6379'],
    ['a port of a database', () => 'https://example.com:5432'],
    ['port 0', () => 'https://example.com:0'],
    ['a port beyond all', () => 'https://example.com:65536'],
    ['nothing', () => ''],
  ])('is not reached by a URL with %s', async (_, url) => {
    const asked: string[] = []
    restore = withRules({
      resolve: (host) => {
        asked.push(host)
        return Promise.resolve(['127.0.0.1'])
      },
    })
    expect((await problemOf({ family: 'test', baseUrl: url() })).reason).toBe('wrong-address')
    expect([canary.hits(), asked]).toEqual([0, []])
  })

  it.each([[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['::1']], [['fe80::1%lo']], [['::ffff:7f00:1']], [['169.254.169.254']], [['not an address']]])(
    'that a name resolves to (%j) is not connected to',
    async (addresses) => {
      restore = withRules({ resolve: () => Promise.resolve(addresses) })
      for (const scheme of schemes)
        expect((await problemOf({ family: 'test', baseUrl: `${scheme}://rebind.example:${canary.port}`, isPlainHttpAllowed: true })).reason).toBe(
          'wrong-address',
        )
      expect(canary.hits()).toBe(0)
    },
  )

  it('is not reached by a name that changes its address between the check and the connection', async () => {
    let asked = 0
    restore = withRules({
      connectMs: 200,
      totalMs: 400,
      resolve: () => {
        asked += 1
        // Good once; from then on the canary. TEST-NET-3 is let through here so that nobody outside is called.
        return Promise.resolve([asked === 1 ? '203.0.113.77' : '127.0.0.1'])
      },
      isAllowedAddress: (address) => address === '203.0.113.77' || isInternetAddress(address),
    })
    const problem = await problemOf({ family: 'test', baseUrl: `http://rebind.example:${canary.port}`, isPlainHttpAllowed: true })
    expect(['unreachable', 'timed-out']).toContain(problem.reason)
    expect([asked, canary.hits()]).toEqual([1, 0])
    // The next call checks anew.
    expect((await problemOf({ family: 'test', baseUrl: `http://rebind.example:${canary.port}`, isPlainHttpAllowed: true })).reason).toBe('wrong-address')
    expect([asked, canary.hits()]).toEqual([2, 0])
  })

  it('is not among those of a vendor’s list, whatever stands before or after its name', async () => {
    const target = { family: 'test', allowedHosts: ['sms.example.com', '.cloud.example.com'] }
    for (const host of ['sms.example.com.evil.example', 'evil-sms.example.com', 'cloud.example.com', 'xcloud.example.com', 'example.com', '127.0.0.1'])
      expect((await problemOf({ ...target, baseUrl: `https://${host}` })).reason).toBe('wrong-address')
  })

  it('has all forms of it refused as an address, and those of the Internet let through', () => {
    for (const address of ['fe80::1%eth0', '::ffff:1.1.1.1', '64:ff9b::101:101', '2002:101:101::1', '2001::1', 'not one', '', '4000::1', '192.0.0.10'])
      expect([address, isInternetAddress(address)]).toEqual([address, false])
    for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2400:3200::1', '2001:4860:4860::8888'])
      expect([address, isInternetAddress(address)]).toEqual([address, true])
  })
})

describe('a call', () => {
  let fake: FakeOutside
  let restore: () => void
  let clock = 0
  beforeAll(async () => {
    fake = await startFakeOutside((call) => ({ headers: { 'x-seen': 'yes' }, body: { method: call.method, path: call.path, query: call.rawQuery } }))
  })
  afterAll(() => fake.close())
  beforeEach(() => {
    fake.failAlways(null)
    restore = allowLoopback({ connectMs: 300, totalMs: 600 })
  })
  afterEach(() => restore())
  const target = (): OutboundTarget => ({ family: 'test', baseUrl: fake.baseUrl, allowedHosts: ['vendor.example'] })

  it('sends method, path, query, headers and body exactly as given', async () => {
    const reply = await outbound({ ...target(), baseUrl: `${fake.baseUrl}/v1/` }).call({
      method: 'POST',
      path: '/a%20b/c',
      query: { sign: "a b&c=d+é'!" },
      headers: { 'x-key': 'k' },
      body: '{"名":1}',
      isIdempotent: false,
    })
    expect(reply).toMatchObject({ status: 200, headers: { 'x-seen': 'yes' } })
    expect(JSON.parse(reply.body.toString())).toEqual({ method: 'POST', path: '/v1/a%20b/c', query: 'sign=a%20b%26c%3Dd%2B%C3%A9%27%21' })
    expect(fake.calls.at(-1)).toMatchObject({ headers: { 'x-key': 'k', 'content-length': '9', host: `127.0.0.1:${fake.port}` }, body: Buffer.from('{"名":1}') })
  })

  it.each([
    ['a path that climbs', { path: '/../x' }],
    ['a path to another host', { path: '//evil.example', query: 'a=b c' }],
    ['a path without a slash', { path: 'x' }],
    ['a query inside the path', { path: '/x?y=1' }],
    ['a line break in the path', { path: '/x\r\nhost: y' }],
    ['a line break in the query', { path: '/x', query: 'a=b\r\nc' }],
    ['a fragment in the query', { path: '/x', query: 'a=b#c' }],
    ['a line break in a header', { path: '/x', headers: { 'x-a': 'b\r\nc: d' } }],
    ['a header name that is none', { path: '/x', headers: { 'x a': 'b' } }],
  ])('with %s is not sent', async (_, changed) => {
    const before = fake.calls.length
    const problem = await problemOf(target(), { ...ask, ...changed })
    expect([problem.reason, fake.calls.length]).toEqual(['wrong-address', before])
  })

  it.each(fakeFaults.filter((fault) => !['garbage-body', 'empty-body', 'status-500'].includes(fault)))(
    'that meets the fault %s is a problem, in time',
    async (fault) => {
      const before = performance.now()
      fake.failNext(fault)
      const problem = await problemOf(target(), { ...ask, path: '/ask', query: 'key=very-secret' })
      expect(problem.reason).toBe(
        fault === 'slow-head' || fault === 'slow-body'
          ? 'timed-out'
          : fault === 'huge-body'
            ? 'too-large'
            : fault === 'redirect'
              ? 'redirected'
              : 'unreachable',
      )
      expect(performance.now() - before).toBeLessThan(3000)
      expect(problem.message).not.toMatch(/very-secret|ask/)
    },
  )

  it('that may have arrived says so', async () => {
    fake.failNext('answer-lost')
    expect((await problemOf(target())).mayHaveArrived).toBe(true)
    const gone = await startFakeOutside(() => ({}))
    await gone.close()
    expect((await problemOf({ family: 'test', baseUrl: gone.baseUrl })).mayHaveArrived).toBe(false)
  })

  it('is tried again at most twice, and only when that does no harm', async () => {
    const triesOf = async (isIdempotent: boolean, ...faults: Parameters<FakeOutside['failNext']>): Promise<[number, string | number]> => {
      allowLoopback({ connectMs: 300, totalMs: 2000 })
      const before = fake.connections()
      fake.failNext(...faults)
      const end = await outbound(target())
        .call({ ...ask, isIdempotent })
        .then(
          ({ status }) => status,
          (cause: OutboundProblem) => cause.reason,
        )
      return [fake.connections() - before, end]
    }
    expect(await triesOf(true, 'reset', 'status-500')).toEqual([3, 200])
    expect(await triesOf(true, 'status-500', 'no-answer', 'reset')).toEqual([3, 'unreachable'])
    expect(await triesOf(true, 'status-500', 'status-500', 'status-500')).toEqual([3, 500])
    expect(await triesOf(true, 'redirect')).toEqual([1, 'redirected'])
    expect(await triesOf(true, 'huge-body')).toEqual([1, 'too-large'])
    expect(await triesOf(false, 'reset')).toEqual([1, 'unreachable'])
    expect(await triesOf(false, 'status-500')).toEqual([1, 500])
  })

  it('does not reach a host that failed five times, until it has rested and one call has tried it', async () => {
    clock = 1000
    restore = allowLoopback({ connectMs: 300, totalMs: 600, restMs: 30_000, now: () => clock })
    fake.failAlways('reset')
    for (let count = 0; count < 5; count += 1) expect((await problemOf(target())).reason).toBe('unreachable')
    const before = fake.connections()
    expect((await problemOf(target())).reason).toBe('resting')
    expect((await problemOf({ ...target(), baseUrl: `${fake.baseUrl}/other` })).reason).toBe('resting')
    expect(fake.connections()).toBe(before)
    // Another family keeps its own account.
    expect((await problemOf({ ...target(), family: 'other' })).reason).toBe('unreachable')
    clock += 30_000
    // Of many at once only one goes; it fails, and the rest begins again.
    fake.failAlways('slow-head')
    const together = await Promise.all(Array.from({ length: 5 }, () => problemOf(target())))
    expect(together.map(({ reason }) => reason).toSorted()).toEqual(['resting', 'resting', 'resting', 'resting', 'timed-out'])
    fake.failAlways(null)
    expect((await problemOf(target())).reason).toBe('resting')
    clock += 30_000
    expect((await outbound(target()).call(ask)).status).toBe(200)
    expect((await outbound(target()).call(ask)).status).toBe(200)
  })

  it('counts an answer of 500 as a failure of the host, one of 400 not', async () => {
    const answering = await startFakeOutside(({ path }) => ({ status: Number(path.slice(1)) }))
    const at = (status: number) => outbound({ family: 'test', baseUrl: answering.baseUrl }).call({ ...ask, path: `/${status}` })
    for (let count = 0; count < 8; count += 1) expect((await at(400)).status).toBe(400)
    for (let count = 0; count < 5; count += 1) expect((await at(503)).status).toBe(503)
    await expect(at(200)).rejects.toMatchObject({ reason: 'resting' })
    await answering.close()
  })

  it('stops when its caller does', async () => {
    fake.failNext('slow-head')
    const problem = await problemOf(target(), { ...ask, signal: AbortSignal.timeout(50) })
    expect(problem.reason).toBe('stopped')
    expect((await problemOf(target(), { ...ask, signal: AbortSignal.abort() })).reason).toBe('stopped')
  })

  it('ends where the certificate is nobody’s, whatever the environment says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nameplane-outbound-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert, ...names], {
      stdio: 'ignore',
    })
    let heard = 0
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      heard += 1
      response.end('{}')
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const problem = await problemOf({ family: 'test', baseUrl: `https://127.0.0.1:${(server.address() as { port: number }).port}` })
    vi.unstubAllEnvs()
    expect(problem.message).toMatch(/connection failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
    expect([problem.mayHaveArrived, heard]).toEqual([false, 0])
    await new Promise((closed) => server.close(closed))
    rmSync(folder, { recursive: true })
  })

  it('goes to nobody on loopback once the rules of production are back', async () => {
    restore()
    const before = fake.connections()
    expect((await problemOf({ family: 'test', baseUrl: fake.baseUrl, isPlainHttpAllowed: true })).reason).toBe('wrong-address')
    expect(fake.connections()).toBe(before)
  })
})
