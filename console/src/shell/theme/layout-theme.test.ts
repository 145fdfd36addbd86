import { describe, expect, it } from 'vitest'
import { readLayoutTheme } from './layout-theme.ts'

const defaults = { layoutMode: 'top-bottom', headerTheme: 'dark', asideTheme: 'light', hiddenActions: [] }

describe('the layout theme', () => {
  it('is top to bottom with a dark header unless something else is kept', () => {
    expect(readLayoutTheme(null)).toEqual(defaults)
  })

  it.each(['', '[]', '7', 'null', '{"layoutMode":"diagonal","headerTheme":7,"asideTheme":null,"hiddenActions":"search"}'])(
    'falls back where %s says nothing it knows',
    (text) => {
      expect(readLayoutTheme(text)).toEqual(defaults)
    },
  )

  it('keeps what fits, member by member', () => {
    const kept = { layoutMode: 'left-right', headerTheme: 'primary', asideTheme: 'dark', hiddenActions: ['refresh', 'everything', 'lock'] }
    expect(readLayoutTheme(JSON.stringify(kept))).toEqual({ ...kept, hiddenActions: ['lock', 'refresh'] })
  })
})
