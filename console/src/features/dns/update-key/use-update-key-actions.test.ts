import { expect, test } from 'vitest'
import { updateKey, type UpdateKey } from '@nameplane/contract/dns/update-key'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import { updateKeyMessages } from './update-key.messages.ts'
import { useUpdateKeyActions } from './use-update-key-actions.ts'

const row = { id: 7 } as UpdateKey
const rows = [row, { ...row, id: 8 }]
const doing = actionsOf<UpdateKey>((open) => useUpdateKeyActions(open))

test('with a key for DNS UPDATE this can be done', () => {
  expect(doing.all).toEqual(['add, page, quick', 'edit, row, quick', 'renew, row', 'delete, rows, update_key.delete, dangerous, asks'])
})

test.each([
  ['add', ['opens add']],
  ['edit', ['opens edit of 7']],
  ['renew', ['opens renew of 7']],
  ['delete', [`POST ${updateKey.delete.path} {"ids":[7,8]}`, 'says: 删除成功', `anew: ${updateKey.list.path}`]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('before keys are deleted, they are named', async () => {
  expect(await doing.asks('delete', rows)).toBe(textsIn(updateKeyMessages, 'zh').deleteAsk('#7 #8'))
})
