import { describe, expect, it } from 'vitest'
import { typedOverMask } from './over-mask.ts'

describe('what is typed into a field that shows a mask', () => {
  it.each([
    ['behind it', '******s', 's'],
    ['before it', 's******', 's'],
    ['into it', '***s***', 's'],
    ['in its place', 'a new secret', 'a new secret'],
    ['in the place of a part of it', '**new***', 'new'],
  ])('%s takes the place of all of it', (_, text, left) => {
    expect(typedOverMask(text)).toBe(left)
  })

  it.each(['*****', '', '***'])('is nothing when %j is left of it', (text) => {
    expect(typedOverMask(text)).toBe('')
  })
})
