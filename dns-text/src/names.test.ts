import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import {
  absoluteName,
  canonicalName,
  canonicalSortKey,
  compareNames,
  domainToAscii,
  domainToUnicode,
  isSubdomain,
  nameToWire,
  relativeHost,
  splitLabels,
  wireToName,
} from './names.ts'
import { parseHex, printHex } from './wire.ts'

const label63 = 'a'.repeat(63)
const name253 = `${label63}.${label63}.${label63}.${'a'.repeat(61)}`

describe('a name in presentation form becomes wire form', () => {
  test.each([
    ['.', '00'],
    ['com', '03636F6D00'],
    ['com.', '03636F6D00'],
    ['Example.COM.', '074578616D706C6503434F4D00'],
    ['*.example', '012A076578616D706C6500'],
    ['_sip._tcp.a', '045F736970045F746370016100'],
    // RFC 1035 §8: the dot inside a mailbox's local part is escaped.
    ['Action\\.domains.a', '0E416374696F6E2E646F6D61696E73016100'],
    // RFC 4343 §2.1
    ['\\000\\255', '0200FF00'],
    ['Donald\\032E\\.\\032Eastlake\\0323rd', '16446F6E616C6420452E20456173746C616B652033726400'],
    ['a\\\\b', '03615C6200'],
    ['\\@', '014000'],
    ['@', '014000'],
  ])('%s', (name, wire) => {
    expect(printHex(nameToWire(name))).toBe(wire)
  })

  test('of 255 octets is the longest', () => {
    expect(nameToWire(name253)).toHaveLength(255)
    expect(nameToWire(`${name253}.`)).toHaveLength(255)
    expect(nameToWire(`${label63}.${label63}.${label63}.${'a'.repeat(59)}`, nameToWire('b'))).toHaveLength(255)
  })

  test.each([
    ['', 'empty_name'],
    ['..', 'empty_label'],
    ['.a', 'empty_label'],
    ['a..b', 'empty_label'],
    ['a..', 'empty_label'],
    [`${label63}a`, 'label_too_long'],
    [`b.${label63}a.c`, 'label_too_long'],
    [`${name253}a`, 'name_too_long'],
    [`${label63}.${label63}.${label63}.${label63}`, 'name_too_long'],
    [`${'a.'.repeat(128)}`, 'name_too_long'],
    ['例子', 'name_not_ascii'],
    ['a b', 'bad_character'],
    ['a"b', 'bad_character'],
    ['a;b', 'bad_character'],
    ['a(b', 'bad_character'],
    ['a\tb', 'bad_character'],
    ['a\\', 'bad_escape'],
    ['a\\25', 'bad_escape'],
    ['a\\2x5', 'bad_escape'],
    ['a\\256', 'bad_escape'],
    ['a\\999', 'bad_escape'],
    ['a\\é', 'bad_escape'],
  ])('%j is refused as %s', (name, code) => {
    expect(refusalOf(() => nameToWire(name))?.code).toBe(code)
  })

  test('an origin counts towards the limit', () => {
    const origin = nameToWire('example.com')
    expect(refusalOf(() => nameToWire(name253, origin))?.code).toBe('name_too_long')
    expect(printHex(nameToWire('a', nameToWire('b')))).toBe('0161016200')
    expect(printHex(nameToWire('a.', nameToWire('b')))).toBe('016100')
  })
})

