import type { Browser, Page } from 'playwright-core'
import { domain } from '@nameplane/contract/dns/domain'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { fillSignIn, newVisitor, openBrowser, takePicture, type Visitor } from '../support/browser.ts'
import { captchaAnswerOn } from '../support/captcha-answer.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

/*
 * The first day: the server has printed a password, and the console is opened in a browser that has never been here, so
 * everything is in Chinese.
 */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let password: string

beforeAll(async () => {
  platform = await startPlatform({ password: 'printed', captcha: null })
  browser = await openBrowser()
  password = /^Sign in {2}admin, password (\S+) \(new at each start until the first sign-in\)$/m.exec(platform.server.output())?.[1] ?? ''
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  await platform.db.deleteFrom('sign_in_failure').execute()
  await platform.db.deleteFrom('session').execute()
  visitor = await newVisitor(browser, platform)
  page = visitor.page
})
afterEach(() => visitor.close())

const captchaPicture = () => page.getByRole('button', { name: '图形验证码图片，点击换一张' })
const heading = (name: string) => page.getByRole('heading', { name })
const address = () => decodeURIComponent(new URL(page.url()).hash)
const expectAddress = (path: string) => expect.poll(address).toBe(`#${path}`)

async function signInWithPrintedPassword(path: string): Promise<void> {
  await visitor.open(path)
  await fillSignIn(page, 'admin', password, await captchaAnswerOn(page, platform))
}

