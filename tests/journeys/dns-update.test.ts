import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { canMakeNetworks, startIscDhcp, startKeaDns, type UpdatedZone } from '../support/dhcp.ts'
import { dig } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { isNsupdateThere, nsupdate } from '../support/nsupdate.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { programsFor } from '../support/programs.ts'
import { adding } from '../support/records.ts'

/* nsupdate and DHCP servers, unchanged, against the node: signed, forwarded, saved and answered. */
let platform: RunningPlatform
beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.stop())

type Key = { keyName: string; algorithm: string; secret: string }

function update(zone: string, { keyName, algorithm, secret }: Key, lines: readonly string[], words: readonly string[] = []): Promise<string> {
  return nsupdate(platform.dnsPort, ['-y', `${algorithm}:${keyName}:${secret}`, ...words], [`zone ${zone}`, ...lines])
}

describe.skipIf(!isNsupdateThere)('nsupdate (needs nsupdate)', () => {
  test.each([
    ['UDP, hmac-sha256', 'udp.example', 'hmac-sha256', []],
    ['TCP, hmac-sha512', 'tcp.example', 'hmac-sha512', ['-v']],
  ] as const)('by %s changes what its key may change', async (_, zone, algorithm, words) => {
    const { id } = (await platform.call(domain.save, { domain: zone })).data
    await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })
    const policy = '_acme-challenge TXT\n*.dhcp A AAAA TXT\nhost A AAAA'
    const key = (await platform.call(updateKey.save, { domainId: id, name: 'acme', algorithm, policy })).data
    const records = async (): Promise<string[]> =>
      (await platform.call(record.list, { domainId: id })).data.list.map(({ host, type, value }) => `${host} ${type} ${value}`).toSorted()
    const say = (...lines: string[]) => update(zone, key, lines, words)
    await expect.poll(() => say(`add host.${zone} 300 A 192.0.2.7`), { timeout: 20_000, interval: 300 }).toBe('')
    expect(await say(`add _acme-challenge.${zone} 60 TXT "one"`, `add _acme-challenge.${zone} 60 TXT "two"`)).toBe('')
    expect(await records()).toEqual(['_acme-challenge TXT "one"', '_acme-challenge TXT "two"', 'host A 192.0.2.7', 'www A 192.0.2.1'])
    await expect.poll(async () => (await dig(platform.dnsPort, `host.${zone}`, 'A'))?.values, { timeout: 10_000 }).toEqual(['192.0.2.7'])

    expect(await say(`add www.${zone} 300 A 192.0.2.9`)).toContain('REFUSED')
    expect(await say(`add host.${zone} 300 TXT "x"`)).toContain('REFUSED')
    expect(await say(`add host.elsewhere.test 300 A 192.0.2.9`)).toContain('NOTZONE')
    expect(await say(`prereq nxdomain host.${zone}`, `add host.${zone} 300 A 192.0.2.9`)).toContain('YXDOMAIN')
    expect(await say(`prereq yxdomain none.${zone}`, `add host.${zone} 300 A 192.0.2.9`)).toContain('NXDOMAIN')
    expect(await say(`prereq nxrrset host.${zone} A`, `add host.${zone} 300 A 192.0.2.9`)).toContain('YXRRSET')
    expect(await say(`prereq yxrrset host.${zone} A 192.0.2.8`, `add host.${zone} 300 A 192.0.2.9`)).toContain('NXRRSET')
    expect(await say(`prereq yxrrset host.${zone} A 192.0.2.7`, `del host.${zone} A`, `add host.${zone} 300 A 192.0.2.9`)).toBe('')
    expect(await say(`del _acme-challenge.${zone} TXT "one"`)).toBe('')
    expect(await say(`del host.${zone}`)).toBe('')
    expect(await records()).toEqual(['_acme-challenge TXT "two"', 'www A 192.0.2.1'])

    const wrong = { ...key, secret: Buffer.alloc(32, 1).toString('base64') }
    expect(await update(zone, wrong, [`del _acme-challenge.${zone} TXT`], words)).toMatch(/BADSIG|NOTAUTH/)
    const { list } = (await platform.call(record.history, { domainId: id })).data
    expect(list[0]).toMatchObject({ action: 'record.dynamic', actor: `acme.${zone}` })
    await platform.call(updateKey.delete, { ids: [(await platform.call(updateKey.list, { domainId: id })).data.list[0]!.id] })
    await expect.poll(() => say(`del _acme-challenge.${zone} TXT`), { timeout: 10_000, interval: 300 }).toMatch(/BADKEY|NOTAUTH/)
  })

  test('with a key file, as the console shows it, changes what the key may change now, until its secret is renewed', async () => {
    const zone = 'file.example'
    const { id } = (await platform.call(domain.save, { domain: zone })).data
    await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })
    const key = (await platform.call(updateKey.save, { domainId: id, name: 'acme', policy: '_acme-challenge TXT\nhome A AAAA' })).data
    const folder = mkdtempSync(join(tmpdir(), 'nameplane-update-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'acme.key')
    writeFileSync(file, `key "${key.keyName}" {\n  algorithm ${key.algorithm};\n  secret "${key.secret}";\n};\n`)
    const say = (...lines: string[]): Promise<string> => nsupdate(platform.dnsPort, ['-k', file], lines)
    const answered = async (host: string) => (await dig(platform.dnsPort, `${host}.${zone}`, 'A'))?.values.toSorted()
    const home = (address: string): string[] => [`del home.${zone} A`, `add home.${zone} 300 A ${address}`]
    await expect.poll(() => say(...home('192.0.2.8')), { timeout: 20_000, interval: 300 }).toBe('')
    await expect.poll(() => answered('home')).toEqual(['192.0.2.8'])
    expect(await say(`add www.${zone} 300 A 192.0.2.9`)).toContain('REFUSED')
    expect(await answered('www')).toEqual(['192.0.2.1'])
    const [row] = (await platform.call(updateKey.list, { domainId: id })).data.list
    expect(row).toMatchObject({ name: 'acme', keyName: `acme.${zone}`, lastUseTime: expect.any(String), lastUseAddress: '127.0.0.1' })

    await platform.call(updateKey.update, { id: key.id, policy: 'www A' })
    expect(await say(...home('192.0.2.9'))).toContain('REFUSED')
    expect(await say(`add www.${zone} 300 A 192.0.2.9`)).toBe('')
    await expect.poll(() => answered('www')).toEqual(['192.0.2.1', '192.0.2.9'])

    const renewed = (await platform.call(updateKey.renew, { id: key.id })).data
    await expect.poll(() => say(`del www.${zone} A 192.0.2.9`), { timeout: 20_000, interval: 300 }).toMatch(/BADSIG|NOTAUTH/)
    expect(await update(zone, renewed, [`del www.${zone} A 192.0.2.9`])).toBe('')
    await expect.poll(() => answered('www')).toEqual(['192.0.2.1'])
  })
})

