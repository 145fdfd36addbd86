import { beforeEach, describe, expect, test } from 'vitest'
import { asLeft, forgetSearches, rememberSearch } from './last-search.ts'

beforeEach(forgetSearches)

describe('a way back', () => {
  test('leads to what the path was left with', () => {
    rememberSearch('/dns/domain/list', '?search=%E4%BE%8B&page=3&sidx=domain')
    expect(asLeft('/dns/domain/list')).toBe('/dns/domain/list?search=%E4%BE%8B&page=3&sidx=domain')
  })

  test('leads to the bare path where nobody has been, or that was left bare', () => {
    expect(asLeft('/dns/serve/group')).toBe('/dns/serve/group')
    rememberSearch('/dns/serve/group', '?page=2')
    rememberSearch('/dns/serve/group', '')
    expect(asLeft('/dns/serve/group')).toBe('/dns/serve/group')
  })

  test('opens no dialog again', () => {
    rememberSearch('/dns/domain/list', '?open=add')
    expect(asLeft('/dns/domain/list')).toBe('/dns/domain/list')
    rememberSearch('/dns/domain/list', '?edit=7&search=shop')
    expect(asLeft('/dns/domain/list')).toBe('/dns/domain/list?search=shop')
  })

  test('knows nothing of who was here before', () => {
    rememberSearch('/dns/domain/list', '?search=secret')
    forgetSearches()
    expect(asLeft('/dns/domain/list')).toBe('/dns/domain/list')
  })
})
