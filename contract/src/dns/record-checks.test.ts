import { describe, expect, it } from 'vitest'
import { checkHost, checkRecord, isSpecialAddress, priorityOf, type RecordToCheck } from './record-checks.ts'

const zone = { name: 'example.com', nameservers: ['ns1.dns.example', 'ns2.dns.example'] }

function sent(record: Partial<RecordToCheck>): RecordToCheck {
  return { host: 'www', type: 'A', line: 'default', value: '192.0.2.1', ttl: 600, remark: '', status: 1, ...record }
}

const codesOf = (record: Partial<RecordToCheck>): string[] => checkRecord(sent(record), zone).found.map((one) => `${one.severity} ${one.code} ${one.field}`)

describe('a host', () => {
  it.each([
    ['@', '@'],
    ['', '@'],
    ['WWW', 'www'],
    ['*', '*'],
    ['*.Sub', '*.sub'],
    ['_dmarc', '_dmarc'],
    ['_25._tcp.mail', '_25._tcp.mail'],
    ['0/25', '0/25'],
    ['0-127', '0-127'],
    ['A+B', 'a+b'],
    ['例子', 'xn--fsqu00a'],
    ['*.例子', '*.xn--fsqu00a'],
    ['a。b', 'a.b'],
    ['www.example.com.', 'www'],
    ['Example.COM.', '@'],
    ['a'.repeat(63), 'a'.repeat(63)],
    [`${'a'.repeat(63)}.`.repeat(3) + 'a'.repeat(49), `${'a'.repeat(63)}.`.repeat(3) + 'a'.repeat(49)],
  ])('%s is stored as %s', (text, host) => {
    expect(checkHost(text, 'example.com')).toEqual({ host, found: [] })
  })

  it.each([
    ['a..b', 'empty_label'],
    ['-a', 'hyphen_at_edge'],
    ['a-', 'hyphen_at_edge'],
    ['a b', 'bad_character'],
    ['a!b', 'not_a_host_name'],
    ['a*', 'bad_wildcard'],
    ['a.b*', 'bad_wildcard'],
    ['www.example.net.', 'out_of_zone'],
    ['a'.repeat(64), 'label_too_long'],
    [`${'a'.repeat(63)}.`.repeat(3) + 'a'.repeat(50), 'name_too_long'],
  ])('%s is refused: %s', (text, code) => {
    expect(checkHost(text, 'example.com').found).toMatchObject([{ severity: 'error', code, field: 'host' }])
  })

  it('that repeats the domain is doubted', () => {
    expect(checkHost('www.example.com', 'example.com').found).toEqual([
      { severity: 'warning', code: 'host_repeats_zone', field: 'host', params: { name: 'www.example.com.example.com.', host: 'www' } },
    ])
    expect(checkHost('Example.com', 'example.com').found).toMatchObject([{ code: 'host_repeats_zone', params: { host: '@' } }])
  })
})

it.each(['a.*', 'a.*.b', '*.*.a', '例.*.b'])('the host %s has an asterisk that is no wildcard', (text) => {
  expect(checkHost(text, 'example.com').found).toMatchObject([{ severity: 'warning', code: 'asterisk_inside', field: 'host' }])
})

