import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenRdata } from './generated-records.testing.ts'
import { refusalOf } from './errors.ts'
import { withLineFeeds } from './line-ends.ts'
import { parseRdata } from './rdata.ts'
import { parseZoneFile, printZoneFile } from './zone-file.ts'
import type { ZoneRecord } from './zone-file.ts'

function read(text: string, origin = 'example.com', defaultTtlSeconds = 600) {
  return parseZoneFile(text, { origin, defaultTtlSeconds })
}

/** Each record as `line name ttl type value`, each refusal as `line! code`. */
function told(text: string, origin?: string): string[] {
  const { records, refusals } = read(text, origin)
  return [
    ...records.map(({ lineNumber, name, ttlSeconds, type, value }) => `${lineNumber} ${name} ${ttlSeconds} ${type} ${value}`),
    ...refusals.map(({ lineNumber, code }) => `${lineNumber}! ${code}`),
  ]
}

describe('a zone file', () => {
  test('is read as RFC 1035 §5.3 writes it', () => {
    const text = `
$ORIGIN ISI.EDU.
@   IN  SOA     VENERA      Action\\.domains (
                                 20     ; SERIAL
                                 7200   ; REFRESH
                                 600    ; RETRY
                                 3600000; EXPIRE
                                 60)    ; MINIMUM

        NS      A.ISI.EDU.
        NS      VENERA
        NS      VAXA
        MX      10      VENERA
        MX      20      VAXA

A       A       26.3.0.103

VENERA  A       10.1.0.52
        A       128.9.0.32

VAXA    A       10.2.0.27
        A       128.9.0.33
`
    expect(told(text, 'isi.edu')).toEqual([
      '3 isi.edu. 60 SOA VENERA.ISI.EDU. Action\\.domains.ISI.EDU. 20 7200 600 3600000 60',
      '10 isi.edu. 60 NS A.ISI.EDU.',
      '11 isi.edu. 60 NS VENERA.ISI.EDU.',
      '12 isi.edu. 60 NS VAXA.ISI.EDU.',
      '13 isi.edu. 60 MX 10 VENERA.ISI.EDU.',
      '14 isi.edu. 60 MX 20 VAXA.ISI.EDU.',
      '16 a.isi.edu. 60 A 26.3.0.103',
      '18 venera.isi.edu. 60 A 10.1.0.52',
      '19 venera.isi.edu. 60 A 128.9.0.32',
      '21 vaxa.isi.edu. 60 A 10.2.0.27',
      '22 vaxa.isi.edu. 60 A 128.9.0.33',
    ])
  })

  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['only comments', '; a\n\n  ; b\n\t\n', []],
    ['a last line without its end', 'www A 1.2.3.4', ['1 www.example.com. 600 A 1.2.3.4']],
    ['line ends of Windows', 'a A 1.2.3.4\r\n  A 1.2.3.5\r\n', ['1 a.example.com. 600 A 1.2.3.4', '2 a.example.com. 600 A 1.2.3.5']],
    ['a byte order mark', '\ufeffa A 1.2.3.4', ['1 a.example.com. 600 A 1.2.3.4']],
    ['TTL before class', 'a 5 IN A 1.2.3.4', ['1 a.example.com. 5 A 1.2.3.4']],
    ['class before TTL', 'a IN 1h30m A 1.2.3.4', ['1 a.example.com. 5400 A 1.2.3.4']],
    ['class only, in small letters', 'a in a 1.2.3.4', ['1 a.example.com. 600 A 1.2.3.4']],
    ['the class as a number', 'a CLASS1 TYPE1 1.2.3.4', ['1 a.example.com. 600 A 1.2.3.4']],
    ['owners that look like a class or a TTL', 'in A 1.2.3.4\n60 A 1.2.3.5', ['1 in.example.com. 600 A 1.2.3.4', '2 60.example.com. 600 A 1.2.3.5']],
    [
      'the apex',
      '@ A 1.2.3.4\nexample.com. A 1.2.3.5\nEXAMPLE.COM. A 1.2.3.6',
      ['1 example.com. 600 A 1.2.3.4', '2 example.com. 600 A 1.2.3.5', '3 example.com. 600 A 1.2.3.6'],
    ],
    [
      'a wildcard and underscores',
      '*.a A 1.2.3.4\n_x._tcp SRV 0 0 1 @',
      ['1 *.a.example.com. 600 A 1.2.3.4', '2 _x._tcp.example.com. 600 SRV 0 0 1 example.com.'],
    ],
    [
      'a text over several lines',
      'a TXT ( "b;c"\n ; comment\n d "(e)"\n)\nf A 1.2.3.4',
      ['1 a.example.com. 600 TXT "b;c" "d" "(e)"', '5 f.example.com. 600 A 1.2.3.4'],
    ],
    ['a comment behind a word', 'a TXT b;c', ['1 a.example.com. 600 TXT "b"']],
    ['parentheses in the midst', 'a (IN\n60) A(\n1.2.3.4)', ['1 a.example.com. 60 A 1.2.3.4']],
    ['an unknown type', 'a TYPE65280 \\# 2 ( 0a\n00 )', ['1 a.example.com. 600 TYPE65280 \\# 2 0A00']],
    ['an escape at the end of the owner', 'a\\.b A 1.2.3.4', ['1 a\\.b.example.com. 600 A 1.2.3.4']],
    ['a dollar escaped at the start', '\\$a A 1.2.3.4', ['1 \\$a.example.com. 600 A 1.2.3.4']],
    [
      'relative origins',
      '$ORIGIN a\nb A 1.2.3.4\n$ORIGIN c\nd CNAME e',
      ['2 b.a.example.com. 600 A 1.2.3.4', '4 d.c.a.example.com. 600 CNAME e.c.a.example.com.'],
    ],
    ['an origin that is itself', '$ORIGIN a\n$ORIGIN @\nb A 1.2.3.4', ['3 b.a.example.com. 600 A 1.2.3.4']],
    ['an owner kept over $ORIGIN', 'a A 1.2.3.4\n$ORIGIN b\n A 1.2.3.5', ['1 a.example.com. 600 A 1.2.3.4', '3 a.example.com. 600 A 1.2.3.5']],
    ['directives in small letters', '$ttl 1d\na A 1.2.3.4', ['2 a.example.com. 86400 A 1.2.3.4']],
  ])('with %s is read', (_what, text, expected) => {
    expect(told(text)).toEqual(expected)
  })

  test.each<[string, string, number[]]>([
    ['$TTL, until the next', '$TTL 5\na A 1.1.1.1\na 7 A 1.1.1.2\na A 1.1.1.3\n$TTL 6\na A 1.1.1.4', [5, 7, 5, 6]],
    ['the record before, without $TTL', 'a A 1.1.1.1\na 7 A 1.1.1.2\na A 1.1.1.3', [600, 7, 7]],
    ['the minimum of a SOA, without either', '@ SOA a b 1 2 3 4 5\na A 1.1.1.1\na 7 A 1.1.1.2\na A 1.1.1.3', [5, 5, 7, 5]],
    ['the TTL of the SOA, where it has one', '@ 9 SOA a b 1 2 3 4 5\na A 1.1.1.1', [9, 9]],
  ])('takes a missing TTL from %s', (_source, text, expected) => {
    expect(read(text).records.map((record) => record.ttlSeconds)).toEqual(expected)
  })

  test('tells its zone and its last $TTL', () => {
    expect(read('$TTL 1h\n$TTL 2h', 'Example.COM')).toMatchObject({ origin: 'example.com.', defaultTtlSeconds: 7200 })
    expect(read('').defaultTtlSeconds).toBeUndefined()
  })
})