describe('a name in wire form', () => {
  test.each([
    ['00', '.'],
    ['0200FF00', '\\000\\255.'],
    ['03612E6200', 'a\\.b.'],
    ['07222E3B28294024015C00', '\\"\\.\\;\\(\\)\\@\\$.\\\\.'],
    ['0120017F00', '\\032.\\127.'],
  ])('%s prints as %s', (wire, name) => {
    expect(wireToName(parseHex(wire))).toEqual({ name, end: wire.length / 2 })
  })

  // RFC 1035 §4.1.4: F.ISI.ARPA at 20, FOO.F.ISI.ARPA at 40, ARPA at 64, the root at 92.
  const message = new Uint8Array(93)
  message.set(parseHex('014603495349044152504100'), 20)
  message.set(parseHex('03464F4FC014'), 40)
  message.set(parseHex('C01A'), 64)
  test.each([
    [20, 'F.ISI.ARPA.', 32],
    [40, 'FOO.F.ISI.ARPA.', 46],
    [64, 'ARPA.', 66],
    [92, '.', 93],
  ])('follows pointers in a whole message: offset %i is %s', (offset, name, end) => {
    expect(wireToName(message, offset, 'followed')).toEqual({ name, end })
  })

  test.each([
    ['a pointer where none may be', parseHex('C000'), 0, 'refused'],
    ['a pointer to itself', parseHex('C000'), 0, 'followed'],
    ['a pointer forwards', parseHex('C00200'), 0, 'followed'],
    ['half a pointer', parseHex('00C0'), 1, 'followed'],
    ['a label type of old (RFC 6891 §5)', parseHex('4100'), 0, 'followed'],
    ['no end', parseHex('0161'), 0, 'refused'],
    ['a label beyond the end', parseHex('0561'), 0, 'refused'],
    ['nothing', new Uint8Array(0), 0, 'refused'],
    ['256 octets', nameWireOf(128), 0, 'refused'],
  ] as const)('is refused for %s', (_reason, bytes, offset, compression) => {
    expect(refusalOf(() => wireToName(bytes, offset, compression))?.code).toBe('bad_wire')
  })

  function nameWireOf(labels: number): Uint8Array {
    return parseHex(`${'0161'.repeat(labels)}00`)
  }

  test('of any octets reads back to the same octets', () => {
    const labels = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 12 })
    fc.assert(
      fc.property(labels, (parts) => {
        const wire = Uint8Array.from([...parts.flatMap((part) => [part.length, ...part]), 0])
        fc.pre(wire.length <= 255)
        expect(nameToWire(wireToName(wire).name)).toEqual(wire)
      }),
    )
  })

  test('of any octets is never read beyond its end and never without end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(90), (bytes, offset) => {
        const refusal = refusalOf(() => {
          expect(wireToName(bytes, offset, 'followed').end).toBeLessThanOrEqual(bytes.length)
        })
        expect([undefined, 'bad_wire']).toContain(refusal?.code)
      }),
    )
  })
})

describe('names in a zone', () => {
  test.each([
    ['www', 'example.com.', 'www.example.com.'],
    ['www', 'example.com', 'www.example.com.'],
    ['www.', 'example.com', 'www.'],
    ['@', 'Example.com', 'Example.com.'],
    ['www', '.', 'www.'],
    ['\\@', 'example.com', '\\@.example.com.'],
    ['a\\046b', 'example.com', 'a\\.b.example.com.'],
    ['a\\.', 'example.com', 'a\\..example.com.'],
    ['WwW', 'example.com', 'WwW.example.com.'],
  ])('%s in %s is %s', (text, origin, absolute) => {
    expect(absoluteName(text, origin)).toBe(absolute)
  })

  test.each([
    ['example.com', 'example.com.', '@'],
    ['EXAMPLE.com.', 'example.com', '@'],
    ['www.Example.com.', 'example.COM', 'www'],
    ['a.b.example.com', 'example.com', 'a.b'],
    ['a\\.b.example.com', 'example.com', 'a\\.b'],
    ['com.', '.', 'com'],
    ['.', '.', '@'],
  ])('%s in the zone %s has the host %s', (name, zone, host) => {
    expect(relativeHost(name, zone)).toBe(host)
  })

  test.each([
    ['example.com', 'example.com', true],
    ['www.EXAMPLE.com.', 'example.com', true],
    ['com', 'example.com', false],
    ['badexample.com', 'example.com', false],
    ['a\\.example.com', 'example.com', false],
    ['a\\\\.example.com', 'example.com', true],
    ['example.com', '.', true],
  ])('is %s within %s? %s', (name, zone, expected) => {
    expect(isSubdomain(name, zone)).toBe(expected)
  })

  test('a host outside the zone is refused', () => {
    expect(refusalOf(() => relativeHost('www.example.net', 'example.com'))).toMatchObject({
      code: 'out_of_zone',
      params: { name: 'www.example.net.', zone: 'example.com.' },
    })
  })

  test.each([
    ['WWW.Example.COM', 'www.example.com.'],
    ['\\087\\119w.x', 'www.x.'],
    ['\\A.B', 'a.b.'],
    ['\\192.x', '\\192.x.'],
    ['.', '.'],
  ])('%s is canonically %s', (name, canonical) => {
    expect(canonicalName(name)).toBe(canonical)
    expect(canonicalName(canonical)).toBe(canonical)
  })

  test('labels come apart at real dots only', () => {
    expect(splitLabels('a\\.b.c\\\\.d.')).toEqual(['a\\.b', 'c\\\\', 'd'])
    expect(splitLabels('.')).toEqual([])
  })
})

// RFC 4034 §6.1
const canonicalOrder = [
  'example.',
  'a.example.',
  'yljkjljk.a.example.',
  'Z.a.example.',
  'zABC.a.EXAMPLE.',
  'z.example.',
  '\\001.z.example.',
  '*.z.example.',
  '\\200.z.example.',
]

