import { expect, test } from 'vitest'
import { dynamicHost, type DynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import { dynamicHostMessages } from './dynamic-host.messages.ts'
import { useHostActions } from './use-host-actions.ts'

const row = { id: 7 } as DynamicHost
const rows = [row, { ...row, id: 8 }]
const doing = actionsOf<DynamicHost>((open) => useHostActions(open))

test('with a credential for dynamic updates this can be done', () => {
  expect(doing.all).toEqual(['add, page, quick', 'settings, row, for readers, quick', 'renew, row', 'delete, rows, dynamic_host.delete, dangerous, asks'])
})

test.each([
  ['add', ['opens add']],
  ['settings', ['opens settings of 7']],
  ['renew', ['opens renew of 7']],
  ['delete', [`POST ${dynamicHost.delete.path} {"ids":[7,8]}`, 'says: 删除成功', `anew: ${dynamicHost.list.path}`]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('before credentials are revoked, their hosts are named', async () => {
  expect(await doing.asks('delete', rows)).toBe(textsIn(dynamicHostMessages, 'zh').deleteAsk('#7 #8'))
})
