import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { fieldsOfType, joinFields, parseRdata, printRdata, splitFields } from './rdata.ts'
import { isStorableType, parseTypeName, printTypeName, recordMnemonics, recordTypes, typeByCode, typeByMnemonic } from './record-types.ts'
import { parseHex, printHex } from './wire.ts'

const sha1 = '0123456789ABCDEF0123456789ABCDEF01234567'
const sha256 = 'AB'.repeat(32)

describe('every type of the table', () => {
  test.each(recordTypes)('$mnemonic has an example in canonical form', ({ mnemonic, example }) => {
    const parsed = parseRdata(mnemonic, example)
    expect(parsed.text).toBe(example)
    expect(printRdata(mnemonic, parsed.wire)).toBe(example)
  })

  test.each(recordTypes)('$mnemonic comes apart into its fields and together again', ({ mnemonic, example, fields }) => {
    const typed = splitFields(mnemonic, example)
    expect(Object.keys(typed)).toEqual(fields.map((field) => field.name))
    expect(joinFields(mnemonic, typed)).toBe(example)
  })

  test.each(recordTypes)('$mnemonic can be written as RFC 3597 writes any type', ({ mnemonic, code, example }) => {
    const { wire } = parseRdata(mnemonic, example)
    expect(parseRdata(mnemonic, `\\# ${wire.length} ${printHex(wire)}`)).toMatchObject({ wire, text: example })
    expect(parseRdata(`TYPE${code}`, example).text).toBe(example)
  })

  test.each(recordTypes)('$mnemonic is found by name and number, and refuses words too many or too few', (type) => {
    expect(typeByMnemonic(type.mnemonic.toLowerCase())).toBe(type)
    expect(typeByCode(type.code)).toBe(type)
    expect(printTypeName(parseTypeName(type.mnemonic))).toBe(type.mnemonic)
    const mayBeEmpty = type.fields.every((field) => field.optional === true)
    expect(refusalOf(() => parseRdata(type.mnemonic, ''))?.code).toBe(mayBeEmpty ? undefined : 'too_few_fields')
    if (!['texts', 'hex', 'base64', 'svc-params', 'type-list', 'prefixes', 'host-identity'].includes(type.fields.at(-1)?.kind ?? '')) {
      expect(refusalOf(() => parseRdata(type.mnemonic, `${type.example} 1`))?.code).toBe('too_many_fields')
    }
  })

  test('stands in the list of names, once', () => {
    expect(recordTypes.map((type) => type.mnemonic)).toEqual([...recordMnemonics])
    expect(new Set(recordTypes.map((type) => type.code)).size).toBe(recordTypes.length)
  })

  test('names a target field that it has', () => {
    const wrong = recordTypes.filter(
      ({ targetField, fields }) => targetField !== undefined && fields.find((field) => field.name === targetField)?.kind !== 'name',
    )
    expect(wrong).toEqual([])
  })
})

describe('type names', () => {
  test.each([
    ['mx', 15],
    ['TYPE15', 15],
    ['type65280', 65280],
    ['TYPE0', 0],
    ['TYPE65535', 65535],
    ['RRSIG', 46],
  ])('%s is %i', (name, code) => {
    expect(parseTypeName(name)).toBe(code)
  })

  test.each(['', 'NOPE', 'TYPE', 'TYPE65536', 'TYPE01', 'TYPE-1', 'TYPE1 ', 'constructor', '__proto__', 'toString'])('%j is none', (name) => {
    expect(refusalOf(() => parseTypeName(name))?.code).toBe('unknown_type')
    expect(typeByMnemonic(name)).toBeUndefined()
  })

  test('of questions and of the transport are never stored', () => {
    expect([0, 41, 128, 249, 251, 252, 255].map(isStorableType)).toEqual(Array.from({ length: 7 }, () => false))
    expect([1, 46, 127, 256, 65280].map(isStorableType)).toEqual(Array.from({ length: 5 }, () => true))
  })
})

