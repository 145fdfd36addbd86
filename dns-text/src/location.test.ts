import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { parseRdata, printRdata } from './rdata.ts'
import { parseHex, printHex } from './wire.ts'

describe('a location', () => {
  test.each([
    // RFC 1876 §4
    ['42 21 54 N 71 06 18 W -24m 30m', '00331613 89172DD0 70BE15F0 00988D20', '42 21 54.000 N 71 6 18.000 W -24.00m 30m 10000m 10m'],
    ['42 21 43.952 N 71 5 6.344 W -24m 1m 200m', '00122413 89170690 70BF2DD8 00988D20', '42 21 43.952 N 71 5 6.344 W -24.00m 1m 200m 10m'],
    ['52 14 05 N 00 08 50 E 10m', '00121613 8B3556C8 80081650 00989A68', '52 14 5.000 N 0 8 50.000 E 10.00m 1m 10000m 10m'],
    ['32 7 19 S 116 2 25 E 10m', '00121613 791B7D28 98E64868 00989A68', '32 7 19.000 S 116 2 25.000 E 10.00m 1m 10000m 10m'],
    ['42 N 71 W 0', undefined, '42 0 0.000 N 71 0 0.000 W 0.00m 1m 10000m 10m'],
    ['42 21 n 71 6 w 0', undefined, '42 21 0.000 N 71 6 0.000 W 0.00m 1m 10000m 10m'],
    ['90 S 180 W -100000.00m 0m 0.05m 90000000m', undefined, '90 0 0.000 S 180 0 0.000 W -100000.00m 0.00m 0.05m 90000000m'],
    ['0 N 0 E 42849672.95m', undefined, '0 0 0.000 N 0 0 0.000 E 42849672.95m 1m 10000m 10m'],
    ['0 0 0.5 N 0 0 0.05 E 0.5', undefined, '0 0 0.500 N 0 0 0.050 E 0.50m 1m 10000m 10m'],
    // The precision keeps one digit.
    ['0 N 0 E 0 1234m', undefined, '0 0 0.000 N 0 0 0.000 E 0.00m 1000m 10000m 10m'],
  ])('%s', (text, wire, canonical) => {
    const parsed = parseRdata('LOC', text)
    expect(parsed.text).toBe(canonical)
    if (wire !== undefined) expect(printHex(parsed.wire)).toBe(wire.replaceAll(' ', ''))
    expect(parseRdata('LOC', canonical).wire).toEqual(parsed.wire)
  })

  test.each([
    '91 N 0 E 0',
    '90 0 0.001 N 0 E 0',
    '0 N 181 E 0',
    '0 60 N 0 E 0',
    '0 0 60 N 0 E 0',
    '0 0 0.0001 N 0 E 0',
    '0 0 0 0 N 0 E 0',
    'N 0 E 0',
    '-1 N 0 E 0',
    '0 N 0 E x',
    '0 N 0 E -100000.01m',
    '0 N 0 E 42849672.96',
    '0 N 0 E 0 -1m',
    '0 N 0 E 0 90000001m',
    '0 N 0 E 0.001m',
    '0.5 N 0 E 0',
    '0 E 0 N 0',
  ])('is not %s', (text) => {
    expect(refusalOf(() => parseRdata('LOC', text))).toMatchObject({ code: 'bad_location', params: { field: 'location' } })
  })

  test.each(['0 N', '0 N 0 E', '0'])('needs more than %s', (text) => {
    expect(refusalOf(() => parseRdata('LOC', text))?.code).toBe('too_few_fields')
  })

  test.each([
    ['01121613800000008000000000989680', 'another version'],
    ['00A21613800000008000000000989680', 'a mantissa of two digits'],
    ['001A1613800000008000000000989680', 'an exponent of two digits'],
    ['00121613FFFFFFFF8000000000989680', 'a latitude beyond the pole'],
    ['001216138000000080000000009896', 'too few octets'],
  ])('on the wire is refused for %s: %s', (wire) => {
    expect(refusalOf(() => printRdata('LOC', parseHex(wire)))?.code).toBe('bad_wire')
  })
})
