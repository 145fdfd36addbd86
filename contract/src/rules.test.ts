import { describe, expect, test } from 'vitest'
import {
  domainListProblem,
  ipListProblem,
  ipRangeListProblem,
  isDomain,
  isEmail,
  isIdCard,
  isIp,
  isName,
  isPassword,
  isPhone,
  isPort,
  isUrl,
  rules,
} from './rules.ts'
import { problemText } from './problem-text.ts'

const label63 = 'a'.repeat(63)
/** 255 characters of LDH labels; one more would be too many. */
const longest = `${label63}.${label63}.${label63}.${'b'.repeat(59)}.cc`

const cases: Record<string, { accepts: (text: string) => boolean; accepted: string[]; refused: string[] }> = {
  domain: {
    accepts: isDomain,
    accepted: [
      'a.b',
      'example.com',
      'EXAMPLE.Com',
      '*.example.com',
      'xn--fsqu00a.xn--fiqs8s',
      '例子.中国',
      'bücher.de',
      '_dmarc.example.com',
      'a-b.example',
      '1.example',
      `${label63}.com`,
      '3com.com',
    ],
    refused: [
      '',
      'a',
      'ab',
      'localhost',
      '.com',
      'example.',
      'a..b',
      '-a.com',
      'a-.com',
      `${label63}a.com`,
      `${longest}c`,
      '*',
      '*.',
      'a.*.com',
      '**.com',
      'exa mple.com',
      'exa/mple.com',
      'a.b,c',
      '127.0.0.1',
      '<b>.com',
      'a\u0000.com',
    ],
  },
  ip: {
    accepts: isIp,
    // Empty is allowed, port 65535 is not: the spec's own limits.
    accepted: ['', '0.0.0.0', '192.0.2.1', '255.255.255.255', '::', '::1', '2001:db8::1', '::ffff:192.0.2.1', '192.0.2.0/24', '10.0.0.0/1', '192.0.2.1/32'],
    refused: [
      '256.1.1.1',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '127.1',
      '0x7f.0.0.1',
      '2130706433',
      '192.0.2.0/0',
      '192.0.2.0/33',
      '192.0.2.0/024',
      '2001:db8::/32',
      '1::2::3',
      ':::',
      '12345::',
      ' 1.2.3.4',
      '1.2.3.4/',
      '::1%eth0',
    ],
  },
  port: { accepts: isPort, accepted: ['', '1', '80', '65534'], refused: ['0', '65535', '65536', '-1', '1.5', '080', '1e3', 'abc', ' 80', '０'] },
  url: {
    accepts: isUrl,
    accepted: ['http://example.com', 'https://example.com:8443/a?b=c#d', 'https://[2001:db8::1]/', 'https://例子.中国/路径', 'HTTPS://EXAMPLE.COM'],
    refused: [
      '',
      'example.com',
      '//example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'http://',
      'http:///path',
      'http://exa mple.com',
      'https://[::1',
      'data:text/html,x',
    ],
  },
  phone: {
    accepts: isPhone,
    accepted: ['13800138000', '10000', `1${'2'.repeat(20)}`],
    refused: ['', '1234', '23800138000', '1380013800a', '+8613800138000', `1${'2'.repeat(21)}`, '138 0013 8000'],
  },
  email: {
    accepts: isEmail,
    accepted: ['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.org", `${'a'.repeat(64)}@example.com`],
    refused: [
      '',
      'a',
      'a@b',
      '@b.co',
      'a@',
      'a@@b.co',
      'a b@c.co',
      '.a@b.co',
      'a.@b.co',
      'a..b@c.co',
      'a@-b.co',
      'a@b.c',
      `${'a'.repeat(65)}@example.com`,
      'a@b.co\nBcc: x@y.z',
    ],
  },
  password: {
    accepts: isPassword,
    accepted: ['1234', 'a b c d', '!@#$%^&*()', 'p'.repeat(32), 'pässwörd'],
    refused: ['', '123', 'p'.repeat(33), '密码密码', 'abcd中'],
  },
  name: {
    accepts: isName,
    accepted: ['abcd', 'a.b-c_d@e', 'A1234', 'n'.repeat(32)],
    refused: ['', 'abc', 'n'.repeat(33), 'a b c d', '管理员名', 'abc!', 'abc\n'],
  },
  idCard: {
    accepts: isIdCard,
    accepted: ['11010519491231002X', '11010519491231002x', '440524188001010014'],
    refused: ['', '110105194912310021', '11010519490231002X', '010105194912310020', '11010519491231002', '110105491231002'],
  },
}

describe.each(Object.entries(cases))('the %s rule', (_name, { accepts, accepted, refused }) => {
  test.each(accepted.map((text) => [text]))('accepts %j', (text) => expect(accepts(text)).toBe(true))
  test.each(refused.map((text) => [text]))('refuses %j', (text) => expect(accepts(text)).toBe(false))
})

test('the longest domain has 253 octets in its encoded form', () => {
  expect(longest).toHaveLength(254)
  expect(isDomain(longest)).toBe(false)
  expect(isDomain(longest.slice(1))).toBe(true)
})

describe('lists, one entry a line', () => {
  test.each([
    [domainListProblem, 'a.example\n\n b.example \r\n', null],
    [domainListProblem, 'a.example\nbad..example', '域名格式不正确：bad..example'],
    [domainListProblem, 'a.example\nA.EXAMPLE', '域名不能重复：A.EXAMPLE'],
    [ipListProblem, '192.0.2.1\n2001:db8::1', null],
    [ipListProblem, '192.0.2.1\n192.0.2.256', 'IP格式不正确：192.0.2.256'],
    [ipListProblem, '192.0.2.1\n192.0.2.1', 'IP不能重复：192.0.2.1'],
    [ipRangeListProblem, '10.0.0.0-10.0.0.255\n10.0.1.0-10.0.1.0', null],
    [ipRangeListProblem, '10.0.0.0', 'IP段格式错误：10.0.0.0'],
    [ipRangeListProblem, '10.0.0.9-10.0.0.1', '起始IP不能大于截止IP：10.0.0.9-10.0.0.1'],
    [ipRangeListProblem, '10.0.0.0-10.0.0.9\n10.0.0.9-10.0.0.20', 'IP区间重复：10.0.0.9-10.0.0.20'],
  ])('%o on %j', (problemOf, text, message) => {
    const problem = problemOf(text)
    expect(problem === null ? null : problemText(problem.code, 'zh', { line: problem.line })).toBe(message)
  })
})

describe('the messages are the specification’s', () => {
  test.each([
    [rules.domain, 'bad..name', '域名格式错误'],
    [rules.ip, '1.2.3', 'IP格式错误'],
    [rules.port, '65535', '端口号格式错误（1~65535）'],
    [rules.url, 'nope', 'URL地址格式错误'],
    [rules.phone, '123', '手机号格式错误'],
    [rules.email, 'nope', '邮箱地址格式错误'],
    [rules.password, '密', '密码格式错误，不能包含中文（4~32）'],
    [rules.name, '名', '名称格式错误，不能包含中文（4~32）'],
    [rules.idCard, '1', '二代身份证格式错误'],
  ])('%#: %j', (rule, text, message) => {
    const result = rule.safeParse(text)
    expect(problemText(result.error!.issues[0]!.message as 'invalid_domain', 'zh')).toBe(message)
  })
})
