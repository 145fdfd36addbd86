import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { adding, newTestDomain, type TestDomain } from '../../../../../tests/support/records.ts'
import { callerOf, type ShownSet } from './powerdns-calls.testing.ts'

/* What programs send one after the other, as their sources have it, and what they read of the answers. */

let zone: TestDomain
const test = await createTestApp()
afterAll(() => test.close())
const call = callerOf(test, test.adminToken)
beforeEach(async () => void (zone = await newTestDomain(test)))

type ShownZone = Record<string, unknown> & { id: string; url: string; kind: string; rrsets: ShownSet[] }
const zoneShown = async (path: string): Promise<ShownZone> => (await call('GET', path)).body as ShownZone

it('lego: adds a value beside that of another order, and takes its own away', async () => {
  const versions = (await call('GET', '/api', undefined, { accept: 'application/json' })).body as { version: number }[]
  expect(Math.max(...versions.map(({ version }) => version))).toBe(1)
  const name = `_acme-challenge.www.${zone.name}.`
  const present = async (value: string): Promise<void> => {
    const { url, kind, rrsets } = await zoneShown(`/zones/${zone.name}.`)
    // Only zones with secondaries are notified.
    expect(kind).toBe('Native')
    const there = rrsets.find((one) => one.name === name && one.type === 'TXT')?.records ?? []
    const records = [...there, { content: `"${value}"`, disabled: false, type: 'TXT', name, ttl: 120 }]
    const { status, text } = await call('PATCH', url, { rrsets: [{ name, type: 'TXT', kind: 'Master', changetype: 'REPLACE', ttl: 120, records }] })
    expect([status, text]).toEqual([204, ''])
  }
  await present('one')
  await present('two')
  expect(await zone.records()).toEqual(['_acme-challenge.www 120 TXT "one"', '_acme-challenge.www 120 TXT "two"'])
  const left = [{ content: '"two"', disabled: false }]
  await call('PATCH', `/zones/${zone.name}.`, { rrsets: [{ name, type: 'TXT', kind: '', changetype: 'REPLACE', ttl: 120, records: left }] })
  expect(await zone.records()).toEqual(['_acme-challenge.www 120 TXT "two"'])
  await call('PATCH', `/zones/${zone.name}.`, { rrsets: [{ name, type: 'TXT', kind: '', changetype: 'DELETE', ttl: 120, records: null }] })
  expect(await zone.records()).toEqual([])
})

it('external-dns: sends a whole zone back with its sets, and reads them again', async () => {
  const zones = (await call('GET', '/zones')).body as ShownZone[]
  const listed = zones.find(({ id }) => id === `${zone.name}.`)!
  const heritage = '"heritage=external-dns,external-dns/owner=k8s,external-dns/resource=ingress/default/web"'
  const sets = [
    { name: `web.${zone.name}.`, type: 'A', ttl: 300, changetype: 'REPLACE', records: [{ content: '192.0.2.1' }, { content: '192.0.2.2' }] },
    { name: `a-web.${zone.name}.`, type: 'TXT', ttl: 300, changetype: 'REPLACE', records: [{ content: heritage }] },
    { name: `cdn.${zone.name}.`, type: 'ALIAS', ttl: 300, changetype: 'REPLACE', records: [{ content: 'edge.example.net.' }] },
  ]
  expect((await call('PATCH', `/zones/${listed.id}`, { ...listed, rrsets: sets })).status).toBe(204)
  const { rrsets } = await zoneShown(`/zones/${listed.id}`)
  for (const { name, type, ttl, records } of sets) {
    const shown = rrsets.find((one) => one.name === name && one.type === type)!
    expect([shown.ttl, shown.records.filter(({ disabled }) => !disabled).map(({ content }) => content)]).toEqual([ttl, records.map(({ content }) => content)])
  }
  const gone = sets.map(({ name, type, records }) => ({ name, type, records, changetype: 'DELETE' }))
  expect((await call('PATCH', `/zones/${listed.id}`, { ...listed, rrsets: gone })).status).toBe(204)
  expect(await zone.records()).toEqual([])
})

