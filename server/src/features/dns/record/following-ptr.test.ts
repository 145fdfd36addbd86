import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { platformActor } from '../../../access/actor.ts'
import { catchUp, keepCatchingUp } from '../reverse-segment/catching-up.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { adding, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'

/* PTR records that follow the addresses of A and AAAA records, in one save with them. */
let test: TestApp
let one: TestDomain
let networks = 0
let net = ''
let segmentId = 0
beforeAll(async () => {
  test = await createTestApp()
  one = await newTestDomain(test)
})
afterAll(() => test.close())

async function newSegment(more: object = {}): Promise<void> {
  net = `11.${(networks += 1)}`
  segmentId = (await test.call(reverseSegment.save, { cidr: `${net}.0.0/23`, followsAddresses: true, ...more })).data.id
  await test.call(reverseSegment.activate, { ids: [segmentId] })
}
const served = ['default_line_missing']
const pointers = async (): Promise<string[]> =>
  (await test.call(ptrRecord.list, { segmentId, limit: 200 })).data.list.map((row) => `${row.address.slice(net.length + 1)} ${row.hostName} ${row.ttl}`)
const idOf = async (host: string): Promise<number> => (await test.call(record.list, { domainId: one.id, host, limit: 200 })).data.list[0]!.id
const update = async (text: string, more: object = {}) =>
  one.apply([{ op: 'update', id: await idOf(text.split(' ')[0]!), record: adding(text, more).record! }], { acknowledged: served })

