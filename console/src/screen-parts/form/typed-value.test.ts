import { describe, expect, it } from 'vitest'
import { chosenAs, typedAs } from './typed-value.ts'

const values: readonly number[] = []

describe('a field of a number', () => {
  const read = typedAs({ kind: 'number', isNullable: false })!

  it.each([
    ['7', 7],
    ['0', 0],
    ['-3', -3],
    ['1.25', 1.25],
    ['007', 7],
  ])('reads %j as a number', (typed, expected) => expect(read(typed)).toBe(expected))
  it.each(['many', '7 days', '1e3', '0x10', '1.', '.5', '--1', ' ', '1,000', 'Infinity'])('keeps %j as it was typed', (typed) =>
    expect(read(typed)).toBe(typed),
  )
  it.each([12, null, undefined])('leaves %j as the form held it', (held) => expect(read(held)).toBe(held))

  it('left empty is absent, or null where nothing is a value', () => {
    expect(read('')).toBeUndefined()
    expect(typedAs({ kind: 'number', isNullable: true })!('')).toBeNull()
  })
  it('that is chosen is read like one that is typed', () => {
    const chosen = chosenAs({ kind: 'number', isNullable: false, values })
    expect([chosen('7'), chosen('')]).toEqual([7, undefined])
  })
})

describe('a field of another kind', () => {
  it.each(['text', 'code', 'lines', 'secret', 'list'] as const)('(%s) is read as it is typed', (kind) => {
    expect(typedAs({ kind, isNullable: true })).toBeUndefined()
  })

  it.each([
    [[1, 2], '2', 2],
    [[0, 1], '0', 0],
    [[false, true], 'true', true],
    [['own', 'all'], 'all', 'all'],
    [[1, 2], '', ''],
    [[], 'anything', 'anything'],
  ])('of %j gives back “%s” as %j', (offered, chosen, expected) => {
    expect(chosenAs({ kind: 'choice', isNullable: false, values: offered })(chosen)).toBe(expected)
  })
})
