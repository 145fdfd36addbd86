import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dnsProviders, type DnsProvider } from '@nameplane/contract/dns/provider-zone'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../tests/support/cloud-judge.ts'
import {
  providerKeys,
  startFakeAlidns,
  startFakeCloudflare,
  startFakeDnspod,
  startFakeHuawei,
  startFakePowerdns,
  type FakeProvider,
  type FakeZone,
  type Row,
} from '../../../../tests/support/fake-dns-providers.ts'
import { fakeFaults, startFakeOutside } from '../../../../tests/support/fake-outside.ts'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { placeFakes } from '../http/loopback.testing.ts'
import { alibabaUrl } from './alibaba-zone.ts'
import { cloudflareUrl } from './cloudflare-zone.ts'
import { ProviderProblem, Reading, type ProviderAccess } from './dns-provider.ts'
import { dnspodUrl } from './dnspod-zone.ts'
import { huaweiUrl } from './huawei-zone.ts'
import { readProviderZone } from './zone-readers.ts'

const zone = 'moving.example'
const pdnsUrl = 'https://pdns.example'
const five = [1, 2, 3, 4, 5]
const address = (number: number): string => `192.0.2.${number}`

const dnspodRow = (of: Row): Row => ({
  RecordId: 1,
  Type: 'A',
  Line: '默认',
  LineId: '0',
  Status: 'ENABLE',
  TTL: 600,
  Weight: null,
  MX: 0,
  Remark: '',
  DefaultNS: false,
  ...of,
})
const alibabaRow = (of: Row): Row => ({
  RecordId: '1',
  DomainName: zone,
  Type: 'A',
  Line: 'default',
  Status: 'ENABLE',
  Locked: false,
  TTL: 600,
  Weight: 1,
  ...of,
})
const huaweiRow = (of: Row): Row => ({
  id: '1',
  type: 'A',
  line: 'default_view',
  status: 'ACTIVE',
  ttl: 300,
  weight: 1,
  zone_name: `${zone}.`,
  description: null,
  ...of,
})
const cloudflareRow = (of: Row): Row => ({ id: '1', zone_name: zone, type: 'A', ttl: 1, proxied: false, proxiable: true, comment: null, tags: [], ...of })

/** Five hosts at each provider; a page has two of them. */
const zones: Readonly<Record<DnsProvider, FakeZone>> = {
  dnspod: { name: zone, pageSize: 2, rows: five.map((number) => dnspodRow({ Name: `h${number}`, Value: address(number) })) },
  alibaba: { name: zone, pageSize: 2, rows: five.map((number) => alibabaRow({ RR: `h${number}`, Value: address(number) })) },
  huawei: { name: zone, pageSize: 2, rows: five.map((number) => huaweiRow({ name: `h${number}.${zone}.`, records: [address(number)] })) },
  cloudflare: { name: zone, pageSize: 2, rows: five.map((number) => cloudflareRow({ name: `h${number}.${zone}`, content: address(number) })) },
  powerdns: {
    name: zone,
    rows: five.map((number) => ({ name: `h${number}.${zone}.`, type: 'A', ttl: 60, records: [{ content: address(number), disabled: false }], comments: [] })),
  },
}

const access: Readonly<Record<DnsProvider, ProviderAccess>> = {
  dnspod: { keyId: providerKeys.id, secret: providerKeys.secret, region: '', url: '' },
  alibaba: { keyId: providerKeys.id, secret: providerKeys.secret, region: '', url: '' },
  huawei: { keyId: providerKeys.id, secret: providerKeys.secret, region: 'cn-north-4', url: '' },
  cloudflare: { keyId: '', secret: providerKeys.token, region: '', url: '' },
  powerdns: { keyId: '', secret: providerKeys.pdns, region: '', url: pdnsUrl },
}

