import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { emailPresets } from '@nameplane/contract/system/email/email-presets'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { wholeConsole, type WholeConsole } from '../../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { savedOf } from '../setting-saved.testing.ts'
import { settingMessages } from '../setting.messages.ts'
import { emailServerMessages } from './email-server.messages.ts'

/* How a mail server is chosen and what is asked for with it. Nothing is saved: what the platform sends meanwhile would go there. */
const hostOf = (key: string): string => emailPresets.find((preset) => preset.key === key)!.host

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const text = emailServerMessages[language]
  /** A required field's label ends with a star. */
  const labelled = (label: string) => new RegExp(`^${label.replace(/[()（）]/g, '\\$&')}\\*?$`)
  const find = (name: string) => screen.findByLabelText<HTMLInputElement & HTMLSelectElement>(labelled(emailServer.names[name]![language]))
  const isAsked = (name: string) => screen.queryByLabelText(labelled(emailServer.names[name]![language])) !== null
  const asked = () => ['authentication', 'password', 'oauth.tenant', 'oauth.clientSecret'].filter(isAsked)
  const ownHost = () => screen.queryByLabelText<HTMLInputElement>(labelled(text.ownHost))

  async function opened(): Promise<WholeConsole & { choose: (key: string) => Promise<void> }> {
    inLanguage(language)
    const console = wholeConsole()
    await console.open('/system/config/email/config')
    return Object.assign(console, { choose: async (key: string) => console.hand.selectOptions(await find('host'), key) })
  }

  test('none is chosen at first, and all that is missing is said at its field', async () => {
    const { hand } = await opened()
    const server = await find('host')
    expect([server.value, server.selectedOptions[0]?.text, server.selectedOptions[0]?.disabled]).toEqual(['', text.choose, true])
    expect([(await find('port')).value, ownHost(), asked()]).toEqual(['465', null, ['password']])
    await hand.clear(await find('port'))
    await hand.click(screen.getByRole('button', { name: settingMessages[language].save }))
    for (const [zh, en] of [
      ['SMTP服务器不能为空', 'SMTP server is required'],
      ['发件邮箱不能为空', 'Sender email address is required'],
      ['授权密码不能为空', 'Authorisation password is required'],
      ['端口不能为空', 'Port is required'],
    ] as const)
      await screen.findByText(say(zh, en))
    await expectAccessible('empty mail server')
    expect(await savedOf(emailServer.key)).not.toHaveProperty('host', expect.stringMatching(/./))
  })

  test('a known one brings its host and port, and the way to sign in that it has', async () => {
    const { hand, choose } = await opened()
    const port = async () => (await find('port')).value
    await choose('microsoft')
    expect([await port(), asked()]).toEqual(['587', ['authentication', 'password']])
    expect([screen.queryByText(hostOf('microsoft')), screen.queryByText(text.passwordsEnd), screen.queryByText(text.startTlsPort)]).not.toContain(null)
    await hand.selectOptions(await find('authentication'), 'oauth2')
    await find('oauth.tenant')
    expect([asked(), screen.queryByText(text.passwordsEnd)]).toEqual([['authentication', 'oauth.tenant', 'oauth.clientSecret'], null])
    await expectAccessible('mail server with OAuth')
    // This one has passwords only.
    await choose('qq')
    expect([await port(), asked()]).toEqual(['465', ['password']])
    const hint = emailPresets.find(({ key }) => key === 'qq')!.passwordHint![language]
    expect([screen.queryByText(hostOf('qq')), screen.queryByText(hint), screen.queryByText(text.tlsPort)]).not.toContain(null)
    expect((await find('host')).value).toBe('qq')
  })

  test('one of one’s own is named by its host, until it is discarded or a known one is chosen', async () => {
    const { hand, choose } = await opened()
    await choose('other')
    expect([ownHost()!.value, (await find('port')).value, asked()]).toEqual(['', '465', ['authentication', 'password']])
    await hand.type(ownHost()!, 'mail.a.example')
    expect((await find('host')).value).toBe('other')
    await hand.click(screen.getByRole('button', { name: settingMessages[language].discard }))
    expect([(await find('host')).value, ownHost()]).toEqual(['', null])
    await choose('qq')
    await choose('other')
    expect(ownHost()!.value).toBe('')
  })
})
