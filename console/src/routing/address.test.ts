import { describe, expect, it } from 'vitest'
import { addressOf, hrefOf } from './address.ts'

describe('an address', () => {
  it.each([
    ['', '/', ''],
    ['#', '/', ''],
    ['#/dns/domain/list', '/dns/domain/list', ''],
    ['/dns/domain/list/', '/dns/domain/list', ''],
    ['#dns/domain', '/dns/domain', ''],
    ['#/dns/domain/list?page=2&remark=007', '/dns/domain/list', '?page=2&remark=007'],
    ['#/dns/domain/list?search=%E4%BE%8B&empty=', '/dns/domain/list', '?search=%E4%BE%8B'],
    ['#/a/a%2Fb?', '/a/a%2Fb', ''],
    ['#/login?redirect=%2Fdns%3Fpage%3D2', '/login', '?redirect=%2Fdns%3Fpage%3D2'],
  ])('%j is the path %s with the search %j', (text, pathname, search) => {
    expect(addressOf(text)).toEqual({ pathname, search })
  })

  it.each([
    ['/dns/domain/list', '#/dns/domain/list'],
    ['/dns/domain/list?search=a b&page=', '#/dns/domain/list?search=a+b'],
  ])('a link to %j has the href %j', (target, href) => {
    expect(hrefOf(target)).toBe(href)
  })
})
