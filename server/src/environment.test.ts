import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EnvironmentProblem } from './environment-problem.ts'
import { readEnvironment, readNodeEnvironment, threadsOfMachine } from './environment.ts'
import { testCertificate } from './serving/encrypted/certificates.testing.ts'

let folder: string
let NAMEPLANE_DATA: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-environment-'))
  NAMEPLANE_DATA = join(folder, 'deep', 'data')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function problemOf(variables: Record<string, string>): EnvironmentProblem {
  try {
    readEnvironment({ NAMEPLANE_DATA, ...variables })
  } catch (problem) {
    if (problem instanceof EnvironmentProblem) return problem
    throw problem
  }
  throw new Error('the value was accepted')
}

const permissions = (path: string) => statSync(path).mode & 0o777

describe('without any variable but the folder', () => {
  test('every default is as documented', () => {
    const { masterKey, ...rest } = readEnvironment({ NAMEPLANE_DATA })
    expect(rest).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataFolder: NAMEPLANE_DATA,
      databaseUrl: null,
      dnsHost: '127.0.0.1',
      dnsPort: 5300,
      redirectPort: 0,
      encrypted: null,
      dnsThreads: threadsOfMachine(availableParallelism()),
      link: null,
      adminPassword: null,
      adminToken: null,
      mode: '',
      apiRoot: '/antsxdp/',
      trustedProxies: [],
    })
    expect(masterKey).toHaveLength(32)
  })

  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [8, 7],
    [9, 8],
    [64, 8],
  ])('on %i cores the node answers in %i threads', (cores, threads) => {
    expect(threadsOfMachine(cores)).toBe(threads)
  })

  test('an empty variable counts as unset', () => {
    expect(readEnvironment({ NAMEPLANE_DATA, NAMEPLANE_HOST: '', NAMEPLANE_DATABASE_URL: '', NAMEPLANE_ADMIN_TOKEN: '' })).toMatchObject({
      host: '127.0.0.1',
      databaseUrl: null,
      adminToken: null,
    })
  })
})

