import { expect, it } from 'vitest'
import './nouns.ts'
import { problemText } from './problem-text.ts'

it.each([
  ['en', { name: 'amy', count: 1 }, 'amy owns 1 domain and cannot be deleted'],
  ['en', { name: 'amy', count: 1200 }, 'amy owns 1,200 domains and cannot be deleted'],
  ['zh', { name: 'amy', count: 1 }, '账号 amy 名下还有 1 个域名，不能删除'],
] as const)('a noun agrees with its count in English, and Chinese has none: %s %o', (language, params, text) => {
  expect(problemText('account_owns_domains', language, params)).toBe(text)
})

it('a noun names its plural where it is irregular', () => {
  expect(problemText('too_many_entries', 'en', { maximum: 1 })).toBe('At most 1 entry')
  expect(problemText('too_many_entries', 'en', { maximum: 20 })).toBe('At most 20 entries')
})

it('a missing value leaves no placeholder behind', () => {
  expect(problemText('account_owns_domains', 'en')).toBe(' owns  domains and cannot be deleted')
})

it('a list is joined as its language joins', () => {
  expect(problemText('cname_conflict', 'zh', { types: ['A', 'TXT'] })).toContain('A、TXT')
  expect(problemText('cname_conflict', 'en', { types: ['A', 'TXT'] })).toContain('A, TXT')
})

it('a large bound has its thousands apart', () => {
  expect(problemText('number_too_big', 'en', { maximum: 3600 })).toBe('Must be at most 3,600')
  expect(problemText('number_too_big', 'zh', { maximum: 2_147_483_647 })).toBe('不能大于 2,147,483,647')
})
