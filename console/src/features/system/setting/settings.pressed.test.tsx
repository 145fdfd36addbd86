import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { problemText } from '@nameplane/contract/problem-text'
import { setting } from '@nameplane/contract/system/setting'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { otherUrl } from '@nameplane/contract/system/settings/other-url'
import { tokenPay } from '@nameplane/contract/system/settings/payment-tokenpay'
import { platformFeatures } from '@nameplane/contract/system/settings/platform-features'
import { call } from '../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { refreshSite } from '../../../entities/site/site.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { EmailServerPage } from './email/email-server-page.tsx'
import { emailServerMessages } from './email/email-server.messages.ts'
import { SitePowerPage } from './site/site-power-page.tsx'
import { siteMessages } from './site/site.messages.ts'
import { pressSave, putBackAfterwards, restoreAfterwards, savedOf } from './setting-saved.testing.ts'
import { settingMessages } from './setting.messages.ts'

/* Settings as they are filled in and saved. One administrator may try five a minute: no other file tries any. */
const button = (name: string) => screen.getByRole('button', { name })

test('own features are added, counted and removed, each by itself, and saved', async () => {
  const text = siteMessages.zh.power
  const user = pressed(<SitePowerPage />, '/system/config/site/power')
  await screen.findByRole('button', { name: text.addCounter })
  const [one, two, three] = [freshWord(), freshWord(), freshWord()]
  for (const name of [one, two, three]) {
    await user.type(screen.getByRole('textbox', { name: text.counterName }), name)
    await user.click(button(text.addCounter))
  }
  const count = screen.getByRole('spinbutton', { name: `${two} ${text.counterValue}` })
  await user.clear(count)
  await user.type(count, '7')
  await user.click(button(text.removeCounter(one)))
  await user.click(button(settingMessages.zh.save))
  await waitFor(async () => expect((await savedOf(platformFeatures.key))['custom']).toMatchObject({ [two]: 7, [three]: 1 }))
  expect((await savedOf(platformFeatures.key))['custom']).not.toHaveProperty(one)
})

test('a mail server is begun with the port that is encrypted from the start, and says how another one is', async () => {
  const text = emailServerMessages.zh
  const user = pressed(<EmailServerPage />, '/system/config/email')
  const port = await screen.findByLabelText<HTMLInputElement>(/^端口/)
  expect(port.value).toBe('465')
  expect(screen.getByText(text.tlsPort)).toBeTruthy()
  const provider = screen.getAllByRole<HTMLSelectElement>('combobox')[0]!
  await user.selectOptions(provider, text.ownServer)
  const host = screen.getByRole('textbox', { name: text.ownHost })
  await user.type(host, 'mail.example.net')
  await user.clear(port)
  await user.type(port, '587')
  expect(screen.getByText(text.startTlsPort)).toBeTruthy()
  // What is missing is said at its field, and nothing is saved.
  await user.click(button(settingMessages.zh.save))
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect((await savedOf(emailServer.key))['host'] ?? '').toBe('')
})

