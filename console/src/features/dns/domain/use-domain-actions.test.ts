import { describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import type { DomainRow } from './domain-list.tsx'
import { domainRow } from './domain-row.testing.ts'
import { useDomainActions, useRecycledActions } from './use-domain-actions.ts'

const row: DomainRow = domainRow
const rows = [row, { ...row, id: 8 }]
const anew = [domain.list, domain.detail, serviceGroup.list].map(({ path }) => `anew: ${path}`)
const done = ['says: 操作成功', ...anew]
const gone = ['says: 删除成功', ...anew]
const removal = { data: { domains: 2, records: 30 } }

describe('with a domain', () => {
  const doing = actionsOf<DomainRow>((open) => useDomainActions(open), removal)

  test('this can be done', () => {
    expect(doing.all).toEqual([
      'add, page, quick',
      'records, row, for readers, quick',
      'settings, row, for readers',
      'statistics, row, for readers',
      'explain, row, record.read',
      'edit, row',
      'pause, rows, dangerous, asks',
      'serve, rows',
      'lock, rows',
      'unlock, rows',
      'copy, row, for readers',
      'delete, rows, domain.delete, dangerous, asks',
    ])
  })

  test('of each pair the other half is offered', () => {
    expect(doing.offeredFor(row)).toEqual(['records', 'settings', 'statistics', 'explain', 'edit', 'pause', 'lock', 'copy', 'delete'])
    expect(doing.offeredFor({ ...row, status: 0, isLocked: true })).toEqual([
      'records',
      'settings',
      'statistics',
      'explain',
      'edit',
      'serve',
      'unlock',
      'copy',
      'delete',
    ])
  })

  test('that is locked nothing is changed but the lock', () => {
    expect(doing.refusalsOf(row)).toEqual({})
    expect(Object.keys(doing.refusalsOf({ ...row, isLocked: true }))).toEqual(['edit', 'pause', 'serve', 'delete'])
  })

  test.each([
    ['add', ['opens add']],
    ['edit', ['opens edit of 7']],
    ['records', ['goes to #/dns/domain/list/admin/shop.example/7/3/record']],
    ['settings', ['goes to #/dns/domain/list/admin/shop.example/7/3/setting']],
    ['statistics', ['goes to #/dns/domain/list/admin/shop.example/7/3/qps']],
    ['explain', ['goes to #/dns/domain/list/admin/shop.example/7/3/record?open=explain']],
    ['pause', [`POST ${domain.status.path} {"ids":"7,8","status":0}`, ...done]],
    ['serve', [`POST ${domain.status.path} {"ids":"7,8","status":1}`, ...done]],
    ['lock', [`POST ${domain.lock.path} {"ids":"7,8","locked":"1"}`, ...done]],
    ['unlock', [`POST ${domain.lock.path} {"ids":"7,8","locked":"0"}`, ...done]],
    ['delete', [`POST ${domain.delete.path} {"ids":"7,8"}`, ...gone]],
  ])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))
})

test.each([
  ['deleted', actionsOf<DomainRow>((open) => useDomainActions(open), removal)],
  ['purged', actionsOf<DomainRow>(useRecycledActions, removal)],
])('before domains are %s, the server is asked what would be lost', async (_, doing) => {
  const question = await doing.asks('delete', rows)
  expect(question).toContain('#7 #8？共 2 个域名、30 条记录')
  expect(await actionsOf<DomainRow>((open) => useDomainActions(open), { code: 500, problem: 'right_missing' }).asks('delete', rows)).toBeNull()
})

describe('with a domain in the recycle bin', () => {
  const doing = actionsOf<DomainRow>(useRecycledActions, removal)

  test('this can be done, with a word to type where several are lost', () => {
    expect(doing.all).toEqual(['restore, rows, quick', 'delete, rows, domain.delete, dangerous, asks'])
    const { typedWord } = doing.action('delete')
    expect([typedWord?.([row]), typeof typedWord?.(rows)]).toEqual([undefined, 'string'])
  })

  test.each([
    ['restore', [`POST ${domain.restore.path} {"ids":"7,8"}`, ...done]],
    ['delete', [`POST ${domain.purge.path} {"ids":"7,8"}`, ...gone]],
  ])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))
})
