import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { parseRdata, printRdata } from './rdata.ts'
import { parseHex, printHex } from './wire.ts'

const fooCom = '03666F6F076578616D706C6503636F6D00'
const fooOrg = '03666F6F076578616D706C65036F726700'

describe('SVCB and HTTPS are read as RFC 9460 Appendix D says', () => {
  test.each([
    ['HTTPS', '0 foo.example.com.', `0000${fooCom}`, '0 foo.example.com.'],
    ['SVCB', '1 .', '000100', '1 .'],
    ['SVCB', '16 foo.example.com. port=53', `0010${fooCom}000300020035`, '16 foo.example.com. port=53'],
    ['SVCB', '1 foo.example.com. key667=hello', `0001${fooCom}029B000568656C6C6F`, '1 foo.example.com. key667="hello"'],
    ['SVCB', '1 foo.example.com. key667="hello\\210qoo"', `0001${fooCom}029B000968656C6C6FD2716F6F`, '1 foo.example.com. key667="hello\\210qoo"'],
    [
      'SVCB',
      '1 foo.example.com. ipv6hint="2001:db8::1,2001:db8::53:1"',
      `0001${fooCom}0006002020010DB800000000000000000000000120010DB8000000000000000000530001`,
      '1 foo.example.com. ipv6hint=2001:db8::1,2001:db8::53:1',
    ],
    [
      'SVCB',
      '1 example.com. ipv6hint="2001:db8:122:344::192.0.2.33"',
      '0001076578616D706C6503636F6D000006001020010DB80122034400000000C0000221',
      '1 example.com. ipv6hint=2001:db8:122:344::c000:221',
    ],
    [
      'SVCB',
      '16 foo.example.org. alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1',
      `0010${fooOrg}0000000400010004000100090268320568332D313900040004C0000201`,
      '16 foo.example.org. mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1',
    ],
    [
      'SVCB',
      '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
      `0010${fooOrg}0001000C08665C6F6F2C626172026832`,
      '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
    ],
    [
      'SVCB',
      '16 foo.example.org. alpn=f\\\\\\092oo\\092,bar,h2',
      `0010${fooOrg}0001000C08665C6F6F2C626172026832`,
      '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
    ],
  ])('%s %s', (type, text, wire, canonical) => {
    const parsed = parseRdata(type, text)
    expect(printHex(parsed.wire)).toBe(wire)
    expect(parsed.text).toBe(canonical)
    expect(parseRdata(type, canonical).wire).toEqual(parsed.wire)
  })

  test.each([
    ['1 . key123=abc key123=def', 'svc_repeated_key'],
    ['1 . mandatory', 'svc_value_missing'],
    ['1 . alpn', 'svc_value_missing'],
    ['1 . port', 'svc_value_missing'],
    ['1 . ipv4hint', 'svc_value_missing'],
    ['1 . ech', 'svc_value_missing'],
    ['1 . ipv6hint', 'svc_value_missing'],
    ['1 . alpn=h2 no-default-alpn=abc', 'svc_value_not_allowed'],
    ['1 . mandatory=key123', 'svc_mandatory_missing'],
    ['1 . mandatory=mandatory', 'svc_bad_value'],
    ['1 . mandatory=key123,key123 key123=abc', 'svc_bad_value'],
  ])('%s is refused as %s', (text, code) => {
    expect(refusalOf(() => parseRdata('SVCB', text))).toMatchObject({ code, params: { field: 'params' } })
  })
})

