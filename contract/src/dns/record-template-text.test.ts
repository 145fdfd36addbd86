import { describe, expect, test } from 'vitest'
import { filledRecord, placeholdersOf, withDomainPlaceholder } from './record-template-text.ts'

const fill = (value: string, given: Readonly<Record<string, string>>, host = '@') => filledRecord({ host, value }, (name) => given[name] ?? '')
const general = (value: string): string => withDomainPlaceholder({ host: '@', value }, 'shop.example').value

describe('a placeholder', () => {
  test.each([
    ['{ip}', { ip: '192.0.2.1' }, '192.0.2.1'],
    ['10 mx.{Domain}.', { domain: 'shop.example' }, '10 mx.shop.example.'],
    ['{地址}', { 地址: '192.0.2.1' }, '192.0.2.1'],
    ['"a \\{ip} b {ip}"', { ip: '1' }, '"a \\{ip} b 1"'],
    ['"{?dns} {a b} {}"', {}, '"{?dns} {a b} {}"'],
    ['{a}{a}', { a: 'x' }, 'xx'],
    ['{a}', { a: '$&{b}', b: 'no' }, '$&{b}'],
  ])('in %s is filled in', (value, given, filled) => {
    expect(fill(value, given).value).toBe(filled)
  })

  test('in a host is filled in, and gives the domain without its final dot', () => {
    expect(fill('x', { domain: 'shop.example' }, '{domain}._report._dmarc').host).toBe('shop.example._report._dmarc')
  })

  test('between quotation marks stays between them', () => {
    expect(fill('"k={key}" {key}', { key: 'a"b\\c' }).value).toBe('"k=a\\"b\\\\c" a"b\\c')
    expect(fill('"\\"{key}"', { key: '"' }).value).toBe('"\\"\\""')
  })

  test('is asked for once, in any case, and the domain never', () => {
    const records = [
      { host: '{sub}', value: '{IP}' },
      { host: '{domain}', value: '"\\{no} {ip} {sub}"' },
    ]
    expect(placeholdersOf(records)).toEqual(['sub', 'ip'])
  })
})

describe('a record of a domain', () => {
  test.each([
    ['shop.example.', '{domain}.'],
    ['10 mx.SHOP.example.', '10 mx.{domain}.'],
    ['"v=spf1 include:shop.example -all"', '"v=spf1 include:{domain} -all"'],
    ['"mailto:a@shop.example, b"', '"mailto:a@{domain}, b"'],
    ['shop.example.net.', 'shop.example.net.'],
    ['myshop.example.', 'myshop.example.'],
    ['shop-example.mail.example.', 'shop-example.mail.example.'],
    ['"a {ip} b"', '"a \\{ip} b"'],
  ])('%s is %s in a template', (value, expected) => {
    expect(general(value)).toBe(expected)
  })

  test.each(['shop.example.', '"a {ip} {domain} shop.example"', '0 issue "{x}"'])('%s comes back as it was', (value) => {
    // A backslash before a brace says no more than the brace.
    expect(fill(general(value), { domain: 'shop.example', ip: 'wrong', x: 'wrong' }).value.replaceAll('\\{', '{')).toBe(value)
  })
})
