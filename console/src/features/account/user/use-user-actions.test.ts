import { expect, test } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import type { UserRow } from './user-list.tsx'
import { userRow } from './user-row.testing.ts'
import { useUserActions } from './use-user-actions.ts'

const row: UserRow = userRow
const rows = [row, { ...row, id: 8 }]
const anew = [user.list, user.tags, user.names].map(({ path }) => `anew: ${path}`)
const done = ['says: 操作成功', ...anew]
const gone = ['says: 删除成功', ...anew]
let tagged: readonly number[] = []
const doing = actionsOf<UserRow>((open) => useUserActions(open, (some) => (tagged = some.map(({ id }) => id))))

test('with a user this can be done', () => {
  expect(doing.all).toEqual([
    'import, page',
    'add, page, quick',
    'impersonate, row, user.impersonate, quick, asks',
    'edit, row',
    'password, row',
    'enable, rows',
    'disable, rows, dangerous, asks',
    'tags, rows',
    'require, rows, asks',
    'verifications, row, for readers',
    'delete, rows, user.delete, dangerous, asks',
  ])
})

test('of enabling and disabling the other one is offered', () => {
  const shared = ['tags', 'require', 'verifications', 'delete']
  expect(doing.offeredFor(row)).toEqual(['impersonate', 'edit', 'password', 'disable', ...shared])
  expect(doing.offeredFor({ ...row, status: 0 })).toEqual(['impersonate', 'edit', 'password', 'enable', ...shared])
})

test('nobody acts as a disabled user, and who owns domains stays', () => {
  expect(doing.refusalsOf(row)).toEqual({})
  expect(Object.keys(doing.refusalsOf({ ...row, status: 0 }))).toEqual(['impersonate'])
  expect(Object.keys(doing.refusalsOf({ ...row, domainCount: 1 }))).toEqual(['delete'])
})

test.each([
  ['import', ['opens import']],
  ['add', ['opens add']],
  ['edit', ['opens edit of 7']],
  ['password', ['opens password of 7']],
  ['enable', [`POST ${user.status.path} {"ids":[7,8],"status":1}`, ...done]],
  ['disable', [`POST ${user.status.path} {"ids":[7,8],"status":0}`, ...done]],
  ['require', [`POST ${user.requirePassword.path} {"ids":[7,8]}`, ...done]],
  ['verifications', ['goes to #/account/users/verifications?userId=7']],
  ['delete', [`POST ${user.delete.path} {"ids":[7,8]}`, ...gone]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('tags are given to all that are ticked', async () => {
  expect(await doing.does('tags', rows)).toEqual([])
  expect(tagged).toEqual([7, 8])
})
