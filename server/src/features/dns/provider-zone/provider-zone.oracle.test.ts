import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { providerZone, type DnsProvider } from '@nameplane/contract/dns/provider-zone'
import { record } from '@nameplane/contract/dns/record'
import { limits } from '@nameplane/contract/limits'
import { sql } from 'kysely'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { tokenOfType } from '../../../../../tests/support/app-accounts.ts'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../../tests/support/cloud-judge.ts'
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
} from '../../../../../tests/support/fake-dns-providers.ts'
import { firstBrokenAuditEntry } from '../../../audit/audit-verification.ts'
import { placeFakes } from '../../../integrations/http/loopback.testing.ts'

/* From the keys of an account with a provider to records of this platform, by the import that pasted records take too. */

const zone = 'moved.example'
const origins: Readonly<Record<DnsProvider, string>> = {
  dnspod: 'https://dnspod.tencentcloudapi.com',
  alibaba: 'https://alidns.aliyuncs.com',
  huawei: 'https://dns.cn-north-4.myhuaweicloud.com',
  cloudflare: 'https://api.cloudflare.com',
  powerdns: 'https://pdns.example',
}
const dnspod = (of: Row): Row => ({ Type: 'A', Line: '默认', Status: 'ENABLE', TTL: 600, Weight: null, MX: 0, Remark: '', ...of })
const alibaba = (of: Row): Row => ({ Type: 'A', Line: 'default', Status: 'ENABLE', TTL: 600, Weight: 1, ...of })
const huawei = (of: Row): Row => ({ type: 'A', line: 'default_view', status: 'ACTIVE', ttl: 300, weight: 1, description: null, ...of })
const cloudflare = (of: Row): Row => ({ type: 'A', ttl: 300, proxied: false, comment: null, ...of })

type Expected = { rows: readonly Row[]; records: readonly string[]; findings?: readonly string[]; notes?: Row }

