import { describe, expect, test } from 'vitest'
import { refusalOf } from './errors.ts'
import { joinFields, parseRdata, splitFields } from './rdata.ts'
import { printHex } from './wire.ts'

const sha384 = 'C68090D90A7AED716BC459F9340E3D7C1370D4D24B7E2FC3A1DDC0B9A87153B9A9713B3C9AE5CC27777F98B8E730044C'
const key = 'AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ=='
const keyHex = '0103515379 86ED35533B6064478EEEB27B5BD74DAE149B6E81BA3A0521AF82AB7801'.replace(' ', '')
const hit = '200100107B1A74DF365639CC39F1D578'

describe('as their documents write them', () => {
  test.each([
    // RFC 1183 §1, §2.2
    ['AFSDB', '1 jack.Toaster.com.', '0001046A61636B07546F617374657203636F6D00', '1 jack.Toaster.com.'],
    ['RP', 'a.b. .', '01610162' + '0000', 'a.b. .'],
    ['RP', '. .', '0000', '. .'],
    // RFC 2230 §3
    ['KX', '2 rt', '000202727400', '2 rt.'],
    // RFC 3123 §5
    ['APL', '1:192.168.32.0/21 !1:192.168.38.0/28', '00011503C0A82000011C83C0A826', '1:192.168.32.0/21 !1:192.168.38.0/28'],
    ['APL', '1:224.0.0.0/4 2:FF00:0:0:0:0:0:0:0/8', '00010401E000020801FF', '1:224.0.0.0/4 2:ff00::/8'],
    ['APL', '!1:0.0.0.0/0', '00010080', '!1:0.0.0.0/0'],
    ['APL', '', '', '\\# 0'],
    // RFC 4025 §3.3
    ['IPSECKEY', `10 1 2 192.0.2.38 ${key}`, `0A0102C0000226${keyHex}`, `10 1 2 192.0.2.38 ${key}`],
    ['IPSECKEY', `10 0 2 . ${key}`, `0A0002${keyHex}`, `10 0 2 . ${key}`],
    ['IPSECKEY', `10 3 2 gw.example. ${key}`, `0A0302026777076578616D706C6500${keyHex}`, `10 3 2 gw.example. ${key}`],
    ['IPSECKEY', `10 2 2 2001:0DB8::1 ${key}`, `0A020220010DB8000000000000000000000001${keyHex}`, `10 2 2 2001:db8::1 ${key}`],
    // RFC 4025 §2.4: without a key
    ['IPSECKEY', '10 1 0 192.0.2.3', '0A0100C0000203', '10 1 0 192.0.2.3'],
    // RFC 4398 §2.1, §2.2
    ['CERT', 'PKIX 1 RSASHA256 AQID', '0001000108010203', '1 1 8 AQID'],
    ['CERT', 'OID 0 0 AQ ID', '00FE000000010203', '254 0 0 AQID'],
    // RFC 4701 §3.6.1
    [
      'DHCID',
      'AAIBY2/AuCccgoJb saxcQc9TUapptP69l OjxfNuVAA2kjEA=',
      '000201636FC0B8271C82825BB1AC5C41CF5351AA69B4FEBD94E8F17CDB95000DA48C40',
      'AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA=',
    ],
    // RFC 6742 §2
    ['NID', '10 0014:4FFF:ff20:ee64', '000A00144FFFFF20EE64', '10 0014:4fff:ff20:ee64'],
    ['NID', '10 14:0:1:ee64', '000A001400000001EE64', '10 0014:0000:0001:ee64'],
    ['L32', '10 10.1.2.0', '000A0A010200', '10 10.1.2.0'],
    ['L64', '10 2001:0DB8:1140:1000', '000A20010DB811401000', '10 2001:0db8:1140:1000'],
    ['LP', '10 a.', '000A016100', '10 a.'],
    // RFC 7043 §3, §4
    ['EUI48', '00-00-5E-00-53-2A', '00005E00532A', '00-00-5e-00-53-2a'],
    ['EUI64', '00-00-5e-ef-10-00-00-2a', '00005EEF1000002A', '00-00-5e-ef-10-00-00-2a'],
    // RFC 7477 §2.1.1
    ['CSYNC', '66 3 AAAA NS A', '00000042000300046000 0008'.replace(' ', ''), '66 3 A NS AAAA'],
    ['CSYNC', '0 0 TYPE65280 CAA', '000000000000' + '010140' + 'FF0180', '0 0 CAA TYPE65280'],
    ['CSYNC', '66 3', '000000420003', '66 3'],
    // RFC 7929 §2.3, RFC 8162 §2
    ['OPENPGPKEY', 'AQ ID', '010203', 'AQID'],
    ['SMIMEA', 'DANE-EE SPKI Full ab', '030100AB', '3 1 0 AB'],
    // RFC 8005 §6
    [
      'HIP',
      `2 ${hit} AwEAAbdx rvs1.example.com. rvs2`,
      `10020006${hit}030100 01B771`.replace(' ', '') + '0472767331076578616D706C6503636F6D00' + '047276733200',
      `2 ${hit} AwEAAbdx rvs1.example.com. rvs2.`,
    ],
    // RFC 8078 §4
    ['CDS', '0 0 0 00', '0000000000', '0 0 0 00'],
    ['CDNSKEY', '0 3 0 AA==', '0000030000', '0 3 0 AA=='],
    // RFC 8976 A.1, §2.2.4
    ['ZONEMD', `2018031900 1 1 ${sha384.toLowerCase()}`, `7848B91C0101${sha384}`, `2018031900 1 1 ${sha384}`],
    ['ZONEMD', '1 SIMPLE 240 AABBCCDDEEFF001122334455', '0000000101F0AABBCCDDEEFF001122334455', '1 1 240 AABBCCDDEEFF001122334455'],
  ])('%s %j', (type, text, wire, canonical) => {
    const parsed = parseRdata(type, text)
    expect(printHex(parsed.wire)).toBe(wire)
    expect(parsed.text).toBe(canonical)
    expect(parseRdata(type, canonical)).toEqual(parsed)
    expect(joinFields(type, parsed.fields)).toBe(canonical)
    const generic = `\\# ${parsed.wire.length} ${wire}`
    expect(parseRdata(type, generic)).toEqual(parsed)
  })

  test('names in them are completed by the origin', () => {
    const origin = { origin: 'example.com' }
    expect(parseRdata('HIP', `2 ${hit} AwEAAbdx rvs @`, origin).text).toBe(`2 ${hit} AwEAAbdx rvs.example.com. example.com.`)
    expect(parseRdata('IPSECKEY', `10 3 2 gw ${key}`, origin).text).toBe(`10 3 2 gw.example.com. ${key}`)
    expect(parseRdata('RP', 'admin .', origin).text).toBe('admin.example.com. .')
  })

  test('a form shows each field by itself', () => {
    expect(splitFields('IPSECKEY', `10 3 2 gw.example. ${key}`)).toEqual({
      precedence: '10',
      gatewayType: '3',
      algorithm: '2',
      gateway: 'gw.example.',
      publicKey: key,
    })
    expect(splitFields('CSYNC', '66 3')).toEqual({ serial: '66', flags: '3', types: '' })
    expect(splitFields('APL', '\\# 0')).toEqual({ prefixes: '' })
  })
})

