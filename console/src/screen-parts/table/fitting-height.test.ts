import { expect, test } from 'vitest'
import { fitRows } from './fitting-height.ts'

/** What rows of this height may have at most, where the window has this room for them. */
function heightOf(scrollHeight: number, roomPx: number): string {
  const style = { maxHeight: '' }
  fitRows({ scrollHeight, style }, roomPx)
  return style.maxHeight
}

test.each([
  ['that fit have the room to grow into', 300, 600, '600px'],
  ['that just fit have it too', 600, 600, '600px'],
  ['that are a little too high leave enough of it to be seen to scroll', 601, 600, '592px'],
  ['that lack a few pixels do so too', 607, 600, '592px'],
  ['that are too high fill it', 608, 600, '600px'],
  ['that are far too high fill it', 6000, 600, '600px'],
  ['scroll in the smallest room', 6000, 240, '240px'],
  ['scroll with the window where there is less', 6000, 239, 'none'],
])('rows %s', (_, height, room, most) => expect(heightOf(height, room)).toBe(most))
