import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { limits } from '@nameplane/contract/limits'
import { Pager } from './pager.tsx'
import type { ListPageState } from './use-list-page.ts'

function shown(page: number, total: number, hasMore: boolean): { text: string; isLast: boolean } {
  const nothing = () => undefined
  const list: ListPageState<object> = {
    ...{ state: { page, limit: 20, sidx: undefined, order: 'desc', filters: {} }, rows: [], total, hasMore },
    ...{ problem: null, isLoading: false, isRefreshing: false, refresh: nothing, goToPage: nothing, setLimit: nothing, sortBy: nothing },
    ...{ setFilter: nothing, clearFilters: nothing, applySearch: nothing },
  }
  const html = renderToStaticMarkup(<Pager list={list} />)
  const buttons = [...html.matchAll(/<button[^>]*>/g)].map(([button]) => button)
  return { text: html.replaceAll(/<[^>]*>/g, ' '), isLast: /\sdisabled=""/.test(buttons.at(-1)!) }
}

describe('the pager of a list', () => {
  it('says how many rows there are, or that there are more than are counted', () => {
    expect(shown(1, 100_000, false).text).toContain('共 100,000 条')
    expect(shown(1, limits.countedRows, true).text).toContain('超过 100,000 条')
  })

  it('goes as far as rows are counted', () => {
    expect(shown(4_999, limits.countedRows, true)).toMatchObject({ isLast: false })
    expect(shown(5_000, limits.countedRows, true)).toMatchObject({ isLast: true })
  })
})
