import { afterAll, beforeAll, describe, expect, it, test as each } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

/* 2026-03-05 is a Thursday. */
const clock = new Date('2026-03-05T10:00:00Z')
let test: TestApp
beforeAll(async () => void (test = await createTestApp({ now: () => clock })))
afterAll(() => test.close())

let networks = 0
/** A /16 that no other test has. */
const network = (): string => `10.${(networks += 1)}`
const request = async (cidr: string, more: object = {}, token?: string): Promise<number> =>
  (await test.call(reverseSegment.save, { cidr, ...more }, token)).data.id
const find = async (id: number): Promise<ReverseSegment | undefined> =>
  (await test.call(reverseSegment.list, { limit: 200 })).data.list.find((row) => row.id === id)
const activate = (...ids: number[]) => test.call(reverseSegment.activate, { ids })
const reject = (...ids: number[]) => test.call(reverseSegment.reject, { ids, reason: 'not allocated to you' })
const zonesOf = async (id: number) => (await test.call(reverseSegment.detail, { id })).data.zones
const domainOf = async (name: string) => (await test.call(domain.list, { search: name, limit: 200 })).data.list.find((row) => row.domain === name)

describe('a request', () => {
  it('is kept in its one spelling, and has no zone before it is activated', async () => {
    const id = await request(' 2001:DB8:AA:0::/48 ', { remark: 'v6' })
    expect(await find(id)).toMatchObject({ cidr: '2001:db8:aa::/48', state: 'submitted', remark: 'v6', dueDay: null, covered: 0, username: 'admin' })
    expect(await zonesOf(id)).toMatchObject([{ domain: 'a.a.0.0.8.b.d.0.1.0.0.2.ip6.arpa', domainId: null }])
    expect(await domainOf('a.a.0.0.8.b.d.0.1.0.0.2.ip6.arpa')).toBeUndefined()
  })

  each.each([
    ['', 'required'],
    ['tea', 'bad_cidr'],
    ['10.200.0.1/24', 'host_bits_set'],
    ['0.0.0.0/0', 'reverse_segment_too_large'],
    ['::/8', 'reverse_segment_too_large'],
  ])('of %j is refused at its field', async (cidr, problem) =>
    expect(await refusalOf(test.call(reverseSegment.save, { cidr }))).toMatchObject({ fields: { cidr: problem } }),
  )

  it('that overlaps another is refused, and is not while that one is rejected', async () => {
    const net = network()
    const first = await request(`${net}.0.0/20`)
    for (const cidr of [`${net}.0.0/20`, `${net}.3.64/26`, `${net}.0.0/16`])
      expect(await refusalOf(request(cidr))).toMatchObject({ fields: { cidr: 'reverse_segment_overlaps' }, params: { cidr: `${net}.0.0/20` } })
    await request(`${net}.16.0/20`)
    await reject(first)
    await request(`${net}.3.64/26`)
    expect(await refusalOf(test.call(reverseSegment.submit, { ids: [first] }))).toMatchObject({ problem: 'reverse_segment_overlaps' })
  })

  it('of two that come at once, one is kept', async () => {
    const net = network()
    const ends = await Promise.allSettled([1, 2, 3, 4].map(() => request(`${net}.0.0/24`)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('states', () => {
  it('lead from the request to the answer, with the day by which it is due', async () => {
    const id = await request(`${network()}.0.0/24`)
    await test.call(reverseSegment.process, { ids: [id] })
    // Friday and Monday.
    expect(await find(id)).toMatchObject({ state: 'processing', dueDay: '2026-03-09' })
    await activate(id)
    expect(await find(id)).toMatchObject({ state: 'active', dueDay: null })
    const [zone] = await zonesOf(id)
    expect(await domainOf(zone!.domain)).toMatchObject({ id: zone!.domainId, status: 1, reverseSegment: (await find(id))!.cidr })
  })

  it('go no other way, for all of a call or for none', async () => {
    const net = network()
    const [one, two] = [await request(`${net}.0.0/24`), await request(`${net}.1.0/24`)]
    await activate(one)
    for (const call of [reverseSegment.process, reverseSegment.activate] as const)
      expect(await refusalOf(test.call(call, { ids: [two, one] }))).toMatchObject({ problem: 'reverse_segment_state', params: { cidr: `${net}.0.0/24` } })
    expect(await refusalOf(test.call(reverseSegment.submit, { ids: [two] }))).toMatchObject({ problem: 'reverse_segment_state' })
    expect(await find(two)).toMatchObject({ state: 'submitted' })
    expect(await refusalOf(test.call(reverseSegment.reject, { ids: [two], reason: ' ' }))).toMatchObject({ fields: { reason: 'required' } })
  })

  it('of a rejected one keep the records of its zones, paused, until it is activated again', async () => {
    const net = network()
    const id = await request(`${net}.0.0/24`)
    await activate(id)
    await test.call(ptrRecord.save, { address: `${net}.0.7`, hostName: 'seven.example' })
    expect(await find(id)).toMatchObject({ covered: 1 })
    const [zone] = await zonesOf(id)
    await reject(id)
    expect(await find(id)).toMatchObject({ state: 'rejected', reason: 'not allocated to you', covered: 0 })
    expect(await domainOf(zone!.domain)).toMatchObject({ status: 0, recordCount: 1 })
    expect(await refusalOf(test.call(ptrRecord.save, { address: `${net}.0.8`, hostName: 'eight.example' }))).toMatchObject({
      fields: { address: 'reverse_segment_waiting' },
    })
    await test.call(reverseSegment.submit, { ids: [id] })
    await activate(id)
    expect(await find(id)).toMatchObject({ state: 'active', reason: '', covered: 1 })
    expect(await domainOf(zone!.domain)).toMatchObject({ id: zone!.domainId, status: 1 })
  })
})

describe('zones', () => {
  it('of a segment between two boundaries are several, and are published', async () => {
    const net = network()
    const id = await request(`${net}.4.0/22`)
    await activate(id)
    const zones = await zonesOf(id)
    expect(zones.map((zone) => zone.domain.split('.')[0])).toEqual(['4', '5', '6', '7'])
    const serials = await test.db.selectFrom('domain').select('serial').where('id', 'in', zones.map((zone) => zone.domainId!)).execute() // oxfmt-ignore
    expect(serials.every(({ serial }) => serial > 0)).toBe(true)
  })

  it('say what the zone above needs, below /24 with an alias for each address', async () => {
    const net = network()
    const { data } = await test.call(reverseSegment.detail, { id: await request(`${net}.0.64/26`) })
    const above = `0.${net.split('.')[1]}.10.in-addr.arpa.`
    expect(data.nameservers.length).toBeGreaterThan(1)
    expect(data.lines).toEqual([
      ...data.nameservers.map((server) => `64-26.${above} IN NS ${server}.`),
      `$GENERATE 64-127 $.${above} IN CNAME $.64-26.${above}`,
    ])
  })

  it('that its owner has added as a domain before are taken over with their records, those of others are not', async () => {
    const net = network()
    const [name, other] = [1, 2].map((octet) => `${octet}.${net.split('.')[1]}.10.in-addr.arpa`) as [string, string]
    const { id: domainId } = (await test.call(domain.save, { domain: name })).data
    await test.call(record.apply, { domainId, changes: [{ op: 'add', record: { host: '5', type: 'PTR', value: 'five.example.', ttl: 600 } }] })
    const id = await request(`${net}.1.0/24`)
    await activate(id)
    expect(await zonesOf(id)).toMatchObject([{ domainId }])
    expect((await test.call(ptrRecord.list, { segmentId: id })).data.list).toMatchObject([{ address: `${net}.1.5`, hostName: 'five.example' }])
    await test.call(domain.save, { domain: `3.${net.split('.')[1]}.10.in-addr.arpa` })
    const third = await domainOf(`3.${net.split('.')[1]}.10.in-addr.arpa`)
    await test.call(domain.lock, { ids: [third!.id], locked: true })
    expect(await refusalOf(activate(await request(`${net}.3.0/24`)))).toMatchObject({ problem: 'domain_locked' })
    const alice = await newUser(test)
    await test.call(domain.save, { domain: other, userId: alice.id })
    expect(await refusalOf(activate(await request(`${net}.2.0/24`)))).toMatchObject({ problem: 'reverse_zone_taken', params: { name: other } })
  })

  it('come, belong and go with their segment alone', async () => {
    const net = network()
    const id = await request(`${net}.0.0/24`)
    await activate(id)
    const domainId = (await zonesOf(id))[0]!.domainId!
    const alice = await newUser(test)
    const refused = { problem: 'domain_is_reverse_zone', params: { cidr: `${net}.0.0/24` } }
    expect(await refusalOf(test.call(domain.status, { ids: [domainId], status: 0 }))).toMatchObject(refused)
    expect(await refusalOf(test.call(domain.delete, { ids: [domainId] }))).toMatchObject(refused)
    expect(await refusalOf(test.call(domain.update, { id: domainId, userId: alice.id }))).toMatchObject(refused)
    await test.call(domain.update, { id: domainId, remark: 'a remark is no matter', defaultTtlSeconds: 300 })

    const groupId = (
      await test.call(serviceGroup.save, { name: `reverse ${net}`, mname: 'ns1.example', rname: 'h.example', ns1: 'ns1.example', ns2: 'ns2.example' })
    ).data.id
    await test.call(reverseSegment.update, { id, userId: alice.id, serviceGroupId: groupId })
    expect((await test.call(domain.detail, { id: domainId })).data).toMatchObject({ userId: alice.id, serviceGroupId: groupId })

    await test.call(domain.lock, { ids: [domainId], locked: true })
    expect(await refusalOf(reject(id))).toMatchObject({ problem: 'domain_locked' })
    await test.call(domain.lock, { ids: [domainId], locked: false })
    expect(await refusalOf(test.call(reverseSegment.delete, { ids: [id] }))).toMatchObject({ problem: 'reverse_segment_active' })
    await reject(id)
    await test.call(reverseSegment.delete, { ids: [id] })
    expect(await refusalOf(test.call(domain.detail, { id: domainId }))).toMatchObject({ problem: 'domain_missing' })
    expect(await find(id)).toBeUndefined()
  })

  it('count for their owner, who is not deleted with them, and a request goes with its owner', async () => {
    const net = network()
    const [alice, bob] = [await newUser(test), await newUser(test)]
    const id = await request(`${net}.0.0/24`, { userId: alice.id })
    await activate(id)
    const waiting = await request(`${net}.1.0/24`, { userId: bob.id })
    const { user } = await import('@nameplane/contract/account/user')
    expect(await refusalOf(test.call(user.delete, { ids: [alice.id] }))).toMatchObject({ problem: 'account_owns_domains' })
    await test.call(user.delete, { ids: [bob.id] })
    expect(await find(waiting)).toBeUndefined()
  })
})

describe('whose they are', () => {
  it('decides who sees and changes them; states are for who may decide', async () => {
    const net = network()
    const [alice, bob] = [await newUser(test), await newUser(test)]
    const id = await request(`${net}.0.0/24`, {}, alice.token)
    expect(await find(id)).toMatchObject({ userId: alice.id })
    expect((await test.call(reverseSegment.list, {}, alice.token)).data.list.map((row) => row.id)).toEqual([id])
    expect((await test.call(reverseSegment.list, {}, bob.token)).data.totalCount).toBe(0)
    for (const call of [
      () => test.call(reverseSegment.detail, { id }, bob.token),
      () => test.call(reverseSegment.update, { id, remark: 'mine' }, bob.token),
      () => test.call(reverseSegment.submit, { ids: [id] }, bob.token),
      () => test.call(reverseSegment.delete, { ids: [id] }, bob.token),
    ])
      expect(await refusalOf(call())).toMatchObject({ problem: 'reverse_segment_missing' })
    // Of a segment of others nothing is said beyond what was typed.
    expect(await refusalOf(request(`${net}.0.128/25`, {}, bob.token))).toMatchObject({ params: { cidr: `${net}.0.128/25` } })
    expect(await refusalOf(request(`${net}.9.0/24`, { userId: alice.id }, bob.token))).toMatchObject({ fields: { userId: 'right_missing' } })
    const editor = await test.tokenWith(['reverse_segment.read', 'reverse_segment.write', 'reverse_segment.delete'])
    for (const call of [reverseSegment.process, reverseSegment.activate] as const)
      expect(await refusalOf(test.call(call, { ids: [id] }, editor))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(reverseSegment.delete, { ids: [id] }, await test.tokenWith(['reverse_segment.decide'])))).toMatchObject({
      problem: 'right_missing',
    })
  })

  it('and they are found by an address, a network, their state and their kind', async () => {
    const net = network()
    const id = await request(`${net}.32.0/20`, { remark: 'for offices' })
    const found = async (filters: object) => (await test.call(reverseSegment.list, { limit: 200, ...filters })).data.list.map((row) => row.id)
    expect(await found({ search: `${net}.40.1` })).toEqual([id])
    expect(await found({ search: `${net}.0.0/16` })).toEqual([id])
    expect(await found({ search: `${net}.48.1` })).toEqual([])
    expect(await found({ search: 'for offices' })).toEqual([id])
    expect(await found({ search: `${net}.40.1`, state: 'active' })).toEqual([])
    expect(await found({ family: 6 })).not.toContain(id)
  })
})
