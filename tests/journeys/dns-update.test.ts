import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { dig } from '../support/dig.ts'
import { isNsupdateThere, nsupdate } from '../support/nsupdate.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'

/* nsupdate, unchanged, against the node: signed, forwarded, saved and answered. */
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
})
