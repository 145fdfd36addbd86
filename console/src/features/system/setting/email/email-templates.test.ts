import { describe, expect, it } from 'vitest'
import { emailDefaults } from '@nameplane/contract/system/email/email-defaults'
import { isChanged, isCustomised, isOn, withoutWords, withSwitch, withWords, wordsOf, type Templates } from './email-templates.ts'

const other = { name: 'of another version', status: 1 as const, colour: 'red' }
const none: Templates = [other]

describe('templates while they are edited', () => {
  it('begin with the platform’s own words', () => {
    expect(wordsOf(none, 'test', 'zh')).toEqual(emailDefaults.test.zh)
    expect([isOn(none, 'test'), isCustomised(none, 'test')]).toEqual([true, false])
  })

  it('keep what was written for one language, and leave the other and strangers alone', () => {
    const written = withWords(none, 'test', 'zh', { subject: '新主题' })
    expect(wordsOf(written, 'test', 'zh')).toEqual({ ...emailDefaults.test.zh, subject: '新主题' })
    expect(wordsOf(written, 'test', 'en')).toEqual(emailDefaults.test.en)
    expect([isCustomised(written, 'test', 'zh'), isCustomised(written, 'test', 'en')]).toEqual([true, false])
    expect(written).toContainEqual(other)
    expect([isChanged(none, written, 'test'), isChanged(none, written, 'node_alert')]).toEqual([true, false])
  })

  it('are none again once they say what the platform says, or are taken away', () => {
    const written = withWords(none, 'test', 'zh', { subject: '新主题' })
    expect(withWords(written, 'test', 'zh', { subject: emailDefaults.test.zh.subject })).toEqual(none)
    expect(withoutWords(written, 'test', 'zh')).toEqual(none)
  })

  it('keep their place and a switch that is off', () => {
    const two: Templates = [{ name: 'test', status: 1, zh: { subject: 'a', html: 'b', text: '' } }, other]
    expect(withWords(two, 'test', 'zh', { subject: 'c' }).map((one) => one.name)).toEqual(['test', other.name])
    const off = withSwitch(none, 'node_alert', false)
    expect(isOn(off, 'node_alert')).toBe(false)
    expect(withSwitch(off, 'node_alert', true)).toEqual(none)
  })

  it('keep members of a language that nobody here knows', () => {
    const known: Templates = [{ name: 'test', status: 1, zh: { subject: 'a', html: 'b', text: '', preheader: 'x' } }]
    expect(withWords(known, 'test', 'zh', { subject: 'c' })[0]!.zh).toEqual({ subject: 'c', html: 'b', text: '', preheader: 'x' })
  })
})
