import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { shownColumns, type Column } from './column.ts'
import {
  adoptTablePreference,
  onTableChoice,
  readPreference,
  resetTablePreference,
  setTablePreference,
  showColumn,
  useTablePreference,
} from './table-preference.ts'

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

describe('how tables look', () => {
  const Shown = (): string => JSON.stringify(useTablePreference())
  const shown = (): unknown => JSON.parse(renderToStaticMarkup(createElement(Shown)).replaceAll('&quot;', '"'))
  afterEach(() => adoptTablePreference(null))

  test('is as it is kept for the account, and as it always was where nothing is', () => {
    adoptTablePreference({ size: 'large', columns: { t: { a: false } } })
    expect(shown()).toEqual({ ...defaults, size: 'large', columns: { t: { a: false } } })
    adoptTablePreference(null)
    expect(shown()).toEqual(defaults)
  })

  test('is kept for the account as it is chosen, and not as it was read', () => {
    const kept: unknown[] = []
    const end = onTableChoice((choice) => kept.push(choice))
    adoptTablePreference({ stripe: 1 })
    setTablePreference({ pagesize: 50 })
    showColumn('t', 'a', false)
    showColumn('t', 'b', true)
    showColumn('other', 'a', true)
    const columns = { t: { a: false, b: true }, other: { a: true } }
    expect(shown()).toEqual({ ...defaults, stripe: 1, pagesize: 50, columns })
    expect(kept.at(-1)).toEqual(shown())
    expect(kept).toHaveLength(4)
    end()
    setTablePreference({ border: 1 })
    expect(kept).toHaveLength(4)
  })

  test('goes back to how it was, but for the columns of other tables', () => {
    adoptTablePreference({ size: 'large', columns: { t: { a: false }, other: { a: true } }, order: { t: ['b', 'a'], other: ['a'] } })
    resetTablePreference('t')
    expect(shown()).toEqual({ ...defaults, columns: { other: { a: true } }, order: { other: ['a'] } })
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
