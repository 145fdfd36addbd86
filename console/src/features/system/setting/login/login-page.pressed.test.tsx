import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Right } from '@nameplane/contract/rights'
import { setting } from '@nameplane/contract/system/setting'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { call } from '../../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { inLanguage, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../../browser/pressed/signed-in.testing.ts'
import { accountMessages } from '../../../../entities/account/account.messages.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { pressSave, putBackAfterwards, savedOf } from '../setting-saved.testing.ts'
import { settingMessages } from '../setting.messages.ts'
import { apiTokenMessages } from './api-token.messages.ts'
import { LoginSettingsPage } from './login-page.tsx'
import { loginMessages } from './login.messages.ts'

/*
 * The rules of signing in, as they are filled in, saved and brought back. Everybody who presses here signs in by them: they only get
 * values that nobody meets. This is the one file that saves them.
 */
const { key } = loginRules
const path = '/system/config/login'

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const text = settingMessages[language]
  const labelOf = (name: keyof typeof loginRules.names): string => loginRules.names[name]![language]
  /** A required field's label ends with a star. */
  const labelled = (name: keyof typeof loginRules.names) => new RegExp(`^${labelOf(name).replace(/[()（）]/g, '\\$&')}\\*?$`)
  const field = (name: keyof typeof loginRules.names) => screen.findByLabelText<HTMLInputElement>(labelled(name))
  const wrong = () => document.querySelectorAll('[aria-invalid="true"]').length
  const unsaved = () => screen.queryByRole('button', { name: text.discard })

  async function opened(): Promise<WholeConsole> {
    inLanguage(language)
    await putBackAfterwards(key)
    const console = wholeConsole()
    await console.open(path)
    return console
  }
  async function type({ hand }: WholeConsole, name: keyof typeof loginRules.names, typed: string): Promise<void> {
    await hand.clear(await field(name))
    await hand.type(await field(name), typed)
  }

  test('how many failures a captcha takes is asked only where failures decide, and when one is asked for is saved', async () => {
    const console = await opened()
    const choose = async (choice: 'always' | 'after-failures' | 'never') =>
      console.hand.selectOptions(await field('captcha'), loginMessages[language].choices.captcha[choice])
    expect((await field('captcha')).value).toBe('never')
    expect(screen.queryByLabelText(labelled('captchaAfterFailures'))).toBeNull()
    await choose('after-failures')
    await type(console, 'captchaAfterFailures', '99')
    await pressSave(console, language)
    expect(await savedOf(key)).toMatchObject({ captcha: 'after-failures', captchaAfterFailures: 99 })
    await choose('always')
    expect((await field('captcha')).value).toBe('always')
    await choose('never')
    await pressSave(console, language)
    expect(await savedOf(key)).toMatchObject({ captcha: 'never' })
  })

  test('what was saved before can be brought back', async () => {
    const console = await opened()
    await type(console, 'lockSeconds', '1000')
    await pressSave(console, language)
    await type(console, 'lockSeconds', '1100')
    await pressSave(console, language)
    await console.hand.click(screen.getByRole('button', { name: text.history }))
    const history = within(await screen.findByRole('dialog'))
    const versions = () => history.getAllByRole('listitem')
    await waitFor(() => expect(versions().length).toBeGreaterThan(2))
    const before = versions().length
    const [now, last] = versions().map((version) => within(version))
    expect(now!.getByText(text.current)).toBeTruthy()
    expect(last!.getByRole('row', { name: `${labelOf('lockSeconds')} 1000 1100` })).toBeTruthy()
    await expectAccessible('history')
    await console.hand.click(last!.getByRole('button', { name: text.restore }))
    const question = within(await screen.findByRole('alertdialog'))
    await console.hand.click(question.getByRole('button', { name: text.restore }))
    await waitFor(() => expect(versions().length).toBe(before + 1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await savedOf(key)).toMatchObject({ lockSeconds: 1000 })
    await console.hand.click(history.getByRole('button', { name: partsMessages[language].close }))
    expect((await field('lockSeconds')).value).toBe('1000')
    expect(unsaved()).toBeNull()
  })

  test('the help of a new password says the length that the rules ask for, as soon as they do', async () => {
    const console = await opened()
    // Shorter than what is asked for otherwise: nobody who adds an administrator meanwhile is refused.
    const minimum = say('11', '10')
    await type(console, 'passwordMinimum', minimum)
    await pressSave(console, language)
    const help = say(
      `至少 ${minimum} 个字符，不能使用常见或容易猜到的密码`,
      `At least ${minimum} characters. Common and easily guessed passwords are rejected.`,
    )
    expect(accountMessages[language].helps.administratorPassword(Number(minimum))).toBe(help)
    await console.open('/account/users/reset-password')
    await screen.findByText(help)
    await console.open('/account/users/admins?open=add')
    await within(await screen.findByRole('dialog')).findByText(help)
  })

  test('what is wrong is refused at its field, and nothing of it is saved', async () => {
    const console = await opened()
    const before = await savedOf(key)
    const networks = await field('administratorNetworks')
    await console.hand.type(networks, 'the office{Enter}')
    const refusal = () => screen.queryByText(new RegExp(`^${say('请输入 IP 地址或网段', 'Enter an IP address or a network')}`))
    await waitFor(() => expect(refusal()).not.toBeNull())
    await type(console, 'passwordMinimum', '7')
    await console.hand.click(screen.getByRole('button', { name: text.save }))
    await waitFor(() => expect(wrong()).toBe(2))
    await expectAccessible('refused rules')
    await console.hand.click(screen.getByRole('button', { name: say('移除 the office', 'Remove the office') }))
    await waitFor(() => expect(refusal()).toBeNull())
    expect(await savedOf(key)).toEqual(before)
    await console.hand.click(unsaved()!)
    expect(unsaved()).toBeNull()
    expect((await field('passwordMinimum')).value).toBe('12')
    expect(wrong()).toBe(0)
  })

  test('what somebody else saved meanwhile is named by its field, what was typed stays, and is saved over it when asked again', async () => {
    const console = await opened()
    await type(console, 'lockSeconds', '1200')
    await type(console, 'lockAddressAfterFailures', '25')
    await call(setting.save, { paramKey: key, paramValue: { ...(await savedOf(key)), lockSeconds: 1000 } })
    await console.hand.click(screen.getByRole('button', { name: text.save }))
    const said = say('他人刚刚保存了修改', 'Someone else saved a change')
    const note = () => screen.queryAllByRole('alert').filter(({ textContent }) => textContent.includes(said))
    await waitFor(() => expect(note()).toHaveLength(1))
    const meanwhile = within(note()[0]!)
    expect(meanwhile.getByText('1000').previousElementSibling?.textContent).toBe(labelOf('lockSeconds'))
    expect([(await field('lockSeconds')).value, (await field('lockAddressAfterFailures')).value]).toEqual(['1200', '25'])
    expect(await savedOf(key)).toMatchObject({ lockSeconds: 1000, lockAddressAfterFailures: 20 })
    await expectAccessible('changed meanwhile')
    await pressSave(console, language)
    expect(note()).toEqual([])
    expect(await savedOf(key)).toMatchObject({ lockSeconds: 1200, lockAddressAfterFailures: 25 })
  })
})

test.each<[string, readonly Right[], readonly (keyof (typeof apiTokenMessages)['zh']['tabs'])[]]>([
  ['who may not see API tokens', ['config_login.read'], ['rules', 'changes']],
  ['who may', ['config_login.read', 'api_token.read'], ['rules', 'changes', 'api']],
])('%s has the tabs of what can be seen, and arrives at one of them', async (_, rights, shown) => {
  await signInWith(rights)
  pressed(<LoginSettingsPage />, `${path}?tab=api`)
  const names = apiTokenMessages.zh.tabs
  const tab = (name: keyof typeof names) => screen.queryByRole('button', { name: names[name] })
  await waitFor(() => expect((['rules', 'changes', 'api'] as const).filter((name) => tab(name))).toEqual(shown))
  expect(tab(shown.includes('api') ? 'api' : 'rules')!.getAttribute('aria-pressed')).toBe('true')
})
