import { describe, expect, it } from 'vitest'
import { clientAddressBytes, isLoopback } from './client-address.ts'

const bytesOf = (text: string): number[] => [...clientAddressBytes(text)]

describe('a client address', () => {
  it.each<[string, number[]]>([
    ['127.0.0.1', [127, 0, 0, 1]],
    ['0.0.0.0', [0, 0, 0, 0]],
    ['255.255.255.255', [255, 255, 255, 255]],
    ['::ffff:192.0.2.1', [192, 0, 2, 1]],
    ['::FFFF:192.0.2.1', [192, 0, 2, 1]],
    ['::', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['::1', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['2001:db8::8:1', [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 1]],
    ['1:2:3:4:5:6:7:8', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]],
    ['64:ff9b::192.0.2.33', [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 192, 0, 2, 33]],
    ['fe80::1%eth0', [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ])('%s is read', (text, bytes) => {
    expect(bytesOf(text)).toEqual(bytes)
  })

  it.each(['', '1.2.3', '1.2.3.4.5', '1.2.3.256', '1..2.3', 'example.com', ':::'])('%j is refused', (text) => {
    expect(() => clientAddressBytes(text)).toThrow(RangeError)
  })

  it.each<[string, boolean]>([
    ['127.9.9.9', true],
    ['128.0.0.1', false],
    ['::1', true],
    ['::2', false],
    ['::ffff:127.0.0.1', true],
  ])('%s on the loopback: %s', (text, expected) => {
    expect(isLoopback(clientAddressBytes(text))).toBe(expected)
  })
})