const worlds: Readonly<Record<DnsProvider, Expected>> = {
  dnspod: {
    rows: [
      dnspod({ Name: '@', Type: 'NS', Value: 'f1g1ns1.dnspod.net.' }),
      dnspod({ Name: '@', Type: 'MX', Value: 'mx.moved.example.', MX: 5 }),
      dnspod({ Name: 'www', Value: '192.0.2.1', Weight: 20 }),
      dnspod({ Name: 'www', Value: '192.0.2.2', Weight: 80 }),
      dnspod({ Name: 'www', Value: '192.0.2.3', Line: '电信', Remark: '=1+1' }),
      dnspod({ Name: 'off', Value: '192.0.2.4', Status: 'DISABLE' }),
      dnspod({ Name: 'go', Type: '显性URL', Value: 'https://www.example.net/a' }),
      dnspod({ Name: 'far', Value: '192.0.2.5', Line: '电信_浙江' }),
      dnspod({ Name: 'txt', Type: 'TXT', Value: 'v=spf1 -all; "x", y' }),
    ],
    records: [
      '@ MX 5 mx.moved.example. default null 1 600',
      'go URL 302 "https://www.example.net/a" default null 1 600',
      'off A 192.0.2.4 default null 0 600',
      'txt TXT "v=spf1 -all; \\"x\\", y" default null 1 600',
      'www A 192.0.2.1 default 20 1 600',
      'www A 192.0.2.2 default 80 1 600',
      'www A 192.0.2.3 telecom null 1 600 =1+1',
    ],
    findings: ['note apex_ns_ignored', 'error line_unknown'],
  },
  alibaba: {
    rows: [
      alibaba({ RR: 'www', Value: '192.0.2.1' }),
      alibaba({ RR: 'www', Value: '192.0.2.2' }),
      alibaba({ RR: 'lb', Value: '192.0.2.1', Weight: 30 }),
      alibaba({ RR: 'lb', Value: '192.0.2.2', Weight: 70 }),
      alibaba({ RR: '@', Type: 'MX', Value: 'mx.example.net', Priority: 10 }),
      alibaba({ RR: 'abroad', Value: '192.0.2.3', Line: 'oversea' }),
      alibaba({ RR: 'cn', Value: '192.0.2.4', Line: 'cn_mobile_shanghai' }),
      alibaba({ RR: 'hidden', Type: 'FORWORD_URL', Value: 'http://example.net' }),
    ],
    records: [
      '@ MX 10 mx.example.net. default null 1 600',
      'abroad A 192.0.2.3 overseas null 1 600',
      'hidden URL frame "http://example.net/" default null 1 600',
      'lb A 192.0.2.1 default 30 1 600',
      'lb A 192.0.2.2 default 70 1 600',
      'www A 192.0.2.1 default null 1 600',
      'www A 192.0.2.2 default null 1 600',
    ],
    findings: ['error line_unknown'],
    notes: { provider_weights_equal: 2 },
  },
  huawei: {
    rows: [
      huawei({ name: `${zone}.`, type: 'SOA', records: ['ns1.huaweicloud-dns.com. hwclouds\\.cs.huawei.com. (1 7200 900 1209600 300)'] }),
      huawei({ name: `${zone}.`, type: 'NS', records: ['ns1.huaweicloud-dns.com.', 'ns1.huaweicloud-dns.cn.'] }),
      huawei({ name: `${zone}.`, type: 'MX', records: ['10 mx1.example.net.', '20 mx2.example.net.'] }),
      huawei({ name: `www.${zone}.`, records: ['192.0.2.1', '192.0.2.2'], weight: 200, description: 'front' }),
      huawei({ name: `www.${zone}.`, records: ['192.0.2.3'], weight: 1000 }),
      huawei({ name: `www.${zone}.`, records: ['192.0.2.4'], line: 'Liantong' }),
      huawei({ name: `off.${zone}.`, records: ['192.0.2.5'], status: 'DISABLE' }),
      huawei({ name: `txt.${zone}.`, type: 'TXT', records: ['"one" "two"'] }),
    ],
    records: [
      '@ MX 10 mx1.example.net. default null 1 300',
      '@ MX 20 mx2.example.net. default null 1 300',
      'off A 192.0.2.5 default null 0 300',
      'txt TXT "one" "two" default null 1 300',
      'www A 192.0.2.1 default 20 1 300 front',
      'www A 192.0.2.2 default 20 1 300 front',
      'www A 192.0.2.3 default 100 1 300',
      'www A 192.0.2.4 unicom null 1 300',
    ],
    findings: ['note soa_ignored', 'note apex_ns_ignored', 'note apex_ns_ignored'],
    notes: { provider_weights_equal: 4, provider_weights_shared: 1, provider_weights_scaled: 3 },
  },
  cloudflare: {
    rows: [
      cloudflare({ name: zone, content: '192.0.2.1', proxied: true, ttl: 1 }),
      cloudflare({ name: `www.${zone}`, type: 'CNAME', content: 'target.example.net' }),
      cloudflare({ name: zone, type: 'MX', content: 'mx.example.net', priority: 10, comment: 'mail' }),
      cloudflare({
        name: `_sip._tcp.${zone}`,
        type: 'SRV',
        content: '5 5060 sip.example.net',
        priority: 1,
        data: { priority: 1, weight: 5, port: 5060, target: 'sip.example.net' },
      }),
      cloudflare({ name: zone, type: 'CAA', content: '0 issue "letsencrypt.org"', data: { flags: 0, tag: 'issue', value: 'letsencrypt.org' } }),
      cloudflare({ name: `_dmarc.${zone}`, type: 'TXT', content: '"v=DMARC1; p=none"' }),
      cloudflare({ name: `odd.${zone}`, type: 'WORKER', content: 'script' }),
    ],
    records: [
      '@ A 192.0.2.1 default null 1 600',
      '@ CAA 0 issue "letsencrypt.org" default null 1 300',
      '@ MX 10 mx.example.net. default null 1 300 mail',
      '_dmarc TXT "v=DMARC1; p=none" default null 1 300',
      '_sip._tcp SRV 1 5 5060 sip.example.net. default null 1 300',
      'www CNAME target.example.net. default null 1 300',
    ],
    findings: ['note proxied_elsewhere', 'note ttl_automatic', 'error unknown_type'],
  },
  powerdns: {
    rows: [
      { name: `${zone}.`, type: 'SOA', ttl: 60, records: [{ content: 'a. b. 1 2 3 4 5', disabled: false }], comments: [] },
      {
        name: `www.${zone}.`,
        type: 'A',
        ttl: 60,
        records: [
          { content: '192.0.2.1', disabled: false },
          { content: '192.0.2.2', disabled: true },
        ],
        comments: [{ content: 'web', account: '', modified_at: 1 }],
      },
      { name: `a.${zone}.`, type: 'ALIAS', ttl: 60, records: [{ content: 'target.example.net.', disabled: false }], comments: [] },
      { name: `l.${zone}.`, type: 'LUA', ttl: 60, records: [{ content: 'A "ifportup(443, {\'192.0.2.1\'})"', disabled: false }], comments: [] },
    ],
    records: ['a ALIAS target.example.net. default null 1 60', 'www A 192.0.2.1 default null 1 60 web', 'www A 192.0.2.2 default null 0 60 web'],
    findings: ['note soa_ignored', 'error unknown_type'],
  },
}

