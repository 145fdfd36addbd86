import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { joinFields, parseRdata, printRdata, splitFields } from './rdata.ts'
import { isPlatformType, parseTypeName, recordTypes } from './record-types.ts'
import { printHex } from './wire.ts'

test('only types of the platform are marked as such, all with codes for private use', () => {
  const marked = recordTypes.filter(({ code }) => isPlatformType(code))
  expect(marked.map(({ mnemonic, code }) => [mnemonic, code])).toEqual([
    ['ALIAS', 65401],
    ['URL', 65402],
  ])
  expect(marked.every(({ code }) => code >= 65280 && code <= 65534)).toBe(true)
})

describe('ALIAS', () => {
  test('holds a name as PowerDNS writes it, and completes a relative one', () => {
    expect(parseRdata('ALIAS', 'Edge.cdn', { origin: 'example.net' }).text).toBe('Edge.cdn.example.net.')
    expect(parseTypeName('TYPE65401')).toBe(parseTypeName('alias'))
  })
})

describe('URL', () => {
  test.each([
    ['301 https://Example.COM', '301 "https://example.com/"'],
    ['302 "http://example.com:80/a b?q=\\"1\\""', '302 "http://example.com/a%20b?q=%221%22"'],
    ['Frame "https://b\\195\\188cher.example/;x"', 'frame "https://xn--bcher-kva.example/;x"'],
    ['301 "https://[2001:DB8:0::1]:8443/#part"', '301 "https://[2001:db8::1]:8443/#part"'],
  ])('%s is %s', (written, canonical) => {
    expect(parseRdata('URL', written).text).toBe(canonical)
  })

  test.each([
    ['301', 'too_few_fields', 'target'],
    ['307 https://example.com/', 'unknown_option', 'mode'],
    ['301 ""', 'bad_web_address', 'target'],
    ['301 www.example.com', 'bad_web_address', 'target'],
    ['301 /path', 'bad_web_address', 'target'],
    ['301 https:example.com', 'bad_web_address', 'target'],
    ['301 ftp://example.com/', 'bad_web_address', 'target'],
    ['301 javascript://example.com/%0aalert(1)', 'unquoted_parenthesis', undefined],
    ['301 "javascript://example.com/%0aalert(1)"', 'bad_web_address', 'target'],
    ['301 https://user:secret@example.com/', 'web_address_with_login', 'target'],
    ['301 "https://example.com/\\255"', 'bad_web_address', 'target'],
    ['301 https://exa%20mple.com/', 'bad_web_address', 'target'],
  ])('%s is refused as %s', (written, code, field) => {
    const refusal = refusalOf(() => parseRdata('URL', written))
    expect([refusal?.code, refusal?.params['field']]).toEqual([code, field])
  })

  test('may have 1,000 characters, not one more', () => {
    const address = (length: number): string => `https://example.com/${'a'.repeat(length - 'https://example.com/'.length)}`
    expect(parseRdata('URL', `301 "${address(1000)}"`).fields['target']).toBe(address(1000))
    expect(refusalOf(() => parseRdata('URL', `301 "${address(1001)}"`))).toMatchObject({ code: 'web_address_too_long', params: { max: 1000 } })
  })

  test('is typed by field, where the address needs no quotes however long it is', () => {
    const target = `https://www.example.com/;${'long/'.repeat(80)}?a=(b)&c="d"`
    const value = joinFields('URL', { mode: 'frame', target })
    expect(splitFields('URL', value)).toEqual({ mode: 'frame', target: target.replaceAll('"', '%22') })
  })

  test('in octets has one form: another is no value of this type', () => {
    const octets = (text: string): Uint8Array => Uint8Array.from([0, ...new TextEncoder().encode(text)])
    expect(printRdata('URL', octets('https://example.com/'))).toBe('301 "https://example.com/"')
    for (const text of ['https://EXAMPLE.com/', 'https://example.com', 'ftp://example.com/', 'https://u@example.com/', ''])
      expect(refusalOf(() => printRdata('URL', octets(text)))?.code).toBe('bad_wire')
    expect(refusalOf(() => printRdata('URL', Uint8Array.of(3)))?.code).toBe('bad_wire')
    expect(printHex(parseRdata('URL', '302 http://a.example').wire)).toBe(`01${printHex(new TextEncoder().encode('http://a.example/'))}`)
  })
})