describe('accepted', () => {
  test.each([
    ['A', ' 192.0.2.1\t', 'C0000201', '192.0.2.1'],
    ['AAAA', '2001:DB8:0:0::1', '20010DB8000000000000000000000001', '2001:db8::1'],
    ['CNAME', 'www.Example.com', '03777777074578616D706C6503636F6D00', 'www.Example.com.'],
    ['CNAME', '.', '00', '.'],
    ['MX', '0 .', '000000', '0 .'],
    ['MX', '010 a', '000A016100', '10 a.'],
    ['MX', '10 \\@.foo\\.bar', '000A014007666F6F2E62617200', '10 \\@.foo\\.bar.'],
    ['TXT', 'a "b c" ""', '01610362206300', '"a" "b c" ""'],
    ['TXT', '""', '00', '""'],
    ['TXT', '"a\\"b\\\\c\\059\\;"', '076122625C633B3B', '"a\\"b\\\\c;;"'],
    ['TXT', '"中"', '03E4B8AD', '"\\228\\184\\173"'],
    ['TXT', 'a=1"b"', '03613D310162', '"a=1" "b"'],
    ['TXT', '"\\000\\009\\127\\255"', '0400097FFF', '"\\000\\009\\127\\255"'],
    ['SOA', 'a b 1 1h 2m 1w 1m', '0161000162000000000100000E100000007800093A800000003C', 'a. b. 1 3600 120 604800 60'],
    ['SRV', '0 0 0 .', '00000000000000', '0 0 0 .'],
    ['CAA', '0 issue ";"', '000569737375653B', '0 issue ";"'],
    ['CAA', '128 TBS Unknown', '8003544253556E6B6E6F776E', '128 TBS "Unknown"'],
    ['CAA', '0 issue ""', '00056973737565', '0 issue ""'],
    ['CAA', 'critical issue a', '8005697373756561', '128 issue "a"'],
    ['TLSA', '3 1 0 ab CD 01', '030100ABCD01', '3 1 0 ABCD01'],
    ['TLSA', 'DANE-EE SPKI Full ab', '030100AB', '3 1 0 AB'],
    ['SSHFP', `1 1 ${sha1.toLowerCase()}`, `0101${sha1}`, `1 1 ${sha1}`],
    ['SSHFP', '1 200 ab', '01C8AB', '1 200 AB'],
    ['NAPTR', '100 10 "" "" "" a.b', '0064000A0000000161016200', '100 10 "" "" "" a.b.'],
    [
      'NAPTR',
      '100 10 u E2U+sip "!^(.*)$!sip:\\\\1@a!" .',
      '0064000A0175074532552B73697011215E282E2A2924217369703A5C3140612100',
      '100 10 "u" "E2U+sip" "!^(.*)$!sip:\\\\1@a!" .',
    ],
    // RFC 4034 §5.4
    [
      'DS',
      '60485 5 1 2BB183AF5F22588179A53B0A 98631FAD1A292118',
      'EC4505012BB183AF5F22588179A53B0A98631FAD1A292118',
      '60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118',
    ],
    ['DS', `1 ECDSAP256SHA256 SHA-256 ${sha256}`, `00010D02${sha256}`, `1 13 2 ${sha256}`],
    // RFC 7553 §4.5
    [
      'URI',
      '10 1 "ftp://ftp1.example.com/public"',
      '000A00016674703A2F2F667470312E6578616D706C652E636F6D2F7075626C6963',
      '10 1 "ftp://ftp1.example.com/public"',
    ],
    ['DNSKEY', '256 3 8 AQPSKmyn fzW4kyBv', '010003080103D22A6CA77F35B893206F', '256 3 8 AQPSKmynfzW4kyBv'],
    ['HINFO', 'PC "GNU Linux"', '02504309474E55204C696E7578', '"PC" "GNU Linux"'],
    ['TYPE65280', '\\# 4 0a00 0001', '0A000001', '\\# 4 0A000001'],
    ['TYPE65280', '\\# 0', '', '\\# 0'],
    ['A', '\\# 4 0a000001', '0A000001', '10.0.0.1'],
    ['RRSIG', '\\# 2 0102', '0102', '\\# 2 0102'],
  ])('%s %j', (type, text, wire, canonical) => {
    const parsed = parseRdata(type, text)
    expect(printHex(parsed.wire)).toBe(wire)
    expect(parsed.text).toBe(canonical)
    expect(parseRdata(type, canonical)).toEqual(parsed)
    expect(joinFields(type, parsed.fields)).toBe(canonical)
  })

  test('names are completed by the origin when one is given', () => {
    expect(parseRdata('MX', '10 mail', { origin: 'example.com' }).text).toBe('10 mail.example.com.')
    expect(parseRdata('MX', '10 mail.', { origin: 'example.com' }).text).toBe('10 mail.')
    expect(parseRdata('CNAME', '@', { origin: 'example.com' }).text).toBe('example.com.')
    expect(parseRdata('CNAME', '@').text).toBe('\\@.')
    expect(joinFields('MX', { preference: '5', exchange: 'mail' }, { origin: 'a.b' })).toBe('5 mail.a.b.')
  })
})