describe('a line that cannot be taken', () => {
  test.each([
    ['$INCLUDE /etc/passwd', 'include_refused'],
    ['$include other.zone sub', 'include_refused'],
    ['$NOPE 1', 'unknown_directive'],
    ['$', 'unknown_directive'],
    ['$TTL', 'too_few_fields'],
    ['$TTL x', 'bad_ttl'],
    ['$TTL 2147483648', 'number_out_of_range'],
    ['$TTL 1 2', 'too_many_fields'],
    ['$ORIGIN', 'too_few_fields'],
    ['$ORIGIN a..b', 'empty_label'],
    ['$ORIGIN a b', 'too_many_fields'],
    ['a', 'type_missing'],
    ['a IN', 'type_missing'],
    ['a 60 IN', 'type_missing'],
    ['a IN IN A 1.2.3.4', 'unknown_type'],
    ['a 60 60 A 1.2.3.4', 'unknown_type'],
    ['a CH A 1.2.3.4', 'bad_class'],
    ['a CLASS3 A 1.2.3.4', 'bad_class'],
    ['a 2147483648 A 1.2.3.4', 'number_out_of_range'],
    ['a NOPE x', 'unknown_type'],
    ['a ANY x', 'bad_class'],
    ['a AXFR x', 'type_not_storable'],
    ['a TYPE255 \\# 0', 'type_not_storable'],
    ['a RRSIG A 8', 'unsupported_type'],
    ['a A', 'too_few_fields'],
    ['a A 1.2.3', 'bad_ipv4'],
    ['a A 1.2.3.4 5', 'too_many_fields'],
    ['a..b A 1.2.3.4', 'empty_label'],
    ['a\\ A 1.2.3.4', 'unknown_type'],
    ['www.example.net. A 1.2.3.4', 'out_of_zone'],
    ['com. A 1.2.3.4', 'out_of_zone'],
    ['notexample.com. A 1.2.3.4', 'out_of_zone'],
    ['a TXT "b', 'unbalanced_quotes'],
    ['a TXT b )', 'unbalanced_parentheses'],
    ['a TXT ( b', 'unbalanced_parentheses'],
    ['例♥子 A 1.2.3.4', 'idn_bad_code_point'],
    ['a TXT "\\300"', 'bad_escape'],
  ])('%j is refused as %s, and the lines around it are read', (line, code) => {
    const { records, refusals } = read(`$TTL 60\nbefore A 1.1.1.1\n${line}\nafter A 1.1.1.2\n`)
    expect(records.map((record) => record.name)).toEqual(['before.example.com.', 'after.example.com.'])
    expect(records.map((record) => record.ttlSeconds)).toEqual([60, 60])
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toMatchObject({ code, text: line })
  })

  test('at the head may not leave its owner blank', () => {
    expect(told(' A 1.2.3.4\na A 1.2.3.5')).toEqual(['2 a.example.com. 600 A 1.2.3.5', '1! entry_without_owner'])
  })

  test('is named with its field and what was written', () => {
    expect(read('a MX ten mail').refusals).toEqual([
      { lineNumber: 1, code: 'not_a_number', params: { field: 'preference', text: 'ten' }, text: 'a MX ten mail' },
    ])
  })

  test('does not lend its owner to the lines below', () => {
    expect(told('good A 1.1.1.1\nb..d A 1.1.1.2\n A 1.1.1.3\nx.net. A 1.1.1.4\n A 1.1.1.5\n"a A 1.1.1.6\n A 1.1.1.7')).toEqual([
      '1 good.example.com. 600 A 1.1.1.1',
      '2! empty_label',
      '3! entry_without_owner',
      '4! out_of_zone',
      '5! out_of_zone',
      '6! unbalanced_quotes',
      '7! entry_without_owner',
    ])
    // Only the data is wrong here: the owner stands.
    expect(told('a A 1.1.1\n A 1.1.1.2')).toEqual(['2 a.example.com. 600 A 1.1.1.2', '1! bad_ipv4'])
  })

  test('with an open parenthesis costs that line only, also in a long file', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? `h${index} TXT ( "a"` : `h${index} A 1.1.1.1`))
    const { records, refusals } = read(lines.join('\n'))
    expect(records).toHaveLength(10_000)
    expect(refusals).toHaveLength(10_000)
    expect(refusals.every((refusal) => refusal.code === 'unbalanced_parentheses')).toBe(true)
  })

  test('all of many are reported, each with its own line', () => {
    const { refusals } = read(Array.from({ length: 1000 }, (_, index) => `h${index} A 1.2.3.${index + 256}`).join('\n'))
    expect(refusals.map((refusal) => refusal.lineNumber)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
  })

  test('is shortened in the report', () => {
    expect(read(`a NOPE ${'x'.repeat(10_000)}`).refusals[0]?.text).toHaveLength(500)
  })
})

