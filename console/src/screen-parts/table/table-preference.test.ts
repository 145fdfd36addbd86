import { describe, expect, test } from 'vitest'
import { shownColumns, type Column } from './column.ts'
import { readPreference } from './table-preference.ts'

const defaults = { stripe: 0, border: 0, size: 'small', align: 'left', pagesize: 20, columns: {}, order: {} }

describe('a kept table preference', () => {
  test.each([
    ['nothing kept', null, defaults],
    ['broken text', '{', defaults],
    ['another kind of value', '[3]', defaults],
    ['values that are not offered', '{"stripe":7,"size":"huge","pagesize":33,"align":4,"columns":{"t":3},"order":{"t":"a"}}', defaults],
    [
      'everything chosen',
      '{"stripe":1,"border":1,"size":"large","align":"center","pagesize":200,"columns":{"t":{"a":false}},"order":{"t":["b","a"]}}',
      { stripe: 1, border: 1, size: 'large', align: 'center', pagesize: 200, columns: { t: { a: false } }, order: { t: ['b', 'a'] } },
    ],
  ])('%s', (_, text, expected) => {
    expect(readPreference(text)).toEqual(expected)
  })
})

describe('the columns of a table', () => {
  const column = (key: string, rest: Partial<Column<never>> = {}): Column<never> => ({ key, title: { zh: key, en: key }, cell: () => null, ...rest })
  const columns = [column('name', { isFixed: true }), column('seen'), column('rare', { isHiddenAtFirst: true })]

  test.each([
    ['as the table says', {}, ['name', 'seen']],
    ['as the reader chose', { seen: false, rare: true }, ['name', 'rare']],
    ['never without the one that names the row', { name: false, seen: false }, ['name']],
  ])('%s', (_, chosen, expected) => {
    expect(shownColumns(columns, chosen).map(({ key }) => key)).toEqual(expected)
  })

  test.each([
    [
      ['seen', 'name'],
      ['seen', 'name', 'rare'],
    ],
    [
      ['rare', 'gone'],
      ['rare', 'name', 'seen'],
    ],
  ])('stand as %o says, the others after them', (order, expected) => {
    expect(shownColumns(columns, { rare: true }, order).map(({ key }) => key)).toEqual(expected)
  })
})
