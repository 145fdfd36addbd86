import { describe, expect, it } from 'vitest'
import type { ScreenLocation } from '../routing/screen-location.tsx'
import type { Screen } from '../routing/screen.ts'
import { keepView, type View } from './kept-views.ts'

const screen: Screen = { path: '/x', title: { zh: '', en: '' }, right: null, load: () => Promise.resolve(() => null) }
const at = (pathname: string, search: Record<string, string> = {}): ScreenLocation => ({ pathname, params: {}, search })
const opened = (...places: ScreenLocation[]) => places.reduce<readonly View[]>((views, place) => keepView(views, screen, place, 3), [])
const paths = (views: readonly View[]) => views.map((view) => view.pathname)

describe('views', () => {
  it('are kept up to the limit; the one unused for longest goes', () => {
    expect(paths(opened(at('/a'), at('/b'), at('/c')))).toEqual(['/a', '/b', '/c'])
    expect(paths(opened(at('/a'), at('/b'), at('/c'), at('/d')))).toEqual(['/b', '/c', '/d'])
    expect(paths(opened(at('/a'), at('/b'), at('/c'), at('/a'), at('/d')))).toEqual(['/a', '/c', '/d'])
  })

  it('stay in their order and remember where they were left', () => {
    const views = opened(at('/a', { page: '2' }), at('/b'), at('/a', { page: '3' }), at('/b'))
    expect(views.map(({ pathname, location }) => [pathname, location.search['page']])).toEqual([
      ['/a', '3'],
      ['/b', undefined],
    ])
  })

  it('are the same array while nothing changes', () => {
    const place = at('/b')
    const views = opened(at('/a'), place)
    expect(keepView(views, screen, place, 3)).toBe(views)
    expect(keepView(views, screen, at('/b', { page: '2' }), 3)).not.toBe(views)
  })
})
