import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { limits } from '@nameplane/contract/limits'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'

import { readAnsweringRules } from '../../../serving/publication/rules-source.ts'
import { UpdateRights } from '../../../serving/update/update-rules.ts'
import { lowerWire } from '../../../serving/wire/tsig.ts'
import { keyOfWire } from '../../../serving/wire/wire-key.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const create = async (domainId: number, name = 'acme', policy = '_acme-challenge TXT', token?: string) =>
  (await test.call(updateKey.save, { domainId, name, policy }, token)).data
const listOf = async (domainId: number, more: object = {}) => (await test.call(updateKey.list, { domainId, ...more })).data.list

describe('a key for updates', () => {
  it('is named below its domain, and its secret is shown once and stored sealed', async () => {
    const { id: domainId, name: zone } = await newTestDomain(test)
    const made = await create(domainId)
    expect(made).toEqual({ id: made.id, keyName: `acme.${zone}`, algorithm: 'hmac-sha256', secret: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) })
    const long = (await test.call(updateKey.save, { domainId, name: 'DHCP', algorithm: 'hmac-sha512', policy: '* *' })).data
    expect(Buffer.from(long.secret, 'base64')).toHaveLength(64)
    expect(await listOf(domainId)).toMatchObject([
      { id: made.id, name: 'acme', keyName: `acme.${zone}`, algorithm: 'hmac-sha256', policy: '_acme-challenge TXT', lastUseTime: null },
      { id: long.id, name: 'dhcp', algorithm: 'hmac-sha512', policy: '* *' },
    ])
    const rows = JSON.stringify(await test.db.selectFrom('update_key').selectAll().where('domain_id', '=', domainId).execute())
    const trail = JSON.stringify(await test.db.selectFrom('audit_entry').select(['action', 'after']).where('target_id', '=', domainId).execute())
    for (const { secret } of [made, long]) for (const text of [rows, trail]) expect(text).not.toContain(secret)
    expect(trail).toContain('update_key.create')
    expect((await listOf(domainId, { search: 'DHC' })).map(({ name }) => name)).toEqual(['dhcp'])
  })

  it('has a policy of hosts and types, which is stored in one form', async () => {
    const { id, name: zone } = await newTestDomain(test)
    const { id: keyId } = await create(id, 'acme', `WWW.${zone}. a  aaaa\n*.DHCP *\n@ txt\n中文 TYPE1 A`)
    const [row] = await listOf(id)
    expect(row!.policy).toBe('www A AAAA\n*.dhcp *\n@ TXT\nxn--fiq228c A')
    await test.call(updateKey.update, { id: keyId, rowVersion: row!.rowVersion, policy: '*.@ TXT' })
    expect((await listOf(id))[0]).toMatchObject({ policy: '* TXT', rowVersion: row!.rowVersion + 1 })
    expect(await refusalOf(test.call(updateKey.update, { id: keyId, rowVersion: row!.rowVersion, policy: '@ A' }))).toMatchObject({
      problem: 'changed_meanwhile',
    })
    const many = Array.from({ length: 51 }, (_, index) => `h${index} A`).join('\n')
    for (const [policy, line] of [
      ['www', 1],
      ['@ A\nwww NONSENSE', 2],
      ['www SOA', 1],
      ['www URL', 1],
      ['a..b A', 1],
      ['* A *', 1],
      ['@ A\n\n@ TXT', 2],
      [many, 51],
    ] as const)
      // oxfmt-ignore
      expect([policy, await refusalOf(create(id, 'other', policy))]).toMatchObject([policy, { problem: 'update_policy_invalid', params: { row: line } }])
    expect(await listOf(id)).toHaveLength(1)
  })

  it('has a name of its own, and a domain has so many', async () => {
    const { id } = await newTestDomain(test)
    await create(id)
    expect(await refusalOf(create(id))).toMatchObject({ problem: 'update_key_exists' })
    for (const name of ['-a', 'a.b', 'ä', 'x'.repeat(41)]) expect((await refusalOf(create(id, name))).problem).toBe('update_key_name_invalid')
    for (let index = 1; index < limits.updateKeys; index += 1) await create(id, `k${index}`)
    expect(await refusalOf(create(id, 'more'))).toMatchObject({ problem: 'too_many_update_keys' })
  })

  it('gets a new secret, and ends', async () => {
    const { id: domainId } = await newTestDomain(test)
    const { id, secret, keyName } = await create(domainId)
    const renewed = (await test.call(updateKey.renew, { id })).data
    expect(renewed).toMatchObject({ id, keyName, algorithm: 'hmac-sha256' })
    expect(renewed.secret).not.toBe(secret)
    await test.call(updateKey.delete, { ids: [id] })
    expect(await refusalOf(test.call(updateKey.delete, { ids: [id] }))).toMatchObject({ problem: 'update_key_missing' })
    expect(await refusalOf(test.call(updateKey.renew, { id }))).toMatchObject({ problem: 'update_key_missing' })
    expect(await refusalOf(test.call(updateKey.update, { id, policy: '@ A' }))).toMatchObject({ problem: 'update_key_missing' })
    expect(await listOf(domainId)).toEqual([])
  })

  it('is of those who have the rights, in domains within reach', async () => {
    const { id: domainId } = await newTestDomain(test)
    const { id } = await create(domainId)
    const reader = await test.tokenWith(['update_key.read'])
    expect((await test.call(updateKey.list, { domainId }, reader)).data.totalCount).toBe(1)
    expect(await refusalOf(test.call(updateKey.delete, { ids: [id] }, reader))).toMatchObject({ problem: 'right_missing' })
    // Who cannot change records hands nothing on.
    const writer = await test.tokenWith(['update_key.write'])
    expect(await refusalOf(create(domainId, 'other', '* *', writer))).toMatchObject({ problem: 'right_missing' })
    for (const call of [updateKey.renew, updateKey.update]) {
      expect(await refusalOf(test.call(call, { id, policy: '* *' }, writer))).toMatchObject({ problem: 'right_missing' })
    }
    const own = await administratorWith(test, ['update_key.read', 'update_key.write', 'update_key.delete', 'record.write'], { dataScope: 'own' })
    expect(await refusalOf(test.call(updateKey.list, { domainId }, own.token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(create(domainId, 'other', '* *', own.token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(updateKey.renew, { id }, own.token))).toMatchObject({ problem: 'update_key_missing' })
    expect(await refusalOf(test.call(updateKey.delete, { ids: [id] }, own.token))).toMatchObject({ problem: 'update_key_missing' })
    expect(await refusalOf(test.call(updateKey.list, { domainId }, (await newUser(test)).token))).toMatchObject({ problem: 'right_missing' })
  })

  it('waits with its domain in the recycle bin', async () => {
    const { id } = await newTestDomain(test)
    const { id: keyId, keyName } = await create(id)
    await test.call(domain.delete, { ids: [id] })
    const ruleOf = async () => new UpdateRights((await readAnsweringRules(test.db, 0, new Date())).updates ?? []).ruleOf(keyOfWire(lowerWire(keyName)))
    expect(await ruleOf()).toMatchObject({ id: keyId, domainId: id })
    await test.call(domain.restore, { ids: [id] })
    expect(await ruleOf()).toMatchObject({ id: keyId, domainId: id })
  })

  it('cannot be changed while its domain is in the recycle bin', async () => {
    const { id } = await newTestDomain(test)
    const { id: keyId } = await create(id)
    await test.call(domain.delete, { ids: [id] })
    expect(await refusalOf(test.call(updateKey.list, { domainId: id }))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(updateKey.renew, { id: keyId }))).toMatchObject({ problem: 'update_key_missing' })
  })
})
