import { expect, it } from 'vitest'
import { readAddressFilter } from './log-address.ts'

it.each([
  ['192.0.2.0/24', { network: '192.0.2.0/24' }],
  [' 192.0.2.77/24 ', { network: '192.0.2.0/24' }],
  ['192.0.2.1/32', { network: '192.0.2.1/32' }],
  ['0.0.0.0/0', { network: '0.0.0.0/0' }],
  ['2001:DB8::/32', { network: '2001:db8::/32' }],
  ['2001:db8::1/64', { network: '2001:db8::/64' }],
  ['1', { beginning: '1' }],
  ['192.0.', { beginning: '192.0.' }],
  ['192.0.2.1', { beginning: '192.0.2.1' }],
  ['2001:DB8:', { beginning: '2001:db8:' }],
  ['2001:db8::1', { beginning: '2001:db8::1' }],
  ['::', { beginning: '::' }],
  ['fe8', { beginning: 'fe8' }],
  ['::ffff:192.0.', { beginning: '::ffff:192.0.' }],
  ['::ffff:192.0.2.1', { beginning: '::ffff:192.0.2.1' }],
])('%j is %j', (text, filter) => expect(readAddressFilter(text)).toEqual(filter))

it.each([
  '',
  'x',
  '256.',
  '1.2.3.4.',
  '1.2.3.4.5',
  '1..2',
  '192.0.2.0/33',
  '192.0.2/24',
  '2001:db8::/129',
  '/24',
  '1.2.3.4/',
  '1:::2',
  '1::2::3',
  '12345:',
  '1_7',
  '%',
])('%j is neither a network nor the beginning of an address', (text) => expect(readAddressFilter(text)).toBeNull())