describe('canonical order', () => {
  test('is that of RFC 4034', () => {
    const shuffled = [...canonicalOrder].reverse()
    expect(shuffled.toSorted(compareNames)).toEqual(canonicalOrder)
    const order = (left: string, right: string): number => (canonicalSortKey(left) < canonicalSortKey(right) ? -1 : 1)
    expect(shuffled.toSorted(order)).toEqual(canonicalOrder)
  })

  test('takes names that differ in case only as equal', () => {
    expect(compareNames('A.example', 'a.EXAMPLE.')).toBe(0)
    expect(compareNames('\\000.a', 'a')).toBeGreaterThan(0)
  })
})

describe('internationalised domains', () => {
  test.each([
    ['例子.中国', 'xn--fsqu00a.xn--fiqs8s', '例子.中国'],
    ['例子。中国', 'xn--fsqu00a.xn--fiqs8s', '例子.中国'],
    ['例子．中国', 'xn--fsqu00a.xn--fiqs8s', '例子.中国'],
    ['例子｡中国。', 'xn--fsqu00a.xn--fiqs8s.', '例子.中国.'],
    ['BÜCHER.example', 'xn--bcher-kva.example', 'bücher.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example', 'bücher.example'],
    ['faß.de', 'xn--fa-hia.de', 'faß.de'],
    ['ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ', 'www.example.com', 'www.example.com'],
    ['*.例子.com', '*.xn--fsqu00a.com', '*.例子.com'],
    ['_dmarc.例子.com', '_dmarc.xn--fsqu00a.com', '_dmarc.例子.com'],
    ['WWW.Example.COM', 'www.example.com', 'www.example.com'],
    ['xn--fsqu00a.com', 'xn--fsqu00a.com', '例子.com'],
    ['XN--FSQU00A.com', 'xn--fsqu00a.com', '例子.com'],
    // IANA's test domains of RFC 5564's time, and RFC 3492 §7.1 (I) in small letters and (B)
    ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv', 'مثال.إختبار'],
    ['почемужеонинеговорятпорусски', 'xn--b1abfaaepdrnnbgefbadotcwatmq2g4l', 'почемужеонинеговорятпорусски'],
    ['他们为什么不说中文', 'xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
    ['日本・東京.jp', 'xn--vekv70gs3pnfb5j.jp', '日本・東京.jp'],
    ['col·lecció.cat', 'xn--collecci-ioa91d.cat', 'col·lecció.cat'],
    ['。', '.', '.'],
  ])('%s is %s on the wire', (typed, ascii, readable) => {
    expect(domainToAscii(typed)).toBe(ascii)
    expect(domainToUnicode(ascii)).toBe(readable)
    expect(domainToAscii(readable)).toBe(ascii)
  })

  test.each([
    ['', 'empty_name'],
    ['例子。。中国', 'empty_label'],
    ['-例子.com', 'hyphen_at_edge'],
    ['例子-.com', 'hyphen_at_edge'],
    ['例子--子.com', 'hyphens_three_four'],
    ['\u0301a例.com', 'idn_leading_mark'],
    ['例 子.com', 'idn_bad_code_point'],
    ['例_子.com', 'idn_bad_code_point'],
    ['例☃.com', 'idn_bad_code_point'],
    ['😀.com', 'idn_bad_code_point'],
    ['例\u200b子.com', 'idn_bad_code_point'],
    ['a\u200db.com', 'idn_bad_code_point'],
    ['a·b.com', 'idn_bad_code_point'],
    ['½a.com', 'idn_bad_code_point'],
    ['\u0640ا.com', 'idn_bad_code_point'],
    ['٠۰ا.com', 'idn_bad_code_point'],
    ['aא.com', 'idn_mixed_direction'],
    ['1א.com', 'idn_mixed_direction'],
    ['א1a.com', 'idn_mixed_direction'],
    // Decodes to U+0080.
    ['xn--a.com', 'idn_bad_code_point'],
    ['xn--9.com', 'idn_bad_punycode'],
    ['xn--\u0000.com', 'idn_bad_punycode'],
    ['xn--.com', 'idn_bad_punycode'],
    ['xn--abc-.com', 'idn_bad_punycode'],
    ['xn--n3h.com', 'idn_bad_code_point'],
    ['中国'.repeat(40) + '.com', 'label_too_long'],
    [`${'a'.repeat(64)}.com`, 'label_too_long'],
  ])('%j: %s', (typed, code) => {
    expect(refusalOf(() => domainToAscii(typed))?.code).toBe(code)
  })

  test('what is no valid A-label is shown as it stands', () => {
    expect(domainToUnicode('xn--a.xn--n3h.example')).toBe('xn--a.xn--n3h.example')
    expect(domainToUnicode('.')).toBe('.')
  })
})