describe.runIf(isPythonThere)('reading a domain at another provider', () => {
  let platform: TestApp
  let judge: CloudJudge
  let fakes: Record<DnsProvider, FakeProvider>
  let restore: () => void
  let domainId: number
  beforeAll(async () => {
    platform = await createTestApp()
    domainId = (await platform.call(domain.save, { domain: zone })).data.id
    judge = await startCloudJudge()
    const of = (provider: DnsProvider): FakeZone => ({ name: zone, rows: worlds[provider].rows })
    fakes = {
      dnspod: await startFakeDnspod(judge, of('dnspod')),
      alibaba: await startFakeAlidns(judge, of('alibaba')),
      huawei: await startFakeHuawei(judge, of('huawei')),
      cloudflare: await startFakeCloudflare(of('cloudflare')),
      powerdns: await startFakePowerdns(of('powerdns')),
    }
    restore = placeFakes(Object.fromEntries(Object.entries(origins).map(([provider, origin]) => [origin, fakes[provider as DnsProvider].baseUrl])))
  })
  afterAll(async () => {
    restore()
    await Promise.all(Object.values(fakes).map((fake) => fake.close()))
    await judge.close()
    await platform.close()
  })

  const keys: Readonly<Record<DnsProvider, { keyId?: string; secret: string; url?: string }>> = {
    dnspod: { keyId: providerKeys.id, secret: providerKeys.secret },
    alibaba: { keyId: providerKeys.id, secret: providerKeys.secret },
    huawei: { keyId: providerKeys.id, secret: providerKeys.secret },
    cloudflare: { secret: providerKeys.token },
    powerdns: { secret: providerKeys.pdns, url: origins.powerdns },
  }
  /** An account of its own each time: readings are counted by account. */
  const token = (): Promise<string> => platform.tokenWith(['record.write'])
  const read = async (provider: DnsProvider, change: Row = {}, as?: string) =>
    (await platform.call(providerZone.read, { domainId, provider, ...keys[provider], ...change }, as ?? (await token()))).data

  test.each(Object.keys(worlds) as DnsProvider[])('%s: its records are read as a table, judged and saved by the import', async (provider) => {
    const { rows, records, findings = [], notes = {} } = worlds[provider]
    const { text, notes: told } = await read(provider)
    expect(rows.length).toBeGreaterThan(0)
    expect(Object.fromEntries(told.map(({ code, params }) => [code, params['count']]))).toEqual(notes)
    const sent = { domainId, format: 'table', text, mode: 'replace', skipRefused: true } as const
    const preview = (await platform.call(record.import, { ...sent, dryRun: true })).data
    const ofRows = preview.findings.filter(({ severity, lineNumber }) => severity !== 'warning' && lineNumber !== null)
    expect(ofRows.map(({ severity, code }) => `${severity} ${code}`).toSorted()).toEqual([...findings].toSorted())
    await platform.call(record.import, { ...sent, acknowledged: preview.findings.map(({ code }) => code) })
    const saved = (await platform.call(record.list, { domainId, limit: 100 })).data.list
    expect(
      saved
        .map(({ host, type, value, line, weight, status, ttl, remark }) => `${host} ${type} ${value} ${line} ${weight} ${status} ${ttl} ${remark}`.trim())
        .toSorted(),
    ).toEqual(records.toSorted())
  })

  test('a problem names its field, and says no more of a key than the code of the vendor', async () => {
    const refusal = await refusalOf(read('alibaba', { secret: 'wrong-secret' }))
    expect(refusal).toMatchObject({ problem: 'provider_key_refused', fields: { secret: 'provider_key_refused' }, params: { code: 'SignatureDoesNotMatch' } })
    expect(JSON.stringify(refusal)).not.toContain('wrong-secret')
    expect(await refusalOf(read('dnspod', { keyId: '' }))).toMatchObject({ problem: 'invalid_input', fields: { keyId: 'required' } })
    expect(await refusalOf(read('powerdns', { url: '' }))).toMatchObject({ fields: { url: 'required' } })
    expect(await refusalOf(read('powerdns', { url: 'https://192.168.1.1' }))).toMatchObject({
      problem: 'provider_address_refused',
      fields: { url: 'provider_address_refused' },
    })
    expect(await refusalOf(read('cloudflare', { secret: 'two words' }))).toMatchObject({ problem: 'invalid_value' })
    expect(await refusalOf(read('huawei', { region: 'x.example/' }))).toMatchObject({ problem: 'invalid_value' })
  })

  test('a domain that is locked, or beyond the caller, is refused before anybody is asked', async () => {
    const before = fakes.cloudflare.calls.length
    await platform.call(domain.lock, { ids: [domainId], locked: true })
    expect(await refusalOf(read('cloudflare'))).toMatchObject({ problem: 'domain_locked' })
    await platform.call(domain.lock, { ids: [domainId], locked: false })
    expect(await refusalOf(read('cloudflare', { domainId: 999_999 }))).toMatchObject({ problem: 'domain_missing' })
    expect(fakes.cloudflare.calls.length).toBe(before)
  })

  test('a user reads at providers, but names no server that is asked', async () => {
    const user = await tokenOfType(platform, 2)
    const { account_id: owner } = await platform.db.selectFrom('api_token').select('account_id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    await platform.db.updateTable('domain').set({ account_id: owner }).where('id', '=', domainId).execute()
    const before = fakes.powerdns.calls.length
    expect(await refusalOf(read('powerdns', {}, user))).toMatchObject({ problem: 'right_missing', fields: { provider: 'right_missing' } })
    expect(fakes.powerdns.calls.length).toBe(before)
    expect((await read('cloudflare', {}, user)).records).toBe(worlds.cloudflare.rows.length)
  })

  test('an account reads so often a minute, and each try is in the log without its keys', async () => {
    const one = await token()
    for (let count = 0; count < limits.providerReadsPerMinute; count += 1) await read('cloudflare', {}, one)
    const before = fakes.cloudflare.calls.length
    expect(await refusalOf(read('cloudflare', {}, one))).toMatchObject({ problem: 'provider_too_often' })
    expect(fakes.cloudflare.calls.length).toBe(before)
    const entries = await platform.db.selectFrom('audit_entry').selectAll().where('action', '=', 'provider_zone.read').orderBy('id').execute()
    expect(entries.at(-1)).toMatchObject({ target_name: zone, after: { provider: 'cloudflare' } })
    expect(await firstBrokenAuditEntry(platform.db)).toBeNull()
  })

  test('no key is kept anywhere', async () => {
    const { rows: tables } = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(platform.db)
    const keys = Object.values(providerKeys).join('|')
    for (const { name } of tables) {
      const { rows } = await sql<{ found: boolean }>`select exists (select 1 from ${sql.raw(name)} as t where t::text ~ ${keys}) as found`.execute(platform.db)
      expect(rows[0]!.found, name).toBe(false)
    }
  })
})
