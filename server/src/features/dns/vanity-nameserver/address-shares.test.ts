import { expect, test } from 'vitest'
import { sharesOf } from './address-shares.ts'

const named = (...found: (readonly string[] | null)[]) => found.map((one, index) => ({ name: `ns${index + 1}.example`, found: one }))
const shares = (found: readonly (readonly string[] | null)[], nodes: readonly string[]) => sharesOf(named(...found), nodes)

test('each name gets an address, and each node a name', () => {
  expect(shares([[], []], ['192.0.2.1', '192.0.2.2', '192.0.2.3']).map(({ wanted }) => wanted)).toEqual([['192.0.2.1', '192.0.2.3'], ['192.0.2.2']])
  expect(shares([[], [], []], ['192.0.2.1', '192.0.2.2']).map(({ lacking }) => lacking)).toEqual([['192.0.2.1'], ['192.0.2.2'], ['192.0.2.1']])
})

test('IPv4 and IPv6 are shared out apart', () => {
  expect(shares([[], []], ['192.0.2.1', '2001:db8::1', '2001:db8::2']).map(({ wanted }) => wanted)).toEqual([
    ['192.0.2.1', '2001:db8::1'],
    ['192.0.2.1', '2001:db8::2'],
  ])
})

test('what a name has stays its own, whoever would be next', () => {
  expect(shares([['192.0.2.2'], []], ['192.0.2.1', '192.0.2.2'])).toEqual([
    { wanted: ['192.0.2.2'], lacking: [] },
    { wanted: ['192.0.2.1'], lacking: ['192.0.2.1'] },
  ])
})

test('addresses of no node are not wanted', () => {
  expect(shares([['198.51.100.9'], ['192.0.2.1']], ['192.0.2.1'])).toEqual([
    { wanted: ['192.0.2.1'], lacking: ['192.0.2.1'] },
    { wanted: ['192.0.2.1'], lacking: [] },
  ])
})

test('a name that nobody has asked about has a share and lacks nothing', () => {
  expect(shares([null, []], ['192.0.2.1', '192.0.2.2'])).toEqual([
    { wanted: ['192.0.2.1'], lacking: [] },
    { wanted: ['192.0.2.2'], lacking: ['192.0.2.2'] },
  ])
})

test('without nodes nothing is wanted, nor without names', () => {
  expect(shares([], ['192.0.2.1'])).toEqual([])
  expect(shares([[], ['192.0.2.1']], [])).toEqual([
    { wanted: [], lacking: [] },
    { wanted: [], lacking: [] },
  ])
})
