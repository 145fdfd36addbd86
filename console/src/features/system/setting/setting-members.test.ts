import { describe, expect, test } from 'vitest'
import { changedMembers, filledIn } from './setting-members.ts'

describe('what a form of a setting begins with', () => {
  test.each([
    ['nothing saved', {}, { host: '', port: '465' }],
    ['some of it', { host: 'smtp.example.net' }, { host: 'smtp.example.net', port: '465' }],
    ['members that the form does not know', { other: 1 }, { host: '', port: '465', other: 1 }],
  ])('%s', (_, saved, expected) => {
    expect(filledIn({ host: '', port: '465' }, saved)).toEqual(expected)
  })

  test('objects within are filled in, lists are wholes', () => {
    expect(filledIn({ basic: { name: '', icp: '' }, lines: ['a'] }, { basic: { name: 'x' }, lines: [] })).toEqual({ basic: { name: 'x', icp: '' }, lines: [] })
  })
})

describe('what differs between two states', () => {
  test.each([
    ['nothing', { a: 1, b: { c: 2 } }, { a: 1, b: { c: 2 } }, []],
    ['a number and the same number typed', { a: 1 }, { a: '1' }, []],
    ['a member', { a: 1 }, { a: 2 }, [{ path: 'a', before: '1', now: '2' }]],
    ['a member within', { b: { c: 2 } }, { b: { c: 3 } }, [{ path: 'b.c', before: '2', now: '3' }]],
    ['a new one', {}, { a: 'x' }, [{ path: 'a', before: '', now: 'x' }]],
    ['one that went', { a: 'x' }, {}, [{ path: 'a', before: 'x', now: '' }]],
    ['a list', { l: [1] }, { l: [1, 2] }, [{ path: 'l', before: '[1]', now: '[1,2]' }]],
  ])('%s', (_, before, now, expected) => {
    expect(changedMembers(before, now)).toEqual(expected)
  })
})
