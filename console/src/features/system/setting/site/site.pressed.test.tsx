import { createCanvas } from '@napi-rs/canvas'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { agreements } from '@nameplane/contract/system/settings/agreement'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { call } from '../../../../api/client.ts'
import { forgetNavigation } from '../../../../api/session-calls.ts'
import { removeSession } from '../../../../api/session-store.ts'
import { wholeConsole, type WholeConsole } from '../../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { firstAgainAfterwards } from '../../../../browser/pressed/signed-in.testing.ts'
import { loadSite, refreshSite } from '../../../../entities/site/site.ts'
import { pressSave, putBackAfterwards, savedOf } from '../setting-saved.testing.ts'

/*
 * The site is given a name, a logo, contacts, agreements and a path for users, and each is seen where it acts. This is the one file that
 * saves them.
 */
describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const field = (zh: string, en: string) => screen.findByLabelText<HTMLInputElement>(say(zh, en))
  const link = (name: string) => ({ within: (role: 'banner' | 'contentinfo' | 'main') => within(screen.getByRole(role)).findByRole('link', { name }) })
  const pictures = (role: 'banner' | 'main') => [...screen.getByRole(role).querySelectorAll<HTMLImageElement>('img[src*="picture"]')]

  async function prepared(): Promise<WholeConsole> {
    inLanguage(language)
    // What the console shows of the site is held beside its screens.
    onTestFinished(refreshSite)
    await putBackAfterwards(siteSettings.key)
    await putBackAfterwards(agreements.key)
    return wholeConsole()
  }
  async function goToTab({ hand }: WholeConsole, zh: string, en: string): Promise<void> {
    const tabs = within(screen.getByRole('navigation', { name: say('配置分组', 'Configuration sections') }))
    await hand.click(tabs.getByRole('link', { name: say(zh, en) }))
  }
  async function type({ hand }: WholeConsole, of: HTMLElement, text: string): Promise<void> {
    await hand.clear(of)
    await hand.type(of, text)
  }
  /** What somebody sees who comes without a session. */
  async function openSignIn(console: WholeConsole): Promise<void> {
    firstAgainAfterwards()
    forgetNavigation()
    removeSession()
    await loadSite()
    await console.open('/login')
  }

  test('name, logo, contacts and title show in header, footer and on the sign-in page', async () => {
    const name = say('云上域名', 'Upland DNS')
    const company = say('云上科技有限公司', 'Upland Ltd')
    const console = await prepared()
    await console.open('/system/config/site/basic')
    const { hand } = console
    await type(console, await field('网站名称', 'Site name'), name)
    const chooser = () => screen.getByLabelText<HTMLInputElement>(say('浅色背景标志', 'Logo for light backgrounds'), { selector: 'input' })
    await hand.upload(chooser(), new File(['no picture at all'], 'logo.png', { type: 'image/png' }))
    await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
    await expectAccessible('refused logo')
    await hand.upload(chooser(), new File([new Uint8Array(createCanvas(120, 40).toBuffer('image/png'))], 'logo.png', { type: 'image/png' }))
    await screen.findByRole('img', { name: say('浅色背景标志', 'Logo for light backgrounds') })
    await type(console, await field('ICP 备案号', 'ICP filing number'), '京ICP备12345678号')
    await pressSave(console, language)
    expect((await link('京ICP备12345678号').within('contentinfo')).getAttribute('href')).toBe('https://beian.miit.gov.cn/')
    await link(name).within('banner')
    await waitFor(() => expect(document.title).toBe(`${say('网站', 'Site')} · ${name}`))
    expect(screen.getByRole('contentinfo').textContent).toContain(name)
    await expectAccessible('site')

    await goToTab(console, '联系方式', 'Contacts')
    await type(console, await field('公司名称', 'Company'), company)
    await type(console, await field('联系邮箱', 'Email'), 'help@')
    await type(console, await field('联系电话', 'Phone'), '010-55550100')
    await screen.findByText(new RegExp(`^${say('邮箱地址格式错误', 'Invalid email address')}`))
    await type(console, await field('联系邮箱', 'Email'), 'help@example.net')
    await pressSave(console, language)
    await link('help@example.net').within('contentinfo')
    expect(screen.getByRole('contentinfo').textContent).toContain(company)
    expect((await link('010-55550100').within('contentinfo')).getAttribute('href')).toBe('tel:01055550100')

    await goToTab(console, 'SEO', 'SEO')
    await type(console, await field('页面标题', 'Page title'), say('云上域名控制台', 'Upland console'))
    await pressSave(console, language)
    await waitFor(() => expect(document.title).toContain(` · ${say('云上域名控制台', 'Upland console')}`))
    const [logo] = pictures('banner')
    const served = await fetch(logo!.src)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    expect(screen.getByRole('contentinfo').textContent).toContain(company)

    await openSignIn(console)
    expect(within(screen.getByRole('main')).getByText(name)).toBeTruthy()
    expect(pictures('main')).toHaveLength(1)
    await link('京ICP备12345678号').within('main')
    // Only what there is to agree to is linked.
    expect(screen.queryAllByRole('button', { name: /协议|隐私|terms|privacy/ })).toEqual([])
    expect(document.title).toBe(`${say('登录', 'Sign in')} · ${say('云上域名控制台', 'Upland console')}`)
    await expectAccessible('sign-in page with a name')
  })

  test('agreements are written, linked from the sign-in page, and shown there without what could run', async () => {
    const hostile = '<p onclick="window.wasRun = true">Kept words<img src="x" onerror="window.wasRun = true"></p><script>window.wasRun = true</script>'
    const console = await prepared()
    const { hand } = console
    const paramValue = { service: { zh: '', en: '' }, privacy: { zh: hostile, en: hostile } }
    await call(setting.save, { paramKey: agreements.key, paramValue })
    await console.open('/system/config/site/agreement')
    const choose = (zh: string, en: string) => hand.click(screen.getByRole('button', { name: say(zh, en) }))
    await choose('服务协议（英文）', 'Terms of service (English)')
    await screen.findByRole('textbox', { name: say('服务协议（英文）', 'Terms of service (English)') })
    await choose('服务协议（中文）', 'Terms of service (Chinese)')
    const editor = await screen.findByRole('textbox', { name: say('服务协议（中文）', 'Terms of service (Chinese)') })
    await hand.click(editor)
    await hand.keyboard(say('请遵守本协议', 'Be kind'))
    await pressSave(console, language)
    await expectAccessible('agreement')

    await openSignIn(console)
    const opener = async (zh: string, en: string) => hand.click(await screen.findByRole('button', { name: say(zh, en) }))
    await opener('《服务协议》', 'terms of service')
    const shown = await screen.findByRole('dialog', { name: say('服务协议', 'Terms of service') })
    // A paragraph holds no dialog: browsers would end it there.
    expect(shown.closest('p')).toBeNull()
    const service = within(shown)
    await service.findByText(say('请遵守本协议', 'Be kind'))
    await expectAccessible('agreement on the sign-in page')
    await hand.click(service.getByRole('button', { name: say('关闭', 'Close') }))
    await opener('《隐私政策》', 'privacy policy')
    await within(await screen.findByRole('dialog')).findByText('Kept words')
    expect(screen.getByRole('dialog').querySelectorAll('[onclick], [onerror], script')).toHaveLength(0)
  })

  test('the path of users may not be one of the server’s own, and is shown in full before it is saved', async () => {
    const dir = freshWord()
    const console = await prepared()
    await console.open('/system/config/site/dir')
    const input = await field('用户目录', 'User path')
    await type(console, input, 'two words')
    await console.hand.tab()
    await screen.findByText(new RegExp(`^${say('目录只能包含字母、数字、- 和 _', 'Use letters, digits, - and _ only')}`))
    await type(console, input, 'api')
    await screen.findByText(new RegExp(`^${say('该目录由平台使用', 'Directory used by the platform')}`))
    await type(console, input, dir)
    await screen.findByText(new RegExp(`${location.origin}/${dir}/`))
    await pressSave(console, language)
    expect(await savedOf(siteSettings.key)).toMatchObject({ userDir: dir })
  })
})
