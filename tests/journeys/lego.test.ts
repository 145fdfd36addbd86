import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { ask } from '../support/dns-client.ts'
import { startResolver } from '../support/loopback-resolver.ts'
import { findPebble, startPebble, type Pebble } from '../support/pebble.ts'
import { adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'

/*
 * lego, unchanged, orders a certificate from a real authority: it finds the zone by our answers, writes its record by the API of PowerDNS
 * or by DNS UPDATE, and Pebble asks our node for it.
 */

const lego = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'].map((folder) => join(folder, 'lego')).find((path) => existsSync(path))
const isThere = lego !== undefined && findPebble() !== null
if (process.env['CI'] !== undefined && !isThere) throw new Error('lego and Pebble are needed in CI: install the packages lego and pebble')

let platform: RunningPlatform
let pebble: Pebble
let resolver: { address: string; stop: () => Promise<void> }
const folder = mkdtempSync(join(tmpdir(), 'nameplane-lego-'))

const names = ['shop.example', 'updated.example'] as const
const challenges = names.map((name) => `_acme-challenge.${name}`)
const answeredOf = async (asked: string, type: string): Promise<string[]> =>
  (await ask(platform.dnsPort, asked, type)).answers.filter((answer) => answer.type === type).map(({ value }) => value)
const savedChallenges = async (): Promise<string[]> =>
  (await platform.db.selectFrom('record').select('value').where('host', '=', '_acme-challenge').where('type', '=', 'TXT').execute()).map(({ value }) => value)

beforeAll(async () => {
  if (!isThere) return
  platform = await startPlatform()
  // The authority is answered once the node has what was saved, however long that takes here.
  resolver = await startResolver(async ({ name: asked, type }) => {
    if (!challenges.includes(asked) || type !== 'TXT') return 'nxdomain'
    for (let tries = 0; tries < 200; tries += 1) {
      const [answered, saved] = [await answeredOf(asked, type), await savedChallenges()]
      if (answered.toSorted().join() === saved.toSorted().join()) return { values: answered, ttlSeconds: 60 }
      await pause(100)
    }
    return 'servfail'
  })
  pebble = await startPebble({ resolver: resolver.address })
})
afterAll(async () => {
  await pebble?.stop()
  await resolver?.stop()
  await platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Names of the certificate that lego gets for a domain and its wildcard. */
async function certified(name: string, provider: string, environment: Readonly<Record<string, string>>): Promise<string[] | undefined> {
  const words = ['--accept-tos', '--email', `owner@${name}`, '--server', `${pebble.ownUrl}/dir`, '--dns', provider, '--dns.disable-cp']
  const where = ['--dns.resolvers', `127.0.0.1:${platform.dnsPort}`, '--path', folder, '--domains', name, '--domains', `*.${name}`]
  await promisify(execFile)(lego!, [...words, ...where, 'run'], {
    cwd: folder,
    env: { ...process.env, LEGO_CA_CERTIFICATES: pebble.authorityFile, ...environment },
  })
  const file = readdirSync(join(folder, 'certificates')).find((one) => one.endsWith(`${name}.crt`))!
  const certificate = new X509Certificate(readFileSync(join(folder, 'certificates', file)))
  return certificate.subjectAltName?.split(', ').toSorted()
}

/** What a saved domain has behind lego: nothing, and a history of this action. */
async function expectClean(domainId: number, action: string): Promise<void> {
  expect((await platform.call(record.list, { domainId })).data.list).toEqual([])
  const { list } = (await platform.call(record.history, { domainId })).data
  // Two values, and one or two removals: older versions of lego remove both at once.
  expect(list.length).toBeGreaterThanOrEqual(3)
  expect(new Set(list.map((saved) => saved.action))).toEqual(new Set([action]))
}

test.runIf(isThere)('lego gets a certificate for a domain and its wildcard with a token for this domain alone', async () => {
  const [name] = names
  const { id } = (await platform.call(domain.save, { domain: name })).data
  await platform.call(domain.save, { domain: 'other.example' })
  const { token } = (
    await platform.call(apiToken.save, {
      name: 'lego',
      scopes: ['record.read', 'record.write'],
      dataScope: 'domains',
      domainIds: [id],
      password: adminPassword,
    })
  ).data
  expect(await certified(name, 'pdns', { PDNS_API_URL: platform.url, PDNS_API_KEY: token })).toEqual([`DNS:*.${name}`, `DNS:${name}`])
  await expectClean(id, 'record.replace')
})

test.runIf(isThere)('lego gets one with an update key that may change nothing but challenges', async () => {
  const [, name] = names
  const { id } = (await platform.call(domain.save, { domain: name })).data
  const key = (await platform.call(updateKey.save, { domainId: id, name: 'acme', policy: '_acme-challenge TXT' })).data
  // The node has the domain and the key a moment after they were saved.
  await expect.poll(async () => (await answeredOf(name, 'SOA')).length, { timeout: 20_000 }).toBe(1)
  const certificate = await certified(name, 'rfc2136', {
    RFC2136_NAMESERVER: `127.0.0.1:${platform.dnsPort}`,
    RFC2136_TSIG_KEY: key.keyName,
    RFC2136_TSIG_ALGORITHM: `${key.algorithm}.`,
    RFC2136_TSIG_SECRET: key.secret,
    RFC2136_SEQUENCE_INTERVAL: '1',
  })
  expect(certificate).toEqual([`DNS:*.${name}`, `DNS:${name}`])
  await expectClean(id, 'record.dynamic')
})
