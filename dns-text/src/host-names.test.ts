import { expect, test } from 'vitest'
import { hostNameProblem, recordHostProblem, registrableNameProblem } from './host-names.ts'

const label63 = 'a'.repeat(63)

test.each([
  ['example.com', undefined],
  ['3com.com', undefined],
  ['1.2.3.com.', undefined],
  [`${label63}.com`, undefined],
  ['xn--fsqu00a.xn--fiqs8s', undefined],
  ['a.b.c.d.e', undefined],
  ['com', 'too_few_labels'],
  ['.', 'too_few_labels'],
  ['', 'empty_name'],
  ['example.123', 'numeric_top_level'],
  ['a_b.com', 'not_a_host_name'],
  ['*.com', 'not_a_host_name'],
  ['-a.com', 'hyphen_at_edge'],
  ['a-.com', 'hyphen_at_edge'],
  ['ab--cd.com', 'hyphens_three_four'],
  ['xn--9.com', 'idn_bad_punycode'],
  ['例子.com', 'name_not_ascii'],
  [`a${label63}.com`, 'label_too_long'],
  ['a..com', 'empty_label'],
  ['a b.com', 'bad_character'],
])('as a domain to register %j is %s', (name, code) => {
  expect(registrableNameProblem(name)?.code).toBe(code)
})

test.each([
  ['mail.example.com.', undefined],
  ['localhost', undefined],
  ['a_b', 'not_a_host_name'],
  ['a\\.b', 'not_a_host_name'],
  ['-a', 'hyphen_at_edge'],
])('as a host name %j is %s', (name, code) => {
  expect(hostNameProblem(name)?.code).toBe(code)
})

test.each([
  ['@', undefined],
  ['*', undefined],
  ['*.a', undefined],
  ['www', undefined],
  ['_sip._tcp', undefined],
  ['a_b', undefined],
  ['1.2', undefined],
  ['0/25', undefined],
  ['0-127', undefined],
  ['a+b._c', undefined],
  ['a.*', undefined],
  ['a.*.b', undefined],
  ['*.*.a', undefined],
  ['a*', 'bad_wildcard'],
  ['**', 'bad_wildcard'],
  ['a.b*.c', 'bad_wildcard'],
  ['www.', 'empty_label'],
  ['', 'empty_name'],
  ['a..b', 'empty_label'],
  ['-a', 'hyphen_at_edge'],
  ['a!', 'not_a_host_name'],
  ['a\\.b', 'bad_character'],
  [`${label63}.${label63}.${label63}.${'a'.repeat(49)}`, undefined],
  [`${label63}.${label63}.${label63}.${'a'.repeat(50)}`, 'name_too_long'],
])('as a host in example.com %j is %s', (host, code) => {
  expect(recordHostProblem(host, 'example.com')?.code).toBe(code)
})
