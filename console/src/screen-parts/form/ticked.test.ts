import { expect, it } from 'vitest'
import { withTick } from './ticked.ts'

it.each([
  ['puts the one at the end', [3, 1], 2, true, [3, 1, 2]],
  ['begins a list', [], 2, true, [2]],
  ['holds it once', [2, 1], 2, true, [1, 2]],
])('a tick %s', (_, ticked, one, isTicked, expected) => expect(withTick(ticked, one, isTicked)).toEqual(expected))

it.each([
  ['takes the one away and leaves the others', [3, 2, 1], 2, false, [3, 1]],
  ['ends a list', [2], 2, false, []],
  ['of what was not ticked changes nothing', [3, 1], 2, false, [3, 1]],
])('a tick taken off %s', (_, ticked, one, isTicked, expected) => expect(withTick(ticked, one, isTicked)).toEqual(expected))
