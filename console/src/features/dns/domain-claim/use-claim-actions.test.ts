import { afterEach, expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { domainClaim, type DomainClaim } from '@nameplane/contract/dns/domain-claim'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import { domainClaimMessages } from './domain-claim.messages.ts'
import { useClaimActions } from './use-claim-actions.ts'

const row = { id: 7, recordName: '_retrieve.one.example', recordValue: 'v=7', state: 'waiting' } as DomainClaim
const rows = [row, { ...row, id: 8, recordName: '_retrieve.two.example', recordValue: 'v=8' }]
const text = textsIn(domainClaimMessages, 'zh')
const doing = actionsOf<DomainClaim>((open) => useClaimActions(open), { data: { retrieved: 2, waiting: 1 } })

test('with a requested domain this can be done', () => {
  expect(doing.all).toEqual([
    'add, page, quick',
    'check, rows, quick',
    'copy-name, row, for readers',
    'copy-value, row, for readers',
    'copy-all, ticked, for readers',
    'delete, rows, domain_claim.delete, dangerous, asks',
  ])
})

test('one that is over is not checked again', () => {
  expect(doing.refusalsOf(row)).toEqual({})
  for (const state of ['retrieved', 'expired'] as const) expect(doing.refusalsOf({ ...row, state })).toEqual({ check: text.over })
})

test.each([
  ['add', ['opens add']],
  [
    'check',
    [
      `POST ${domainClaim.check.path} {"ids":[7,8]}`,
      ...[domainClaim.list, domain.list, domain.detail].map(({ path }) => `anew: ${path}`),
      `says: ${text.checked(2, 1)}`,
    ],
  ],
  ['delete', [`POST ${domainClaim.delete.path} {"ids":[7,8]}`, 'says: 删除成功', `anew: ${domainClaim.list.path}`]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

const written: string[] = []
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['copy-name', '_retrieve.one.example'],
  ['copy-value', 'v=7'],
  ['copy-all', '_retrieve.one.example. IN TXT "v=7"\n_retrieve.two.example. IN TXT "v=8"'],
])('“%s” copies what is entered at the other provider', async (key, expected) => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async (copied: string) => void written.push(copied) } })
  await doing.does(key, rows)
  expect(written.splice(0)).toEqual([expected])
})

test('before requests are deleted, it is said that domains stay', async () => {
  expect(await doing.asks('delete', rows)).toBe(text.deleteAsk('#7 #8'))
})
