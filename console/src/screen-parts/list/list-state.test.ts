import { describe, expect, test } from 'vitest'
import {
  appliedSearch,
  filterSearch,
  isSameSearch,
  keptSearch,
  lastPage,
  limitSearch,
  noFiltersSearch,
  pageSearch,
  readListState,
  sortSearch,
} from './list-state.ts'

const rules = { filters: ['search', 'status'], sortable: ['name'], defaultLimit: 20 }

describe('a list reads its state from the address', () => {
  test.each([
    ['nothing said', {}, { page: 1, limit: 20, sidx: undefined, order: 'desc', filters: {} }],
    [
      'everything said',
      { page: '3', limit: '50', sidx: 'name', order: 'asc', search: 'a b', status: '0' },
      { page: 3, limit: 50, sidx: 'name', order: 'asc', filters: { search: 'a b', status: '0' } },
    ],
    ['a page below one', { page: '0' }, { page: 1, limit: 20, sidx: undefined, order: 'desc', filters: {} }],
    ['a page that is no number', { page: 'x' }, { page: 1, limit: 20, sidx: undefined, order: 'desc', filters: {} }],
    ['a page beyond the rows that are counted', { page: '5001' }, { page: 5000, limit: 20, sidx: undefined, order: 'desc', filters: {} }],
    ['the same with more rows a page', { page: '501', limit: '200' }, { page: 500, limit: 200, sidx: undefined, order: 'desc', filters: {} }],
    ['a column that the list is not sorted by', { sidx: 'age', order: 'asc' }, { page: 1, limit: 20, sidx: undefined, order: 'asc', filters: {} }],
    ['a page size that is not offered', { limit: '33' }, { page: 1, limit: 20, sidx: undefined, order: 'desc', filters: {} }],
    ['parameters of others and empty filters', { tab: 'x', search: '' }, { page: 1, limit: 20, sidx: undefined, order: 'desc', filters: {} }],
  ] as const)('%s', (_, search, expected) => {
    expect(readListState(search, rules)).toEqual(expected)
  })
})

describe('a list writes its state into the address', () => {
  test('the first page and the default size are not written', () => {
    expect([pageSearch(1), pageSearch(2)]).toEqual([{ page: null }, { page: 2 }])
    expect([limitSearch(20, rules), limitSearch(100, rules)]).toEqual([
      { limit: null, page: null },
      { limit: 100, page: null },
    ])
  })

  test('a changed filter starts at the first page', () => {
    expect(filterSearch('status', '1')).toEqual({ status: '1', page: null })
    expect(filterSearch('status', '')).toEqual({ status: null, page: null })
    expect(noFiltersSearch(rules)).toEqual({ search: null, status: null, page: null })
  })

  test('a column sorts descending, ascending, then not at all', () => {
    expect(sortSearch({ sidx: undefined, order: 'desc' }, 'name')).toEqual({ sidx: 'name', order: null, page: null })
    expect(sortSearch({ sidx: 'name', order: 'desc' }, 'name')).toEqual({ sidx: 'name', order: 'asc', page: null })
    expect(sortSearch({ sidx: 'name', order: 'asc' }, 'name')).toEqual({ sidx: null, order: null, page: null })
    expect(sortSearch({ sidx: 'name', order: 'asc' }, 'time')).toEqual({ sidx: 'time', order: null, page: null })
  })

  test.each([
    [0, 20, 1],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [50_000, 200, 250],
  ])('%i rows by %i make %i pages', (total, limit, pages) => {
    expect(lastPage(total, limit)).toBe(pages)
  })
})

describe('what a list is filtered and sorted by can be kept', () => {
  const address = { search: 'shop', status: '1', sidx: 'name', order: 'asc', page: '7', limit: '100' }

  test('without page and size', () => {
    expect(keptSearch(readListState(address, rules))).toEqual({ search: 'shop', status: '1', sidx: 'name', order: 'asc' })
    expect(keptSearch(readListState({ page: '7', limit: '100' }, rules))).toEqual({})
  })

  test('and applied later: it takes the place of everything chosen now, from the first page', () => {
    expect(appliedSearch({ status: '0' }, rules)).toEqual({ search: null, status: '0', sidx: null, order: null, page: null })
    expect(appliedSearch({ sidx: 'name', order: 'asc' }, rules)).toEqual({ search: null, status: null, sidx: 'name', order: 'asc', page: null })
  })

  test('but for a filter that the list no longer has', () => {
    expect(appliedSearch({ gone: 'x', search: 'y' }, rules)).not.toHaveProperty('gone')
  })

  test.each([
    [{ a: '1', b: '2' }, { b: '2', a: '1' }, true],
    [{ a: '1' }, { a: '2' }, false],
    [{ a: '1' }, { a: '1', b: '2' }, false],
    [{ a: '1', b: '2' }, { a: '1' }, false],
  ])('%j and %j are the same: %s', (one, other, isSame) => {
    expect(isSameSearch(one, other)).toBe(isSame)
  })
})