describe('$GENERATE', () => {
  test.each<[string, string[]]>([
    ['1-3 h$ A 10.0.0.$', ['h1 A 10.0.0.1', 'h2 A 10.0.0.2', 'h3 A 10.0.0.3']],
    ['1-5/2 h$ CNAME t$', ['h1 CNAME t1.example.com.', 'h3 CNAME t3.example.com.', 'h5 CNAME t5.example.com.']],
    ['0-0 ${10} A 10.0.0.${200,0,d}', ['10 A 10.0.0.200']],
    ['10-11 h${-10,3}.${0,4,x}.${0,0,X}.${0,0,o} A 1.1.1.1', ['h000.000a.a.12 A 1.1.1.1', 'h001.000b.b.13 A 1.1.1.1']],
    ['31-31 ${0,3,n}.${0,1,N} A 1.1.1.1', ['f.1.f.1 A 1.1.1.1']],
    ['1-1 ${0,5,n} A 1.1.1.1', ['1.0.0 A 1.1.1.1']],
    ['1-2 $ MX "10 mail$.a"', ['1 MX 10 mail1.a.example.com.', '2 MX 10 mail2.a.example.com.']],
    ['1-1 a TXT "\\"text $\\" b"', ['a TXT "text 1" "b"']],
    ['1-1 a$$\\$b A 1.1.1.1', ['a\\$\\$b A 1.1.1.1']],
    ['1-1 @ A 1.1.1.$', ['@ A 1.1.1.1']],
    ['1-1 * 5 IN A 1.1.1.$', ['* A 1.1.1.1']],
    ['1-1 * IN 5 A 1.1.1.$', ['* A 1.1.1.1']],
  ])('%s', (directive, expected) => {
    const { records, refusals } = read(`$GENERATE ${directive}`)
    expect(refusals).toEqual([])
    const hosts = records.map(({ name, type, value }) => `${name.replace(/\.?example\.com\.$/, '') || '@'} ${type} ${value}`)
    expect(hosts).toEqual(expected)
    expect(records.every((record) => record.lineNumber === 1)).toBe(true)
  })

  test.each([
    ['', 'too_few_fields'],
    ['1-3', 'too_few_fields'],
    ['1-3 a', 'too_few_fields'],
    ['1-3 a A', 'too_few_fields'],
    ['3-1 a A 1.1.1.$', 'bad_generate'],
    ['1 a A 1.1.1.$', 'bad_generate'],
    ['-1-1 a A 1.1.1.$', 'bad_generate'],
    ['1-3/0 a A 1.1.1.$', 'bad_generate'],
    ['1-2147483648/2147483647 a A 1.1.1.$', 'bad_generate'],
    ['1-3 a${ A 1.1.1.$', 'bad_generate'],
    ['1-3 a${} A 1.1.1.$', 'bad_generate'],
    ['1-3 a${0,1,q} A 1.1.1.$', 'bad_generate'],
    ['1-3 a${0,256} A 1.1.1.$', 'bad_generate'],
    ['1-3 a${-2} A 1.1.1.$', 'bad_generate'],
    ['1-3 ${2147483647} A 1.1.1.1', 'bad_generate'],
    ['1-3 a IN 60 IN A 1.1.1.$', 'bad_generate'],
    ['1-65537 a A 1.1.1.1', 'generate_too_large'],
    ['0-2147483647 a A 1.1.1.1', 'generate_too_large'],
    ['1-3 a A 1.1.1.25$', undefined],
    ['6-7 a A 1.1.1.25$', 'bad_ipv4'],
    ['1-3 x.net. A 1.1.1.1', 'out_of_zone'],
    ['1-3 a A "1.1.1.1 2"', 'too_many_fields'],
  ])('%j gives %s', (directive, code) => {
    expect(read(`$GENERATE ${directive}`).refusals[0]?.code).toBe(code)
  })

  test('of one file makes 65,536 records at most together', () => {
    const text = '$GENERATE 0-130999/2 a$ A 1.1.1.1\n$GENERATE 1-36 b$ A 1.1.1.1\n$GENERATE 1-1 c$ A 1.1.1.1'
    const { records, refusals } = read(text)
    expect(records).toHaveLength(65_536)
    expect(refusals).toMatchObject([{ lineNumber: 3, code: 'generate_too_large', params: { count: 65_537, max: 65_536 } }])
  })

  test('of a text that is read in part makes no more than is taken', () => {
    const text = '$GENERATE 0-65535 a$ A 1.1.1.1\nb A 1.1.1.1'
    const { records, refusals } = parseZoneFile(text, { origin: 'example.com', defaultTtlSeconds: 1, maxRecords: 10 })
    expect([records.length, refusals.map((refusal) => refusal.code)]).toEqual([10, ['too_many_records']])
  })

  test('leaves the owner of blank lines as it was', () => {
    expect(told('a A 1.1.1.1\n$GENERATE 1-1 b$ A 1.1.1.2\n A 1.1.1.3').at(-1)).toBe('3 a.example.com. 600 A 1.1.1.3')
  })
})

