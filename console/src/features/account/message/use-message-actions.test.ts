import { expect, test } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import type { MessageRow } from './message-list.tsx'
import { messageRow } from './message-row.testing.ts'
import { useMessageActions } from './use-message-actions.ts'

const row: MessageRow = { ...messageRow, state: 'draft' }
const rows = [row, { ...row, id: 8 }]
const anew = [message.list, message.detail].map(({ path }) => `anew: ${path}`)
const done = ['says: 操作成功', ...anew]
const gone = ['says: 删除成功', ...anew]
const doing = actionsOf<MessageRow>((open) => useMessageActions(open))

test('with a message this can be done', () => {
  expect(doing.all).toEqual([
    'add, page, quick',
    'view, row, for readers, quick',
    'edit, row',
    'publish, rows, asks',
    'revoke, rows, dangerous, asks',
    'pin, rows',
    'unpin, rows',
    'delete, rows, message.delete, dangerous, asks',
  ])
})

test('of pinning and unpinning the other one is offered', () => {
  expect(doing.offeredFor(row)).toEqual(['view', 'edit', 'publish', 'revoke', 'pin', 'delete'])
  expect(doing.offeredFor({ ...row, pinned: true })).toEqual(['view', 'edit', 'publish', 'revoke', 'unpin', 'delete'])
})

test.each([
  ['draft', ['revoke']],
  ['scheduled', []],
  ['published', ['edit', 'publish']],
  ['revoked', ['revoke']],
] as const)('that is %s this cannot be done: %j', (state, refused) => expect(Object.keys(doing.refusalsOf({ ...row, state }))).toEqual(refused))

test.each([
  ['add', ['opens add']],
  ['view', ['opens view of 7']],
  ['edit', ['opens edit of 7']],
  ['publish', [`POST ${message.publish.path} {"ids":[7,8]}`, ...done]],
  ['revoke', [`POST ${message.revoke.path} {"ids":[7,8]}`, ...done]],
  ['pin', [`POST ${message.pin.path} {"ids":[7,8],"pinned":true}`, ...done]],
  ['unpin', [`POST ${message.pin.path} {"ids":[7,8],"pinned":false}`, ...done]],
  ['delete', [`POST ${message.delete.path} {"ids":[7,8]}`, ...gone]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))
