import { expect, test } from 'vitest'
import { ptrRecord, type PtrRecord } from '@nameplane/contract/dns/ptr-record'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import { ptrRecordMessages } from './ptr-record.messages.ts'
import { usePtrRecordActions } from './use-ptr-record-actions.ts'

const zone = '2.0.192.in-addr.arpa'
const row = { id: 7, domainId: 3, domain: zone, userId: 5 } as PtrRecord
const rows = [row, { ...row, id: 8 }]
const text = textsIn(ptrRecordMessages, 'zh')
const doing = actionsOf<PtrRecord>((open) => usePtrRecordActions(open), { data: { confirmed: 4, different: 1, missing: 2, unknown: 3 } })

test('with a PTR record this can be done', () => {
  expect(doing.all).toEqual([
    'add, page, quick',
    'generate, page',
    'edit, row, quick',
    'check, rows',
    'zone, row, record.read',
    'delete, rows, ptr_record.delete, dangerous, asks',
  ])
})

test.each([
  ['add', ['opens add']],
  ['generate', ['opens generate']],
  ['edit', ['opens edit of 7']],
  ['zone', [`goes to #${recordsPath({ domain: zone, id: 3, userId: 5 })}`]],
  // What was not confirmed is one number, whatever the reason.
  ['check', [`POST ${ptrRecord.check.path} {"ids":[7,8]}`, `anew: ${ptrRecord.list.path}`, `says: ${text.checked(4, 6)}`]],
  [
    'delete',
    [
      `POST ${ptrRecord.delete.path} {"ids":[7,8]}`,
      'says: 删除成功',
      ...[ptrRecord.list, reverseSegment.list, record.list, record.history].map(({ path }) => `anew: ${path}`),
    ],
  ],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('before PTR records are deleted, their addresses are named', async () => {
  expect(await doing.asks('delete', rows)).toBe(text.deleteAsk('#7 #8'))
})