describe('limits', () => {
  test('reading stops at the most records allowed', () => {
    const text = 'a A 1.1.1.1\nb A 1.1.1.1\nc A 1.1.1.1\nd NOPE'
    const { records, refusals } = parseZoneFile(text, { origin: 'example.com', defaultTtlSeconds: 1, maxRecords: 2 })
    expect(records).toHaveLength(2)
    expect(refusals).toMatchObject([{ lineNumber: 3, code: 'too_many_records', params: { max: 2 } }])
  })

  test('whatever the file holds, it is read to its end', () => {
    const piece = fc.constantFrom(
      '$TTL 1\n',
      '$ORIGIN a\n',
      '$GENERATE 1-2 ',
      'a ',
      '@',
      ' A ',
      'IN ',
      '1.2.3.4',
      'TXT ',
      '"',
      '(',
      ')',
      ';',
      '\\',
      '\n',
      '\r',
      ' ',
      '60 ',
      '\\# 1 00',
      '=',
      '\0',
      '例',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const { records, refusals } = read(text)
        const lines = withLineFeeds(text).split('\n').length
        for (const { lineNumber } of [...records, ...refusals]) expect(lineNumber).toBeLessThanOrEqual(lines)
      }),
      { numRuns: 2000 },
    )
  })

  test('an origin that is no name is the caller’s mistake', () => {
    expect(refusalOf(() => read('', 'a..b'))?.code).toBe('empty_label')
  })
})

