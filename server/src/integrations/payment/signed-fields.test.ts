import { describe, expect, it } from 'vitest'
import { FieldsProblem, jsonFields, queryFields, signedText } from './signed-fields.ts'

const json = (text: string): Record<string, string> => Object.fromEntries(jsonFields(Buffer.from(text)))
const query = (text: string): Record<string, string> => Object.fromEntries(queryFields(text))

describe('a flat JSON object', () => {
  it.each<[string, string, Record<string, string>]>([
    ['is read', '{"a":"1","B_2":"x y"}', { a: '1', B_2: 'x y' }],
    ['may hold white space', ' \t\r\n{ "a" : "1" , "b" : 2 }\n', { a: '1', b: '2' }],
    ['may be empty', '{}', {}],
    ['keeps the digits of numbers', '{"a":15.00,"b":-0,"c":1e2,"d":12345678901234567890}', { a: '15.00', b: '-0', c: '1e2', d: '12345678901234567890' }],
    ['has words for truth', '{"a":true,"b":false}', { a: 'true', b: 'false' }],
    ['leaves out null', '{"a":null,"b":1}', { b: '1' }],
    ['knows escapes', '{"a":"\\u00e9\\"\\\\\\/\\ud83d\\ude00"}', { a: 'é"\\/😀' }],
    ['may name a member by escapes', '{"\\u0061":"1"}', { a: '1' }],
  ])('%s', (_, text, fields) => expect(json(text)).toEqual(fields))

  it.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['a text', '"a"'],
    ['a number', '1'],
    ['null', 'null'],
    ['two objects', '{}{}'],
    ['a word behind', '{"a":1}x'],
    ['a name twice', '{"a":"1","a":"2"}'],
    ['a name twice, once escaped', '{"a":"1","\\u0061":"2"}'],
    ['a name twice, once null', '{"a":null,"a":"2"}'],
    ['an object inside', '{"a":{"b":1}}'],
    ['a list inside', '{"a":[1]}'],
    ['an empty list inside', '{"a":[]}'],
    ['a comma too many', '{"a":1,}'],
    ['a comma in front', '{,"a":1}'],
    ['no comma', '{"a":1 "b":2}'],
    ['an object without an end inside', '{"a":{}'],
    ['a comma for a value', '{"a":,,"b":1}'],
    ['no colon', '{"a" 1}'],
    ['no end', '{"a":1'],
    ['no value', '{"a":}'],
    ['single quotes', "{'a':'1'}"],
    ['a name without quotes', '{a:1}'],
    ['a comment', '{"a":1/**/}'],
    ['NaN', '{"a":NaN}'],
    ['a number with a plus', '{"a":+1}'],
    ['a number with a leading zero', '{"a":01}'],
    ['a number in hexadecimal', '{"a":0x1}'],
    ['a broken escape', '{"a":"\\x"}'],
    ['a line break in a text', '{"a":"1\n2"}'],
    ['an escaped line break', '{"a":"1\\n2"}'],
    ['an escaped NUL', '{"a":"1\\u0000"}'],
    ['an ampersand', '{"a":"1&b=2"}'],
    ['an escaped ampersand', '{"a":"1\\u0026b=2"}'],
    ['an empty name', '{"":"1"}'],
    ['a name with =', '{"a=b":"1"}'],
    ['a name with &', '{"a&b":"1"}'],
    ['a name with a bracket', '{"a[]":"1"}'],
    ['the name __proto__', '{"__proto__":"1"}'],
    ['a byte order mark', '\ufeff{}'],
    ['a very long text', `{"a":"${'x'.repeat(4097)}"}`],
    ['too many fields', `{${Array.from({ length: 65 }, (_, n) => `"a${n}":1`).join()}}`],
  ])('is not %s', (_, text) => expect(() => json(text)).toThrow(FieldsProblem))

  it('is UTF-8', () => expect(() => jsonFields(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]))).toThrow(FieldsProblem))

  it('may hold any text where that is said, and only there', () => {
    const text = '{"page":"https://pay.example/?a=1&b=2","msg":"a\\nb"}'
    expect(Object.fromEntries(jsonFields(Buffer.from(text), ['page', 'msg']))).toEqual({ page: 'https://pay.example/?a=1&b=2', msg: 'a\nb' })
    expect(() => jsonFields(Buffer.from(text), ['page'])).toThrow(FieldsProblem)
  })
})

describe('a query', () => {
  it.each<[string, string, Record<string, string>]>([
    ['is read', 'a=1&b=2', { a: '1', b: '2' }],
    ['may be empty', '', {}],
    ['has plus and %20 for a blank', 'a=1+2&b=1%202', { a: '1 2', b: '1 2' }],
    ['may hold = in a value', 'a=b=c', { a: 'b=c' }],
    ['may hold nothing in a value', 'a=&b=1', { a: '', b: '1' }],
    ['is UTF-8', 'a=%E6%94%AF', { a: '支' }],
    ['has escapes in either case', 'a=%2f%2F', { a: '//' }],
    ['may escape a name', '%61=1', { a: '1' }],
  ])('%s', (_, text, fields) => expect(query(text)).toEqual(fields))

  it.each([
    ['a name twice', 'a=1&a=2'],
    ['a name twice, once escaped', 'a=1&%61=2'],
    ['a name alone', 'a'],
    ['a longer name alone', 'ab'],
    ['an empty part', 'a=1&&b=2'],
    ['an ampersand at the end', 'a=1&'],
    ['an empty name', '=1'],
    ['a list in PHP’s way', 'a[]=1'],
    ['a list in PHP’s way, escaped', 'a%5B%5D=1'],
    ['an escaped ampersand', 'a=1%26b%3D2'],
    ['half an escape', 'a=%2'],
    ['an escape of no digits', 'a=%zz'],
    ['an escaped NUL', 'a=1%00'],
    ['an escaped line break', 'a=1%0A'],
    ['bytes that are not UTF-8', 'a=%FF'],
    ['an overlong form', 'a=%C0%AF'],
    ['signs outside ASCII', 'a=é'],
    ['a blank', 'a=1 2'],
    ['a fragment', 'a=1#b'],
    ['a semicolon as separator in a name', 'a;b=1'],
  ])('is not read with %s', (_, text) => expect(() => query(text)).toThrow(FieldsProblem))
})

describe('what is signed', () => {
  const fields = new Map([
    ['b', '2'],
    ['a', '1'],
    ['B', '0'],
    ['empty', ''],
    ['sign', 'x'],
  ])
  it('has the order of the names’ bytes and only fields with a text', () => expect(signedText(fields, ['sign'])).toBe('B=0&a=1&b=2'))
  it('can have another idea of empty', () => expect(signedText(fields, ['sign'], (text) => text === '1' || text === '')).toBe('B=0&b=2'))
})