describe('refused', () => {
  test.each([
    ['EUI48', '00:00:5e:00:53:2a', 'bad_groups', 'hardwareAddress'],
    ['EUI48', '00-00-5e-00-53', 'bad_groups', 'hardwareAddress'],
    ['NID', '10 14:4f:2', 'bad_groups', 'nodeId'],
    ['L64', '10 2001:db8::', 'bad_groups', 'locator'],
    ['APL', '3:1/1', 'bad_prefix', 'prefixes'],
    ['APL', '1:1.2.3.4/33', 'bad_prefix', 'prefixes'],
    ['APL', '1:1.2.3/24', 'bad_ipv4', 'prefixes'],
    ['CSYNC', '1 1 NOPE', 'unknown_type', 'types'],
    ['IPSECKEY', '10 0 2 192.0.2.1 AQID', 'gateway_not_used', 'gateway'],
    ['IPSECKEY', '10 1 2 ::1 AQID', 'bad_ipv4', 'gateway'],
    ['IPSECKEY', '10 4 2 . AQID', 'number_out_of_range', 'gatewayType'],
    ['HIP', '256 20 AQID', 'number_out_of_range', 'hostIdentity'],
    ['HIP', 'x 20 AQID', 'not_a_number', 'hostIdentity'],
    ['HIP', `2 ${'20'.repeat(256)} AQID`, 'wrong_length', 'hostIdentity'],
    ['HIP', '2 "" AQID', 'too_few_fields', 'hostIdentity'],
    ['HIP', '2 20 AQID a..b', 'empty_label', 'hostIdentity'],
    ['ZONEMD', '1 1 1 AABB', 'wrong_length', 'digest'],
    ['ZONEMD', '1 1 240 AABBCCDDEEFF0011223344', 'wrong_length', 'digest'],
    ['CDS', '1 8 2 AB', 'wrong_length', 'digest'],
    ['SMIMEA', '3 1 1 AB', 'wrong_length', 'certificate'],
  ])('%s %j as %s', (type, text, code, field) => {
    const refusal = refusalOf(() => parseRdata(type, text))
    expect(refusal?.code).toBe(code)
    expect(refusal?.params['field']).toBe(field)
  })

  test.each([
    ['octets too few', 'EUI48', '00005E0053'],
    ['octets too many', 'L32', '000A0A01020000'],
    ['a window of types out of order', 'CSYNC', '000000010001000140000140'],
    ['zeros at the end of a window', 'CSYNC', '00000001000100024000'],
    ['a window without octets', 'CSYNC', '0000000100010000'],
    ['a window longer than 256 types', 'CSYNC', `0000000100010021${'80'.repeat(33)}`],
    ['zeros at the end of a prefix', 'APL', '0001180401020300'],
    ['an address family that has no text', 'APL', '0003080101'],
    ['more prefix than address', 'APL', '00012100'],
    ['a gateway cut short', 'IPSECKEY', '0A0102C00002'],
    ['a gateway type that there is not', 'IPSECKEY', '0A040200'],
    ['no host identity tag', 'HIP', '0002000101'],
    ['a compressed name', 'KX', '0001C000'],
  ])('%s, written as unknown data', (_what, type, wire) => {
    expect(refusalOf(() => parseRdata(type, `\\# ${wire.length / 2} ${wire}`))?.code).toBe('bad_wire')
  })

  test('data that breaks a rule of the type, written as unknown data', () => {
    expect(refusalOf(() => parseRdata('ZONEMD', '\\# 8 0000000101F0AABB'))).toMatchObject({ code: 'wrong_length', params: { field: 'digest' } })
    expect(refusalOf(() => parseRdata('DHCID', '\\# 0'))?.code).toBe('too_few_fields')
  })
})