test('who may only look at mail sees why nothing there can be changed, nor brought back', async () => {
  const { id } = (await call(setting.ofKey, { key: emailServer.key })).config
  for (const weight of [3, 4]) await call(setting.update, { id, weight })
  await signInWith(['config_email.read'])
  const user = pressed(<EmailServerPage />, '/system/config/email/config')
  const noRight = problemText('right_missing', 'zh')
  const text = settingMessages.zh
  for (const name of [text.save, text.test]) {
    const isOff = () => [screen.getByRole<HTMLButtonElement>('button', { name }).disabled, button(name).title]
    await waitFor(() => expect(isOff()).toEqual([true, noRight]))
  }
  for (const field of screen.getAllByRole<HTMLInputElement>('textbox'))
    expect(field.disabled || field.closest('fieldset[disabled]') !== null, field.name).toBe(true)
  await user.click(button(text.history))
  const restores = within(await screen.findByRole('dialog')).findAllByRole<HTMLButtonElement>('button', { name: text.restore })
  for (const restore of await restores) expect([restore.disabled, restore.title]).toEqual([true, noRight])
})

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const field = (zh: string, en: string) => screen.findByLabelText<HTMLInputElement>(say(zh, en))

  async function prepared(): Promise<WholeConsole> {
    inLanguage(language)
    // What the console shows of the site is held beside its screens.
    onTestFinished(refreshSite)
    for (const key of [platformFeatures.key, otherUrl.key]) await putBackAfterwards(key)
    await restoreAfterwards(tokenPay.key)
    return wholeConsole()
  }

  test('the CDN client has its page while its counter is above 0, and its address stands in the footer', async () => {
    const client = say('CDN 客户端', 'CDN client')
    const console = await prepared()
    const { hand } = console
    await console.open('/system/config/site/power')
    const side = within(screen.getByRole('navigation', { name: say('侧边菜单', 'Side menu') }))
    // The menu is narrow here: what is below one of its signs is seen while that is open.
    await hand.click(side.getByRole('button', { name: say('系统配置', 'Configuration') }))
    const inMenu = (name: string) => side.queryAllByRole('link', { name })
    expect(inMenu(say('网站', 'Site'))).toHaveLength(1)
    expect(inMenu(client)).toEqual([])
    await hand.type(await field('标识', 'Key'), 'other_url')
    await hand.click(button(say('添加', 'Add')))
    expect((await field('other_url 计数', 'other_url Count')).value).toBe('1')
    await pressSave(console, language)
    await expectAccessible('features')
    await waitFor(() => expect(inMenu(client)).toHaveLength(1))

    await console.open('/system/config/other-url')
    await hand.type(await field('地址', 'Address'), 'cdn.example.net')
    await hand.tab()
    await screen.findByText(new RegExp(`^${say('URL地址格式错误', 'Invalid URL')}`))
    await hand.clear(await field('地址', 'Address'))
    await hand.type(await field('地址', 'Address'), 'https://cdn.example.net/')
    await pressSave(console, language)
    const inFooter = await within(screen.getByRole('contentinfo')).findByRole('link', { name: client })
    expect(inFooter.getAttribute('href')).toBe('https://cdn.example.net/')
    await expectAccessible('CDN client')

    await console.open('/system/config/site/power')
    const count = await field('other_url 计数', 'other_url Count')
    await hand.clear(count)
    expect(count.value).toBe('0')
    await pressSave(console, language)
    await waitFor(() => expect(inMenu(client)).toEqual([]))
    expect(inMenu(say('网站', 'Site'))).toHaveLength(1)
  })

  test('the overview says what is set, and what failed when it was tried', async () => {
    const rowOf = (path: string) => within(document.querySelector<HTMLElement>(`main li:has(a[href$="#${path}"])`)!)
    const payment = '/system/config/payment/tokenpay'
    const console = await prepared()
    const { hand } = console
    await call(setting.save, { paramKey: platformFeatures.key, paramValue: { custom: { [freshWord()]: 1 } } })
    // Nobody answers there, and nobody pays by it while it is off.
    await call(setting.save, { paramKey: tokenPay.key, paramValue: { serviceUrl: 'https://127.0.0.1:1', token: freshWord() }, status: 0 })
    await console.open('/system/config/overview')
    expect(rowOf('/system/config/site/power').getByText(say('已配置', 'Configured'))).toBeTruthy()
    expect(rowOf('/system/config/email/config').getByText(say('未配置', 'Not configured'))).toBeTruthy()
    expect(rowOf(payment).getByText(say('未启用', 'Disabled'))).toBeTruthy()
    await expectAccessible('overview')

    const text = settingMessages[language]
    await hand.click(rowOf(payment).getByRole('link'))
    await hand.click(await screen.findByRole('button', { name: text.test }))
    const dialog = within(await screen.findByRole('dialog'))
    await hand.click(dialog.getByRole('button', { name: text.test }))
    await dialog.findByText(text.failed)
    const [close] = dialog.getAllByRole('button', { name: partsMessages[language].close })
    await hand.click(close!)
    await console.open('/system/config/overview')
    await waitFor(() => expect(rowOf(payment).getByText(say('测试未通过', 'Test failed'))).toBeTruthy())
    await expectAccessible('overview of what failed')
  })

  test('TokenPay is filled in, and a try says that its address may not be called', async () => {
    const labelled = (zh: string, en: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${say(zh, en)}\\*?$`))
    const { test: tries } = settingMessages[language]
    const console = await prepared()
    const { hand } = console
    await console.open('/system/config/payment/tokenpay')
    await hand.type(await labelled('服务地址', 'Service URL'), 'tokenpay.example')
    await hand.type(await labelled('API 令牌', 'API token'), '666')
    await screen.findByText(say('URL地址格式错误', 'Invalid URL'))
    await hand.clear(await labelled('服务地址', 'Service URL'))
    await hand.type(await labelled('服务地址', 'Service URL'), 'https://10.0.0.5:5000/')
    await hand.selectOptions(await labelled('签名方式', 'Signature'), 'md5')
    await hand.click(button(tries))
    const dialog = within(await screen.findByRole('dialog'))
    await hand.click(dialog.getByRole('button', { name: tries }))
    await dialog.findByText(new RegExp(say('只能使用', 'only public https addresses')))
    await expectAccessible('TokenPay tried')
    await hand.click(dialog.getAllByRole('button', { name: partsMessages[language].close })[0]!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await pressSave(console, language)
    const filledIn = { serviceUrl: 'https://10.0.0.5:5000', token: '******', digest: 'md5', coin: 'USDT_TRC20', currency: 'CNY' }
    expect(await savedOf(tokenPay.key)).toMatchObject(filledIn)
    await expectAccessible('TokenPay')
  })
})
