import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { call } from '../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { inLanguage } from '../../../browser/pressed/pressed.testing.tsx'

/* What is typed into a setting and not saved: it survives the ways beside it, and no other way takes it without asking. */

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const textbox = (zh: string, en: string) =>
    screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${say(zh, en).replace(/[()]/g, '\\$&')}\\*?$`) })
  const button = (zh: string, en: string) => screen.getByRole('button', { name: say(zh, en) })
  const question = () => screen.queryByRole('alertdialog', { name: say('放弃未保存的内容？', 'Discard unsaved changes?') })
  const unsaved = () => screen.queryByRole('button', { name: say('放弃修改', 'Discard') })
  const shown = () => document.querySelector('main')?.dataset['screen']
  const arrived = (path: string) => waitFor(() => expect(shown()).toBe(path))

  async function openedAt(path: string): Promise<WholeConsole> {
    inLanguage(language)
    const console = wholeConsole()
    await console.open(path)
    return console
  }
  async function answer({ hand }: WholeConsole, zh: string, en: string): Promise<void> {
    await waitFor(() => expect(question()).not.toBeNull())
    await hand.click(within(question()!).getByRole('button', { name: say(zh, en) }))
    await waitFor(() => expect(question()).toBeNull())
  }
  async function type({ hand }: WholeConsole, field: HTMLElement, text: string): Promise<void> {
    await hand.clear(field)
    await hand.type(field, text)
  }
  async function discardAndLeave(console: WholeConsole): Promise<void> {
    console.goTo('/dns/domain/list')
    await answer(console, '放弃', 'Discard')
    await arrived('/dns/domain/list')
  }

  test('survives the switch to another provider and back', async () => {
    const console = await openedAt('/system/config/sms')
    const choose = (zh: string, en: string) => console.hand.click(screen.getByRole('radio', { name: new RegExp(`^${say(zh, en)}`) }))
    await choose('HTTP 网关', 'HTTP gateway')
    await type(console, await textbox('用户名', 'Username'), 'half an entry')
    await choose('腾讯云', 'Tencent Cloud')
    await type(console, await textbox('sdkAppId', 'sdkAppId'), '1400000000')
    await choose('HTTP 网关', 'HTTP gateway')
    expect((await textbox('用户名', 'Username')).value).toBe('half an entry')
    await choose('腾讯云', 'Tencent Cloud')
    expect((await textbox('sdkAppId', 'sdkAppId')).value).toBe('1400000000')

    // The form out of sight is left behind too.
    await choose('阿里云', 'Alibaba Cloud')
    console.goTo('/dns/domain/list')
    await answer(console, '继续编辑', 'Keep editing')
    await discardAndLeave(console)
  })

  test('survives the way to the tab beside, and is asked about on any other way', async () => {
    const console = await openedAt('/system/config/site/basic')
    const name = () => textbox('网站名称', 'Site name')
    await type(console, await name(), 'half a name')
    const tab = (title: string) =>
      within(screen.getByRole('navigation', { name: say('配置分组', 'Configuration sections') })).getByRole('link', { name: title })
    await console.hand.click(tab('SEO'))
    await arrived('/system/config/site/seo')
    expect(question()).toBeNull()
    await console.hand.click(tab(say('基本信息', 'Basics')))
    await arrived('/system/config/site/basic')
    expect((await name()).value).toBe('half a name')

    await console.hand.click(
      within(screen.getByRole('navigation', { name: say('主导航', 'Main navigation') })).getByRole('link', { name: say('首页', 'Home') }),
    )
    await waitFor(() => expect(question()).not.toBeNull())
    await expectAccessible('the question before unsaved input is left')
    await answer(console, '继续编辑', 'Keep editing')
    expect(location.hash).toBe('#/system/config/site/basic')
    expect((await name()).value).toBe('half a name')

    await console.hand.click(button('刷新页面', 'Refresh page'))
    await answer(console, '继续编辑', 'Keep editing')
    expect((await name()).value).toBe('half a name')

    await discardAndLeave(console)
    await console.open('/system/config/site/basic')
    expect((await name()).value).not.toContain('half a name')
    expect(unsaved()).toBeNull()
  })

  test('is asked about by the browser before the page is loaded anew, and by nobody once it is saved', async () => {
    const before = (await call(setting.ofKey, { key: nsCheck.key })).config.paramValue
    const console = await openedAt('/system/config/ns-check')
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAsked()).toBe(false)
    await type(console, await textbox('每个域名之间的间隔（秒）', 'Pause between domains (seconds)'), say('100', '101'))
    expect(isAsked()).toBe(true)
    await console.hand.click(button('保存配置', 'Save'))
    await waitFor(() => expect(unsaved()).toBeNull())
    expect(isAsked()).toBe(false)
    console.goTo('/dns/domain/list')
    await arrived('/dns/domain/list')
    await call(setting.save, { paramKey: nsCheck.key, paramValue: before })
  })

  test('a field keeps its rule while it is broken, and reads a large number of seconds in larger units', async () => {
    const console = await openedAt('/system/config/login')
    const lock = await textbox('首次锁定时长（秒）', 'First lock duration (seconds)')
    const isWrong = () => lock.getAttribute('aria-invalid') === 'true'
    const described = () => (lock.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    const rule = say('再次锁定时加倍，最长一天', 'Doubles with each further lock, up to 1 day')
    await type(console, lock, '7')
    await console.hand.tab()
    await waitFor(() => expect(isWrong()).toBe(true))
    const [reading, error, help] = described()
    expect([reading, help]).toEqual(['', rule])
    expect(error).not.toBe('')
    await type(console, lock, '900')
    await waitFor(() => expect(isWrong()).toBe(false))
    // What is wrong with the field that is left shows only once what was pressed has had its click.
    await type(console, lock, '8')
    await console.hand.click(screen.getByRole('checkbox', { name: say('在新设备登录时发邮件提醒', 'Email users about sign-ins from new devices') }))
    await waitFor(() => expect(isWrong()).toBe(true))
    await type(console, lock, '43200')
    await waitFor(() => expect(described()[0]).toBe(say('= 12 小时', '= 12 hours')))
    await discardAndLeave(console)
  })
})