it('octoDNS: adds a zone that there is not, reads it back alike, and changes a type in one request', async () => {
  const { version } = (await call('GET', '')).body as { version: string }
  expect(version.split('.').map(Number).slice(0, 2)).toEqual([4, 9])
  const name = `octo-${zone.name}.`
  const of = (host: string, type: string, ttl: number, ...contents: string[]) => {
    const records = contents.map((content) => ({ content, disabled: false }))
    return { name: host === '' ? name : `${host}.${name}`, type, ttl, changetype: 'REPLACE', records }
  }
  const desired = [
    of('', 'A', 300, '192.0.2.1', '192.0.2.2'),
    of('', 'CAA', 3600, '0 issue "ca.example.net"'),
    of('', 'MX', 300, '10 mail.example.net.'),
    of('', 'SSHFP', 300, '1 1 bf6b6825d2977c511a475bbefb88aad54a92ac73'),
    of('', 'TXT', 600, String.raw`"v=DKIM1\;k=rsa\;p=A/kinda+of/long"`, '"plain"'),
    of('_srv._tcp', 'SRV', 600, '10 20 30 foo.example.net.'),
    of('aliased', 'ALIAS', 1800, 'edge.example.net.'),
    of('loc', 'LOC', 300, '31 58 52.100 S 115 49 11.700 E 20.00m 10.00m 10.00m 2.00m'),
    of('naptr', 'NAPTR', 600, String.raw`10 100 "S" "SIP+D2U" "!^.*$!sip:info@bar.example.com!" .`),
    of('www', 'CNAME', 300, name),
  ]
  expect((await call('GET', `/zones/${name}`)).status).toBe(404)
  expect((await call('PATCH', `/zones/${name}`, { rrsets: desired })).status).toBe(404)
  const created = { name, kind: 'Master', masters: [], nameservers: [], rrsets: desired, soa_edit_api: 'DEFAULT', serial: 0 }
  expect((await call('POST', '/zones', created)).status).toBe(201)
  const { rrsets } = await zoneShown(`/zones/${name}`)
  // As octoDNS does, a backslash before a semicolon is one more way to write it.
  const read = (content: string): string =>
    content
      .replaceAll(String.raw`\;`, ';')
      .replace(/(\d)(\.\d*?)0+m/g, '$1$2m')
      .replaceAll('.m', 'm')
  for (const { name: owner, type, ttl, records } of desired) {
    const shown = rrsets.find((one) => one.name === owner && one.type === type)!
    expect([shown.ttl, shown.records.map(({ content }) => read(content))]).toEqual([ttl, records.map(({ content }) => read(content))])
  }
  const { ttl, records } = desired.at(-1)!
  const turned = [{ name: `www.${name}`, type: 'CNAME', ttl, changetype: 'DELETE', records }, of('www', 'A', 60, '192.0.2.3')]
  expect((await call('PATCH', `/zones/${name}`, { rrsets: turned })).status).toBe(204)
  expect((await zoneShown(`/zones/${name}?rrset_name=www.${name}`)).rrsets).toMatchObject([{ type: 'A', ttl: 60 }])
})

