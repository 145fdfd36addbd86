import { expect, test } from 'vitest'
import { menuPlace } from './menu-place.ts'

const page = { clientWidth: 400, clientHeight: 600 }
const menu = { width: 160, height: 200 }
const button = (top: number, right: number) => ({ top, bottom: top + 30, right })

test.each([
  ['below its button, at its right edge', button(100, 300), menu, { topPx: 134, leftPx: 140 }],
  ['below where it just fits', button(358, 300), menu, { topPx: 392, leftPx: 140 }],
  ['above where it would not fit below', button(359, 300), menu, { topPx: 155, leftPx: 140 }],
  ['at the top of the window where it fits nowhere', button(300, 300), { width: 160, height: 590 }, { topPx: 8, leftPx: 140 }],
  ['within the window at a button near its left edge', button(100, 100), menu, { topPx: 134, leftPx: 8 }],
  ['within the window at a button that is partly out of it', button(100, 420), menu, { topPx: 134, leftPx: 232 }],
])('a menu stands %s', (_, at, size, place) => expect(menuPlace(at, size, page)).toEqual(place))