describe('accepted values', () => {
  const token = 'a'.repeat(32)
  test.each([
    ['NAMEPLANE_HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['NAMEPLANE_HOST', '::1', { host: '::1' }],
    ['NAMEPLANE_HOST', 'localhost', { host: 'localhost' }],
    ['NAMEPLANE_HOST', 'console.example.net', { host: 'console.example.net' }],
    ['NAMEPLANE_PORT', '1', { port: 1 }],
    ['NAMEPLANE_PORT', '65535', { port: 65535 }],
    ['NAMEPLANE_DNS_PORT', '0', { dnsPort: 0 }],
    ['NAMEPLANE_DNS_HOST', '::', { dnsHost: '::' }],
    ['NAMEPLANE_REDIRECT_PORT', '80', { redirectPort: 80 }],
    ['NAMEPLANE_REDIRECT_PORT', '0', { redirectPort: 0 }],
    ['NAMEPLANE_DNS_THREADS', '1', { dnsThreads: 1 }],
    ['NAMEPLANE_DNS_THREADS', '64', { dnsThreads: 64 }],
    ['NAMEPLANE_DNS_THREADS', '', { dnsThreads: threadsOfMachine(availableParallelism()) }],
    ['NAMEPLANE_LINK', '/run/nameplane/link.sock', { link: '/run/nameplane/link.sock' }],
    ['NAMEPLANE_MODE', '176', { mode: '176' }],
    ['NAMEPLANE_MODE', '179', { mode: '179' }],
    ['NAMEPLANE_MODE', 'tw', { mode: 'tw' }],
    ['NAMEPLANE_API_ROOT', '/api/', { apiRoot: '/api/' }],
    ['NAMEPLANE_API_ROOT', '/behind/a-proxy/v1.2/', { apiRoot: '/behind/a-proxy/v1.2/' }],
    ['NAMEPLANE_TRUSTED_PROXIES', '10.0.0.1, 2001:db8::/32', { trustedProxies: ['10.0.0.1', '2001:db8::/32'] }],
    ['NAMEPLANE_ADMIN_PASSWORD', 'four', { adminPassword: 'four' }],
    ['NAMEPLANE_ADMIN_TOKEN', token, { adminToken: token }],
    ['NAMEPLANE_DATABASE_URL', 'postgres://u:p@db.example:5432/nameplane', { databaseUrl: 'postgres://u:p@db.example:5432/nameplane' }],
    ['NAMEPLANE_DATABASE_URL', 'postgresql://db/nameplane?sslmode=require', { databaseUrl: 'postgresql://db/nameplane?sslmode=require' }],
    ['NAMEPLANE_DATABASE_URL', 'postgres://u@/nameplane?host=/run/postgresql', { databaseUrl: 'postgres://u@/nameplane?host=/run/postgresql' }],
  ])('%s may be %s', (variable, value, expected) => {
    expect(readEnvironment({ NAMEPLANE_DATA, [variable]: value })).toMatchObject(expected)
  })

  test.each([
    ['hexadecimal digits', Buffer.alloc(32, 0xab).toString('hex')],
    ['base64', Buffer.alloc(32, 0xab).toString('base64')],
    ['base64url without padding', Buffer.alloc(32, 0xab).toString('base64url')],
  ])('the master key may be given as %s, and then no file is made', (_form, text) => {
    expect(readEnvironment({ NAMEPLANE_DATA, NAMEPLANE_MASTER_KEY: text }).masterKey).toEqual(Buffer.alloc(32, 0xab))
    expect(readdirSync(NAMEPLANE_DATA)).toEqual([])
  })
})

describe('DNS by TLS and HTTPS', () => {
  const certificate = testCertificate()
  const other = testCertificate()
  afterAll(() => {
    certificate.remove()
    other.remove()
  })
  const files = { NAMEPLANE_TLS_CERTIFICATE: certificate.files.certificate, NAMEPLANE_TLS_KEY: certificate.files.key }

  test('has a port each and one certificate', () => {
    expect(readEnvironment({ NAMEPLANE_DATA, ...files })).toMatchObject({ encrypted: null })
    expect(readEnvironment({ NAMEPLANE_DATA, ...files, NAMEPLANE_DOT_PORT: '853', NAMEPLANE_DOH_PORT: '443' })).toMatchObject({
      encrypted: { tlsPort: 853, httpsPort: 443, ...certificate.files },
    })
    expect(readNodeEnvironment({ NAMEPLANE_DATA, ...files, NAMEPLANE_DOH_PORT: '443' })).toMatchObject({ encrypted: { tlsPort: 0, httpsPort: 443 } })
  })

  test.each<[string, Record<string, string>, string]>([
    ['no certificate', { NAMEPLANE_DOT_PORT: '853', NAMEPLANE_TLS_CERTIFICATE: '' }, 'NAMEPLANE_TLS_CERTIFICATE'],
    ['no key', { NAMEPLANE_DOT_PORT: '853', NAMEPLANE_TLS_KEY: '' }, 'NAMEPLANE_TLS_KEY'],
    ['a file that is not there', { NAMEPLANE_DOT_PORT: '853', NAMEPLANE_TLS_KEY: '/nowhere/key.pem' }, 'NAMEPLANE_TLS_CERTIFICATE'],
    ['the key of another certificate', { NAMEPLANE_DOT_PORT: '853', NAMEPLANE_TLS_KEY: other.files.key }, 'NAMEPLANE_TLS_CERTIFICATE'],
    ['the port of DNS', { NAMEPLANE_DOT_PORT: '5300' }, 'NAMEPLANE_DOT_PORT'],
    ['one port for both', { NAMEPLANE_DOT_PORT: '853', NAMEPLANE_DOH_PORT: '853' }, 'NAMEPLANE_DOH_PORT'],
    ['the port of redirects', { NAMEPLANE_REDIRECT_PORT: '8000', NAMEPLANE_DOH_PORT: '8000' }, 'NAMEPLANE_DOH_PORT'],
    ['no port', { NAMEPLANE_DOH_PORT: 'https' }, 'NAMEPLANE_DOH_PORT'],
  ])('with %s is refused', (_, variables, variable) => {
    expect(problemOf({ ...files, ...variables }).variable).toBe(variable)
  })
})

describe('refused values', () => {
  test.each([
    ['NAMEPLANE_PORT', '0'],
    ['NAMEPLANE_PORT', '65536'],
    ['NAMEPLANE_PORT', '-1'],
    ['NAMEPLANE_PORT', '80.5'],
    ['NAMEPLANE_PORT', '0x50'],
    ['NAMEPLANE_PORT', 'http'],
    ['NAMEPLANE_PORT', ''],
    ['NAMEPLANE_DNS_PORT', ''],
    ['NAMEPLANE_DNS_PORT', '99999'],
    ['NAMEPLANE_DNS_PORT', ' '],
    ['NAMEPLANE_REDIRECT_PORT', ''],
    // The default port of DNS.
    ['NAMEPLANE_REDIRECT_PORT', '5300'],
    ['NAMEPLANE_DNS_THREADS', '0'],
    ['NAMEPLANE_DNS_THREADS', '65'],
    ['NAMEPLANE_DNS_THREADS', '2.5'],
    ['NAMEPLANE_DNS_THREADS', 'all'],
    ['NAMEPLANE_HOST', 'not a host'],
    ['NAMEPLANE_HOST', '10.0.0.999'],
    ['NAMEPLANE_HOST', '127.1'],
    ['NAMEPLANE_HOST', '2130706433'],
    ['NAMEPLANE_HOST', 'a..b'],
    ['NAMEPLANE_HOST', 'http://localhost'],
    ['NAMEPLANE_DNS_HOST', '[::1]'],
    ['NAMEPLANE_MODE', '177'],
    ['NAMEPLANE_MODE', 'TW'],
    ['NAMEPLANE_API_ROOT', 'api'],
    ['NAMEPLANE_API_ROOT', '/api'],
    ['NAMEPLANE_API_ROOT', '/'],
    ['NAMEPLANE_API_ROOT', '/../api/'],
    ['NAMEPLANE_API_ROOT', 'https://api.example/'],
    ['NAMEPLANE_TRUSTED_PROXIES', 'true'],
    ['NAMEPLANE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['NAMEPLANE_TRUSTED_PROXIES', '10.0.0.1,proxy.example'],
    ['NAMEPLANE_ADMIN_PASSWORD', 'abc'],
    ['NAMEPLANE_ADMIN_PASSWORD', 'x'.repeat(33)],
    ['NAMEPLANE_ADMIN_PASSWORD', '密码很好'],
    ['NAMEPLANE_ADMIN_TOKEN', 'a'.repeat(31)],
    ['NAMEPLANE_ADMIN_TOKEN', `${'a'.repeat(32)} b`],
    ['NAMEPLANE_MASTER_KEY', 'short'],
    ['NAMEPLANE_MASTER_KEY', 'g'.repeat(64)],
    ['NAMEPLANE_MASTER_KEY', Buffer.alloc(31).toString('base64')],
    ['NAMEPLANE_DATABASE_URL', 'mysql://u:p@db/nameplane'],
    ['NAMEPLANE_DATABASE_URL', 'postgres://u:p@db:99999/nameplane'],
    ['NAMEPLANE_DATABASE_URL', 'postgres://db'],
    ['NAMEPLANE_DATABASE_URL', 'postgres://u@/nameplane'],
    ['NAMEPLANE_DATABASE_URL', 'host=/run dbname=x'],
  ])('%s=%s stops the start with one line that names the variable, and nothing is made on disk', (variable, value) => {
    const { message } = problemOf({ [variable]: value })
    expect(message).toMatch(new RegExp(`^${variable}: .+`))
    expect(message).not.toContain('\n')
    expect(existsSync(NAMEPLANE_DATA)).toBe(false)
  })

  test('no secret is repeated in the message', () => {
    expect(problemOf({ NAMEPLANE_DATABASE_URL: 'postgres://u:hunter2@db:99999/x' }).message).not.toContain('hunter2')
    expect(problemOf({ NAMEPLANE_ADMIN_TOKEN: 'hunter2' }).message).not.toContain('hunter2')
    expect(problemOf({ NAMEPLANE_MASTER_KEY: 'hunter2' }).message).not.toContain('hunter2')
  })
})

describe('the data folder', () => {
  test('is made for its owner only, and so is the key in it', () => {
    readEnvironment({ NAMEPLANE_DATA })
    expect(permissions(NAMEPLANE_DATA)).toBe(0o700)
    expect(permissions(join(NAMEPLANE_DATA, 'master.key'))).toBe(0o600)
    expect(readdirSync(NAMEPLANE_DATA)).toEqual(['master.key'])
  })

  test('keeps its key from start to start', () => {
    const first = readEnvironment({ NAMEPLANE_DATA }).masterKey
    expect(readEnvironment({ NAMEPLANE_DATA }).masterKey).toEqual(first)
  })

  test('is closed to others when it is empty', () => {
    mkdirSync(NAMEPLANE_DATA, { recursive: true })
    chmodSync(NAMEPLANE_DATA, 0o755)
    readEnvironment({ NAMEPLANE_DATA })
    expect(permissions(NAMEPLANE_DATA)).toBe(0o700)
  })

  test('with foreign files and open to others is refused and left as it was', () => {
    mkdirSync(NAMEPLANE_DATA, { recursive: true })
    chmodSync(NAMEPLANE_DATA, 0o755)
    writeFileSync(join(NAMEPLANE_DATA, 'thesis.odt'), '')
    expect(problemOf({}).message).toMatch(/^NAMEPLANE_DATA: .*contains other files/)
    expect(permissions(NAMEPLANE_DATA)).toBe(0o755)
    expect(readdirSync(NAMEPLANE_DATA)).toEqual(['thesis.odt'])
  })

  test('cannot be a file, nor lie below one', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(problemOf({ NAMEPLANE_DATA: join(folder, 'file') }).message).toMatch(/^NAMEPLANE_DATA: .*file/)
    expect(problemOf({ NAMEPLANE_DATA: join(folder, 'file', 'below') }).message).toMatch(/^NAMEPLANE_DATA: .*part of the path is a file/)
  })

  test.runIf(process.platform === 'linux')('cannot lie where no folder can be made', () => {
    expect(problemOf({ NAMEPLANE_DATA: '/proc/nameplane/data' }).message).toMatch(/^NAMEPLANE_DATA: .*cannot be created/)
  })

  test('with a damaged key is refused, and the key is not replaced', () => {
    mkdirSync(NAMEPLANE_DATA, { recursive: true, mode: 0o700 })
    writeFileSync(join(NAMEPLANE_DATA, 'master.key'), 'half a k')
    expect(problemOf({}).message).toMatch(/master\.key is damaged/)
    expect(readFileSync(join(NAMEPLANE_DATA, 'master.key'), 'utf8')).toBe('half a k')
  })

  test('with a database but no key is refused: a new key could not read its secrets', () => {
    mkdirSync(join(NAMEPLANE_DATA, 'database'), { recursive: true, mode: 0o700 })
    expect(problemOf({}).message).toMatch(/^NAMEPLANE_MASTER_KEY: .*is missing/)
    expect(existsSync(join(NAMEPLANE_DATA, 'master.key'))).toBe(false)
  })
})
