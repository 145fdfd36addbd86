import { describe, expect, it } from 'vitest'
import { drawn, mutantsOf, withMutant } from './mutants.ts'

/** What becomes of the text, one for each fault. */
const changed = (text: string): string[] => mutantsOf(text).map((mutant) => withMutant(text, mutant))

describe('faults', () => {
  it.each([
    ['if (a) go()', 'if (!(a)) go()'],
    ['const b = a === 1', 'const b = a !== 1'],
    ['const b = a < c', 'const b = a <= c'],
    ['const b = a + c', 'const b = a - c'],
    ['const b = a && c', 'const b = a || c'],
    ['const b = a ?? c', 'const b = a'],
    ['const b = true', 'const b = false'],
    ['const b = 7', 'const b = 8'],
    ['async function f() { await g() }', 'async function f() { {} }'],
    ['function f() { if (a) throw b; g }', 'function f() { {} g }'],
    ['save({ id, rowVersion })', 'save({ id,  })'],
    ['const b = db.where(a).all', 'const b = db.all'],
    ['const b = f(one, x.two)', 'const b = f(x.two, one)'],
    ['const b = <Button disabled={isBusy} />', 'const b = <Button  />'],
  ])('%s → %s', (text, fault) => expect(changed(text)).toContain(fault))

  it.each([
    ['an import', `import { a } from 'a'`],
    ['a type', 'type A = 1 | true'],
    ['the type of a variable', 'let a: 1 | true'],
    ['a text put together', 'const b = `a` + c'],
    ['how something looks', 'const b = <p className={a ? b : c} />'],
    ['how wide something is', 'const b = <Dialog width={a ? b : c} />'],
    ['how large an icon is', 'const b = <Icon size={13} />'],
    ['how often a page asks again', 'f({ everySeconds: 15 })'],
    ['an index', 'const b = a[0]'],
    ['the only member', 'f({ a })'],
    ['a pixel', 'const widthPx = 7'],
    ['a thousandth of a second', 'f({ waitMs: 7 })'],
  ])('not in %s', (_, text) => expect(changed(text)).toEqual([]))

  it('leave a text that can be read', () => {
    const text = 'export const f = async (a: number): Promise<void> => { if (a > 3 && b) return; await g({ a, b: a ?? 1 }) }'
    for (const fault of changed(text)) expect(() => mutantsOf(fault)).not.toThrow()
  })
})

it('are drawn alike from the same seed, and in their order', () => {
  const all = Array.from({ length: 1000 }, (_, place) => place)
  const draw = (from: readonly number[], seed = 7) => drawn(from, 50, seed, String)
  const some = draw(all)
  expect(some).toEqual(draw(all))
  expect(some).not.toEqual(draw(all, 8))
  expect(some).toEqual(some.toSorted((one, other) => one - other))
  expect(new Set(some).size).toBe(50)
  // What is no longer there makes room for as many others, and moves none of those that were drawn beside it.
  const left = draw(all.filter((one) => one % 10 !== 0))
  expect(left).toEqual(expect.arrayContaining(some.filter((one) => one % 10 !== 0)))
  expect(left.filter((one) => !some.includes(one))).toHaveLength(some.filter((one) => one % 10 === 0).length)
})
