import { describe, expect, test } from 'vitest'
import type { RecordDraft } from '../tray/tray.ts'
import { beginningWith, isTouched, nextAfter, ofType, readRecord, type TypedRecord } from './typed-record.ts'

const zone = { name: 'shop.example', nameservers: ['ns1.dns.example'] }
const blank: RecordDraft = { host: '', type: 'A', line: 'default', value: '', ttl: 600, weight: null, remark: '', status: 1 }
const saved: RecordDraft = { host: 'mail', type: 'MX', line: 'telecom', value: '10 mx.shop.example.', ttl: 60, weight: 5, remark: 'note', status: 0 }

/** The form over a new record with these members typed. */
const typing = (part: Partial<TypedRecord>): TypedRecord => ({ ...beginningWith(blank), ...part })
const address = { typed: { address: '192.0.2.1' } }
const problemsOf = (form: TypedRecord) => {
  const read = readRecord(form, zone)
  return 'problems' in read ? read.problems : {}
}

describe('what is typed of a record', () => {
  test('is read into the record, with TTL and weight as numbers', () => {
    const read = readRecord(typing({ ...address, draft: { ...blank, host: 'www' }, ttl: '20m', weight: ' 30 ' }), zone)
    expect(read).toEqual({ draft: { ...blank, host: 'www', value: '192.0.2.1', ttl: 1200, weight: 30 } })
  })

  test('of a saved record stands in its fields and, untouched, is that record', () => {
    expect(beginningWith(saved).typed).toEqual({ preference: '10', exchange: 'mx.shop.example.' })
    expect(readRecord(beginningWith(saved), zone)).toEqual({ draft: saved })
  })

  test.each([
    ['', true],
    ['soon', true],
    ['-1', true],
    ['0', false],
    ['60', false],
    ['1h30m', false],
  ])('has the TTL “%s”: refused %s', (ttl, isRefused) => {
    expect(problemsOf(typing({ ...address, ttl }))).toEqual(isRefused ? { ttl: { said: 'ttlWrong' } } : {})
  })

  test.each([
    ['', null],
    ['0', 0],
    ['100', 100],
    ['101', 'refused'],
    ['1000', 'refused'],
    ['-1', 'refused'],
    ['1.5', 'refused'],
    ['half', 'refused'],
  ])('has the weight “%s”: %s', (weight, expected) => {
    const read = readRecord(typing({ ...address, weight }), zone)
    if (expected === 'refused') expect(read).toEqual({ problems: { weight: { said: 'weightWrong' } } })
    else expect(read).toMatchObject({ draft: { weight: expected } })
  })

  test('is refused with every field that is wrong, each under its own name', () => {
    const form = typing({ typed: { address: '192.0.2.999' }, ttl: 'soon', weight: 'half', draft: { ...blank, host: 'not a host' } })
    const numbers = { ttl: { said: 'ttlWrong' }, weight: { said: 'weightWrong' } }
    expect(problemsOf(form)).toEqual({ ...numbers, 'value.address': { code: 'bad_ipv4', params: { field: 'address', text: '192.0.2.999' } } })
    expect(problemsOf({ ...form, ...address })).toEqual({ ...numbers, host: { code: 'bad_character', params: { character: ' ', name: 'not a host' } } })
  })

  test('is not refused for what the checks only warn of', () => {
    expect(problemsOf(typing({ ...address, draft: { ...blank, host: 'www.shop.example' } }))).toEqual({})
  })

  test('as one text must be filled in, and is checked like the fields', () => {
    const raw = (value: string): TypedRecord => typing({ typed: null, draft: { ...blank, value } })
    expect(problemsOf(raw(' '))).toEqual({ value: { said: 'required' } })
    expect(Object.keys(problemsOf(raw('192.0.2.999')))).toEqual(['value'])
    expect(readRecord(raw('192.0.2.9'), zone)).toMatchObject({ draft: { value: '192.0.2.9' } })
  })
})

describe('the form of a record', () => {
  test.each([
    ['a new one', blank],
    ['a saved one', saved],
  ])('over %s has nothing to lose at first', (_, initial) => {
    expect(isTouched(initial, beginningWith(initial))).toBe(false)
  })

  const begun = beginningWith(saved)
  test.each([
    ['the host', { ...begun, draft: { ...saved, host: 'mail2' } }],
    ['the line', { ...begun, draft: { ...saved, line: 'default' } }],
    ['the remark', { ...begun, draft: { ...saved, remark: '' } }],
    ['the status', { ...begun, draft: { ...saved, status: 1 } }],
    ['the TTL', { ...begun, ttl: '61' }],
    ['the weight', { ...begun, weight: '6' }],
    ['the weight taken away', { ...begun, weight: '' }],
    ['a field of the value', { ...begun, typed: { ...begun.typed, preference: '20' } }],
    ['the value as one text', { ...begun, typed: null, draft: { ...saved, value: '20 mx.shop.example.' } }],
    ['the type', ofType(begun, 'A')],
  ])('would lose %s', (_, form: TypedRecord) => expect(isTouched(saved, form)).toBe(true))

  test.each([
    ['a field of a new one', typing(address), true],
    ['the value of a new one as one text', typing({ typed: null, draft: { ...blank, value: '192.0.2.1' } }), true],
    ['nothing where only the way of typing was changed', typing({ typed: null }), false],
    ['nothing where the way of typing was changed to and fro', typing({ draft: { ...blank, value: '0' } }), false],
    ['nothing where fields are as empty as before', typing({ typed: { other: '' } }), false],
    ['nothing where a type was chosen and taken back', ofType(ofType(beginningWith(blank), 'MX'), 'A'), false],
  ])('would lose %s', (_, form, expected) => expect(isTouched(blank, form)).toBe(expected))

  test('over a value that cannot be told by fields has those of its type to lose', () => {
    const unread = { ...blank, value: 'no address' }
    expect(beginningWith(unread).typed).toBeNull()
    expect(isTouched(unread, { ...beginningWith(unread), typed: { address: '' } })).toBe(false)
    expect(isTouched(unread, { ...beginningWith(unread), ...address })).toBe(true)
  })

  test('begins another type with empty fields, whose choices are made', () => {
    expect(ofType(beginningWith(saved), 'A')).toMatchObject({ draft: { ...saved, type: 'A', value: '' }, typed: { address: '' }, ttl: '60', weight: '5' })
    expect(ofType(beginningWith(blank), 'TLSA').typed).toMatchObject({ usage: '0' })
  })

  test('keeps for the next record all but what names this one', () => {
    const next = nextAfter({ ...beginningWith(saved), ttl: '10m' })
    expect(next).toMatchObject({ draft: { ...saved, host: '', value: '', remark: '' }, ttl: '10m', weight: '5' })
    expect(next.typed).toEqual({ preference: '', exchange: '' })
  })
})
