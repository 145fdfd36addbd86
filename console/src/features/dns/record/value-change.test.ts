import { expect, test } from 'vitest'
import { differingParts } from './value-change.ts'

test('short values stand whole, however much they have in common', () => {
  expect(differingParts('192.0.2.2', '192.0.2.222')).toEqual(['192.0.2.2', '192.0.2.222'])
})

test('of long values the common beginning is left out until they fit', () => {
  expect(differingParts('customer-1.edge.provider.example.', 'customer-1.edge.provider.example.net.')).toEqual([
    '….edge.provider.example.',
    '….edge.provider.example.net.',
  ])
})

test('six characters of what they have in common always stay', () => {
  const [before, after] = ['2001:db8:85a3:1111:2222:8a2e:3701:7334', '2001:db9:85a3:1111:2222:8a2e:3701:7334']
  expect(differingParts(before, after)).toEqual([before, after])
  expect(differingParts(`k=rsa; p=${before}`, `k=rsa; p=${after}`)).toEqual([`…${before.slice(1)}`, `…${after.slice(1)}`])
})
