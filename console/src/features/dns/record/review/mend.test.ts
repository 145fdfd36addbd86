import { expect, test } from 'vitest'
import { changesOf, draftOf, withAdded, type RecordRow } from '../tray/tray.ts'
import { mendOf } from './mend.ts'

const draft = draftOf({
  id: 7,
  host: 'www',
  type: 'A',
  line: 'telecom',
  value: '192.0.2.1',
  priority: null,
  ttl: 600,
  weight: null,
  remark: '',
  status: 1,
  version: 3,
  updateTime: '',
  updatedBy: '',
} as RecordRow)
const tray = withAdded({ edits: [] }, [{ key: 'n1', draft }])
const finding = (code: string, params: Record<string, unknown> = {}) => ({
  change: 0,
  lineNumber: null,
  severity: 'warning' as const,
  code,
  field: null,
  params,
})

test('a missing default line is mended by the same record on the default line', () => {
  const mend = mendOf(tray.edits[0]!, finding('default_line_missing'), () => 'n2')
  expect(changesOf(mend!.apply(tray))).toEqual([
    { op: 'add', record: draft },
    { op: 'add', record: { ...draft, line: 'default' } },
  ])
})

test('a TTL that differs from its set is mended by the TTL of the set', () => {
  const mend = mendOf(tray.edits[0]!, finding('ttl_clash', { ttl: 60 }), () => 'n2')
  expect(changesOf(mend!.apply(tray))).toEqual([{ op: 'add', record: { ...draft, ttl: 60 } }])
})

test('a host that repeats the domain is mended by leaving the domain off', () => {
  const mend = mendOf(tray.edits[0]!, finding('host_repeats_zone', { name: 'www.shop.example.shop.example.', host: 'ftp' }), () => 'n2')
  expect(changesOf(mend!.apply(tray))).toEqual([{ op: 'add', record: { ...draft, host: 'ftp' } }])
})

test('a CNAME of the domain itself is mended by an ALIAS', () => {
  const apex = withAdded({ edits: [] }, [{ key: 'n1', draft: { ...draft, host: '@', type: 'CNAME', value: 'a.example.net.', weight: 3 } }])
  const mend = mendOf(apex.edits[0]!, finding('cname_at_apex'), () => 'n2')
  expect(changesOf(mend!.apply(apex))).toEqual([{ op: 'add', record: { ...draft, host: '@', type: 'ALIAS', value: 'a.example.net.', weight: null } }])
})

test.each([
  ['MX', '10 mail', '10 mail.shop.example.'],
  ['SRV', '1 2 3 mail.', '1 2 3 mail.shop.example.'],
  ['HTTPS', '1 mail. alpn="h2"', '1 mail.shop.example. alpn="h2"'],
])('a name of one label in %s %s is mended by the full name', (type, value, mended) => {
  const named = withAdded({ edits: [] }, [{ key: 'n1', draft: { ...draft, type, value } }])
  const mend = mendOf(named.edits[0]!, finding('target_single_label', { target: 'mail.', name: 'mail.shop.example' }), () => 'n2')
  expect(changesOf(mend!.apply(named))).toEqual([{ op: 'add', record: { ...draft, type, value: mended } }])
})

test("other findings are the editor's to mend", () => {
  expect(mendOf(tray.edits[0]!, finding('cname_conflict'), () => 'n2')).toBeNull()
})
