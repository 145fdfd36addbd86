import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { secondary } from '@nameplane/contract/dns/secondary'
import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import { acknowledging, NotifyServer } from '../../server/src/serving/transfer/notify-server.testing.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { step } from '../support/step.ts'

/* Name servers under the names of a customer: what is saved is what dig is answered at once, and what a secondary server is given. */
const platformNames = ['ns1.nameplane.example.', 'ns2.nameplane.example.']
const name = 'shop.example'
const names = [`ns1.${name}`, `ns2.${name}`]
const own = ['dns-a.elsewhere.example', 'dns-b.elsewhere.example']
let platform: RunningPlatform
let server: NotifyServer

beforeAll(async () => {
  platform = await startPlatform({ isUnseen: true })
  server = await NotifyServer.open((heard) => acknowledging(heard))
  await platform.call(secondary.save, {
    ...{ name: 'a secondary', networks: ['127.0.0.1'], scope: 'all', notifyAddresses: ['127.0.0.1'], notifyPort: server.port },
  })
})
afterAll(async () => {
  server?.close()
  await platform?.stop()
})

const values = async (host: string, type: string): Promise<readonly string[]> => (await dig(platform.dnsPort, host, type))?.values ?? []
const answered = async (): Promise<{ names: string[]; mname: string; serial: number }> => {
  const [mname = '', , serial = ''] = (await values(name, 'SOA'))[0]?.split(' ') ?? []
  return { names: [...(await values(name, 'NS'))].toSorted(), mname, serial: Number(serial) }
}
/** Waits until dig is told these names, which are those of the SOA too, with a higher serial than before, of which secondaries hear. */
async function expectAnswered(wanted: readonly string[], before: number): Promise<number> {
  const dotted = wanted.map((one) => (one.endsWith('.') ? one : `${one}.`))
  await vi.waitFor(async () => expect(await answered()).toMatchObject({ names: dotted, mname: dotted[0] }), { timeout: 10_000, interval: 100 })
  const { serial } = await answered()
  expect(serial).toBeGreaterThan(before)
  await vi.waitFor(() => expect(server.heard.some((heard) => heard.zone === `${name}.` && heard.serial === serial)).toBe(true), { timeout: 10_000 })
  return serial
}

test.runIf(isDigThere)('a user gets names, their addresses are added, and a domain chooses others and goes back', async () => {
  const userId = (await platform.call(user.save, { username: 'customer', password: 'Quiet harbour, 74 boats' })).data.id
  const { id } = (await platform.call(domain.save, { domain: name, userId })).data
  const choose = (choice: 'user' | 'platform' | 'own') => platform.call(vanityNameserver.choose, { id, choice, ...(choice === 'own' && { names: own }) })
  await vi.waitFor(async () => expect((await answered()).names).toEqual(platformNames), { timeout: 30_000 })
  let { serial } = await answered()
  const { id: setId } = (await platform.call(vanityNameserver.save, { userId, names })).data
  serial = await expectAnswered(names, serial)

  await step('addresses of the names are answered', async () => {
    await platform.call(vanityNameserver.createAddresses, { of: 'user', id: setId })
    for (const one of names) await vi.waitFor(async () => expect(await values(one, 'A')).toEqual(['127.0.0.1']), { timeout: 10_000 })
    ;({ serial } = await answered())
  })

  await step('a domain chooses names of its own, and gives its zone with them', async () => {
    await choose('own')
    serial = await expectAnswered(own, serial)
    const transfer = await dig(platform.dnsPort, '+nocomments', '+nostats', name, 'AXFR')
    for (const one of own) expect(transfer!.text).toMatch(new RegExp(`^${name}\\.\\s+\\d+\\s+IN\\s+NS\\s+${one}\\.$`, 'm'))
    expect(transfer!.text).not.toContain('ns1.nameplane.example')
  })

  await step('it shows those of its service group, those of its owner again, and the first ones without names of the owner', async () => {
    await choose('platform')
    serial = await expectAnswered(platformNames, serial)
    await choose('user')
    serial = await expectAnswered(names, serial)
    await platform.call(vanityNameserver.delete, { ids: [setId] })
    await expectAnswered(platformNames, serial)
  })
})