describe('refused', () => {
  test.each([
    ['A', '1.2.3', 'bad_ipv4', 'address'],
    ['A', '01.2.3.4', 'bad_ipv4', 'address'],
    ['A', '::1', 'bad_ipv4', 'address'],
    ['AAAA', '1.2.3.4', 'bad_ipv6', 'address'],
    ['AAAA', '::g', 'bad_ipv6', 'address'],
    ['CNAME', 'a..b', 'empty_label', 'target'],
    ['CNAME', '例子.com', 'name_not_ascii', 'target'],
    ['CNAME', 'a b', 'too_many_fields', undefined],
    ['MX', 'mail', 'not_a_number', 'preference'],
    ['MX', '10', 'too_few_fields', 'exchange'],
    ['MX', '65536 a', 'number_out_of_range', 'preference'],
    ['MX', '-1 a', 'not_a_number', 'preference'],
    ['MX', '1.0 a', 'not_a_number', 'preference'],
    ['MX', '1e2 a', 'not_a_number', 'preference'],
    ['MX', '0x10 a', 'not_a_number', 'preference'],
    ['TXT', 'v=DKIM1; k=rsa', 'unquoted_semicolon', undefined],
    ['TXT', '(a)', 'unquoted_parenthesis', undefined],
    ['TXT', '"a', 'unbalanced_quotes', undefined],
    ['TXT', '"a\\"', 'unbalanced_quotes', undefined],
    ['TXT', '"a\nb"', 'unbalanced_quotes', undefined],
    ['TXT', '"\\256"', 'bad_escape', 'text'],
    ['TXT', '"\ud800"', 'bad_text', 'text'],
    ['TXT', `${'a'.repeat(256)} b`, 'text_too_long', 'text'],
    ['SOA', 'a b 4294967296 1 1 1 1', 'number_out_of_range', 'serial'],
    ['SOA', 'a b 1 x 1 1 1', 'bad_ttl', 'refresh'],
    ['SRV', '1 2 65536 a', 'number_out_of_range', 'port'],
    ['SRV', '1 2 a', 'not_a_number', 'port'],
    ['CAA', '256 issue "a"', 'number_out_of_range', 'flags'],
    ['CAA', '0 is-sue "a"', 'bad_caa_tag', 'tag'],
    ['CAA', '0 "" "a"', 'bad_caa_tag', 'tag'],
    ['CAA', '0 issue', 'too_few_fields', 'value'],
    ['CAA', '0 issue a; b=c', 'unquoted_semicolon', undefined],
    ['TLSA', '3 1 1 abc', 'bad_hex', 'certificate'],
    ['TLSA', '3 1 1 abcd', 'wrong_length', 'certificate'],
    ['TLSA', `3 1 2 ${sha256}`, 'wrong_length', 'certificate'],
    ['TLSA', '3 1 0', 'too_few_fields', 'certificate'],
    ['TLSA', '3 1 0 ""', 'too_few_fields', 'certificate'],
    ['TLSA', '3 1 0 xy', 'bad_hex', 'certificate'],
    ['SSHFP', `1 2 ${sha1}`, 'wrong_length', 'fingerprint'],
    ['SSHFP', `1 1 ${sha1}00`, 'wrong_length', 'fingerprint'],
    ['NAPTR', '1 1 u x "!a!b! c" .', 'bad_naptr_regexp', 'regexp'],
    ['NAPTR', '1 1 u x "a" .', 'bad_naptr_regexp', 'regexp'],
    ['NAPTR', '1 1 u x "!a!b" .', 'bad_naptr_regexp', 'regexp'],
    ['NAPTR', '1 1 u x "!!b!" .', 'bad_naptr_regexp', 'regexp'],
    ['NAPTR', '1 1 u x "!a!b!x" .', 'bad_naptr_regexp', 'regexp'],
    ['NAPTR', '1 1 u x "!a!\\\\1!" .', 'bad_naptr_regexp', 'regexp'],
    ['NAPTR', '1 1 u x "1a1b1" .', 'bad_naptr_regexp', 'regexp'],
    ['NAPTR', '1 1 u x "!a!b!" c.', 'naptr_regexp_and_replacement', 'replacement'],
    ['NAPTR', `1 1 ${'u'.repeat(256)} x "" .`, 'text_too_long', 'flags'],
    ['DS', `1 8 1 ${sha256}`, 'wrong_length', 'digest'],
    ['DS', `1 8 2 ${sha1}`, 'wrong_length', 'digest'],
    ['DS', `1 8 4 ${sha256}`, 'wrong_length', 'digest'],
    ['DS', `1 NOPE 2 ${sha256}`, 'not_a_number', 'algorithm'],
    ['DS', `65536 8 2 ${sha256}`, 'number_out_of_range', 'keyTag'],
    ['URI', '1 1 ""', 'text_empty', 'target'],
    ['URI', '1 1', 'too_few_fields', 'target'],
    ['URI', '1 1 "a" b', 'too_many_fields', undefined],
    ['DNSKEY', '256 3 8 A', 'bad_base64', 'publicKey'],
    ['DNSKEY', '256 3 8 AB==', 'bad_base64', 'publicKey'],
    ['DNSKEY', '256 3 8 AA=A', 'bad_base64', 'publicKey'],
    ['HTTPS', 'a .', 'not_a_number', 'priority'],
    ['HTTPS', '1', 'too_few_fields', 'target'],
    ['TYPE65280', '10.0.0.1', 'bad_unknown_rdata', undefined],
    ['TYPE65280', '\\# 3 0A000001', 'bad_unknown_rdata', undefined],
    ['TYPE65280', '\\# x 0A', 'bad_unknown_rdata', undefined],
    ['TYPE65280', '\\# 1 0', 'bad_hex', undefined],
    ['TYPE65280', '\\#', 'too_few_fields', undefined],
    ['A', '\\# 3 0A0000', 'bad_wire', undefined],
    ['A', '\\# 5 0A00000000', 'bad_wire', undefined],
    ['DS', '\\# 5 0001080100', 'wrong_length', 'digest'],
    ['CNAME', '\\# 2 C000', 'bad_wire', undefined],
    ['RRSIG', 'A 8 2 3600 0 0 1 a. AAAA', 'unsupported_type', undefined],
    ['NOPE', 'x', 'unknown_type', undefined],
  ])('%s %j as %s', (type, text, code, field) => {
    const refusal = refusalOf(() => parseRdata(type, text))
    expect(refusal?.code).toBe(code)
    expect(refusal?.params['field']).toBe(field)
  })

  test.each([
    ['MX', { preference: '', exchange: 'a' }, 'field_missing', 'preference'],
    ['MX', { preference: '10' }, 'field_missing', 'exchange'],
    ['MX', { preference: '10', exchange: 'a b' }, 'too_many_fields', 'exchange'],
    ['MX', { preference: '10 20', exchange: 'a' }, 'too_many_fields', 'preference'],
    ['A', { address: '1.2.3.4;' }, 'unquoted_semicolon', 'address'],
    ['URI', { priority: '1', weight: '1', target: '' }, 'text_empty', 'target'],
    ['HINFO', { cpu: 'a'.repeat(256), os: '' }, 'text_too_long', 'cpu'],
    ['TLSA', { usage: '3', selector: '1', matchingType: '0', certificate: ' ' }, 'field_missing', 'certificate'],
    ['TYPE65280', { rdata: 'abc' }, 'bad_hex', 'rdata'],
  ])('the form of %s with %j as %s', (type, fields, code, field) => {
    expect(refusalOf(() => joinFields(type, fields))).toMatchObject({ code, params: { field } })
  })
})

