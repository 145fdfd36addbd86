import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { ask } from '../support/dns-client.ts'
import { startResolver } from '../support/loopback-resolver.ts'
import { startPebble, type Pebble } from '../support/pebble.ts'
import { adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { findProgram, programsFor } from '../support/programs.ts'

/*
 * Certificate clients, unchanged, order a certificate for a domain and its wildcard from a real authority: each writes its records by DNS
 * UPDATE or by the API of PowerDNS, Pebble asks our node for them, and they are removed again.
 */

const { lego, certbot, dehydrated } = programsFor({
  lego: 'lego',
  certbot: 'python3-certbot-dns-rfc2136',
  dehydrated: 'dehydrated',
  nsupdate: 'bind9-dnsutils',
  pebble: 'pebble',
})
const arePeersThere = findProgram('pebble') !== null && findProgram('nsupdate') !== null

const run = promisify(execFile)

describe.runIf(arePeersThere)('a certificate', () => {
  let platform: RunningPlatform
  let pebble: Pebble
  let resolver: { address: string; stop: () => Promise<void> }
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-certified-'))
  /** The values that the authority was given, by name. */
  const seen = new Map<string, Set<string>>()

  const answeredOf = async (asked: string, type: string): Promise<string[]> =>
    (await ask(platform.dnsPort, asked, type)).answers.filter((answer) => answer.type === type).map(({ value }) => value)
  const savedChallenges = async (name: string): Promise<string[]> => {
    const saved = platform.db.selectFrom('record').innerJoin('domain', 'domain.id', 'record.domain_id').select('record.value')
    const rows = await saved.where('domain.name', '=', name).where('record.host', '=', '_acme-challenge').where('record.type', '=', 'TXT').execute()
    return rows.map(({ value }) => value)
  }

  beforeAll(async () => {
    platform = await startPlatform()
    // The authority is answered once the node has what was saved, however long that takes here.
    resolver = await startResolver(async ({ name: asked, type }) => {
      if (!asked.startsWith('_acme-challenge.') || type !== 'TXT') return 'nxdomain'
      for (let tries = 0; tries < 200; tries += 1) {
        const [answered, saved] = [await answeredOf(asked, type), await savedChallenges(asked.slice('_acme-challenge.'.length))]
        if (answered.toSorted().join() === saved.toSorted().join()) {
          seen.set(asked, new Set([...(seen.get(asked) ?? []), ...answered]))
          return { values: answered, ttlSeconds: 60 }
        }
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

  const addDomain = async (name: string): Promise<number> => (await platform.call(domain.save, { domain: name })).data.id

  type Key = { readonly keyName: string; readonly algorithm: string; readonly secret: string }
  /** A domain with a key that may change nothing but challenges. */
  async function addWithKey(name: string): Promise<{ id: number; key: Key }> {
    const id = await addDomain(name)
    const key = (await platform.call(updateKey.save, { domainId: id, name: 'acme', policy: '_acme-challenge TXT' })).data
    // The node has the domain and the key a moment after they were saved.
    await expect.poll(async () => (await answeredOf(name, 'SOA')).length, { timeout: 20_000 }).toBe(1)
    return { id, key }
  }

  function put(name: string, text: string, mode = 0o600): string {
    const file = join(folder, name)
    writeFileSync(file, text, { mode })
    return file
  }

  /** The certificate is for both names, Pebble saw a value for each, and the domain has nothing behind it but a history of this action. */
  async function expectCertified(file: string, name: string, domainId: number, action: string): Promise<void> {
    expect(new X509Certificate(readFileSync(file)).subjectAltName?.split(', ').toSorted()).toEqual([`DNS:*.${name}`, `DNS:${name}`])
    expect(seen.get(`_acme-challenge.${name}`)?.size).toBe(2)
    expect((await platform.call(record.list, { domainId })).data.list).toEqual([])
    const { list } = (await platform.call(record.history, { domainId })).data
    // Two values, and one or two removals: older versions of lego remove both at once.
    expect(list.length).toBeGreaterThanOrEqual(3)
    expect(new Set(list.map((saved) => saved.action))).toEqual(new Set([action]))
  }

  /** Has lego get one and gives its file. */
  async function withLego(name: string, provider: string, environment: Readonly<Record<string, string>>): Promise<string> {
    const words = ['--accept-tos', '--email', `owner@${name}`, '--server', `${pebble.ownUrl}/dir`, '--dns', provider, '--dns.disable-cp']
    const where = ['--dns.resolvers', `127.0.0.1:${platform.dnsPort}`, '--path', folder, '--domains', name, '--domains', `*.${name}`]
    await run(lego!, [...words, ...where, 'run'], { cwd: folder, env: { ...process.env, LEGO_CA_CERTIFICATES: pebble.authorityFile, ...environment } })
    const certificates = join(folder, 'certificates')
    return join(
      certificates,
      readdirSync(certificates).find((one) => one.endsWith(`${name}.crt`))!,
    )
  }

  test.runIf(lego !== null)('by lego and the API of PowerDNS, with a token for this domain alone', async () => {
    const name = 'shop.example'
    const id = await addDomain(name)
    await addDomain('other.example')
    const scopes = ['record.read', 'record.write'] as const
    const sent = { name: 'lego', scopes: [...scopes], dataScope: 'domains' as const, domainIds: [id], password: adminPassword }
    const { token } = (await platform.call(apiToken.save, sent)).data
    await expectCertified(await withLego(name, 'pdns', { PDNS_API_URL: platform.url, PDNS_API_KEY: token }), name, id, 'record.replace')
  })

  test.runIf(lego !== null)('by lego and DNS UPDATE', async () => {
    const name = 'updated.example'
    const { id, key } = await addWithKey(name)
    const file = await withLego(name, 'rfc2136', {
      RFC2136_NAMESERVER: `127.0.0.1:${platform.dnsPort}`,
      RFC2136_TSIG_KEY: key.keyName,
      RFC2136_TSIG_ALGORITHM: `${key.algorithm}.`,
      RFC2136_TSIG_SECRET: key.secret,
      RFC2136_SEQUENCE_INTERVAL: '1',
    })
    await expectCertified(file, name, id, 'record.dynamic')
  })

  test.runIf(certbot !== null && existsSync('/usr/lib/python3/dist-packages/certbot_dns_rfc2136'))('by certbot and its plug-in for DNS UPDATE', async () => {
    const name = 'certbot.example'
    const { id, key } = await addWithKey(name)
    const credentials = put(
      'certbot.ini',
      `dns_rfc2136_server = 127.0.0.1
dns_rfc2136_port = ${platform.dnsPort}
dns_rfc2136_name = ${key.keyName}.
dns_rfc2136_secret = ${key.secret}
dns_rfc2136_algorithm = ${key.algorithm.toUpperCase()}
`,
    )
    const folders = ['config', 'work', 'logs'].flatMap((one) => [`--${one}-dir`, join(folder, 'certbot', one)])
    const plugin = ['--authenticator', 'dns-rfc2136', '--dns-rfc2136-credentials', credentials, '--dns-rfc2136-propagation-seconds', '0']
    const words = ['certonly', '--non-interactive', '--agree-tos', '--email', `owner@${name}`, '--no-eff-email', '--server', `${pebble.ownUrl}/dir`]
    await run(certbot!, [...words, ...folders, ...plugin, '-d', name, '-d', `*.${name}`], { env: { ...process.env, REQUESTS_CA_BUNDLE: pebble.authorityFile } })
    await expectCertified(join(folder, 'certbot', 'config', 'live', name, 'cert.pem'), name, id, 'record.dynamic')
  })

  test.runIf(dehydrated !== null)('by dehydrated and a hook with nsupdate', async () => {
    const name = 'dehydrated.example'
    const { id, key } = await addWithKey(name)
    const keyFile = put('update.key', `key "${key.keyName}" { algorithm ${key.algorithm}; secret "${key.secret}"; };\n`)
    const hook = put(
      'hook.sh',
      `#!/bin/sh
case "$1" in
  deploy_challenge) change="add _acme-challenge.$2. 60 TXT $4" ;;
  clean_challenge) change="delete _acme-challenge.$2. TXT $4" ;;
  *) exit 0 ;;
esac
printf 'server 127.0.0.1 ${platform.dnsPort}\\n%s\\nsend\\n' "$change" | nsupdate -k ${keyFile}
`,
      0o700,
    )
    const config = put(
      'dehydrated.conf',
      `CA="${pebble.ownUrl}/dir"
BASEDIR="${folder}/dehydrated"
CURL_OPTS="--cacert ${pebble.authorityFile}"
CONTACT_EMAIL="owner@${name}"
CHALLENGETYPE="dns-01"
HOOK="${hook}"
`,
    )
    mkdirSync(join(folder, 'dehydrated'))
    await run(dehydrated!, ['--config', config, '--register', '--accept-terms'])
    await run(dehydrated!, ['--config', config, '--cron', '--domain', `${name} *.${name}`])
    await expectCertified(join(folder, 'dehydrated', 'certs', name, 'cert.pem'), name, id, 'record.dynamic')
  })
})
