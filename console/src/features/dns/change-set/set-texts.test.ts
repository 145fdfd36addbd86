import { expect, test } from 'vitest'
import type { ChangeSet } from '@nameplane/contract/dns/change-set'
import { changesText, summaryText } from './set-texts.ts'

test.each([
  ['record_update', { action: 'replace', find: '192.0.2.1', to: '192.0.2.2' }, '192.0.2.1 → 192.0.2.2', '192.0.2.1 → 192.0.2.2'],
  ['record_update', { action: 'replace', find: 'old.', to: '' }, 'old. → （空）', 'old. → (empty)'],
  ['record_update', { action: 'ttl', to: '300' }, '修改 TTL：300', 'Set TTL: 300'],
  ['record_update', { action: 'status', to: '0' }, '修改状态：暂停', 'Set status: Paused'],
  ['record_update', { action: 'of_a_newer_server', to: 'x' }, 'of_a_newer_server：x', 'of_a_newer_server: x'],
  ['record_create', { records: 2 }, '每个域名 2 条记录', '2 records per domain'],
  ['domain_create', { records: 0 }, '不含解析记录', 'Without records'],
  ['undo', { of: 'record_update', action: 'ttl', to: '300' }, '撤销：修改 TTL：300', 'Undo: Set TTL: 300'],
  ['undo', { of: 'domain_create', records: 1 }, '撤销：每个域名 1 条记录', 'Undo: 1 record per domain'],
] as const)('a set is told in short: %s %j', (kind, summary, zh, en) => {
  const set: Pick<ChangeSet, 'kind' | 'summary'> = { kind, summary }
  expect([summaryText(set, 'zh'), summaryText(set, 'en')]).toEqual([zh, en])
})

test('only what changed is told', () => {
  expect(changesText({ added: 1200, updated: 0, deleted: 3 }, 'en')).toBe('1,200 added, 3 deleted')
  expect(changesText({ added: 0, updated: 0, deleted: 0 }, 'zh')).toBe('没有变化')
})
