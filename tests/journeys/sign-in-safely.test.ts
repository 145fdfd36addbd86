import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { passwordReset } from '@nameplane/contract/account/password-reset'
import { session } from '@nameplane/contract/account/session'
import { readRootKeys, useRootKeys } from '../../server/src/keys/data-keys.ts'
import { fillSignIn, inOtherLanguage, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { captchaAnswerOn } from '../support/captcha-answer.ts'
import { setEmailServer, startFakeEmailServer, type FakeEmailServer } from '../support/fake-email-server.ts'
import { adminName, adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { sentOnce } from '../support/sent-once.ts'
import { codeOf, earlyInStep, forgetFactors } from '../support/sign-in-ways.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* What keeps an account safe, as its owner meets it: forgotten passwords, second factors, the lock screen. */
const masterKey = Buffer.alloc(32, 9)
let platform: RunningPlatform
let browser: Browser
let fakeEmail: FakeEmailServer
let visitor: Visitor
let page: Page

beforeAll(async () => {
  fakeEmail = await startFakeEmailServer({ username: 'platform@example.net', password: 'of the mail server' })
  platform = await startPlatform({ variables: { NAMEPLANE_MASTER_KEY: masterKey.toString('hex') } })
  useRootKeys(await readRootKeys(platform.db, masterKey))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await fakeEmail?.close()
})
beforeEach(async () => {
  await platform.db.deleteFrom('sign_in_failure').execute()
  await platform.db.deleteFrom('session').execute()
})
afterEach(async () => {
  await visitor?.close()
  await forgetFactors(platform)
})

const languages = ['zh', 'en'] as const
type Language = (typeof languages)[number]
let say: (zh: string, en: string) => string

async function arrive(language: Language, options: { widthPx?: number; theme?: 'light' | 'dark' } = {}): Promise<void> {
  say = (zh, en) => (language === 'zh' ? zh : en)
  visitor = await newVisitor(browser, platform, { language, isInterceptable: true, ...options })
  page = visitor.page
}
/** Under a host name, where passkeys work. */
const byName = (path: string): Promise<unknown> => page.goto(`${platform.url.replace('127.0.0.1', 'localhost')}#${path}`)
const button = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true })
const heading = (zh: string, en: string) => page.getByRole('heading', { name: say(zh, en), exact: true })
const dialog = () => page.getByRole('dialog').last()
const overview = () => page.locator('main[data-screen="/home/dashboard"]').waitFor()

async function signInByName(): Promise<void> {
  await byName('/login')
  await fillSignIn(page, adminName, adminPassword)
  await overview()
}

/** Opens account security through the avatar menu. */
async function openSecurity(): Promise<void> {
  await button('账号菜单', 'Account menu').click()
  await page.getByRole('link', { name: say('账号安全', 'Account security') }).click()
  await page.getByRole('heading', { name: say('账号安全', 'Account security'), level: 1 }).waitFor()
}

async function givePassword(submitLabel: string): Promise<void> {
  await dialog().getByLabel(say('登录密码', 'Your password')).fill(adminPassword)
  await dialog().getByRole('button', { name: submitLabel, exact: true }).click()
}

/** Reads the ten codes and says that they are kept. */
async function keepRecoveryCodes(picture: string): Promise<string[]> {
  const codes = dialog()
    .getByRole('list', { name: say('恢复码', 'Recovery codes') })
    .getByRole('listitem')
  await codes.first().waitFor()
  const kept = await codes.allTextContents()
  expect(new Set(kept).size).toBe(10)
  await takePicture(page, picture)
  await expectAccessible(page, 'recovery codes')
  await button('我已保存', 'I have saved them').click()
  return kept
}