describe('the first sign-in', () => {
  test('needs the password that the server has printed once, and a captcha', async () => {
    await visitor.open('/')
    await heading('登录控制台').waitFor()
    await expectAddress('/login')
    expect(password).toMatch(/^\S{12,32}$/)
    await captchaPicture().waitFor()
    await takePicture(page, 'sign-in')

    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('请输入账号').waitFor()
    await page.getByText('请输入密码').waitFor()
    await page.getByText('请输入图形验证码').waitFor()
    expect(await page.getByRole('textbox', { name: '账号' }).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)

    await fillSignIn(page, 'admin', password, await captchaAnswerOn(page, platform))
    await heading('概览').waitFor()
    await expectAddress('/home/dashboard')
    expect(visitor.complaints).toEqual([])
  })

  test('says beside the password that it is wrong, and keeps what was typed but the captcha', async () => {
    await visitor.open('/login')
    const firstSource = await captchaPicture().getByRole('presentation', { includeHidden: true }).getAttribute('src')
    await fillSignIn(page, 'admin', 'not-the-password', await captchaAnswerOn(page, platform))
    await page.getByRole('alert').filter({ hasText: '账号或密码错误' }).waitFor()
    expect(await page.getByLabel('密码', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe('not-the-password')
    expect(await page.getByRole('textbox', { name: '账号' }).inputValue()).toBe('admin')
    expect(await page.getByRole('textbox', { name: '验证码' }).inputValue()).toBe('')
    expect(await captchaPicture().getByRole('presentation', { includeHidden: true }).getAttribute('src')).not.toBe(firstSource)
    await takePicture(page, 'sign-in-refused')
  })

  test('takes a captcha once only, whether it was right or wrong', async () => {
    await visitor.open('/login')
    const answer = await captchaAnswerOn(page, platform)
    const uuid = new URLSearchParams((await captchaPicture().getByRole('presentation', { includeHidden: true }).getAttribute('src'))!.split('?')[1]).get(
      'uuid',
    )!
    await fillSignIn(page, 'admin', 'not-the-password', answer)
    await page.getByText('账号或密码错误').waitFor()
    expect(await platform.db.selectFrom('captcha').select('uuid').where('uuid', '=', uuid).execute()).toEqual([])
    const again = await fetch(`${platform.url}api/sys/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password, captcha: answer, uuid }),
    })
    expect(await again.json()).toMatchObject({ problem: 'captcha_wrong' })

    await fillSignIn(page, 'admin', password, 'wrong')
    await page.getByRole('alert').filter({ hasText: '图形验证码错误或已过期' }).waitFor()
    expect(await page.getByRole('textbox', { name: '验证码' }).getAttribute('aria-invalid')).toBe('true')
    await fillSignIn(page, 'admin', password, await captchaAnswerOn(page, platform))
    await heading('概览').waitFor()
  })

  test('asks for the captcha picture again up to five times, 200 ms apart, and then offers to', async () => {
    const asked: number[] = []
    await page.route('**/sys_login_captcha.jpg*', (route) => {
      asked.push(Date.now())
      return route.abort()
    })
    await visitor.open('/login')
    await captchaPicture().getByText('图片未能加载，点击重试').waitFor()
    expect(asked).toHaveLength(1 + 5)
    for (const [index, at] of asked.slice(1).entries()) expect(at - asked[index]!).toBeGreaterThanOrEqual(190)
    await page.unroute('**/sys_login_captcha.jpg*')
    await captchaPicture().click()
    await fillSignIn(page, 'admin', password, await captchaAnswerOn(page, platform))
    await heading('概览').waitFor()
  })

  test('leads where the visitor wanted to go', async () => {
    await visitor.open('/home/dashboard?minutes=60')
    await expectAddress('/login?redirect=/home/dashboard?minutes=60')
    await fillSignIn(page, 'admin', password, await captchaAnswerOn(page, platform))
    await heading('概览').waitFor()
    await expectAddress('/home/dashboard?minutes=60')
  })

  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example'])('does not lead to %s', async (target) => {
    await signInWithPrintedPassword(`/login?redirect=${encodeURIComponent(target)}`)
    await heading('概览').waitFor()
    await expectAddress('/home/dashboard')
    expect(page.url().startsWith(platform.url)).toBe(true)
  })
})

describe('somebody who is signed in', () => {
  beforeEach(async () => {
    await signInWithPrintedPassword('/login')
    await heading('概览').waitFor()
  })

  test('is sent on from the sign-in page to the console', async () => {
    await visitor.open('/login')
    await heading('概览').waitFor()
    await expectAddress('/home/dashboard')
  })

  test('stays signed in over a reload, and leaves nothing behind on signing out', async () => {
    await page.reload()
    await heading('概览').waitFor()
    await page.getByRole('button', { name: '账号菜单' }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await heading('登录控制台').waitFor()
    expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
    await expect.poll(() => platform.db.selectFrom('session').select('account_id').execute()).toEqual([])
    await visitor.open('/home/dashboard')
    await expectAddress('/login?redirect=/home/dashboard')
  })

  test('is led through the first steps until a node has answered, and can wave them away', async () => {
    const steps = page.getByRole('region', { name: '开始使用' })
    const stepOf = (title: string) => steps.getByRole('listitem').filter({ hasText: title })
    await steps.getByText('已完成 0/5').waitFor()
    await stepOf('完成第一次查询').getByText('添加域名并启动节点后，此处显示查询命令').waitFor()
    await takePicture(page, 'first-steps')
    await steps.getByRole('link', { name: '设置 NS' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'NS1' }).waitFor()

    await platform.call(domain.save, { domain: 'first.example' })
    await visitor.open('/home/dashboard')
    const command = `dig @127.0.0.1 -p ${platform.dnsPort} first.example`
    await stepOf('完成第一次查询').getByText(command).waitFor()
    await stepOf('完成第一次查询').getByRole('button', { name: '复制命令' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command)
    expect(await stepOf('完成第一次查询').getByRole('img', { name: '未完成' }).count()).toBe(1)
    await expect.poll(() => valuesOf(platform.dnsPort, 'first.example', 'NS'), { timeout: 30_000 }).toContain('ns1.nameplane.example.')
    await stepOf('完成第一次查询').getByRole('img', { name: '已完成' }).waitFor()
    await steps.getByText('已完成 2/5').waitFor()
    await takePicture(page, 'first-steps-answered')

    await steps.getByRole('button', { name: '不再显示' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('complementary', { name: '建议启用二次验证' }).waitFor()
    expect(await steps.count()).toBe(0)
    // It is the account's choice, not this browser's.
    const kept = await platform.db.selectFrom('account_preference').select('value').where('key', '=', 'first-steps').execute()
    expect(kept).toEqual([{ value: { isHidden: true } }])
    expect(await page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('first-steps'))")).toEqual([])
    await page.getByRole('button', { name: '显示开始使用的步骤' }).waitFor()
    expect(await steps.count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('开始使用')
    await page.getByRole('option', { name: '显示开始使用的步骤' }).click()
    await steps.waitFor()
    await expect.poll(() => page.getByRole('button', { name: '显示开始使用的步骤' }).count()).toBe(0)
  })

  test('is told that a page does not exist, and led back', async () => {
    await visitor.open('/nope')
    await heading('页面不存在').waitFor()
    await expect.poll(() => page.title()).toBe('页面不存在 · Nameplane')
    await takePicture(page, 'not-found')
    await page.getByRole('link', { name: '返回首页' }).click()
    await heading('概览').waitFor()
  })

  test('draws a page anew through /redirect/{path}', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visitor.open('/redirect/home/dashboard?minutes=60')
    await expectAddress('/home/dashboard?minutes=60')
    await heading('概览').waitFor()
    await expect.poll(() => asked.some((path) => path.endsWith('/sys/menu/nav'))).toBe(true)
  })

  test('is asked to sign in again when the session has expired, and comes back to the same page', async () => {
    await visitor.quiet()
    await platform.db.deleteFrom('session').execute()
    // The overview's own refresh may find out before; the dialog then covers the button, which a pointer would wait for.
    await page.getByRole('button', { name: '刷新页面' }).dispatchEvent('click')
    // Whichever finds out first: a call of the page, or the way of the button itself.
    await expect.poll(address).toMatch(/^#\/login\?redirect=(\/redirect)?\/home\/dashboard$/)
    await fillSignIn(page, 'admin', password, await captchaAnswerOn(page, platform))
    await heading('概览').waitFor()
    await expectAddress('/home/dashboard')
  })

  test('sees that the login expired where a call finds out first', async () => {
    await page.getByRole('textbox', { name: 'IP 地址' }).fill('192.0.2.1')
    await platform.db.deleteFrom('session').execute()
    // The overview's own refresh may find out before the click does; the dialog then covers the button, which a pointer would wait for.
    await page.getByRole('button', { name: '查询', exact: true }).dispatchEvent('click')
    const dialog = page.getByRole('alertdialog', { name: '登录已过期' })
    await dialog.waitFor()
    expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await takePicture(page, 'login-expired')
    await dialog.getByRole('button', { name: '重新登录' }).click()
    await heading('登录控制台').waitFor()
    await expectAddress('/login?redirect=/home/dashboard')
  })
})

describe('two tabs of one browser', () => {
  let other: Page

  beforeEach(async () => {
    await signInWithPrintedPassword('/login')
    await heading('概览').waitFor()
    other = await visitor.context.newPage()
    await other.goto(`${platform.url}#/home/dashboard`)
    await other.getByRole('heading', { name: '概览' }).waitFor()
  })

  test('signing out in one asks the other to sign in again', async () => {
    await page.getByRole('button', { name: '账号菜单' }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    const dialog = other.getByRole('alertdialog', { name: '登录已过期' })
    await dialog.getByRole('button', { name: '重新登录' }).click()
    await other.getByRole('heading', { name: '登录控制台' }).waitFor()
  })

  test('another sign-in in one asks the other to refresh; a tab that stands on the sign-in page is told nothing', async () => {
    await page.getByRole('button', { name: '账号菜单' }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await other.getByRole('alertdialog').getByRole('button').click()
    await other.getByRole('heading', { name: '登录控制台' }).waitFor()
    await fillSignIn(page, 'admin', password, await captchaAnswerOn(page, platform))
    await heading('概览').waitFor()
    expect(await other.getByRole('alertdialog').count()).toBe(0)

    await other.reload()
    await other.getByRole('heading', { name: '概览' }).waitFor()
    await visitor.quiet()
    // A new session of the same browser, as a sign-in in a third tab would make it.
    await page.evaluate("localStorage.setItem('token', 'of somebody else')")
    const dialog = other.getByRole('alertdialog', { name: '登录账号已变更' })
    await takePicture(other, 'account-changed')
    await dialog.getByRole('button', { name: '刷新页面' }).click()
    await other.getByRole('heading', { name: '登录控制台' }).waitFor()
  })
})
