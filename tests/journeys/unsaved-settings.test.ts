import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting, unsavedIn } from '../support/setting-form.ts'
import { expectAccessible } from '../support/soundness.ts'

/* What is typed into a setting and not saved: it survives the ways beside it, and no other way takes it without asking. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
afterEach(async () => {
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join('\n'))
  await visitor.close()
})

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const textbox = (zh: string, en: string) => page.getByRole('textbox', { name: say(zh, en), exact: true })
  const question = () => page.getByRole('alertdialog', { name: say('放弃未保存的内容？', 'Discard unsaved changes?') })
  const answer = (zh: string, en: string) =>
    question()
      .getByRole('button', { name: say(zh, en), exact: true })
      .click()
  async function openAt(path: string): Promise<void> {
    visitor = await newVisitor(browser, platform, { language })
    page = visitor.page
    await signIn(visitor, path)
  }

  test('survives the switch to another provider and back', async () => {
    await openAt('/system/config/sms')
    const provider = (zh: string, en: string) => page.getByRole('radio', { name: say(zh, en) })
    await provider('HTTP 网关', 'HTTP gateway').check()
    await textbox('用户名', 'Username').fill('half an entry')
    await provider('腾讯云', 'Tencent Cloud').check()
    await textbox('sdkAppId', 'sdkAppId').fill('1400000000')
    await provider('HTTP 网关', 'HTTP gateway').check()
    expect(await textbox('用户名', 'Username').inputValue()).toBe('half an entry')
    await provider('腾讯云', 'Tencent Cloud').check()
    expect(await textbox('sdkAppId', 'sdkAppId').inputValue()).toBe('1400000000')

    // The form out of sight is left behind too.
    await provider('阿里云', 'Alibaba Cloud').check()
    await visitor.open('/dns/domain/list')
    await answer('继续编辑', 'Keep editing')
  })

  test('survives the way to the tab beside, and is asked about on any other way', async () => {
    await openAt('/system/config/site/basic')
    await textbox('网站名称', 'Site name').fill('half a name')
    const tabs = page.getByRole('navigation', { name: say('配置分组', 'Configuration sections') })
    await tabs.getByRole('link', { name: 'SEO', exact: true }).click()
    await page.locator('main[data-screen="/system/config/site/seo"]').waitFor()
    expect(await question().count()).toBe(0)
    await page.goBack()
    await page.locator('main[data-screen="/system/config/site/basic"]').waitFor()
    expect(await textbox('网站名称', 'Site name').inputValue()).toBe('half a name')

    await page
      .getByRole('navigation', { name: say('主导航', 'Main navigation') })
      .getByRole('link', { name: say('首页', 'Home') })
      .click()
    await question().waitFor()
    await takePicture(page, `unsaved-question-${language}`)
    await expectAccessible(page, 'the question before unsaved input is left')
    await answer('继续编辑', 'Keep editing')
    await expect.poll(() => page.url()).toMatch(/#\/system\/config\/site\/basic$/)
    expect(await textbox('网站名称', 'Site name').inputValue()).toBe('half a name')

    await page.getByRole('button', { name: say('刷新页面', 'Refresh page') }).click()
    await answer('继续编辑', 'Keep editing')
    expect(await textbox('网站名称', 'Site name').inputValue()).toBe('half a name')

    await visitor.open('/dns/domain/list')
    await answer('放弃', 'Discard')
    await page.locator('main[data-screen="/dns/domain/list"]').waitFor()
    await visitor.open('/system/config/site/basic')
    await page.locator('main[data-screen="/system/config/site/basic"]').waitFor()
    expect(await textbox('网站名称', 'Site name').inputValue()).toBe('')
    expect(await unsavedIn(page).count()).toBe(0)
  })

  test('is asked about by the browser before the page is loaded anew, and by nobody once it is saved', async () => {
    await openAt('/system/config/ns-check')
    const pause = textbox('每个域名之间的间隔（秒）', 'Pause between domains (seconds)')
    await pause.fill(say('100', '101'))
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await pause.waitFor()
    expect(asked).toEqual(['beforeunload'])
    await pause.fill(say('100', '101'))
    await saveSetting(page, page.getByRole('button', { name: say('保存配置', 'Save'), exact: true }))
    await visitor.open('/dns/domain/list')
    await page.locator('main[data-screen="/dns/domain/list"]').waitFor()
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })

  test('a field keeps its rule while it is broken, and reads a large number of seconds in larger units', async () => {
    await openAt('/system/config/login')
    const idle = textbox('首次锁定时长（秒）', 'First lock duration (seconds)')
    await idle.fill('7')
    await idle.blur()
    await expect.poll(() => idle.getAttribute('aria-invalid')).toBe('true')
    const described = async (): Promise<string[]> =>
      Promise.all(((await idle.getAttribute('aria-describedby')) ?? '').split(' ').map(async (id) => (await page.locator(`[id="${id}"]`).textContent()) ?? ''))
    const rule = say('再次锁定时加倍，最长一天', 'Doubles with each further lock, up to 1 day')
    await page.getByText(rule, { exact: true }).waitFor()
    const [reading, error, help] = await described()
    expect([reading, help]).toEqual(['', rule])
    expect(error).not.toBe('')
    await takePicture(page, `rule-and-error-${language}`)
    // What is wrong with the field that is left shows only once what was pressed has had its click.
    await idle.fill('900')
    await expect.poll(() => idle.getAttribute('aria-invalid')).toBeNull()
    await page.getByRole('button', { name: say('保存配置', 'Save'), exact: true }).waitFor()
    await idle.fill('8')
    await page.getByRole('checkbox', { name: say('在新设备登录时发邮件提醒', 'Email users about sign-ins from new devices') }).check()
    await expect.poll(() => idle.getAttribute('aria-invalid')).toBe('true')
    await idle.fill('43200')
    await expect.poll(async () => (await described())[0]).toBe(say('= 12 小时', '= 12 hours'))
    await takePicture(page, `seconds-read-${language}`)
    await visitor.open('/dns/domain/list')
    await answer('放弃', 'Discard')
  })
})
