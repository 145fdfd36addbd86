import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup, type ServiceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const fields = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }
const save = async (name: string, more: Partial<Sent<typeof serviceGroup.save>> = {}): Promise<number> =>
  (await test.call(serviceGroup.save, { name, ...fields, ...more })).data.id
async function find(id: number): Promise<ServiceGroup | undefined> {
  return (await test.call(serviceGroup.list, { limit: 200 })).data.list.find((group) => group.id === id)
}

describe('a service group', () => {
  it('keeps its name servers in order, lower case, without final dots', async () => {
    const id = await save('ordered', { mname: 'NS1.dns.example.', ns3: 'ns3.例子.example', ns4: '', ns5: 'ns5.dns.example' })
    expect(await find(id)).toMatchObject({
      mname: 'ns1.dns.example',
      nameservers: ['ns1.dns.example', 'ns2.dns.example', 'ns3.xn--fsqu00a.example', 'ns5.dns.example'],
      isDefault: false,
      domainCount: 0,
      rowVersion: 1,
    })
  })

  it.each<[string, Partial<Sent<typeof serviceGroup.save>>, Record<string, string>]>([
    ['without its second name server', { ns2: '' }, { ns2: 'required' }],
    ['with a wildcard', { ns1: '*.dns.example' }, { ns1: 'invalid_domain' }],
    ['with an address', { mname: '192.0.2.1' }, { mname: 'invalid_domain' }],
    ['with a weight below 0', { weight: -1 }, { weight: 'number_too_small' }],
    ['without a name', { name: ' ' }, { name: 'required' }],
    ['with a name of two lines', { name: 'a\nb' }, { name: 'control_characters' }],
  ])('is refused %s', async (_, more, refused) => {
    expect(await refusalOf(save('refused', more))).toMatchObject({ fields: refused })
  })

  it('has a name of its own', async () => {
    const [first, second] = [await save('taken'), await save('other')]
    expect(await refusalOf(save('taken'))).toMatchObject({ problem: 'service_group_exists', fields: { name: 'service_group_exists' } })
    expect(await refusalOf(test.call(serviceGroup.update, { id: second, name: 'taken', ...fields }))).toMatchObject({ problem: 'service_group_exists' })
    await test.call(serviceGroup.update, { id: first, name: 'taken', ...fields, remark: 'keeps its own' })
    expect(await find(first)).toMatchObject({ remark: 'keeps its own', rowVersion: 2 })
  })

  it('is changed only as it was seen', async () => {
    const id = await save('seen')
    await test.call(serviceGroup.update, { id, name: 'seen', ...fields, rowVersion: 1 })
    expect(await refusalOf(test.call(serviceGroup.update, { id, name: 'seen', ...fields, rowVersion: 1 }))).toMatchObject({ problem: 'changed_meanwhile' })
    expect(await refusalOf(test.call(serviceGroup.update, { id: 999, name: 'seen', ...fields }))).toMatchObject({ problem: 'service_group_missing' })
  })

  it('gives its domains other name servers at once, under a new serial', async () => {
    const group = await save('serves')
    const { id } = (await test.call(domain.save, { domain: 'served.example', serviceGroupId: group })).data
    const locked = async () => (await test.call(record.list, { domainId: id })).data.locked.filter((row) => row.type === 'NS').map((row) => row.value)
    const before = (await test.call(domain.detail, { id })).data.serial
    expect(await locked()).toEqual(['ns1.dns.example.', 'ns2.dns.example.'])
    await test.call(serviceGroup.update, { id: group, name: 'serves', ...fields, ns2: 'ns9.dns.example' })
    expect(await locked()).toEqual(['ns1.dns.example.', 'ns9.dns.example.'])
    expect((await test.call(domain.detail, { id })).data.serial).toBeGreaterThan(before)
  })

  it('is deleted only when no domain uses it, not even one in the recycle bin, and never the default one', async () => {
    const [used, free] = [await save('used'), await save('free')]
    const { id } = (await test.call(domain.save, { domain: 'using.example', serviceGroupId: used })).data
    await test.call(domain.delete, { ids: [id] })
    expect(await refusalOf(test.call(serviceGroup.delete, { ids: [used, free] }))).toMatchObject({ problem: 'service_group_in_use', params: { count: 1 } })
    expect(await find(free)).toBeDefined()
    await test.call(serviceGroup.delete, { ids: [free] })
    expect(await find(free)).toBeUndefined()
    const standard = (await test.call(serviceGroup.list, { search: 'default' })).data.list[0]!
    expect(await refusalOf(test.call(serviceGroup.delete, { ids: [standard.id] }))).toMatchObject({ problem: 'service_group_default' })
    expect(await refusalOf(test.call(serviceGroup.delete, { ids: [free] }))).toMatchObject({ problem: 'service_group_missing' })
  })

  it('is seen by whoever may read it and changed by whoever may write it', async () => {
    const reader = await test.tokenWith(['service_group.read'])
    expect((await test.call(serviceGroup.list, {}, reader)).data.totalCount).toBeGreaterThan(0)
    expect(await refusalOf(test.call(serviceGroup.save, { name: 'x', ...fields }, reader))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(serviceGroup.list, {}, await test.tokenWith(['domain.read'])))).toMatchObject({ problem: 'right_missing' })
  })

  it('leaves audit entries with before and after', async () => {
    const id = await save('audited')
    await test.call(serviceGroup.update, { id, name: 'audited', ...fields, ns2: 'ns8.dns.example' })
    await test.call(serviceGroup.delete, { ids: [id] })
    const entries = await trailOf(test, 'service_group', id)
    expect(entries.map((entry) => entry.action)).toEqual(['service_group.create', 'service_group.update', 'service_group.delete'])
    expect(entries[1]).toMatchObject({
      before: { nameservers: ['ns1.dns.example', 'ns2.dns.example'] },
      after: { nameservers: ['ns1.dns.example', 'ns8.dns.example'] },
    })
  })
})
