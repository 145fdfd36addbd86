import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { WireReader, WireWriter, parseBase64, parseHex, printBase64, printHex } from './wire.ts'

describe('Base 64', () => {
  // RFC 4648 §10
  test.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('%j is %s', (text, encoded) => {
    const bytes = new TextEncoder().encode(text)
    expect(printBase64(bytes)).toBe(encoded)
    expect(parseBase64(encoded)).toEqual(bytes)
  })

  test.each(['Zg', 'Zg=', 'Zh==', 'Zm9=', 'Z===', '====', 'Zm 9', 'Zm9v=', 'Zm-_', '=Zm9'])('is not %j', (text) => {
    expect(refusalOf(() => parseBase64(text))?.code).toBe('bad_base64')
  })

  test('and hexadecimal digits give any octets back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(parseBase64(printBase64(bytes))).toEqual(bytes)
        expect(parseHex(printHex(bytes))).toEqual(bytes)
        expect(parseHex(printHex(bytes).toLowerCase())).toEqual(bytes)
      }),
    )
  })
})

test.each(['a', 'abc', 'xy', '0x12', ' 12', '１２'])('hexadecimal digits are not %j', (text) => {
  expect(refusalOf(() => parseHex(text))?.code).toBe('bad_hex')
})

test('what a writer wrote a reader reads, and nothing beyond', () => {
  const out = new WireWriter(1)
  out.uint8(0xfe)
  out.uint16(0xfedc)
  out.uint32(0xfedcba98)
  out.bytes(Uint8Array.of(1, 2, 3))
  out.uint16At(1, 0x0102)
  const wire = new WireReader(out.finish())
  expect([wire.uint8(), wire.uint16(), wire.uint32()]).toEqual([0xfe, 0x0102, 0xfedcba98])
  expect(wire.remaining).toBe(3)
  expect(refusalOf(() => wire.uint32())?.code).toBe('bad_wire')
  expect(wire.rest()).toEqual(Uint8Array.of(1, 2, 3))
  expect(refusalOf(() => wire.uint8())?.code).toBe('bad_wire')
})