it('acme.sh: finds the zone by asking upwards, keeps other values, and finds its own in the text of the answer', async () => {
  const full = `_acme-challenge.a.b.${zone.name}`
  const labels = full.split('.')
  const candidates = labels.map((_, index) => labels.slice(index).join('.'))
  const found: string[] = []
  for (const candidate of candidates) {
    const { text } = await call('GET', `/zones?zone=${candidate}.`)
    if (text.includes(`"name":"${candidate}."`)) found.push(candidate)
  }
  expect(found).toEqual([zone.name])
  await zone.apply([adding('_acme-challenge.a.b TXT "older"', { remark: 'noted' }), adding('zz TXT "other"')])
  // The script cuts values out of the text: up to the next bracket after the name.
  const existing = async (): Promise<string[]> => {
    const { text } = await call('GET', `/zones/${zone.name}.`)
    const part = new RegExp(`"name":"${full}[^\\]]*}`).exec(text)?.[0] ?? ''
    return [...part.matchAll(/content":"\\"([^\\]*)/g)].map(([, value]) => value!)
  }
  expect(await existing()).toEqual(['older'])
  const records = ['newer', ...(await existing())].map((value) => `{"content": "\\"${value}\\"", "disabled": false}`).join(', ')
  const body = `{"rrsets": [{"changetype": "REPLACE", "name": "${full}.", "type": "TXT", "ttl": 60, "records": [${records}]}]}`
  // Its older versions do not say what their body is.
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await call('PATCH', `/zones/${zone.name}.`, body, form)).toMatchObject({ status: 204, text: '' })
  expect((await call('PUT', `/zones/${zone.name}./notify`, '', form)).status).toBe(200)
  expect((await existing()).toSorted()).toEqual(['newer', 'older'])
  const gone = `{"rrsets": [{"changetype": "DELETE", "name": "${full}.", "type": "TXT"}]}`
  expect((await call('PATCH', `/zones/${zone.name}.`, gone, form)).status).toBe(204)
  expect(await zone.records()).toEqual(['zz 600 TXT "other"'])
})

it('Terraform: finds the version, adds, edits and deletes a zone, and a record set in it', async () => {
  expect((await call('GET', '/api/v1/servers')).status).toBe(200)
  const name = `tf-${zone.name}.`
  // Members of its own, which say nothing, are always there.
  const of = (more: object) => ({ id: '', name, url: '', kind: 'Native', dnsssec: false, serial: 0, ...more })
  expect((await call('GET', `/zones/${name}`)).status).toBe(404)
  expect(await call('POST', '/zones', of({}))).toMatchObject({ status: 201, body: { name, kind: 'Native' } })
  const set = { name: `www.${name}`, type: 'A', ttl: 300, changetype: 'REPLACE' }
  const records = ['192.0.2.1', '192.0.2.2'].map((content) => ({ name: set.name, type: 'A', content, ttl: 300, disabled: false, 'set-ptr': false }))
  expect((await call('PATCH', `/zones/${name}`, { rrsets: [{ ...set, records }] })).status).toBe(204)
  const { rrsets } = await zoneShown(`/zones/${name}`)
  expect(rrsets.find((one) => one.name === set.name && one.type === 'A')?.records.map(({ content }) => content)).toEqual(['192.0.2.1', '192.0.2.2'])
  expect((await call('PUT', `/zones/${name}`, of({}))).status).toBe(204)
  expect((await call('PATCH', `/zones/${name}`, { rrsets: [{ ...set, ttl: 0, changetype: 'DELETE' }] })).status).toBe(204)
  expect((await call('DELETE', `/zones/${name}`)).status).toBe(204)
  expect((await call('GET', `/zones/${name}`)).status).toBe(404)
})

it('DNSControl: adds a zone, writes its sets one by one, and finds no keys', async () => {
  const name = `dc-${zone.name}.`
  expect((await call('GET', `/zones/${name}`)).status).toBe(404)
  expect((await call('POST', '/zones', { name, type: 'Zone', kind: '', dnssec: false, nameservers: null })).status).toBe(201)
  expect(await call('GET', `/zones/${name}/cryptokeys`)).toMatchObject({ status: 200, body: [] })
  const set = (type: string, content: string) => ({
    name,
    type,
    ttl: 300,
    changetype: 'REPLACE',
    records: [{ content, disabled: false, 'set-ptr': false }],
    comments: null,
  })
  for (const [type, content] of [
    ['A', '192.0.2.1'],
    ['MX', '10 mail.example.net.'],
    ['CAA', '0 issue "ca.example.net"'],
  ] as const)
    expect((await call('PATCH', `/zones/${name}`, { rrsets: [set(type, content)] })).status).toBe(204)
  expect((await call('PATCH', `/zones/${name}`, { rrsets: [{ name, type: 'MX', changetype: 'DELETE' }] })).status).toBe(204)
  const { rrsets } = await zoneShown(`/zones/${name.slice(0, -1)}`)
  expect(rrsets.map(({ type }) => type)).toEqual(['SOA', 'NS', 'A', 'CAA'])
})
