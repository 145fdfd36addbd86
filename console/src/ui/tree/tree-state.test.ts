import { describe, expect, it } from 'vitest'
import { branchIds, foundNodes, isPicked, picked, picksOf, shownNodes, tickStateOf, toggled, treeMove, valuesOf, type TreeNode } from './tree-state.ts'

const leaf = (value: string, refusal: string | null = null): TreeNode => ({ id: `leaf ${value}`, label: value, value, refusal })
const branch = (id: string, ...children: TreeNode[]): TreeNode => ({ id, label: id, children })
const fruit = branch('fruit', branch('stone', leaf('plum'), leaf('cherry')), leaf('apple'))
const roots = branch('roots', leaf('carrot'), leaf('mandrake', 'not yours to dig'))
const tree = [fruit, roots]
const all = new Set(branchIds(tree))

describe('ticks', () => {
  it.each([
    [[], 'none'],
    [['plum'], 'some'],
    [['plum', 'cherry', 'apple'], 'all'],
    [['carrot'], 'none'],
  ])('with %j a branch shows %s of its leaves', (ticked, state) => {
    expect(tickStateOf(fruit, new Set(ticked))).toBe(state)
  })

  it('of a branch are all set by a click, and all taken by the next', () => {
    const once = toggled(fruit, new Set(['plum', 'carrot']))
    expect([...once].sort()).toEqual(['apple', 'carrot', 'cherry', 'plum'])
    expect([...toggled(fruit, once)]).toEqual(['carrot'])
  })

  it('leave alone what may not be ticked, whether it was or not', () => {
    expect([...toggled(roots, new Set())]).toEqual(['carrot'])
    expect([...toggled(roots, new Set(['carrot', 'mandrake']))]).toEqual(['mandrake'])
    expect(valuesOf(roots)).toEqual(['carrot', 'mandrake'])
  })

  it('belong to a value, wherever it stands', () => {
    const twice = branch('again', { ...leaf('plum'), id: 'plum again' })
    expect(tickStateOf(twice, toggled(fruit, new Set()))).toBe('all')
  })
})

describe('a pick of a branch', () => {
  const withP = { has: (value: string) => value.startsWith('p') }
  const every = { has: () => true }
  const picks = [withP, every]

  it('ticks its values below the branch and no others there, and leaves alone what stands elsewhere or may not be ticked', () => {
    const ticked = picked(fruit, new Set(['apple', 'carrot']), withP)
    expect([...ticked].sort()).toEqual(['carrot', 'plum'])
    expect([isPicked(fruit, ticked, withP), isPicked(fruit, ticked, every)]).toEqual([true, false])
    expect([...picked(roots, new Set(['mandrake']), every)].sort()).toEqual(['carrot', 'mandrake'])
  })

  it('is offered where it says something: not over one value, without values, or beside another of the same', () => {
    expect(picksOf(fruit, picks)).toEqual(picks)
    expect(picksOf(branch('only', leaf('plum'), leaf('pear')), picks)).toEqual([every])
    expect(picksOf(branch('none', leaf('apple'), leaf('cherry')), picks)).toEqual([every])
    expect([picksOf(roots, picks), picksOf(leaf('plum'), picks)]).toEqual([[], []])
  })
})

describe('a search', () => {
  const namesOf = (text: string) => foundNodes(tree, text).flatMap((node) => [node.id, ...valuesOf(node)])

  it('leaves the leaves that have the text, and all below a branch that has it', () => {
    expect(namesOf(' CH ')).toEqual(['fruit', 'cherry'])
    expect(namesOf('stone')).toEqual(['fruit', 'plum', 'cherry'])
    expect([namesOf('melon'), foundNodes(tree, ' ')]).toEqual([[], tree])
  })
})

describe('what shows', () => {
  it('is what lies in open branches, with its depth and place', () => {
    expect(shownNodes(tree, new Set(['fruit'])).map((one) => [one.node.id, one.depth, `${one.position}/${one.siblings}`])).toEqual([
      ['fruit', 0, '1/2'],
      ['stone', 1, '1/2'],
      ['leaf apple', 1, '2/2'],
      ['roots', 0, '2/2'],
    ])
  })
})

describe('a key', () => {
  const move = (key: string, focused: string, open: ReadonlySet<string> = all) => treeMove(key, shownNodes(tree, open), focused, open)

  it.each([
    ['ArrowDown', 'fruit', { focus: 'stone' }],
    ['ArrowDown', 'leaf mandrake', {}],
    ['ArrowUp', 'roots', { focus: 'leaf apple' }],
    ['ArrowUp', 'fruit', {}],
    ['Home', 'leaf apple', { focus: 'fruit' }],
    ['End', 'fruit', { focus: 'leaf mandrake' }],
    ['ArrowRight', 'fruit', { focus: 'stone' }],
    ['ArrowRight', 'leaf apple', {}],
    ['ArrowLeft', 'fruit', { close: 'fruit' }],
    ['ArrowLeft', 'leaf plum', { focus: 'stone' }],
    [' ', 'leaf plum', { tick: 'leaf plum' }],
    ['Enter', 'roots', { tick: 'roots' }],
    ['*', 'fruit', { openAll: ['fruit', 'roots'] }],
    ['c', 'fruit', { focus: 'leaf cherry' }],
    ['c', 'leaf cherry', { focus: 'leaf carrot' }],
    ['c', 'leaf carrot', { focus: 'leaf cherry' }],
    ['z', 'fruit', {}],
    ['Tab', 'fruit', null],
    ['F5', 'fruit', null],
  ])('%j on %s', (key, focused, expected) => {
    expect(move(key, focused)).toEqual(expected)
  })

  it('opens a closed branch before it goes into it', () => {
    expect(move('ArrowRight', 'fruit', new Set())).toEqual({ open: 'fruit' })
    expect(move('ArrowLeft', 'fruit', new Set())).toEqual({})
  })
})
