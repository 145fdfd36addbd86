import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { readInput } from './issues.ts'
import { numeric } from './paging.ts'
import { plainText } from './rules.ts'

describe('what a schema refuses has a code of the catalogue', () => {
  test.each<[string, z.ZodMiniType, unknown, object]>([
    ['a member that is missing', z.string(), undefined, { code: 'required', params: {} }],
    ['a member of another type', z.string(), 7, { code: 'invalid_value', params: {} }],
    ['an empty text', z.string().check(z.minLength(1)), '', { code: 'required', params: {} }],
    ['a short text', z.string().check(z.minLength(4)), 'abc', { code: 'too_short', params: { minimum: 4 } }],
    ['a long text', z.string().check(z.maxLength(2)), 'abc', { code: 'too_long', params: { maximum: 2 } }],
    ['a number below', z.number().check(z.minimum(5)), 4, { code: 'number_too_small', params: { minimum: 5 } }],
    ['a number above', z.number().check(z.maximum(5)), 6, { code: 'number_too_big', params: { maximum: 5 } }],
    ['a fraction', numeric().check(z.int()), '1.5', { code: 'not_an_integer', params: {} }],
    ['a long list', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], { code: 'too_many_entries', params: { maximum: 1 } }],
    ['a choice that is none', z.enum(['a', 'b']), 'c', { code: 'invalid_value', params: {} }],
    ['a rule of ours', plainText(10), 'a\u0007', { code: 'control_characters', params: {} }],
    ['a text that is read in another order', plainText(10), 'a\u202ebc', { code: 'control_characters', params: {} }],
    ['a rule of ours with a bound', z.string().check(z.minLength(3, 'invalid_name')), 'a', { code: 'invalid_name', params: { minimum: 3 } }],
    ['a rule that fits no other', z.string().check(z.regex(/^a/)), 'b', { code: 'invalid_value', params: {} }],
  ])('%s', (_, schema, input, issue) => {
    expect(readInput(z.object({ field: schema }), { field: input })).toEqual({ isRight: false, issues: [{ path: ['field'], ...issue }] })
  })
})

test('every part that is wrong is named by its path', () => {
  const schema = z.object({ name: z.string(), rows: z.array(z.object({ port: z.number() })) })
  const read = readInput(schema, { rows: [{ port: 1 }, { port: 'x' }] })
  expect(read).toMatchObject({ isRight: false, issues: [{ path: ['name'] }, { path: ['rows', '1', 'port'] }] })
})

test('an input that is right is given as the schema reads it', () => {
  expect(readInput(z.object({ page: numeric(), order: z._default(z.string(), 'asc') }), { page: '2', more: 1 })).toEqual({
    isRight: true,
    value: { page: 2, order: 'asc' },
  })
})