describe('texts in a form', () => {
  const long = `v=DKIM1; p=${'A'.repeat(500)}`
  test.each([
    ['v=spf1 include:a.example -all', '"v=spf1 include:a.example -all"'],
    ['v=DKIM1; k=rsa', '"v=DKIM1; k=rsa"'],
    ['', '""'],
    ['say "hi"', '"say \\"hi\\""'],
    ['back\\slash \\065', '"back\\\\slash \\\\065"'],
    ['中文', '"\\228\\184\\173\\230\\150\\135"'],
    ['"a" "b"', '"a" "b"'],
    [' "a"  "b" ', '"a" "b"'],
    ['"unbalanced', '"\\"unbalanced"'],
    ['"a" b', '"\\"a\\" b"'],
    ['"\\300"', '"\\"\\\\300\\""'],
    [long, `"${long.slice(0, 255)}" "${long.slice(255, 510)}" "${long.slice(510)}"`],
    ['v=spf1 -all\n', '"v=spf1 -all"'],
    ['\ufeff \tv=spf1 -all \r\n\n', '"v=spf1 -all"'],
    ['v=DKIM1; \r\n  p=AAAA\n\tBBBB\u2028CCCC', '"v=DKIM1; p=AAAA BBBB CCCC"'],
    ['"a"\n"b"\n', '"a" "b"'],
    ['"a\\010"\n', '"a\\010"'],
    ['" a "', '" a "'],
  ])('%j is %s', (typed, value) => {
    expect(joinFields('TXT', { text: typed })).toBe(value)
  })

  test.each([
    ['"v=spf1 -all"', 'v=spf1 -all'],
    [`"${'a'.repeat(255)}" "b"`, `${'a'.repeat(255)}b`],
    ['"a" "b"', '"a" "b"'],
    ['"\\"a\\""', '"\\"a\\""'],
    ['"\\255"', '"\\255"'],
    ['"\\000"', '"\\000"'],
    ['" a"', '" a"'],
    ['"a\\010"', '"a\\010"'],
    ['"a\\010b"', '"a\\010b"'],
    ['"\\226\\128\\174x"', '"\\226\\128\\174x"'],
    ['"\\228\\184\\173"', '中'],
    ['""', ''],
  ])('%s shows as %j, and comes back', (value, typed) => {
    expect(splitFields('TXT', value)).toEqual({ text: typed })
    expect(joinFields('TXT', { text: typed })).toBe(value)
  })

  test('one string of more than 255 octets is cut, in a form and in a value', () => {
    const cut = `"${'x'.repeat(255)}" "x"`
    expect(parseRdata('TXT', 'x'.repeat(256)).text).toBe(cut)
    expect(parseRdata('TXT', `"${'x'.repeat(256)}"`).text).toBe(cut)
    expect(joinFields('TXT', { text: 'x'.repeat(256) })).toBe(cut)
  })

  test('65,535 octets of data are the most', () => {
    expect(parseRdata('TXT', 'x'.repeat(65_279)).wire).toHaveLength(65_535)
    expect(refusalOf(() => parseRdata('TXT', 'x'.repeat(65_280)))?.code).toBe('rdata_too_long')
  })

  test('a long URI stays one text', () => {
    const target = `https://example.com/${'a'.repeat(600)}`
    expect(joinFields('URI', { priority: '1', weight: '1', target })).toBe(`1 1 "${target}"`)
    expect(splitFields('URI', `1 1 "${target}"`)['target']).toBe(target)
  })
})

test('a type without a row has one field of digits', () => {
  expect(fieldsOfType('TYPE65280').map((field) => field.name)).toEqual(['rdata'])
  expect(joinFields('TYPE65280', { rdata: '0a 00' })).toBe('\\# 2 0A00')
  expect(joinFields('TYPE65280', { rdata: '' })).toBe('\\# 0')
  expect(printRdata('TYPE65280', parseHex('0A'))).toBe('\\# 1 0A')
})