describe('a printed zone file', () => {
  const soa: ZoneRecord = { name: 'example.com.', type: 'SOA', ttlSeconds: 60, value: 'a. b. 1 2 3 4 5' }

  test('begins with origin, TTL and SOA, and is in canonical order', () => {
    const records: ZoneRecord[] = [
      { name: 'www.example.com.', type: 'A', ttlSeconds: 60, value: '192.0.2.1' },
      { name: 'example.com.', type: 'MX', ttlSeconds: 5, value: '10 mail.example.com.' },
      { name: 'a.www.example.com', type: 'TXT', ttlSeconds: 60, value: '"x"' },
      { name: 'example.com.', type: 'NS', ttlSeconds: 60, value: 'ns.example.net.' },
      soa,
    ]
    expect(printZoneFile('example.com', records, { defaultTtlSeconds: 60, comment: 'one\ntwo' })).toBe(
      [
        '; one',
        '; two',
        '$ORIGIN example.com.',
        '$TTL 60',
        '@\t\tIN\tSOA\ta. b. 1 2 3 4 5',
        '@\t\tIN\tNS\tns.example.net.',
        '@\t5\tIN\tMX\t10 mail.example.com.',
        'www\t\tIN\tA\t192.0.2.1',
        'a.www\t\tIN\tTXT\t"x"',
        '',
      ].join('\n'),
    )
  })

  test('refuses a record that is not of the zone', () => {
    const stray: ZoneRecord = { ...soa, name: 'example.net.' }
    expect(refusalOf(() => printZoneFile('example.com', [stray]))?.code).toBe('out_of_zone')
  })

  test('reads back to the records it was made of', () => {
    const owner = fc.constantFrom(
      'example.com.',
      'a.example.com.',
      '*.example.com.',
      '\\$x.example.com.',
      '\\@.b.example.com.',
      'in.example.com.',
      '60.example.com.',
    )
    const record = fc
      .tuple(owner, writtenRdata, fc.nat(100))
      .map(([name, { type, text }, ttlSeconds]) => ({ name, type, ttlSeconds, value: parseRdata(type, text, { origin: 'example.com' }).text }))
    const line = ({ name, type, ttlSeconds, value }: ZoneRecord): string => `${name} ${type} ${ttlSeconds} ${value}`
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), fc.option(fc.nat(100), { nil: undefined }), (records, defaultTtlSeconds) => {
        const options = defaultTtlSeconds === undefined ? {} : { defaultTtlSeconds }
        const back = read(printZoneFile('example.com', records, options))
        expect(back.refusals).toEqual([])
        expect(back.records.map(line).toSorted()).toEqual(records.map(line).toSorted())
      }),
    )
  })
})
