import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AcmeAccount, AcmeStanding } from '@nameplane/contract/system/acme-account'
import { problemText } from '@nameplane/contract/problem-text'
import { CallProblem } from '../../../../api/call-problem.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { shownWith } from '../../../../screen-parts/shown-with.testing.tsx'
import { AcmeAccountCard } from './acme-account-card.tsx'
import { sslMessages } from './ssl.messages.ts'

const language = currentLanguage()
const text = textsIn(sslMessages, language).account
const time = '2026-03-10T11:00:00.000Z'
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00.000Z') }))
afterAll(() => void vi.useRealTimers())

const account = (part: Partial<AcmeAccount> = {}): AcmeAccount => ({
  ...{ state: 'valid', accountUrl: 'https://ca.example/7', email: 'ops@a.example', termsOfService: 'https://ca.example/terms', keyThumbprint: 'thumb' },
  ...{ isRollingOver: false, registerTime: time, registeredBy: 'ada', rolloverTime: null, checkTime: null },
  ...part,
})
const standing = (part: Partial<AcmeStanding> = {}): AcmeStanding => ({
  ...{ authority: 'Example CA', directoryUrl: 'https://ca.example/directory', email: 'ops@a.example', account: null },
  ...part,
})
const shown = (of: AcmeStanding | undefined, problem: CallProblem | null = null): string =>
  shownWith(<AcmeAccountCard standing={of} problem={problem} refresh={async () => {}} />, [])
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
const facts = (html: string): Record<string, string> =>
  Object.fromEntries([...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(([, name = '', fact = '']) => [name, plain(fact)]))
const offered = (html: string): string[] => [...html.matchAll(/<button[^>]*>([^<]+)</g)].map(([, name = '']) => name)

describe('the account with a certificate authority', () => {
  test('is registered once an authority is saved', () => {
    const unset = shown(standing({ authority: '', directoryUrl: '' }))
    expect([plain(unset), offered(unset)]).toEqual([`${text.title} ${text.unset}`, []])
    const none = shown(standing())
    expect([plain(none).includes(text.none('Example CA')), offered(none)]).toEqual([true, [text.register]])
  })

  test('says how it stands there, as what, under which terms and key, by whom', () => {
    expect(facts(shown(standing({ account: account() })))).toEqual({
      [text.state]: text.states.valid,
      [text.directory]: 'https://ca.example/directory',
      [text.url]: 'https://ca.example/7',
      [text.email]: 'ops@a.example',
      [text.terms]: 'https://ca.example/terms',
      [text.thumbprint]: 'thumb',
      [text.registered]: text.by('ada', formatExactTime(time)),
    })
    const later = account({ rolloverTime: time, checkTime: time, termsOfService: '' })
    const said = facts(shown(standing({ account: later })))
    expect([said[text.rolled], said[text.checked], said[text.terms]]).toEqual(['1 小时前', '1 小时前', undefined])
    const begun = account({ state: 'pending', accountUrl: '', registerTime: null })
    expect(Object.keys(facts(shown(standing({ account: begun }))))).toEqual([text.state, text.directory, text.thumbprint])
  })

  test('leads to terms that a browser can open, and only names others', () => {
    const links = (termsOfService: string) => [...shown(standing({ account: account({ termsOfService }) })).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect([links('https://ca.example/terms'), links('urn:terms')]).toEqual([['https://ca.example/terms'], []])
  })

  test.each([
    ['pending', [text.resume]],
    ['valid', [text.check, text.roll, text.close]],
    ['deactivated', [text.again]],
    ['revoked', [text.again, text.check]],
  ] as const)('that is %s can be: %j', (state, actions) => {
    const html = shown(standing({ account: account({ state }) }))
    expect([offered(html), html.includes(text.pendingHelp)]).toEqual([actions, state === 'pending'])
  })

  test('says that the authority was told another mailbox, as long as it is told anything', () => {
    const differs = (part: Partial<AcmeAccount>) => {
      const html = shown(standing({ email: 'new@a.example', account: account(part) }))
      return [html.includes(text.differs('new@a.example')), offered(html).includes(text.tell)]
    }
    expect([differs({}), differs({ email: 'new@a.example' }), differs({ state: 'deactivated' })]).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ])
  })

  test('says that a change of its key was not finished', () => {
    const says = (isRollingOver: boolean) => shown(standing({ account: account({ isRollingOver }) })).includes(text.rolling)
    expect([says(true), says(false)]).toEqual([true, false])
  })

  test('says why it is not shown, but not beside what is shown', () => {
    const problem = new CallProblem({ kind: 'refused', code: 'right_missing', message: '' })
    const says = (of: AcmeStanding | undefined) => shown(of, problem).includes(problemText('right_missing', language))
    expect([says(undefined), says(standing())]).toEqual([true, false])
  })
})
