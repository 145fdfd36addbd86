import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user, type User } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const read = async (text: string, more: Partial<Sent<typeof user.import>> = {}) => (await test.call(user.import, { text, ...more })).data
const found = async (search: string): Promise<User[]> => (await test.call(user.list, { search, limit: 200 })).data.list
const exported = async (query = ''): Promise<string> =>
  (await test.app.inject({ url: `/api/sys/app_user/export?${query}`, headers: { authorization: `Bearer ${test.adminToken}` } })).body

describe('an import of users', () => {
  it('reads columns by their names in any order and language, and says which it does not know', async () => {
    const data = await read('邮箱,Username,标签,shoe size\r\none@example.net,import.one,"a,b",43\r\n\r\ntwo@example.net,import.two,,44\r\n')
    expect(data).toEqual({ accepted: 2, imported: 2, refused: [], refusedCount: 0, unknownColumns: ['shoe size'] })
    expect(await found('import.one')).toMatchObject([{ email: 'one@example.net', tags: ['a', 'b'], type: 2, status: 1, resetDue: true }])
  })

  it('looks before it leaps: a dry run changes nothing', async () => {
    expect(await read('username\ndry.run\n', { dryRun: true })).toMatchObject({ accepted: 1, imported: 0 })
    expect(await found('dry.run')).toEqual([])
  })

  const mixed = 'username,password,email,mobile\nmixed.ok,pass1,ok@example.net,\nab,pass1,,\nmixed.ok,pass1,,\nmixed.mail,abc,no mail,12\n'

  it('names each line that is wrong, with every field and its problem', async () => {
    const { refused } = await read(mixed.replaceAll('mixed', 'listed'), { dryRun: true })
    expect(refused).toEqual([
      { line: 3, username: 'ab', problems: { username: 'invalid_username' }, params: { username: {} } },
      { line: 4, username: 'listed.ok', problems: { username: 'username_taken' }, params: {} },
      {
        line: 5,
        username: 'listed.mail',
        problems: { password: 'invalid_password', email: 'invalid_email', mobile: 'invalid_phone' },
        params: { password: {}, email: {}, mobile: {} },
      },
    ])
  })

  it('lists a hundred wrong lines and counts all', async () => {
    const text = ['username', ...Array.from({ length: 150 }, (_, index) => `wrong ${index}`)].join('\n')
    const { refused, refusedCount } = await read(text, { dryRun: true })
    expect([refused.length, refused[0]!.line, refusedCount]).toEqual([100, 2, 150])
  })

  it('takes all or nothing, or skips what is wrong', async () => {
    expect(await refusalOf(test.call(user.import, { text: mixed }))).toMatchObject({ problem: 'accounts_refused', params: { count: 3 } })
    expect(await found('mixed')).toEqual([])
    expect(await read(mixed, { skipRefused: true })).toMatchObject({ accepted: 1, imported: 1 })
    expect((await found('mixed')).map((row) => row.username)).toEqual(['mixed.ok'])
    expect(await refusalOf(test.call(user.import, { text: mixed.split('\n').slice(0, 2).join('\n') }))).toMatchObject({ problem: 'accounts_refused' })
  })

  it('lets in whoever has a password, and nobody else', async () => {
    await withoutCaptcha(test)
    await read('username,password\nwith.word,pass1\nwithout.word,\n')
    const signIn = async (username: string, password: string): Promise<unknown> =>
      (await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username, password } })).json<{ code: number }>().code
    expect(await signIn('with.word', 'pass1')).toBe(1)
    for (const password of [' ', 'none', 'pass1']) expect(await signIn('without.word', password)).not.toBe(1)
  })

  it.each([
    ['without a column of names', 'email\na@example.net\n', 'account_import_unreadable'],
    ['of nothing', '   ', 'account_import_unreadable'],
    ['of more lines than one takes', `username\n${Array.from({ length: 501 }, (_, index) => `many.${index}`).join('\n')}`, 'account_import_too_many'],
  ])('%s is refused', async (_, text, problem) => {
    expect(await refusalOf(test.call(user.import, { text }))).toMatchObject({ problem })
  })
})

describe('an export of users', () => {
  it('is imported again as it was, guarded against formulas, with nothing of passwords', async () => {
    const fields = {
      email: 'round@example.net',
      mobile: '13800138111',
      tags: ['=cmd', '客户'],
      remark: '=1+1, "quoted"',
      language: 'en',
      verified: 1,
      type: 5,
      status: 0,
    } as const
    const { id } = (await test.call(user.save, { username: 'round.trip', password: 'pass1', ...fields, tags: [...fields.tags] })).data
    const csv = await exported('search=round.trip')
    expect(csv.split('\r\n')[1]).toContain(`"'=1+1, ""quoted"""`)
    expect(csv.toLowerCase()).not.toContain('password')
    expect(csv).not.toContain('argon2')
    await test.call(user.delete, { ids: [id] })
    expect(await read(csv)).toEqual({ accepted: 1, imported: 1, refused: [], refusedCount: 0, unknownColumns: [] })
    expect(await found('round.trip')).toMatchObject([fields])
  })

  it('follows the filter and comes as a workbook too', async () => {
    await read('username,tags\nfilter.in,chosen\nfilter.out,\n')
    const csv = await exported('tag=chosen')
    expect(csv).toContain('filter.in')
    expect(csv).not.toContain('filter.out')
    const book = await test.app.inject({ url: '/api/sys/app_user/export?format=xlsx&tag=chosen', headers: { authorization: `Bearer ${test.adminToken}` } })
    expect([book.rawPayload.subarray(0, 2).toString(), String(book.headers['content-disposition'])]).toEqual(['PK', expect.stringContaining('.xlsx')])
  })
})
