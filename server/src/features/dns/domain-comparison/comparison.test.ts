import { describe, expect, it } from 'vitest'
import type { DnsMessage } from '@nameplane/dns-text/message'
import { shownValues, stateOf, theirAnswer, worstState, type OurAnswer, type TheirAnswer } from './comparison.ts'

const value = (text: string) => ({ type: text.split(' ')[0]!, value: text.slice(text.indexOf(' ') + 1) })
const ours = (...texts: string[]): OurAnswer => ({ values: texts.map(value), ttlSeconds: 60, isShared: false })
const theirs = (...texts: string[]): TheirAnswer => ({ kind: 'answered', values: texts.map(value), ttlSeconds: 600 })

describe('two answers', () => {
  it.each<[string, OurAnswer, TheirAnswer, string]>([
    ['the same value with another TTL', ours('A 192.0.2.1'), theirs('A 192.0.2.1'), 'equal'],
    ['the same values in another order', ours('A 192.0.2.1', 'A 192.0.2.2'), theirs('A 192.0.2.2', 'A 192.0.2.1'), 'equal'],
    ['names in other letters', ours('MX 10 mail.example.com.'), theirs('MX 10 MAIL.Example.com.'), 'equal'],
    ['another preference', ours('MX 10 mail.example.com.'), theirs('MX 20 mail.example.com.'), 'different'],
    ['texts in other letters', ours('TXT "Key"'), theirs('TXT "key"'), 'different'],
    ['CAA values in other letters', ours('CAA 0 issue "ca.example"'), theirs('CAA 0 issue "CA.example"'), 'different'],
    ['one value too few there', ours('A 192.0.2.1', 'A 192.0.2.2'), theirs('A 192.0.2.1'), 'different'],
    ['one value more there', ours('A 192.0.2.1'), theirs('A 192.0.2.1', 'A 192.0.2.2'), 'different'],
    ['a CNAME there in the place of an address', ours('A 192.0.2.1'), theirs('CNAME www.example.com.'), 'different'],
    ['nothing there', ours('A 192.0.2.1'), theirs(), 'missing'],
    ['nothing on either side', ours(), theirs(), 'equal'],
    ['nothing here', ours(), theirs('A 192.0.2.1'), 'different'],
    ['what breaks the rules of its type', ours('MX 10 mail.example.com.'), theirs('MX \\# 1 00'), 'different'],
    ['one of the values that weights share out', { ...ours('A 192.0.2.1', 'A 192.0.2.2'), isShared: true }, theirs('A 192.0.2.2'), 'equal'],
    ['none of them', { ...ours('A 192.0.2.1', 'A 192.0.2.2'), isShared: true }, theirs('A 192.0.2.3'), 'different'],
    ['no answer', ours('A 192.0.2.1'), { kind: 'failed', failure: 'timed_out', code: '' }, 'no_answer'],
  ])('%s', (_, here, there, expected) => {
    expect(stateOf(here, there)).toBe(expected)
  })

  it('are as bad as the worst server', () => {
    expect(worstState(['equal', 'no_answer', 'missing'])).toBe('missing')
    expect(worstState(['equal', 'no_answer', 'different', 'missing'])).toBe('different')
    expect(worstState(['equal', 'equal'])).toBe('equal')
  })

  it('name the type of a CNAME in the place of something else', () => {
    expect(shownValues([value('CNAME b.example.')], { name: 'a.example.', type: 'A' })).toEqual(['CNAME b.example.'])
    expect(shownValues([value('A 192.0.2.2'), value('A 192.0.2.1')], { name: 'a.example.', type: 'A' })).toEqual(['192.0.2.1', '192.0.2.2'])
  })
})

describe('what a name server says', () => {
  const question = { name: 'www.moved.example.', type: 'A' }
  const record = (name: string, text: string) => ({ name, classCode: 1, ttlSeconds: 300, ...value(text) })
  const message = (more: Partial<DnsMessage>): DnsMessage => ({
    ...{ id: 1, isResponse: true, opcode: 0, isAuthoritative: true, isTruncated: false, recursionDesired: false, recursionAvailable: false },
    ...{ authenticData: false, checkingDisabled: false, rcode: 0, questions: [], answers: [], authorities: [], additionals: [] },
    ...more,
  })
  const said = (more: Partial<DnsMessage>, asked = question) => theirAnswer(message(more), asked, 'moved.example')

  it('is what stands at the asked name, in any letters, and nothing behind a CNAME', () => {
    expect(said({ answers: [record('WWW.moved.example.', 'A 192.0.2.1')] })).toMatchObject({
      kind: 'answered',
      ttlSeconds: 300,
      values: [{ value: '192.0.2.1' }],
    })
    const answers = [record('www.moved.example.', 'CNAME other.example.'), record('other.example.', 'A 192.0.2.1')]
    expect(said({ answers })).toMatchObject({ values: [{ type: 'CNAME', value: 'other.example.' }] })
  })

  it('is nothing where it has the zone and not the name', () => {
    expect(said({ rcode: 3 })).toEqual({ kind: 'answered', values: [], ttlSeconds: null })
  })

  it('is no answer where it fails, or does not have the zone', () => {
    expect(said({ rcode: 5, isAuthoritative: false })).toEqual({ kind: 'failed', failure: 'failed', code: 'REFUSED' })
    expect(said({ isAuthoritative: false })).toMatchObject({ failure: 'not_authoritative' })
    expect(said({ isAuthoritative: false, authorities: [record('example.', 'NS a.gtld.example.')] })).toMatchObject({ failure: 'not_authoritative' })
  })

  it('is a delegation within the zone', () => {
    const authorities = [record('www.moved.example.', 'NS ns.other.example.')]
    expect(said({ isAuthoritative: false, authorities })).toMatchObject({ kind: 'answered', values: [] })
    expect(said({ isAuthoritative: false, authorities }, { ...question, type: 'NS' })).toMatchObject({ values: [{ value: 'ns.other.example.' }] })
  })
})