/** Sets an authenticator app up; answers its secret and the recovery codes. */
async function setUpTotp(picture: string): Promise<{ secret: string; codes: string[] }> {
  await button('设置身份验证器应用', 'Set up authenticator app').click()
  await givePassword(say('下一步', 'Next'))
  await dialog()
    .getByRole('img', { name: say('二维码', 'QR code') })
    .waitFor()
  const secret = (await dialog().locator('code').textContent())!.replace(/\s/g, '')
  await takePicture(page, `${picture}-qr`)
  await expectAccessible(page, 'QR code')
  await earlyInStep()
  await dialog().getByLabel(say('应用显示的 6 位动态码', '6-digit code from the app')).fill(codeOf(secret, -1))
  await button('启用', 'Enable').click()
  return { secret, codes: await keepRecoveryCodes(`${picture}-codes`) }
}

async function signOut(): Promise<void> {
  await button('账号菜单', 'Account menu').click()
  await button('退出登录', 'Sign out').click()
  await heading('登录控制台', 'Sign in to the console').waitFor()
}

describe.each(languages)('in %s', (language) => {
  test('what a sign-in is refused with follows the language of the page', async () => {
    await arrive(language)
    await visitor.open('/login')
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
    /** In the language of the page, and in the other one while that is chosen. */
    const told = async (...texts: readonly (readonly [zh: string, en: string])[]): Promise<void> => {
      for (const [zh, en] of texts) await alert(say(zh, en))
      await inOtherLanguage(page, async () => {
        for (const [zh, en] of texts) await alert(say(en, zh))
      })
    }
    const name = page.getByRole('textbox', { name: say('账号', 'Username') })
    await name.press('Enter')
    await told(['请输入账号', 'Enter your username'], ['请输入密码', 'Enter your password'])
    await fillSignIn(page, 'nobody-here', 'no password of ours')
    await told(['账号或密码错误', 'Incorrect username or password'])
    expect(await name.inputValue()).toBe('nobody-here')
    // Where no field is to blame.
    await visitor.context.setOffline(true)
    await fillSignIn(page, 'nobody-here', 'no password of ours')
    await told(['服务器返回失败', 'server returned failure'])
  })

  test('a forgotten password is set anew with a code from the mail, and every session ends', async () => {
    await arrive(language)
    await setEmailServer(platform.db, { port: fakeEmail.port })
    const name = `forgetful-${language}`
    await platform.db
      .insertInto('account')
      .values({ username: name, type: 1, password_hash: '', is_super: true, language: null, email: `${name}@example.net` })
      .execute()

    await visitor.open('/login')
    await page.getByRole('link', { name: say('忘记密码？', 'Forgot password?') }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/login?step=forgot')
    await heading('找回密码', 'Reset password').waitFor()
    await page.getByRole('textbox', { name: say('账号', 'Username') }).fill(name)
    await page.getByRole('textbox', { name: say('图形验证码', 'Captcha') }).fill(await captchaAnswerOn(page, platform))
    await takePicture(page, `forgot-${language}`)
    await expectAccessible(page, 'forgotten password')
    const pressEnter = () => page.keyboard.press('Enter')
    const askedOnce = await sentOnce(page, passwordReset.ask, pressEnter)
    await pressEnter()
    const email = await fakeEmail.next()
    await askedOnce()
    expect(email).toMatchObject({ from: 'platform@example.net', to: [`${name}@example.net`] })
    const code = /\b\d{6}\b/.exec(email.text)![0]

    await page.getByRole('textbox', { name: say('邮件验证码', 'Code from the email') }).fill(code)
    await page.getByLabel(say('新密码', 'New password'), { exact: true }).fill('password1234')
    await page.getByLabel(say('再次输入新密码', 'Repeat new password')).fill('password1234')
    await button('设置新密码', 'Set new password').click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('密码过于常见', 'too common') })
      .waitFor()
    await inOtherLanguage(page, () =>
      page
        .getByRole('alert')
        .filter({ hasText: say('too common', '密码过于常见') })
        .waitFor(),
    )
    await takePicture(page, `forgot-refused-${language}`)
    await page.getByLabel(say('新密码', 'New password'), { exact: true }).fill('tulip-Ferry-29-moss')
    await page.getByLabel(say('再次输入新密码', 'Repeat new password')).fill('tulip-Ferry-29-moss')
    const setOnce = await sentOnce(page, passwordReset.save, pressEnter)
    await pressEnter()
    await page
      .getByRole('status')
      .filter({ hasText: say('密码已更新', 'Password changed') })
      .waitFor()
    await setOnce()
    await page.getByRole('link', { name: say('去登录', 'Sign in') }).click()
    const signedInOnce = await sentOnce(page, session.login, () => page.getByLabel(say('密码', 'Password'), { exact: true }).press('Enter'))
    await fillSignIn(page, name, 'tulip-Ferry-29-moss')
    await overview()
    await signedInOnce()
    expect(visitor.complaints).toEqual([])
    await platform.db.deleteFrom('system_config').where('param_key', '=', 'EMAIL_CONFIG').execute()
  })

  test('without a mail server the sign-in page says whom to ask', async () => {
    await arrive(language, { widthPx: 390 })
    await visitor.open('/login?step=forgot&redirect=%2Fdns%2Fdomain%2Flist')
    await page.getByText(say('请联系管理员重置密码。', 'Ask an administrator to reset your password.')).waitFor()
    await takePicture(page, `forgot-no-mail-${language}`)
    await page.getByRole('link', { name: say('返回登录', 'Back to sign-in') }).click()
    await fillSignIn(page, adminName, adminPassword)
    await page.locator('main[data-screen="/dns/domain/list"]').waitFor()
  })
})

