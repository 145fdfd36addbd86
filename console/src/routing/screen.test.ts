import { describe, expect, it } from 'vitest'
import { fillPath, matchPath } from './screen.ts'
import { parseSearch, searchText } from './search-text.ts'

const record = '/dns/domain/list/admin/{domain}/{id}/{userId}/record'

describe('paths of screens', () => {
  it.each([
    [record, { domain: 'example.com', id: 7, userId: 1 }, '/dns/domain/list/admin/example.com/7/1/record'],
    ['/dns/log/users/{method}', { method: -1 }, '/dns/log/users/-1'],
    ['/a/{name}', { name: 'a/b %' }, '/a/a%2Fb%20%25'],
    ['/a/{name}', { name: '例子.中国' }, `/a/${encodeURIComponent('例子.中国')}`],
  ])('%s with %o is %s', (path, params, filled) => {
    expect(fillPath(path, params)).toBe(filled)
    expect(matchPath(path, filled)).toEqual(Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])))
  })

  it.each([
    [record, '/dns/domain/list'],
    [record, '/dns/domain/list/admin/example.com/7/1'],
    ['/dns/domain/list', '/dns/domain/lists'],
    ['/dns/domain/list', '/dns/domain/list/x'],
    ['/a.b', '/aXb'],
    ['/a/{name}', '/a/%E4%'],
  ])('%s does not fit %s', (path, pathname) => {
    expect(matchPath(path, pathname)).toBeNull()
  })

  it('a final slash changes nothing', () => {
    expect(matchPath('/dns/black/config/setting', '/dns/black/config/setting/')).toEqual({})
  })
})

describe('search parameters', () => {
  it.each([
    ['page=2&remark=007', { page: '2', remark: '007' }],
    ['name=%E4%BE%8B&q=a+b%26c', { name: '例', q: 'a b&c' }],
    ['', {}],
  ])('%s are texts', (text, search) => {
    expect(parseSearch(text)).toEqual(search)
    expect(parseSearch(searchText(search).slice(1))).toEqual(search)
  })

  it('leave out what is empty', () => {
    expect(searchText({ page: 2, remark: '', line: undefined, group: null, flag: false })).toBe('?page=2&flag=false')
    expect(searchText({ remark: '' })).toBe('')
  })
})
