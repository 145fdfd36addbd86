import { expect, test } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import type { AdminRow } from './admin-list.tsx'
import { adminMessages } from './admin.messages.ts'
import { useAdminActions } from './use-admin-actions.ts'

const row: AdminRow = {
  id: 7,
  username: 'ada',
  email: '',
  mobile: '',
  status: 1,
  remark: '',
  language: '',
  unvalidModel: [],
  resetDue: false,
  rowVersion: 1,
  isSuper: false,
  roles: [],
  lastSignInTime: null,
  createTime: '2020-03-09T14:05:09Z',
  updateTime: '2020-03-09T14:05:09Z',
}
const rows = [row, { ...row, id: 8 }]
const done = ['says: 操作成功', `anew: ${admin.list.path}`]
const text = textsIn(adminMessages, 'zh')
const seenBy = (me: { userId: number; isSuper: boolean } | undefined) => actionsOf<AdminRow>((open) => useAdminActions(open, me))
const doing = seenBy({ userId: 1, isSuper: true })

test('with an administrator this can be done', () => {
  expect(doing.all).toEqual([
    'add, page, quick',
    'edit, row, quick',
    'password, row',
    'sessions, row, session.read',
    'enable, rows',
    'disable, rows, dangerous, asks',
    'delete, rows, admin.delete, dangerous, asks',
  ])
  expect(doing.offeredFor(row)).toEqual(['edit', 'password', 'sessions', 'disable', 'delete'])
  expect(doing.offeredFor({ ...row, status: 0 })).toEqual(['edit', 'password', 'sessions', 'enable', 'delete'])
})

test.each([
  ['add', ['opens add']],
  ['edit', ['opens edit of 7']],
  ['password', ['opens password of 7']],
  ['sessions', ['goes to #/account/sessions/7']],
  ['enable', [`POST ${admin.status.path} {"ids":[7,8],"status":1}`, ...done]],
  ['disable', [`POST ${admin.status.path} {"ids":[7,8],"status":0}`, ...done]],
  ['delete', [`POST ${admin.delete.path} {"ids":[7,8]}`, 'says: 删除成功', `anew: ${admin.list.path}`]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('nobody ends the own account, nor sets the own password here', () => {
  const own = { enable: text.own, disable: text.own, delete: text.own, password: text.ownPassword }
  expect(doing.refusalsOf({ ...row, id: 1 })).toEqual(own)
  expect(doing.refusalsOf(row)).toEqual({})
})

test('only a super administrator touches another', () => {
  const { onlySuperTouches: only } = text
  const all = { edit: only, password: only, enable: only, disable: only, delete: only }
  expect(seenBy({ userId: 1, isSuper: false }).refusalsOf({ ...row, isSuper: true })).toEqual(all)
  expect(seenBy({ userId: 1, isSuper: false }).refusalsOf(row)).toEqual({})
  expect(doing.refusalsOf({ ...row, isSuper: true })).toEqual({})
  // Until the caller is known, the server alone refuses.
  expect(seenBy(undefined).refusalsOf({ ...row, isSuper: true })).toEqual({})
})