/* How each of its parts is pressed in either language is tested without a browser; here they lead from one to the next. */
describe('second factors', () => {
  test('an authenticator app asks for a code at the next sign-in, each code once, and a recovery code stands in for it', async () => {
    await arrive('en')
    await signIn(visitor)
    await openSecurity()
    await expectQuiet(visitor, 'account security')
    await takePicture(page, 'security')
    const { secret, codes } = await setUpTotp('totp')
    await page.getByText(say('剩余 10 个', '10 left')).waitFor()
    await signOut()

    await fillSignIn(page, adminName, adminPassword)
    await heading('二次验证', 'Two-factor authentication').waitFor()
    const field = page.getByRole('textbox', { name: say('动态码', 'Code') })
    await field.fill('000000')
    await button('验证并登录', 'Verify and sign in').click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('动态码或恢复码错误', 'Incorrect verification or recovery code') })
      .waitFor()
    await takePicture(page, 'totp-wrong')
    await inOtherLanguage(page, () =>
      page
        .getByRole('alert')
        .filter({ hasText: say('Incorrect verification or recovery code', '动态码或恢复码错误') })
        .waitFor(),
    )
    await expectAccessible(page, 'second step')
    const code = codeOf(secret)
    await field.fill(code)
    await button('验证并登录', 'Verify and sign in').click()
    await overview()
    await signOut()

    await fillSignIn(page, adminName, adminPassword)
    await field.fill(code)
    await button('验证并登录', 'Verify and sign in').click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('该动态码已使用', 'has already been used') })
      .waitFor()
    await button('改用恢复码', 'Use a recovery code instead').click()
    await page.getByRole('textbox', { name: say('恢复码', 'Recovery code') }).fill(codes[0]!.toLowerCase())
    await button('验证并登录', 'Verify and sign in').click()
    await overview()
    await openSecurity()
    await page.getByText(say('剩余 9 个', '9 left')).waitFor()

    await button('停用身份验证器应用', 'Disable authenticator app').click()
    await givePassword(say('停用', 'Disable'))
    await button('设置身份验证器应用', 'Set up authenticator app').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a passkey signs in after the password', async () => {
    await arrive('zh')
    const cdp = await withAuthenticator(page)
    await signInByName()
    await openSecurity()
    await button('添加通行密钥', 'Add passkey').click()
    await dialog().getByLabel(say('名称', 'Name')).fill('laptop')
    await givePassword(say('添加', 'Add'))
    await keepRecoveryCodes('passkey-codes')
    await page.getByText('laptop', { exact: true }).waitFor()
    await button('重命名通行密钥 laptop', 'Rename passkey laptop').click()
    await dialog().getByLabel(say('名称', 'Name')).fill('office laptop')
    await dialog().getByLabel(say('名称', 'Name')).press('Enter')
    await page.getByText('office laptop', { exact: true }).waitFor()
    await takePicture(page, 'passkey')
    await signOut()

    await fillSignIn(page, adminName, adminPassword)
    await heading('二次验证', 'Two-factor authentication').waitFor()
    await takePicture(page, 'passkey-step')
    await button('使用通行密钥', 'Use passkey').click()
    await overview()
    await openSecurity()
    await page.getByText(say('最近使用：刚刚', 'Last used just now')).first().waitFor()
    // A password that was typed is nothing to lose.
    await button('移除通行密钥 office laptop', 'Remove passkey office laptop').click()
    await dialog().locator('input[type=password]').fill('half a pass')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await button('移除通行密钥 office laptop', 'Remove passkey office laptop').click()
    await givePassword(say('移除', 'Remove'))
    await page.getByText('office laptop', { exact: true }).waitFor({ state: 'detached' })
    await cdp.detach()
    expect(visitor.complaints).toEqual([])
  })

  test('an administrator whose role asks for a second factor sets one up before anything else', async () => {
    await arrive('en', { theme: 'dark' })
    await platform.cli('login-rules', 'set', 'second-factor-roles', 'super')
    onTestFinished(async () => {
      await platform.cli('admin', 'reset-second-factor', adminName)
      await platform.cli('login-rules', 'set', 'second-factor-roles', 'none')
    })
    await visitor.open('/login')
    await fillSignIn(page, adminName, adminPassword)
    await page.locator('main[data-screen="enrolment"]').waitFor()
    await takePicture(page, 'enrolment')
    await expectAccessible(page, 'enrolment')
    await visitor.open('/dns/domain/list')
    await page.locator('main[data-screen="enrolment"]').waitFor()
    await setUpTotp('enrolment-totp')
    await page.locator('main[data-screen="/dns/domain/list"]').waitFor()
    await openSecurity()
    await button('停用身份验证器应用', 'Disable authenticator app').click()
    await givePassword(say('停用', 'Disable'))
    await dialog().getByText(say('不能移除最后一种方式', 'The last method cannot be removed')).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})

