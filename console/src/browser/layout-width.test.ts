import { describe, expect, it } from 'vitest'
import { isMenuNarrow, layoutOf } from './layout-width.ts'

describe('the layout', () => {
  it.each([
    [320, 'mobile', false],
    [768, 'mobile', false],
    [769, 'pad', true],
    [991, 'pad', true],
    [992, 'pc', true],
    [1365, 'pc', true],
    [1366, 'pc', false],
    [1920, 'pc', false],
  ])('at %d px is %s, side menu narrow: %s', (widthPx, layout, isNarrow) => {
    expect([layoutOf(widthPx), isMenuNarrow(widthPx)]).toEqual([layout, isNarrow])
  })
})