describe.runIf(isPythonThere)('a zone at another provider', () => {
  let judge: CloudJudge
  let fakes: Record<DnsProvider, FakeProvider>
  let restore: () => void
  beforeAll(async () => {
    judge = await startCloudJudge()
    fakes = {
      dnspod: await startFakeDnspod(judge, zones.dnspod),
      alibaba: await startFakeAlidns(judge, zones.alibaba),
      huawei: await startFakeHuawei(judge, zones.huawei),
      cloudflare: await startFakeCloudflare(zones.cloudflare),
      powerdns: await startFakePowerdns(zones.powerdns),
    }
  })
  afterAll(async () => {
    await Promise.all(Object.values(fakes).map((fake) => fake.close()))
    await judge.close()
  })
  beforeEach(() => {
    const { dnspod, alibaba, huawei, cloudflare, powerdns } = fakes
    restore = placeFakes(
      {
        [dnspodUrl]: dnspod.baseUrl,
        [alibabaUrl]: alibaba.baseUrl,
        [huaweiUrl('cn-north-4')]: huawei.baseUrl,
        [cloudflareUrl]: cloudflare.baseUrl,
        [pdnsUrl]: powerdns.baseUrl,
      },
      { impatience: { connectMs: 400, totalMs: 800 } },
    )
  })
  afterEach(() => {
    restore()
    for (const fake of Object.values(fakes)) {
      fake.refuseWith(null)
      fake.failAlways(null)
    }
  })

  const read = (provider: DnsProvider, change: Partial<ProviderAccess> = {}, name = zone, reading = new Reading(1_000_000)) =>
    readProviderZone(provider, { ...access[provider], ...change }, name, reading)
  const failureOf = (work: Promise<unknown>) => thrownBy(ProviderProblem, work)

  describe.each(dnsProviders)('of %s', (provider) => {
    test('is read whole, page by page', async () => {
      const before = fakes[provider].calls.length
      const records = await read(provider)
      expect(records.map(({ value }) => value)).toEqual(five.map(address))
      expect(records.map(({ host }) => host.replace(`.${zone}.`, ''))).toEqual(five.map((number) => `h${number}`))
      const pages = { dnspod: 3, alibaba: 3, huawei: 4, cloudflare: 4, powerdns: 1 }
      expect(fakes[provider].calls.length - before).toBe(pages[provider])
    })

    test.each(fakeFaults)('that meets the fault %s is a problem that says no secret, in time', async (fault) => {
      fakes[provider].failAlways(fault)
      const before = performance.now()
      const failure = await failureOf(read(provider))
      expect(performance.now() - before).toBeLessThan(4000)
      // An answer of 2 MB is no longer than some of these take; it is none.
      expect(failure.failure).toMatch(/^(unreachable|unreadable|too-large)$/)
      expect(failure.message).not.toMatch(/secret|token-of|key-of|AKID/)
    })

    test('with a wrong key is refused by its code', async () => {
      const failure = await failureOf(read(provider, { secret: 'wrong' }))
      expect(failure.failure).toBe('key-refused')
      expect(failure.message).not.toContain('wrong')
    })

    test('that the account does not have is told apart', async () => {
      expect((await failureOf(read(provider, {}, 'nowhere.example'))).failure).toBe('zone-missing')
    })

    test('that is longer than is read ends the reading', async () => {
      expect((await failureOf(read(provider, {}, zone, new Reading(100)))).failure).toBe('too-large')
    })

    test('nobody waits for any longer is stopped', async () => {
      expect((await failureOf(read(provider, {}, zone, new Reading(1_000_000, AbortSignal.abort())))).failure).toBe('unreachable')
    })
  })

  test.each([
    ['dnspod', 'UnauthorizedOperation', undefined, 'permission-missing'],
    ['dnspod', 'AuthFailure.UnauthorizedOperation', undefined, 'permission-missing'],
    ['dnspod', 'AuthFailure.TokenFailure', undefined, 'key-refused'],
    ['dnspod', 'OperationDenied.NoPermissionToOperateDomain', undefined, 'permission-missing'],
    ['dnspod', 'FailedOperation.NotDomainOwner', undefined, 'zone-missing'],
    ['dnspod', 'RequestLimitExceeded', undefined, 'busy'],
    ['dnspod', 'InternalError', undefined, 'unreadable'],
    ['alibaba', 'Forbidden.RAM', 403, 'permission-missing'],
    ['alibaba', 'Throttling.User', 400, 'busy'],
    ['alibaba', 'IncorrectDomainUser', 400, 'zone-missing'],
    ['alibaba', 'InvalidAccessKeyId.Inactive', 403, 'key-refused'],
    ['huawei', 'DNS.0030', 403, 'permission-missing'],
    ['huawei', 'APIGW.0302', 403, 'permission-missing'],
    ['huawei', 'APIGW.0308', 429, 'busy'],
    ['huawei', 'DNS.0012', 401, 'key-refused'],
    ['cloudflare', '10000', 403, 'permission-missing'],
    ['cloudflare', '971', 429, 'busy'],
    ['cloudflare', '1000', 401, 'key-refused'],
    ['powerdns', 'forbidden', 403, 'permission-missing'],
    ['powerdns', 'slow down', 429, 'busy'],
    ['powerdns', 'odd', 422, 'unreadable'],
  ] as const)('%s that answers %s is told as it is meant', async (provider, code, status, failure) => {
    fakes[provider].refuseWith({ code, ...(status === undefined ? {} : { status }) })
    expect((await failureOf(read(provider))).failure).toBe(failure)
  })

  test.each([
    'http://pdns.example',
    'https://127.0.0.2',
    'https://[::1]',
    'https://169.254.169.254',
    'https://10.0.0.1:8081',
    'https://user:pass@pdns.example',
    'https://pdns.example/?x=1',
    'ftp://pdns.example',
    'not an address',
  ])('a PowerDNS at %s is not called', async (url) => {
    const before = fakes.powerdns.calls.length
    expect((await failureOf(read('powerdns', { url }))).failure).toBe('address-refused')
    expect(fakes.powerdns.calls.length).toBe(before)
  })

  test('a provider that counts more records than it gives is not taken for whole', async () => {
    const short = await startFakeCloudflare({ name: zone, rows: [] })
    restore()
    restore = placeFakes({ [cloudflareUrl]: short.baseUrl })
    expect(await read('cloudflare')).toEqual([])
    await short.close()
    const endless = await startFakeAlidns(judge, { name: zone, rows: { length: 7, slice: () => [] } as unknown as Row[] })
    restore()
    restore = placeFakes({ [alibabaUrl]: endless.baseUrl })
    expect((await failureOf(read('alibaba'))).code).toBe('incomplete')
    await endless.close()
  })

  test('pages without end are not read, however little is on them', () => {
    const reading = new Reading(1_000_000)
    const take = (): void => {
      for (let page = 0; page < 1000; page += 1) reading.take([])
    }
    expect(take).toThrow('too-large')
  })

  test.each(['huawei', 'cloudflare'] as const)('%s that names a zone by what is no number of one is asked no further', async (provider) => {
    const row = { id: '../x', name: provider === 'huawei' ? `${zone}.` : zone }
    const odd = await startFakeOutside(() => ({ body: { success: true, result: [row], zones: [row] } }))
    restore()
    restore = placeFakes({ [huaweiUrl('cn-north-4')]: odd.baseUrl, [cloudflareUrl]: odd.baseUrl })
    expect((await failureOf(read(provider))).failure).toBe('unreadable')
    expect(odd.calls).toHaveLength(1)
    await odd.close()
  })

  test('an empty domain at DNSPod, which the vendor answers as an error, has no records', async () => {
    const empty = await startFakeDnspod(judge, { name: zone, rows: [] })
    restore()
    restore = placeFakes({ [dnspodUrl]: empty.baseUrl })
    expect(await read('dnspod')).toEqual([])
    await empty.close()
  })
})
