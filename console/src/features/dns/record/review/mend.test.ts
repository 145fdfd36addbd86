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

test("other findings are the editor's to mend", () => {
  expect(mendOf(tray.edits[0]!, finding('cname_conflict'), () => 'n2')).toBeNull()
})