describe('in a segment that follows', () => {
  it('a PTR record comes, moves and goes with its address, and is served by the same save', async () => {
    await newSegment()
    await one.add(`moving A ${net}.0.5`, `elsewhere A 12.0.0.1`, `*.wild A ${net}.0.6`)
    expect(await pointers()).toEqual([`0.5 moving.${one.name} 600`])
    await update(`moving A ${net}.1.7`)
    expect(await pointers()).toEqual([`1.7 moving.${one.name} 600`])
    await update(`moving A ${net}.1.7`, { status: 0 })
    expect(await pointers()).toEqual([])
    await update(`moving A ${net}.1.7`)
    await one.apply([{ op: 'delete', id: await idOf('moving') }])
    expect(await pointers()).toEqual([])
    const zone = (await test.call(reverseSegment.detail, { id: segmentId })).data.zones[1]!
    const { list } = (await test.call(record.history, { domainId: zone.domainId! })).data
    expect(list.map(({ added, deleted }) => [added, deleted])).toEqual([[0, 1], [1, 0], [0, 1], [1, 0]]) // oxfmt-ignore
  })

  it('an IPv6 address has its own, and a renamed host takes it along', async () => {
    networks += 1
    segmentId = (await test.call(reverseSegment.save, { cidr: `2001:db8:${networks}::/48`, followsAddresses: true })).data.id
    await test.call(reverseSegment.activate, { ids: [segmentId] })
    await one.add(`six AAAA 2001:DB8:${networks}::1`)
    const { id } = (await test.call(record.list, { domainId: one.id, host: 'six' })).data.list[0]!
    await one.apply([{ op: 'update', id, record: adding(`sixth AAAA 2001:db8:${networks}::1`).record! }])
    expect((await test.call(ptrRecord.list, { segmentId })).data.list).toMatchObject([{ address: `2001:db8:${networks}::1`, hostName: `sixth.${one.name}` }])
  })

  it('those of addresses that were there before come with it: when it is activated, and when it is told to follow', async () => {
    const next = `11.${networks + 1}`
    await one.add(`before A ${next}.1.9`, `also-before A ${next}.1.9`, `*.before A ${next}.1.10`, `outside A 12.0.0.9`, `text TXT "${next}.1.11"`)
    await one.apply([adding(`off A ${next}.1.12`, { status: 0 })])
    const other = await newTestDomain(test)
    await other.add(`other A ${next}.0.3`, `six AAAA 2001:db8:ffff::1`)
    const alice = await newUser(test)
    const hers = await newTestDomain(test)
    await hers.add(`hers A ${next}.0.4`)
    await test.db.updateTable('domain').set({ account_id: alice.id }).where('id', '=', hers.id).execute()
    const gone = await newTestDomain(test)
    await gone.add(`gone A ${next}.0.5`)
    await test.call(domain.delete, { ids: [gone.id] })
    await newSegment()
    const both = [`0.3 other.${other.name} 600`, `1.9 before.${one.name} 600`]
    expect(await pointers()).toEqual(both)
    await test.call(reverseSegment.update, { id: segmentId, followsAddresses: false, remark: '' })
    await one.add(`later A ${next}.1.13`)
    expect(await pointers()).toEqual(both)
    await test.call(reverseSegment.update, { id: segmentId, followsAddresses: true, remark: '' })
    expect(await pointers()).toEqual([...both, `1.13 later.${one.name} 600`])
    // What is set by hand afterwards stays when other fields are changed.
    const { list } = (await test.call(ptrRecord.list, { segmentId, limit: 200 })).data
    await test.call(ptrRecord.delete, { ids: [list.at(-1)!.id] })
    await test.call(reverseSegment.update, { id: segmentId, followsAddresses: true, remark: 'changed' })
    expect(await pointers()).toEqual(both)
    const zone = (await test.call(reverseSegment.detail, { id: segmentId })).data.zones[1]!
    expect((await test.call(record.history, { domainId: zone.domainId! })).data.list).toMatchObject([{ deleted: 1 }, { added: 1 }, { added: 1 }])
  })

  it('that of an address which is being saved while it is activated comes too; none comes of one that is being deleted', async () => {
    net = `11.${(networks += 1)}`
    const other = await newTestDomain(test)
    await other.add(`going A ${net}.0.1`)
    const going = (await test.call(record.list, { domainId: other.id, host: 'going' })).data.list[0]!.id
    segmentId = (await test.call(reverseSegment.save, { cidr: `${net}.0.0/23`, followsAddresses: true })).data.id
    const { saves, activation } = await test.db.transaction().execute(async (tx) => {
      await sql`lock table record in share mode`.execute(tx)
      // They have asked who follows, and wait for the lock with what they write.
      const saves = [one.add(`coming A ${net}.0.2`), other.apply([{ op: 'delete', id: going }])]
      const waiting = sql<{ count: number }>`select count(*) from pg_locks where relation = 'record'::regclass and not granted`
      await vi.waitFor(async () => expect((await waiting.execute(test.db)).rows).toEqual([{ count: saves.length }]), 5000)
      const activation = test.call(reverseSegment.activate, { ids: [segmentId] })
      await vi.waitFor(
        async () => expect((await test.call(reverseSegment.list, { search: `${net}.0.0` })).data.list).toMatchObject([{ state: 'active' }]),
        5000,
      )
      return { saves, activation }
    })
    await Promise.all([...saves, activation])
    expect(await pointers()).toEqual([`0.2 coming.${one.name} 600`])
  })

  it('what an activation could not wait for, the platform takes up, once', async () => {
    await newSegment()
    await one.add(`left A ${net}.0.2`)
    const removed = async () => test.call(ptrRecord.delete, { ids: (await test.call(ptrRecord.list, { segmentId })).data.list.map(({ id }) => id) })
    await removed()
    const due = () => test.db.selectFrom('reverse_segment').select('id').where('catch_up_since', 'is not', null).execute()
    await test.db.updateTable('reverse_segment').set({ catch_up_since: new Date() }).where('id', '=', segmentId).execute()
    const kept = keepCatchingUp(test.db, () => expect.unreachable())
    await vi.waitFor(async () => expect(await due()).toEqual([]), 5000)
    await kept.stop()
    expect(await pointers()).toEqual([`0.2 left.${one.name} 600`])
    await removed()
    await catchUp(test.db, platformActor('test'))
    expect(await pointers()).toEqual([])
  })

  it('those of its new owner come when it is moved', async () => {
    await newSegment()
    const alice = await newUser(test)
    const hers = await newTestDomain(test)
    await hers.add(`hers A ${net}.0.4`)
    await test.db.updateTable('domain').set({ account_id: alice.id }).where('id', '=', hers.id).execute()
    await test.call(reverseSegment.update, { id: segmentId, userId: alice.id, followsAddresses: true, remark: '' })
    expect(await pointers()).toEqual([`0.4 hers.${hers.name} 600`])
  })

  it('one that leads to another name was set by somebody, and stays', async () => {
    await newSegment()
    await test.call(ptrRecord.save, { address: `${net}.0.5`, hostName: 'chosen.example' })
    await one.add(`kept A ${net}.0.5`)
    expect(await pointers()).toEqual(['0.5 chosen.example 600'])
    await one.apply([{ op: 'delete', id: await idOf('kept') }])
    expect(await pointers()).toEqual(['0.5 chosen.example 600'])
  })

  it('one stays while another line still has the address', async () => {
    await newSegment()
    await one.apply([adding(`lines A ${net}.0.5`), adding(`lines A ${net}.0.5`, { line: 'telecom' })])
    const { list } = (await test.call(record.list, { domainId: one.id, host: 'lines' })).data
    await one.apply([{ op: 'delete', id: list.find(({ line }) => line === 'telecom')!.id }])
    expect(await pointers()).toEqual([`0.5 lines.${one.name} 600`])
    await one.apply([{ op: 'delete', id: list.find(({ line }) => line === 'default')!.id }])
    expect(await pointers()).toEqual([])
  })

  it('imports and changes in bulk bring theirs too, over several zones', async () => {
    await newSegment()
    const text = Array.from({ length: 300 }, (_, index) => `bulk${index} 300 IN A ${net}.${index >> 8}.${index & 255}`).join('\n')
    await test.call(record.import, { domainId: one.id, text, mode: 'add' })
    expect((await test.call(reverseSegment.list, { search: `${net}.0.0` })).data.list).toMatchObject([{ covered: 300 }])
    await test.call(record.bulk, { domainId: one.id, filter: { search: 'bulk' }, action: 'delete' })
    expect(await pointers()).toEqual([])
  })

  it('a zone that an administrator locked stays as it is, and the address is saved all the same', async () => {
    await newSegment()
    const zone = (await test.call(reverseSegment.detail, { id: segmentId })).data.zones[0]!
    await test.call(domain.lock, { ids: [zone.domainId!], locked: true })
    await one.add(`locked A ${net}.0.5`)
    expect(await pointers()).toEqual([])
  })

  it('an alias in the zone stays alone', async () => {
    await newSegment()
    const zone = (await test.call(reverseSegment.detail, { id: segmentId })).data.zones[0]!
    await test.call(record.apply, { domainId: zone.domainId!, changes: [adding('5 CNAME 5.customer.example.')] })
    await one.add(`aliased A ${net}.0.5`)
    expect(await pointers()).toEqual([])
  })
})

describe('nothing follows', () => {
  it('where the segment does not say so, is not active, or is of another owner', async () => {
    await newSegment({ followsAddresses: false })
    await one.add(`no A ${net}.0.5`)
    expect(await pointers()).toEqual([])
    await newSegment()
    await test.call(reverseSegment.reject, { ids: [segmentId], reason: 'taken away' })
    await one.add(`rejected A ${net}.0.5`)
    expect(await pointers()).toEqual([])
    const alice = await newUser(test)
    await newSegment({ userId: alice.id })
    await one.add(`hers A ${net}.0.5`)
    expect(await pointers()).toEqual([])
  })

  it('of a save that is refused', async () => {
    await newSegment()
    expect(await refusalOf(one.apply([adding(`good A ${net}.0.5`), adding('bad A tea')]))).toMatchObject({ problem: expect.any(String) })
    expect(await pointers()).toEqual([])
  })
})
