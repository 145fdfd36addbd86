import { describe, expect, test } from 'vitest'
import type { RecordDraft, RecordRow, Tray } from '../tray/tray.ts'
import { addressesAfter, targetHostOf, withHints } from './address-hints.ts'

describe('the host that a target names', () => {
  test.each([
    ['.', 'www'],
    ['www.example.com.', 'www'],
    ['WWW.Example.com', 'www'],
    ['example.com.', '@'],
    ['a.b.example.com', 'a.b'],
    ['example.net.', null],
    ['badexample.com.', null],
    ['', null],
  ])('%s', (target, host) => {
    expect(targetHostOf('HTTPS', { priority: '1', target, params: 'ipv4hint=nonsense' }, { host: 'www', zone: 'example.com' })).toBe(host)
  })
})

const draft = (part: Partial<RecordDraft>): RecordDraft => ({
  host: 'www',
  type: 'A',
  line: 'default',
  value: '192.0.2.1',
  ttl: 600,
  weight: null,
  remark: '',
  status: 1,
  ...part,
})
const row = (id: number, part: Partial<RecordDraft> = {}): RecordRow => ({ ...draft(part), id, priority: null, version: 1, updateTime: '', updatedBy: '' })

describe('the addresses of a host', () => {
  const saved = [
    row(1),
    row(2, { value: '192.0.2.2' }),
    row(3, { value: '192.0.2.3', status: 0 }),
    row(4, { value: '198.51.100.4', line: 'telecom' }),
    row(5, { value: '2001:db8::5', type: 'AAAA' }),
    row(6, { value: '192.0.2.6', host: 'mail' }),
  ]
  const none: Tray = { edits: [] }
  const wanted = { host: 'www', type: 'A', line: 'default' } as const

  test.each([
    ['are the served ones of its line', wanted, ['192.0.2.1', '192.0.2.2']],
    ['are those of the line where it has some', { ...wanted, line: 'telecom' }, ['198.51.100.4']],
    ['are everybody’s where the line has none', { ...wanted, line: 'unicom' }, ['192.0.2.1', '192.0.2.2']],
    ['are of one family', { ...wanted, type: 'AAAA' } as const, ['2001:db8::5']],
  ])('%s', (_, of, addresses) => {
    expect(addressesAfter(saved, none, of)).toEqual(addresses)
  })

  test('are as the tray leaves them', () => {
    const tray: Tray = {
      edits: [
        { key: 'row-1', op: 'update', id: 1, base: saved[0]!, draft: draft({ value: '192.0.2.10' }) },
        { key: 'row-2', op: 'delete', id: 2, base: saved[1]! },
        { key: 'new', op: 'add', draft: draft({ host: 'WWW', value: '192.0.2.20' }) },
        { key: 'again', op: 'add', draft: draft({ value: '192.0.2.20' }) },
      ],
    }
    expect(addressesAfter(saved, tray, wanted)).toEqual(['192.0.2.10', '192.0.2.20'])
  })
})

test.each([
  ['', ['192.0.2.1'], ['2001:db8::1', '2001:db8::2'], 'ipv4hint=192.0.2.1 ipv6hint=2001:db8::1,2001:db8::2'],
  ['ipv4hint=192.0.2.9 alpn="h2,h3" ipv6hint=2001:db8::9', ['192.0.2.1'], [], 'ipv4hint=192.0.2.1 alpn=h2,h3'],
  ['alpn=h2', [], ['2001:db8::1'], 'alpn=h2 ipv6hint=2001:db8::1'],
  ['"alpn"=h2', ['192.0.2.1'], [], null],
])('hints take the place of older ones: %s', (params, ipv4hint, ipv6hint, expected) => {
  expect(withHints(params, { ipv4hint, ipv6hint })).toBe(expected)
})