test('a session that is locked is locked in every tab and after a reload, and released in all of them', async () => {
  await arrive('zh')
  await signIn(visitor, '/dns/domain/list')
  const search = page.locator('main input[inputmode=search]').first()
  await search.fill('kept as it was')
  const tab = await visitor.context.newPage()
  await tab.goto(`${platform.url}#/home/dashboard`)
  await tab.locator('main[data-screen="/home/dashboard"]').waitFor()
  await button('锁定屏幕', 'Lock screen').click()
  await page.locator('main[data-screen="locked"]').waitFor()
  await takePicture(page, 'locked')
  await tab.locator('main[data-screen="locked"]').waitFor()
  await tab.reload()
  await tab.locator('main[data-screen="locked"]').waitFor()
  await tab.getByLabel('登录密码').fill(adminPassword)
  await tab.keyboard.press('Enter')
  await tab.locator('main[data-screen="/home/dashboard"]').waitFor()
  await page.locator('main[data-screen="/dns/domain/list"]').waitFor()
  expect(await search.inputValue()).toBe('kept as it was')
  expect(visitor.complaints).toEqual([])
})

/** An authenticator of the browser's own that holds passkeys and says yes. */
async function withAuthenticator(of: Page): Promise<CDPSession> {
  const cdp = await of.context().newCDPSession(of)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return cdp
}
