import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '@nameplane/contract/account/user'
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

  it('says what kind of account each is, and nothing else of it', async () => {
    const { list } = (await test.call(user.names, { search: 'lin' })).data
    const id: unknown = expect.any(Number)
    expect(list).toEqual([
      { id, username: 'Lin', kind: 'user' },
      { id, username: 'linda', kind: 'user' },
      { id, username: 'merlin', kind: 'agent' },
    ])
    expect((await test.call(user.names, { search: 'admin' })).data.list).toMatchObject([{ kind: 'administrator' }])
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

  it('is closed to administrators who may not see accounts', async () => {
    expect(await refusalOf(test.call(user.names, {}, await test.tokenWith(['domain.read'])))).toMatchObject({ problem: 'right_missing' })
  })
})
