import { expect, test } from 'vitest'
import { replacedValue, wanted } from './replaced-value.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', 'X'],
  ['192.0.2.10', '192.0.2.1', '192.0.2.10'],
  ['1192.0.2.1', '192.0.2.1', '1192.0.2.1'],
  ['10 mail.example.net.', 'mail.example.net', '10 X.'],
  ['10 mail.example.net.', 'example.net', '10 mail.example.net.'],
  ['old-example.net.', 'example.net.', 'old-example.net.'],
  ['Mail.Example.NET.', 'mail.example.net.', 'X'],
  ['"v=spf1 ip4:192.0.2.1 ip4:192.0.2.1/24 -all"', '192.0.2.1', '"v=spf1 ip4:X ip4:X/24 -all"'],
  ['"v=spf1 ip6:2001:db8::1 -all"', '2001:db8::1', '"v=spf1 ip6:X -all"'],
  ['2001:db8::1', '2001:db8::1', 'X'],
  ['2001:db8::12', '2001:db8::1', '2001:db8::12'],
  ['fe80:2001:db8::1', '2001:db8::1', 'fe80:2001:db8::1'],
  ['1 . ipv4hint=192.0.2.1,192.0.2.11', '192.0.2.1', '1 . ipv4hint=X,192.0.2.11'],
])('%s: %s as a whole', (value, find, expected) => {
  expect(replacedValue(value, find, 'X', false)).toBe(expected)
})

test('parts are replaced where that is asked for, upper and lower case told apart', () => {
  expect(replacedValue('192.0.2.10 A', '192.0.2.1', '198.51.100.', true)).toBe('198.51.100.0 A')
  expect(replacedValue('Abc', 'a', 'x', true)).toBe('Abc')
})

test('an IPv6 address is found however it was typed', () => {
  expect(wanted('2001:DB8:0:0:0:0:0:1')).toBe('2001:db8::1')
  expect(wanted('example.net')).toBe('example.net')
})

test('a name in Unicode is found as it is stored, and other text as it is', () => {
  expect(wanted('例子.中国')).toBe('xn--fsqu00a.xn--fiqs8s')
  expect(wanted('例子.中国.')).toBe('xn--fsqu00a.xn--fiqs8s.')
  expect(wanted('见 例子')).toBe('见 例子')
})
