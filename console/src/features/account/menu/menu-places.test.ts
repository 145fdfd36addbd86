import { describe, expect, it } from 'vitest'
import { menuRow } from '../../../entities/menu/menu-row.testing.ts'
import { dropPlace, dropZoneAt, mayStandBelow, stepOf, visibleRows } from './menu-places.ts'

const home = menuRow(1, 'directory', null)
const dns = menuRow(2, 'directory', null)
const serve = menuRow(3, 'directory', 2)
const domains = menuRow(4, 'directory', 2)
const list = menuRow(5, 'page', 4)
const other = menuRow(6, 'page', 4)
const write = menuRow(7, 'button', 5)
const rows = [home, dns, serve, domains, list, other, write]

describe('where a row may stand', () => {
  it.each([
    ['a directory at the top', home, null, true],
    ['a directory without directories in a top one', home, dns, true],
    ['a directory with directories in another', dns, home, false],
    ['a directory in itself', home, home, false],
    ['a directory in one that is not at the top', home, serve, false],
    ['a directory on a page', serve, list, false],
    ['a page at the top', list, null, false],
    ['a page in a top directory', list, home, true],
    ['a page in any directory', list, serve, true],
    ['a page on a page', list, other, false],
    ['a button on a page', write, other, true],
    ['a button in a directory', write, serve, false],
  ])('%s: %#', (_, one, parent, isAllowed) => {
    expect(mayStandBelow(rows, one, parent)).toBe(isAllowed)
  })
})

describe('a step', () => {
  it.each([
    [home, -1, null],
    [home, 1, { parentId: null, beforeId: null }],
    [dns, -1, { parentId: null, beforeId: 1 }],
    [dns, 1, null],
    [list, 1, { parentId: 4, beforeId: null }],
    [write, 1, null],
  ] as const)('of %#', (one, direction, place) => {
    expect(stepOf(rows, one, direction)).toEqual(place)
  })
})

describe('letting go', () => {
  it.each([
    ['a page before its sibling', other, list, 'before', { parentId: 4, beforeId: 5 }],
    ['a page where it stands', list, other, 'before', null],
    ['a page behind its next', list, other, 'after', { parentId: 4, beforeId: null }],
    ['a page into another directory', list, serve, 'into', { parentId: 3, beforeId: null }],
    ['a page into its own directory', list, domains, 'into', null],
    ['a page beside a group, in the section', list, serve, 'before', { parentId: 2, beforeId: 3 }],
    ['a page beside a section', list, home, 'before', null],
    ['a section into a section', dns, home, 'into', null],
    ['an empty section beside a group', home, domains, 'after', { parentId: 2, beforeId: null }],
    ['a row over itself', list, list, 'after', null],
  ] as const)('%s', (_, dragged, over, zone, place) => {
    expect(dropPlace(rows, dragged, over, zone)).toEqual(place)
  })

  it.each([
    [0.1, true, 'before'],
    [0.5, true, 'into'],
    [0.9, true, 'after'],
    [0.49, false, 'before'],
    [0.51, false, 'after'],
  ] as const)('at %d of a row (may enter: %s) means %s', (fraction, mayEnter, zone) => {
    expect(dropZoneAt(fraction, mayEnter)).toBe(zone)
  })
})

it('shows rows with their depth, but not what is folded away', () => {
  expect(visibleRows(rows, new Set([4])).map((one) => [one.row.id, one.depth])).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
  ])
})
