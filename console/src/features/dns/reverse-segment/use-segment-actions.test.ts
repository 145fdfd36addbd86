import { expect, test } from 'vitest'
import { reverseSegment, reverseSegmentStates, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import { reverseSegmentMessages } from './reverse-segment.messages.ts'
import { segmentCalls, useSegmentActions } from './use-segment-actions.ts'

const row = { id: 7, state: 'submitted' } as ReverseSegment
const rows = [row, { ...row, id: 8 }]
const text = textsIn(reverseSegmentMessages, 'zh')
let rejected: readonly number[] = []
const doing = actionsOf<ReverseSegment>((open) => useSegmentActions(open, (some) => (rejected = some.map(({ id }) => id))))
const anew = segmentCalls.map(({ path }) => `anew: ${path}`)

test('with a network this can be done', () => {
  expect(doing.all).toEqual([
    'add, page, quick',
    'records, row, ptr_record.read, quick',
    'delegation, row, for readers',
    'edit, row',
    'process, rows, reverse_segment.decide, asks',
    'activate, rows, reverse_segment.decide, asks',
    'reject, rows, reverse_segment.decide, dangerous',
    'submit, rows',
    'delete, rows, reverse_segment.delete, dangerous, asks',
  ])
})

const always = ['records', 'delegation', 'edit', 'delete']
test.each([
  ['submitted', ['process', 'activate', 'reject']],
  ['processing', ['activate', 'reject']],
  ['active', ['reject']],
  ['rejected', ['submit']],
] as const)('one that is %s can be decided so: %j', (state, decisions) => {
  expect(new Set(doing.offeredFor({ ...row, state }))).toEqual(new Set([...always, ...decisions]))
  const others = ['process', 'activate', 'reject', 'submit'].filter((key) => !(decisions as readonly string[]).includes(key))
  const reason = text.wrongState(text.choices.state[state])
  expect(doing.refusalsOf({ ...row, state })).toEqual({
    ...Object.fromEntries(others.map((key) => [key, reason])),
    ...(state === 'active' && { delete: text.activeFirst }),
  })
})

test('each state is one of these', () => {
  expect([...reverseSegmentStates].toSorted()).toEqual(['active', 'processing', 'rejected', 'submitted'])
})

test.each([
  ['add', ['opens add']],
  ['records', ['goes to #/dns/domain/ptr/record?segmentId=7']],
  ['delegation', ['opens delegation of 7']],
  ['edit', ['opens edit of 7']],
  ['process', [`POST ${reverseSegment.process.path} {"ids":[7,8]}`, 'says: 操作成功', ...anew]],
  ['activate', [`POST ${reverseSegment.activate.path} {"ids":[7,8]}`, 'says: 操作成功', ...anew]],
  ['submit', [`POST ${reverseSegment.submit.path} {"ids":[7,8]}`, 'says: 操作成功', ...anew]],
  ['delete', [`POST ${reverseSegment.delete.path} {"ids":[7,8]}`, 'says: 删除成功', ...anew]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('rejecting asks for a reason first', async () => {
  expect(await doing.does('reject', rows)).toEqual([])
  expect(rejected).toEqual([7, 8])
})

test.each([
  ['process', text.processAsk],
  ['activate', text.activateAsk],
  ['delete', text.deleteAsk],
])('before “%s”, the networks are named', async (key, ask) => expect(await doing.asks(key, rows)).toBe(ask('#7 #8')))