describe('a value', () => {
  it.each([
    ['MX', '10 mail.example.com', '10 mail.example.com.'],
    ['MX', '10  mail.例子.cn', '10 mail.xn--fsqu00a.cn.'],
    ['AAAA', '2001:DB8:0:0::1', '2001:db8::1'],
    ['TXT', '"v=spf1 -all"', '"v=spf1 -all"'],
    ['TYPE1', '192.0.2.1', '192.0.2.1'],
    ['TYPE65534', '\\# 4 0a000001', '\\# 4 0A000001'],
    ['caa', '0 issue ca.example.net', '0 issue "ca.example.net"'],
  ])('of %s %s is stored as %s', (type, value, stored) => {
    expect(checkRecord(sent({ type, value }), zone)).toMatchObject({ record: { value: stored }, found: [] })
  })

  it.each([
    ['MX', 'mail.example.com', 10, '10 mail.example.com.'],
    ['MX', '10 mail.example.com', 10, '10 mail.example.com.'],
    ['SRV', '5 5060 sip.example.com', 10, '10 5 5060 sip.example.com.'],
    ['SRV', '10 5 5060 sip.example.com', 10, '10 5 5060 sip.example.com.'],
    ['HTTPS', '. alpn=h2', 1, '1 . alpn="h2"'],
    ['URI', '1 "https://example.com/"', 10, '10 1 "https://example.com/"'],
  ])('of %s %s with priority %s is %s', (type, value, priority, stored) => {
    expect(checkRecord(sent({ type, value, priority }), zone)).toMatchObject({ record: { value: stored }, found: [] })
    expect(priorityOf(type, stored)).toBe(priority)
  })

  it.each<[string, Partial<RecordToCheck>, string]>([
    ['a priority that differs from the value', { type: 'MX', value: '10 mail.example.com.', priority: 20 }, 'error priority_conflict priority'],
    ['a priority of a type without one', { priority: 0 }, 'error priority_not_used priority'],
    ['a value that is wrong beside a priority', { type: 'MX', value: '10 mail..example', priority: 10 }, 'error empty_label value'],
    ['a priority with a wrong rest', { type: 'MX', value: 'mail..example', priority: 10 }, 'error empty_label value'],
    ['an address of the other family', { value: '2001:db8::1' }, 'error bad_ipv4 value'],
    ['a name without a type', { type: 'BOGUS' }, 'error unknown_type type'],
    ['a question type', { type: 'ANY' }, 'error type_not_storable type'],
    ['an SOA', { host: '@', type: 'SOA', value: 'a. b. 1 2 3 4 5' }, 'error soa_locked type'],
    ['a signature', { type: 'RRSIG', value: '\\# 0' }, 'error dnssec_type_locked type'],
    ['NS of the domain itself', { host: '@', type: 'NS', value: 'ns1.example.net.' }, 'error apex_ns_locked type'],
    ['CNAME of the domain itself', { host: '@', type: 'CNAME', value: 'example.net.' }, 'error cname_at_apex type'],
    ['DS of the domain itself', { host: '@', type: 'DS', value: `1 13 2 ${'0'.repeat(64)}` }, 'error ds_at_apex type'],
    ['a delegated wildcard', { host: '*', type: 'NS', value: 'ns1.example.net.' }, 'error wildcard_ns type'],
    ['a wildcard DNAME', { host: '*.a', type: 'DNAME', value: 'example.net.' }, 'error wildcard_dname type'],
    ['a redirect to itself', { type: 'URL', value: '302 "HTTPS://WWW.example.com.:8443/path"' }, 'error url_to_itself value'],
    ['a CNAME to itself', { type: 'CNAME', value: 'WWW.example.com' }, 'error cname_to_itself value'],
    ['an ALIAS to itself', { type: 'ALIAS', value: 'WWW.example.com' }, 'error alias_to_itself value'],
    ['an address for an ALIAS', { type: 'ALIAS', value: '192.0.2.1' }, 'error target_is_address value'],
    ['a DNAME below itself', { type: 'DNAME', value: 'a.www.example.com' }, 'error dname_to_itself value'],
    ['an address for a host', { type: 'CNAME', value: '192.0.2.1' }, 'error target_is_address value'],
    ['a weight of a delegation', { type: 'NS', value: 'ns1.example.net.', weight: 1 }, 'error weight_not_used weight'],
    ['a TTL of 0', { ttl: 0 }, 'warning ttl_zero ttl'],
    ['a TTL below 0', { ttl: -1 }, 'error number_too_small ttl'],
    ['a delegation to the root', { type: 'NS', value: '.' }, 'error ns_root value'],
    ['a digest of the reserved type', { type: 'DS', value: '1 13 0 ABCD' }, 'error digest_type_reserved value'],
    ['a digest of an unknown type', { type: 'DS', value: '1 13 7 ABCD' }, 'warning digest_type_unknown value'],
    ['a digest of a wrong length', { type: 'DS', value: '1 13 2 ABCD' }, 'error wrong_length value'],
    ['a digest of a wrong length, as unknown data', { type: 'TYPE43', value: '\\# 6 00010D02ABCD' }, 'error wrong_length value'],
    ['octets that are no value of the type', { type: 'TYPE15', value: '\\# 3 000AFF' }, 'error bad_wire value'],
    ['a host that decodes to nothing', { host: 'xn--zzzz.b' }, 'error idn_bad_punycode host'],
    ['a target that decodes to nothing', { type: 'CNAME', value: 'xn--zzzz.example.net.' }, 'warning idn_bad_punycode value'],
    ['a TTL above 2^31-1', { ttl: 2 ** 31 }, 'error number_too_big ttl'],
    ['a private address', { value: '10.1.2.3' }, 'warning private_address value'],
    ['an address under an underscore', { host: '_a' }, 'warning underscore_host host'],
    ['an address under a slash', { host: '0/25' }, 'warning underscore_host host'],
    ['an address under a plus sign', { host: 'a+b' }, 'warning underscore_host host'],
    ['a mail server that is no host', { type: 'MX', value: '10 a_b.example.com.' }, 'warning target_not_a_host value'],
    ['text cut at its spaces', { type: 'TXT', value: 'v=spf1 -all' }, 'warning text_in_pieces value'],
    ['a line break at the end of a text', { type: 'TXT', value: '"v=spf1 -all\\010"' }, 'warning text_line_break value'],
    ['a line break within a text', { type: 'TXT', value: '"a\\\\\\013b"' }, 'warning text_line_break value'],
  ])('%s is found', (_, record, finding) => {
    expect(codesOf(record)).toEqual([finding])
  })

  it.each<[string, Partial<RecordToCheck>]>([
    ['a null MX', { type: 'MX', value: '0 .' }],
    ['white space around a whole text', { type: 'TXT', value: ' "v=spf1 -all"\n' }],
    ['a backslash before the digits of a line break', { type: 'TXT', value: '"a\\\\010"' }],
    ['a service at its own host', { type: 'HTTPS', value: '1 . alpn=h2' }],
    ['words of a NAPTR that look like names', { type: 'NAPTR', value: '100 10 "u" "E2U. x" "!^.*$!sip:a@b.c!" .' }],
    ['text under an underscore', { host: '_dmarc', type: 'TXT', value: '"v=DMARC1; p=none"' }],
    ['a CNAME to an underscore', { type: 'CNAME', value: '_acme.example.net.' }],
    ['an address for documentation', { value: '203.0.113.9' }],
    ['a DNAME of the domain itself', { host: '@', type: 'DNAME', value: 'example.net.' }],
    ['the longest TTL', { ttl: 2 ** 31 - 1 }],
    ['no service', { type: 'SRV', value: '0 0 0 .' }],
    ['a CDS that asks for no delegation to be signed', { type: 'CDS', value: '0 0 0 00' }],
    ['a digest of a new type', { type: 'DS', value: `1 13 6 ${'AB'.repeat(32)}` }],
    ['a host in letters that older rules allow', { host: 'xn--ls8h' }],
  ])('%s is nothing to doubt', (_, record) => {
    expect(codesOf(record)).toEqual([])
  })
})

