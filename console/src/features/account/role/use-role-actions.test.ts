import { expect, test } from 'vitest'
import { role } from '@nameplane/contract/account/role'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import type { RoleRow } from './role-list.tsx'
import { roleMessages } from './role.messages.ts'
import { roleRow } from './role-row.testing.ts'
import { useRoleActions } from './use-role-actions.ts'

const row: RoleRow = { ...roleRow, id: 7 }
const rows: readonly RoleRow[] = [row, { ...row, id: 8, memberCount: 4 }]
const text = textsIn(roleMessages, 'zh')
let compared: readonly number[] = []
const doing = actionsOf<RoleRow>((open) => useRoleActions(open, (pair) => (compared = pair.map(({ id }) => id))))

test('with a role this can be done', () => {
  expect(doing.all).toEqual([
    'add, page, quick',
    'edit, row, quick',
    'members, row, for readers',
    'rights, row, for readers',
    'seen-as, row, for readers',
    'copy, row',
    'compare, ticked, for readers',
    'delete, rows, role.delete, dangerous, asks',
  ])
})

test('nobody changes a role that holds more than they do, and those of the platform stay', () => {
  const { beyondOwn } = text
  expect(doing.refusalsOf(row)).toEqual({})
  expect(doing.refusalsOf({ ...row, builtIn: true })).toEqual({ copy: text.builtInNoCopy, delete: text.builtInStays })
  expect(doing.refusalsOf({ ...row, isWithin: false, builtIn: true })).toEqual({ edit: beyondOwn, copy: beyondOwn, delete: beyondOwn })
})

test.each([
  ['add', ['opens add']],
  ['edit', ['opens edit of 7']],
  ['members', ['opens members of 7']],
  ['rights', ['opens rights of 7']],
  ['copy', ['opens copy of 7']],
  ['delete', [`POST ${role.delete.path} {"ids":[7,8],"withMembers":true}`, 'says: 删除成功', `anew: ${role.list.path}`, `anew: ${role.select.path}`]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('before roles are deleted, their members are counted', async () => {
  expect(await doing.asks('delete', rows)).toBe(text.deleteAsk('#7 #8', 7))
})

test('two roles are compared, no more and no fewer', async () => {
  expect(await doing.does('compare', rows)).toEqual([])
  expect(compared).toEqual([7, 8])
  compared = []
  for (const some of [[], [row], [row, row, row]]) expect(await doing.does('compare', some)).toEqual([`says: ${text.compareNeedsTwo}`])
  expect(compared).toEqual([])
})
