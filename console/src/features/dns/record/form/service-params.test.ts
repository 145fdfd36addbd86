import { describe, expect, test } from 'vitest'
import { joinFields } from '@nameplane/dns-text/rdata'
import { paramsOf, textOfParams } from './service-params.ts'

describe('the key list of HTTPS and SVCB', () => {
  test.each([
    ['', []],
    [
      'alpn="h2,h3" port=8443',
      [
        { key: 'alpn', value: 'h2,h3' },
        { key: 'port', value: '8443' },
      ],
    ],
    [
      'no-default-alpn alpn=h2',
      [
        { key: 'no-default-alpn', value: '' },
        { key: 'alpn', value: 'h2' },
      ],
    ],
    [
      'dohpath="/q{?dns}"  key65333="a \\"b\\""',
      [
        { key: 'dohpath', value: '/q{?dns}' },
        { key: 'key65333', value: 'a \\"b\\"' },
      ],
    ],
  ])('is read as rows: %s', (text, rows) => {
    expect(paramsOf(text)).toEqual(rows)
  })

  test.each(['"alpn"=h2', 'alpn="h2', 'alpn="h2"x', 'a;b'])('stays a text where it is no list: %s', (text) => {
    expect(paramsOf(text)).toBeNull()
  })

  test.each([
    [
      [
        { key: 'alpn', value: 'h2,h3' },
        { key: ' port ', value: '8443' },
        { key: '', value: 'lost' },
      ],
      'alpn=h2,h3 port=8443',
    ],
    [[{ key: 'no-default-alpn', value: 'left over' }], 'no-default-alpn'],
    [[{ key: 'key65333', value: 'a "b" \\"c\\" ;' }], 'key65333="a \\"b\\" \\"c\\" ;"'],
  ])('is said again as a text', (rows, text) => {
    expect(textOfParams(rows)).toBe(text)
  })

  test.each(['alpn="h2,h3" port=8443 ipv4hint=192.0.2.1,192.0.2.2', 'mandatory=alpn alpn=h2', 'alpn="f\\\\\\\\oo\\\\,bar,h2"', 'dohpath="/dns-query{?dns}"'])(
    'means the same after a round through the rows: %s',
    (text) => {
      const join = (params: string): string => joinFields('SVCB', { priority: '1', target: 'svc.example.com.', params })
      expect(join(textOfParams(paramsOf(text)!))).toBe(join(text))
    },
  )
})
