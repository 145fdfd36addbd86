import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await test.db
    .insertInto('account')
    .values(
      [
        ['Lin', 2],
        ['linda', 2],
        ['merlin', 3],
        ['100%', 2],
        ['100_', 2],
        ...Array.from({ length: 25 }, (_, index): [string, number] => [`many-${String(index).padStart(2, '0')}`, 2]),
      ].map(([username, type]) => ({ username: String(username), type: Number(type), password_hash: 'x', language: null })),
    )
    .execute()
})
afterAll(() => test.close())

const names = async (search: string): Promise<string[]> => (await test.call(user.names, { search })).data.list.map((row) => row.username)

describe('the account picker', () => {
  it.each([
    ['lin', ['Lin', 'linda', 'merlin']],
    ['LINDA', ['linda']],
    ['100%', ['100%']],
    ['_', ['100_']],
    ['nobody', []],
  ])('%s finds %j: the same name first, then those that begin with it', async (search, found) => {
    expect(await names(search)).toEqual(found)
  })

  it('says what kind of account each is and whether it is disabled, and nothing else of it', async () => {
    const { list } = (await test.call(user.names, { search: 'lin' })).data
    const id: unknown = expect.any(Number)
    expect(list).toEqual([
      { id, username: 'Lin', kind: 'user', status: 1 },
      { id, username: 'linda', kind: 'user', status: 1 },
      { id, username: 'merlin', kind: 'agent', status: 1 },
    ])
    expect((await test.call(user.names, { search: 'admin' })).data.list).toMatchObject([{ kind: 'administrator' }])
    const { id: disabled } = await newUser(test)
    await test.call(user.status, { ids: [disabled], status: 0 })
    expect((await test.call(user.names, { id: disabled })).data.list).toMatchObject([{ status: 0 }])
  })

  it('has pages of at most 20, which do not overlap', async () => {
    const first = (await test.call(user.names, { search: 'many' })).data
    const second = (await test.call(user.names, { search: 'many', page: 2 })).data
    expect([first.list.length, second.list.length, first.totalCount]).toEqual([20, 5, 25])
    expect(new Set([...first.list, ...second.list].map((row) => row.id)).size).toBe(25)
    expect(await refusalOf(test.call(user.names, { limit: 21 }))).toMatchObject({ fields: { limit: expect.anything() as unknown } })
  })

  it('finds one account by its number', async () => {
    const [linda] = (await test.call(user.names, { search: 'linda' })).data.list
    expect((await test.call(user.names, { id: linda!.id })).data).toEqual({ list: [linda], totalCount: 1 })
  })

  it('offers whoever reaches some service groups the owners there and the users they have added, and nobody else', async () => {
    const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
    const { id: serviceGroupId } = (await test.call(serviceGroup.save, { name: 'kept', ...servers })).data
    const [inside, outside, idle] = [await newUser(test), await newUser(test), await newUser(test)]
    await test.call(domain.save, { domain: 'inside.example', userId: inside.id, serviceGroupId })
    await test.call(domain.save, { domain: 'outside.example', userId: outside.id })
    const { token } = await administratorWith(test, ['user.read', 'user.write'], { dataScope: 'groups', serviceGroupIds: [serviceGroupId] })
    const offered = async (of: string, id: number) => (await test.call(user.names, { id }, of)).data.list.map((row) => row.id)
    expect([await offered(token, inside.id), await offered(token, outside.id), await offered(token, idle.id)]).toEqual([[inside.id], [], []])
    const added = (await test.call(user.save, { username: 'added-by-a-keeper', password: 'pass1' }, token)).data.id
    await test.call(user.import, { text: 'username\nimported-by-a-keeper\n' }, token)
    const names = (await test.call(user.list, { limit: 100, sidx: 'username', order: 'asc' }, token)).data.list.map((row) => row.username)
    expect(await offered(token, added)).toEqual([added])
    expect(names.filter((name) => name.endsWith('-a-keeper'))).toEqual(['added-by-a-keeper', 'imported-by-a-keeper'])
    expect(names).toHaveLength(3)
    // Another administrator of the same groups reaches who owns something there, and not who somebody else has added.
    const other = await administratorWith(test, ['user.read'], { dataScope: 'groups', serviceGroupIds: [serviceGroupId] })
    expect([await offered(other.token, inside.id), await offered(other.token, added)]).toEqual([[inside.id], []])
    expect(await offered(token, 1)).toEqual([])
    expect((await test.call(user.names, { search: 'admin' }, token)).data).toEqual({ list: [], totalCount: 0 })
  })

  it('offers whoever reaches only their own nobody but themselves and the users they have added', async () => {
    const own = await administratorWith(test, ['user.read', 'user.write'], { dataScope: 'own' })
    await newUser(test)
    expect((await test.call(user.names, {}, own.token)).data).toEqual({
      list: [{ id: own.accountId, username: own.username, kind: 'administrator', status: 1 }],
      totalCount: 1,
    })
    expect((await test.call(user.list, {}, own.token)).data).toEqual({ list: [], totalCount: 0 })
    const { id } = (await test.call(user.save, { username: 'added-by-one-self', password: 'pass1' }, own.token)).data
    expect((await test.call(user.list, {}, own.token)).data.list.map((row) => row.id)).toEqual([id])
    expect((await test.call(user.names, {}, own.token)).data.totalCount).toBe(2)
  })

  it('is closed to administrators who may not see accounts', async () => {
    expect(await refusalOf(test.call(user.names, {}, await test.tokenWith(['domain.read'])))).toMatchObject({ problem: 'right_missing' })
  })
})
