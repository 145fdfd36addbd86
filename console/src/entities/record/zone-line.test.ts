import { expect, test } from 'vitest'
import { zoneLine } from './zone-line.ts'

const plain = { host: 'www', type: 'A', line: 'default', value: '192.0.2.1', ttl: 600, weight: null, remark: '', status: 1 } as const

test.each([
  ['nothing behind it where a zone file says all', {}, ''],
  ['its line', { line: 'telecom' }, ' ; line=telecom'],
  ['its weight, which may be none of the answers', { weight: 0 }, ' ; weight=0'],
  ['that it is paused', { status: 0 }, ' ; paused'],
  ['its remark', { remark: 'the old one' }, ' ; the old one'],
  ['all of it, in this order', { line: 'telecom', weight: 3, status: 0, remark: 'old' }, ' ; line=telecom weight=3 paused old'],
] as const)('a record as a line of a zone file has %s', (_, part, comment) =>
  expect(zoneLine({ ...plain, ...part })).toBe(`www\t600\tIN\tA\t192.0.2.1${comment}`),
)