const programs = programsFor({ 'kea-dhcp-ddns': 'kea-dhcp-ddns-server', dhcpd: 'isc-dhcp-server', dhclient: 'isc-dhcp-client' })

describe('a DHCP server', () => {
  /** A zone with a key that may change what DHCP servers write; its records as `host type`. */
  async function withKey(domainId: number, name: string, policy: string): Promise<UpdatedZone & { records(): Promise<string[]> }> {
    const key = (await platform.call(updateKey.save, { domainId, name: 'dhcp', policy })).data
    const records = async (): Promise<string[]> =>
      (await platform.call(record.list, { domainId })).data.list.map(({ host, type }) => `${host} ${type}`).toSorted()
    return { name, key, records }
  }

  /** A domain and the reverse zone of a network. */
  async function zonesFor(name: string, network: string) {
    const { id } = (await platform.call(domain.save, { domain: name })).data
    const segment = (await platform.call(reverseSegment.save, { cidr: `${network}.0/24` })).data
    await platform.call(reverseSegment.process, { ids: [segment.id] })
    await platform.call(reverseSegment.activate, { ids: [segment.id] })
    const reverseName = `${network.split('.').toReversed().join('.')}.in-addr.arpa`
    const { list } = (await platform.call(domain.list, { search: reverseName })).data
    const zones = { forward: await withKey(id, name, '*.dhcp A DHCID'), reverse: await withKey(list[0]!.id, reverseName, '* PTR DHCID') }
    for (const zone of [name, reverseName]) await expect.poll(() => valuesOf(platform.dnsPort, zone, 'SOA')).toHaveLength(1)
    return zones
  }

  const answered = async ({ name, address }: { name: string; address: string }): Promise<string[]> => [
    ...(await valuesOf(platform.dnsPort, name, 'A')),
    ...(await valuesOf(platform.dnsPort, `${address.split('.').toReversed().join('.')}.in-addr.arpa`, 'PTR')),
  ]

  test.runIf(programs['kea-dhcp-ddns'] !== null)('Kea registers a lease in both directions, keeps out another client, and takes it away again', async () => {
    const { forward, reverse } = await zonesFor('kea.example', '192.0.2')
    const kea = await startKeaDns(forward, reverse, platform.dnsPort)
    onTestFailed(() => console.error(kea.said()))
    const lease = { name: 'pc1.dhcp.kea.example', address: '192.0.2.10', client: 1 }
    kea.register(lease)
    await expect.poll(() => answered(lease)).toEqual(['192.0.2.10', `${lease.name}.`])
    expect([await forward.records(), await reverse.records()]).toEqual([
      ['pc1.dhcp A', 'pc1.dhcp DHCID'],
      ['10 DHCID', '10 PTR'],
    ])
    // Another client that calls itself the same, then the same one with another address.
    kea.register({ ...lease, address: '192.0.2.12', client: 2 })
    await expect.poll(() => kea.said()).toContain('DHCP_DDNS_FORWARD_REPLACE_REJECTED')
    expect(await answered(lease)).toEqual(['192.0.2.10', `${lease.name}.`])
    const moved = { ...lease, address: '192.0.2.11' }
    kea.register(moved)
    await expect.poll(() => answered(moved)).toEqual(['192.0.2.11', `${lease.name}.`])
    kea.release(moved)
    await expect.poll(() => forward.records()).toEqual([])
    await expect.poll(() => reverse.records()).toEqual(['10 DHCID', '10 PTR'])
    await kea.stop()
  })

  test.runIf(programs.dhcpd !== null && programs.dhclient !== null && canMakeNetworks)(
    'of ISC registers a lease in both directions, and takes it away again',
    async () => {
      const { forward, reverse } = await zonesFor('isc.example', '198.51.100')
      const dhcp = await startIscDhcp(forward, reverse, '198.51.100', 'pc2', platform.dnsPort)
      const name = 'pc2.dhcp.isc.example'
      await expect.poll(() => answered({ name, address: '198.51.100.10' })).toEqual(['198.51.100.10', `${name}.`])
      expect([await forward.records(), await reverse.records()]).toEqual([['pc2.dhcp A', 'pc2.dhcp DHCID'], ['10 PTR']])
      dhcp.release()
      await expect.poll(async () => [await forward.records(), await reverse.records()]).toEqual([[], []])
      await dhcp.stop()
    },
  )
})
