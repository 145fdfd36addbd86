import { expect, it } from 'vitest'
import { networkOf } from './open-clients.ts'

it('one client of IPv6 has a network of 64 bits, one of IPv4 an address, however it is written', () => {
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:ffff::2'))
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'))
  expect(networkOf('192.0.2.1')).toBe(networkOf('::ffff:192.0.2.1'))
  expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'))
  expect(networkOf(undefined)).toBeNull()
})