describe('a name of one label in a value', () => {
  it.each([
    ['CNAME', 'mail', 'mail.'],
    ['CNAME', 'Mail.', 'Mail.'],
    ['MX', '10 mail', 'mail.'],
    ['SRV', '10 60 5060 sip', 'sip.'],
    ['PTR', 'localhost.', 'localhost.'],
    ['HTTPS', '1 svc alpn=h2', 'svc.'],
    ['NAPTR', '100 10 "s" "SIP+D2U" "" sip', 'sip.'],
  ])('of %s %s is doubted, and completed by the domain', (type, value, target) => {
    expect(checkRecord(sent({ type, value }), zone).found).toEqual([
      { severity: 'warning', code: 'target_single_label', field: 'value', params: { target, name: `${target}example.com` } },
    ])
  })

  it('is doubted where a zone file was read, too', () => {
    expect(checkRecord(sent({ type: 'CNAME', value: 'mail.' }), zone, 'canonical').found).toMatchObject([{ code: 'target_single_label' }])
  })
})

it.each([
  ['10.0.0.1', true],
  ['100.63.255.255', false],
  ['100.64.0.1', true],
  ['127.0.0.1', true],
  ['169.254.1.1', true],
  ['172.15.0.1', false],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['192.169.1.1', false],
  ['198.18.0.1', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['0.0.0.0', true],
  ['8.8.8.8', false],
  ['192.0.2.1', false],
  ['::1', true],
  ['::', true],
  ['::ffff:8.8.8.8', true],
  ['fc00::1', true],
  ['fe80::1', true],
  ['ff02::1', true],
  ['2400:3200::1', false],
  ['2001:db8::1', false],
])('%s is special: %s', (address, isSpecial) => {
  expect(isSpecialAddress(address)).toBe(isSpecial)
})