describe('service parameters', () => {
  test.each([
    ['port=0443x', 'svc_bad_value'],
    ['port=65536', 'svc_bad_value'],
    ['port=-1', 'svc_bad_value'],
    ['port=', 'svc_value_missing'],
    ['alpn=""', 'svc_value_missing'],
    ['alpn=h2,,h3', 'svc_bad_value'],
    ['alpn=h2,', 'svc_bad_value'],
    ['alpn="a\\\\x"', 'svc_bad_value'],
    [`alpn=${'a'.repeat(256)}`, 'svc_bad_value'],
    ['ipv4hint=1.2.3', 'svc_bad_value'],
    ['ipv4hint=1.2.3.4,', 'svc_bad_value'],
    ['ipv4hint="1.2.3.4, 1.2.3.5"', 'svc_bad_value'],
    ['ipv6hint=1.2.3.4', 'svc_bad_value'],
    ['ech=AB=', 'svc_bad_value'],
    ['dohpath=dns-query', 'svc_bad_value'],
    ['dohpath=/dns-query', 'svc_bad_value'],
    ['dohpath=/dns-query{?x}', 'svc_bad_value'],
    ['no-default-alpn', 'svc_alpn_missing'],
    ['nonsense=1', 'svc_bad_key'],
    ['key65535=a', 'svc_bad_key'],
    ['key65536=a', 'svc_bad_key'],
    ['key01=a', 'svc_bad_key'],
    ['key=a', 'svc_bad_key'],
    ['"alpn=h2"', 'svc_bad_key'],
    ['alpn="h2"h3', 'svc_bad_value'],
    ['alpn"h2"', 'svc_bad_value'],
    ['port=1 key3="\\000\\002"', 'svc_repeated_key'],
    ['key3=abc', 'bad_wire'],
    ['key1=h2', 'bad_wire'],
  ])('%s is refused as %s', (params, code) => {
    expect(refusalOf(() => parseRdata('HTTPS', `1 . ${params}`))?.code).toBe(code)
  })

  test.each([
    ['port=443 alpn=h2', '1 . alpn="h2" port=443'],
    ['ALPN=h2', '1 . alpn="h2"'],
    ['alpn=h2 no-default-alpn', '1 . alpn="h2" no-default-alpn'],
    ['alpn=h2 no-default-alpn=""', '1 . alpn="h2" no-default-alpn'],
    ['ech="AQID"', '1 . ech=AQID'],
    ['dohpath=/dns-query{?dns}', '1 . dohpath="/dns-query{?dns}"'],
    ['ohttp', '1 . key8'],
    ['key8', '1 . key8'],
    ['key65534=', '1 . key65534'],
    ['key100="a b\\"c"', '1 . key100="a b\\"c"'],
    ['key3="\\001\\187"', '1 . port=443'],
    ['mandatory=port,key100 port=1 key100', '1 . mandatory=port,key100 port=1 key100'],
  ])('%s is %s', (params, canonical) => {
    expect(parseRdata('HTTPS', `1 . ${params}`).text).toBe(canonical)
    expect(parseRdata('HTTPS', canonical).text).toBe(canonical)
  })

  test('have no place in the alias form', () => {
    expect(refusalOf(() => parseRdata('HTTPS', '0 a. alpn=h2'))?.code).toBe('svc_alias_with_params')
    expect(refusalOf(() => parseRdata('HTTPS', '\\# 11 0000016100000300020035'))?.code).toBe('svc_alias_with_params')
  })

  test.each([
    ['000100 0003 0002 0035 0003 0002 0035', 'a key twice'],
    ['000100 0004 0004 01020304 0003 0002 0035', 'keys out of order'],
    ['000100 0003 0003 003500', 'a port of three octets'],
    ['000100 0004 0003 010203', 'half an address'],
    ['000100 0004 0000', 'no address'],
    ['000100 0001 0000', 'no protocol'],
    ['000100 0001 0001 00', 'an empty protocol'],
    ['000100 0001 0002 0268', 'half a protocol'],
    ['000100 0002 0001 00', 'a value where none may be'],
    ['000100 0000 0004 0003 0001', 'mandatory keys out of order'],
    ['000100 0000 0002 0000', 'mandatory naming itself'],
    ['000100 0005 0000', 'an empty ECH list'],
    ['000100 0003 0002', 'a length beyond the end'],
    ['000100 0003', 'half a key'],
    ['000100 FFFF 0000', 'the invalid key'],
  ])('on the wire %s are refused for %s', (wire) => {
    expect(refusalOf(() => printRdata('HTTPS', parseHex(wire.replaceAll(' ', ''))))?.code).toBe('bad_wire')
  })
})
