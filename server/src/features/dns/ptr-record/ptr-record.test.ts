import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test as each } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { forwardCheckPauseSeconds, ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { startResolver, type SaidToQuestion } from '../../../../../tests/support/loopback-resolver.ts'
import { adding, newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'

let clock = new Date('2026-03-05T10:00:00Z')
let test: TestApp
beforeAll(async () => void (test = await createTestApp({ now: () => clock })))
afterAll(() => test.close())

let networks = 0
/** The begin of a network of an active segment: `11.7` of 11.7.0.0/16. */
async function newNetwork(length = '/24', third = '.0.0'): Promise<string> {
  const net = `11.${(networks += 1)}`
  await activated(`${net}${third}${length}`)
  return net
}
async function activated(cidr: string, more: object = {}): Promise<number> {
  const { id } = (await test.call(reverseSegment.save, { cidr, ...more })).data
  await test.call(reverseSegment.activate, { ids: [id] })
  return id
}
const add = async (address: string, hostName: string, token?: string): Promise<number> =>
  (await test.call(ptrRecord.save, { address, hostName }, token)).data.id
const list = async (filters: object = {}) => (await test.call(ptrRecord.list, { limit: 200, ...filters })).data.list
const lines = async (filters: object) => (await list(filters)).map(({ address, hostName }) => `${address} ${hostName}`)
const generate = async (sent: object) => (await test.call(ptrRecord.generate, sent as never)).data

describe('PTR records', () => {
  it('are records of the zone of their address, with the host name in its one spelling', async () => {
    const net = await newNetwork()
    const id = await add(`${net}.0.7`, 'Mail.Example.')
    const [row] = await list({ address: `${net}.0.7` })
    expect(row).toMatchObject({ id, address: `${net}.0.7`, hostName: 'mail.example', ttl: 600, status: 1, forward: 'unchecked', cidr: `${net}.0.0/24` })
    expect((await test.call(record.list, { domainId: row!.domainId })).data.list).toMatchObject([{ host: '7', type: 'PTR', value: 'mail.example.' }])
    expect((await test.call(record.history, { domainId: row!.domainId })).data.totalCount).toBe(1)
  })

  each.each([
    ['IPv6', '2001:db8:77::/48', '2001:DB8:77::1F', '2001:db8:77::1f'],
    ['a network below /24', '192.0.2.64/26', '192.0.2.65', '192.0.2.65'],
    ['one address', '192.0.2.7/32', '192.0.2.7', '192.0.2.7'],
    ['one IPv6 address', '2001:db8:78::5/128', '2001:db8:78::5', '2001:db8:78::5'],
    ['one of several zones', '198.18.0.0/15', '198.19.200.3', '198.19.200.3'],
  ])('of %s lead back to their address', async (_, cidr, typed, address) => {
    const segmentId = await activated(cidr)
    await add(typed, 'host.example')
    expect(await lines({ segmentId })).toEqual([`${address} host.example`])
    expect(await lines({ address })).toEqual([`${address} host.example`])
  })

  it('stand in the order of their addresses', async () => {
    const net = await newNetwork('/16')
    for (const end of ['2.10', '10.1', '2.9', '1.200']) await add(`${net}.${end}`, 'host.example')
    expect(await lines({ search: 'host.example', segmentId: (await list({ address: `${net}.10.1` }))[0]!.segmentId })).toEqual(
      ['1.200', '2.9', '2.10', '10.1'].map((end) => `${net}.${end} host.example`),
    )
  })

  each.each([
    ['an address in no segment', '203.0.113.5', 'ptr_address_outside'],
    ['a text', 'tea', 'invalid_ip'],
    ['nothing', '', 'required'],
  ])('of %s are refused at the field', async (_, address, problem) =>
    expect(await refusalOf(add(address, 'host.example'))).toMatchObject({ fields: { address: problem } }),
  )

  it('are one for each address, also when two come at once', async () => {
    const net = await newNetwork()
    await add(`${net}.0.1`, 'first.example')
    expect(await refusalOf(add(`${net}.0.1`, 'second.example'))).toMatchObject({ fields: { address: 'ptr_address_taken' }, params: { name: 'first.example' } })
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((name) => add(`${net}.0.2`, `${name}.example`)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('do not stand beside an alias of the name', async () => {
    const net = await newNetwork()
    await add(`${net}.0.1`, 'first.example')
    const { domainId } = (await list({ address: `${net}.0.1` }))[0]!
    await test.call(record.apply, { domainId, changes: [adding('2 CNAME 2.elsewhere.example.')], acknowledged: [] })
    expect(await refusalOf(add(`${net}.0.2`, 'second.example'))).toMatchObject({ fields: { address: 'ptr_name_excluded' } })
  })

  it('are changed as they were seen, and deleted', async () => {
    const net = await newNetwork()
    const id = await add(`${net}.0.1`, 'first.example')
    const { rowVersion } = (await list({ address: `${net}.0.1` }))[0]!
    await test.call(ptrRecord.update, { id, hostName: 'renamed.example', ttl: 60, rowVersion })
    expect(await list({ address: `${net}.0.1` })).toMatchObject([{ hostName: 'renamed.example', ttl: 60 }])
    expect(await refusalOf(test.call(ptrRecord.update, { id, hostName: 'again.example', ttl: 60, rowVersion }))).toMatchObject({ problem: 'changed_meanwhile' })
    await test.call(ptrRecord.delete, { ids: [id] })
    expect(await list({ address: `${net}.0.1` })).toEqual([])
    expect(await refusalOf(test.call(ptrRecord.delete, { ids: [id] }))).toMatchObject({ problem: 'ptr_record_missing' })
  })

  it('are those of zones within reach, for whoever has the right', async () => {
    const [alice, bob] = [await newUser(test), await newUser(test)]
    networks += 1
    const net = `11.${networks}`
    await activated(`${net}.0.0/24`, { userId: alice.id })
    const id = await add(`${net}.0.1`, 'hers.example', alice.token)
    expect((await test.call(ptrRecord.list, {}, bob.token)).data.totalCount).toBe(0)
    expect(await refusalOf(add(`${net}.0.2`, 'his.example', bob.token))).toMatchObject({ fields: { address: 'ptr_address_outside' } })
    for (const call of [
      () => test.call(ptrRecord.update, { id, hostName: 'his.example', ttl: 60 }, bob.token),
      () => test.call(ptrRecord.delete, { ids: [id] }, bob.token),
      () => test.call(ptrRecord.check, { ids: [id] }, bob.token),
    ])
      expect(await refusalOf(call())).toMatchObject({ problem: 'ptr_record_missing' })
    const writer = await test.tokenWith(['ptr_record.read', 'ptr_record.write'])
    expect(await refusalOf(test.call(ptrRecord.delete, { ids: [id] }, writer))).toMatchObject({ problem: 'right_missing' })
  })
})

describe('a pattern', () => {
  it('names a range, shows it before, and leaves what is there', async () => {
    const net = await newNetwork('/23')
    await add(`${net}.0.255`, 'kept.example')
    const range = { first: `${net}.0.254`, last: `${net}.1.1`, pattern: 'host-{c}-{d}.example', ttl: 300 }
    const preview = await generate({ ...range, dryRun: true })
    expect(preview).toEqual({
      ...{ added: 3, updated: 0, kept: 1 },
      sample: ['0.254', '1.0', '1.1'].map((end) => ({ address: `${net}.${end}`, hostName: `host-${end.replace('.', '-')}.example`, before: null })),
    })
    expect(await list({ search: 'host-' , address: `${net}.1.1` })).toEqual([]) // oxfmt-ignore
    expect(await generate(range)).toEqual(preview)
    const { segmentId } = (await list({ address: `${net}.1.1` }))[0]!
    expect(await lines({ segmentId })).toEqual([
      `${net}.0.254 host-0-254.example`,
      `${net}.0.255 kept.example`,
      `${net}.1.0 host-1-0.example`,
      `${net}.1.1 host-1-1.example`,
    ])
    expect(await generate({ ...range, replaces: true })).toMatchObject({ added: 0, updated: 1, kept: 3 })
    expect(await lines({ address: `${net}.0.255` })).toEqual([`${net}.0.255 host-0-255.example`])
  })

  it('names IPv6 addresses', async () => {
    const segmentId = await activated('2001:db8:99::/48')
    await generate({ first: '2001:db8:99::fffe', last: '2001:db8:99::1:0', pattern: 'h-{h7}-{h8}.example' })
    expect(await lines({ segmentId })).toEqual([
      '2001:db8:99::fffe h-0000-fffe.example',
      '2001:db8:99::ffff h-0000-ffff.example',
      '2001:db8:99::1:0 h-0001-0000.example',
    ])
  })

  it('of a /16 is done in one call', { timeout: 60_000 }, async () => {
    const net = await newNetwork('/16')
    expect(await generate({ first: `${net}.0.0`, last: `${net}.255.255`, pattern: '{ip}.example' })).toMatchObject({ added: 65_536, kept: 0 })
    expect((await test.call(reverseSegment.list, { search: `${net}.0.0` })).data.list).toMatchObject([{ covered: 65_536 }])
  })

  it('is refused at the field that is wrong, and nothing is saved', async () => {
    const net = await newNetwork()
    const range = { first: `${net}.0.1`, last: `${net}.0.9`, pattern: 'host-{d}.example' }
    const refused = async (sent: object) => (await refusalOf(generate({ ...range, ...sent }))).fields
    expect(await refused({ last: `${net}.0.0` })).toEqual({ last: 'ptr_range_invalid' })
    expect(await refused({ last: '2001:db8::1' })).toEqual({ last: 'ptr_range_invalid' })
    expect(await refused({ last: `${net}.1.1` })).toEqual({ last: 'ptr_address_outside' })
    expect(await refused({ first: '203.0.113.1', last: '203.0.113.2' })).toEqual({ first: 'ptr_address_outside' })
    expect(await refused({ pattern: 'host-{e}.example' })).toEqual({ pattern: 'ptr_pattern_unknown' })
    expect(await refused({ pattern: 'host.example' })).toEqual({ pattern: 'ptr_pattern_constant' })
    expect(await refused({ pattern: 'host {d}.example' })).toEqual({ pattern: 'ptr_pattern_invalid' })
    expect(await list({ address: `${net}.0.1` })).toEqual([])
  })
})

describe('the forward check', () => {
  let resolver: Awaited<ReturnType<typeof startResolver>>
  let addresses: Readonly<Record<string, string>> = {}
  const later = () => void (clock = new Date(clock.getTime() + forwardCheckPauseSeconds * 1000))
  beforeEach(async () => {
    later()
    resolver = await startResolver(({ name, type }): SaidToQuestion => {
      if (name.startsWith('broken.')) return 'servfail'
      const value = type === 'A' ? addresses[name] : undefined
      return value === undefined ? 'nxdomain' : { values: [value], ttlSeconds: 60 }
    })
    const value = { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
    await test.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
  })
  afterEach(() => resolver.stop())
  const check = async (...ids: number[]) => (await test.call(ptrRecord.check, { ids })).data

  it('asks the records of this platform for names in its domains', async () => {
    const net = await newNetwork()
    const one = await newTestDomain(test)
    await one.add(`right A ${net}.0.1`, `wrong A 192.0.2.99`, `alias CNAME right.${one.name}.`, `*.wild A ${net}.0.4`, `six AAAA 2001:db8::1`)
    const names = ['right', 'wrong', 'alias', 'a.b.wild', 'six', 'none'].map((host) => `${host}.${one.name}`)
    const ids: number[] = []
    for (const [index, name] of names.entries()) ids.push(await add(`${net}.0.${index + 1}`, name))
    expect(await check(...ids)).toEqual({ confirmed: 2, different: 2, missing: 2, unknown: 0 })
    const rows = await list({ segmentId: (await list({ address: `${net}.0.1` }))[0]!.segmentId })
    expect(rows.map(({ forward, forwardFound }) => [forward, ...forwardFound].join(' '))).toEqual([
      'confirmed',
      'different 192.0.2.99',
      `different ${net}.0.1`,
      'confirmed',
      'missing',
      'missing',
    ])
    expect(new Set(rows.map((row) => row.forwardTime))).toEqual(new Set([clock.toISOString()]))
    expect((await list({ forward: 'confirmed' })).map(({ id }) => id)).toEqual([ids[0], ids[3]])
    // What was found is of that name: another one was not looked up.
    await test.call(ptrRecord.update, { id: ids[0]!, hostName: 'other.example', ttl: 60 })
    expect(await list({ address: `${net}.0.1` })).toMatchObject([{ forward: 'unchecked', forwardTime: null }])
  })

  it('asks the resolvers for others, also of domains that are paused, and says when they do not answer', async () => {
    const net = await newNetwork()
    const paused = await newTestDomain(test)
    await paused.add(`host A ${net}.0.2`)
    await test.call(domain.status, { ids: [paused.id], status: 0 })
    addresses = { 'mail.elsewhere.test': `${net}.0.1`, [`host.${paused.name}`]: `${net}.0.9` }
    const hosts = ['mail.elsewhere.test', `host.${paused.name}`, 'none.elsewhere.test', 'broken.elsewhere.test']
    const ids: number[] = []
    for (const [index, name] of hosts.entries()) ids.push(await add(`${net}.0.${index + 1}`, name))
    expect(await check(...ids)).toEqual({ confirmed: 1, different: 1, missing: 1, unknown: 1 })
    expect(await list({ address: `${net}.0.2` })).toMatchObject([{ forward: 'different', forwardFound: [`${net}.0.9`] }])
    addresses = {}
    later()
    expect(await check(ids[0]!)).toMatchObject({ missing: 1 })
    expect(await list({ address: `${net}.0.1` })).toMatchObject([{ forward: 'missing', forwardFound: [], forwardTime: clock.toISOString() }])
  })

  it('is for a caller once in three seconds, and of 200 records at most', async () => {
    const net = await newNetwork()
    const id = await add(`${net}.0.1`, 'mail.elsewhere.test')
    await check(id)
    expect(await refusalOf(check(id))).toMatchObject({ problem: 'forward_check_too_often' })
    expect(await refusalOf(check(...Array.from({ length: 201 }, (_, index) => index + 1)))).toMatchObject({ fields: { ids: 'too_many_ids' } })
  })
})
