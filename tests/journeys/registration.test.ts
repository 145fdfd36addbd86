import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registration } from '@nameplane/contract/account/registration'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { linkFor } from '../../server/src/features/account/user/registration-link.ts'
import { readRootKeys, useRootKeys } from '../../server/src/keys/data-keys.ts'
import { sealOffer } from '../../server/src/secrets/sealed-offer.ts'
import { fillSignIn, inOtherLanguage, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { captchaAnswerOn } from '../support/captcha-answer.ts'
import { readEmail } from '../support/email-reading.ts'
import { setEmailServer, startFakeEmailServer, type FakeEmailServer, type ReceivedEmail } from '../support/fake-email-server.ts'
import { expectMeterBelowField } from '../support/password-meter.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { sentOnce } from '../support/sent-once.ts'
import { setSetting } from '../support/settings.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* An account of one's own, from the sign-in page to the first sign-in, by the email in between. */
const masterKey = Buffer.alloc(32, 9)
const password = 'tulip ferry 29'
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
  await setSetting(platform.db, loginRules, { registration: true, captcha: 'never' })
  await setSetting(platform.db, platformAddress, { publicUrl: platform.url.replace(/\/$/, '') })
  await setEmailServer(platform.db, { port: fakeEmail.port })
  for (const table of ['sign_in_failure', 'letter'] as const) await platform.db.deleteFrom(table).execute()
})
afterEach(() => visitor?.close())

type Language = 'zh' | 'en'
let say: (zh: string, en: string) => string

async function arrive(language: Language): Promise<void> {
  say = (zh, en) => (language === 'zh' ? zh : en)
  visitor = await newVisitor(browser, platform, {
    language,
    theme: language === 'zh' ? 'light' : 'dark',
    widthPx: language === 'zh' ? 1440 : 390,
    isInterceptable: true,
  })
  page = visitor.page
}
const field = (zh: string, en: string) => page.getByRole('textbox', { name: say(zh, en), exact: true })
const secret = (zh: string, en: string) => page.getByLabel(say(zh, en), { exact: true })
const press = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true }).click()
const follow = (zh: string, en: string) => page.getByRole('link', { name: say(zh, en), exact: true }).click()
const told = (role: 'alert' | 'status', zh: string, en: string) =>
  page
    .getByRole(role)
    .filter({ hasText: say(zh, en) })
    .waitFor()

/** What was refused stands there in the other language too, once that is chosen. */
async function toldInBoth(zh: string, en: string): Promise<void> {
  await told('alert', zh, en)
  await inOtherLanguage(page, () => told('alert', en, zh))
  await told('alert', zh, en)
}

async function isSound(place: string, language: Language): Promise<void> {
  await expectQuiet(visitor, place)
  await expectAccessible(page, place)
  await takePicture(page, `${place.replaceAll(' ', '-')}-${language}`)
}

async function enterAddress(email: string): Promise<void> {
  await field('邮箱', 'Email address').fill(email)
  await field('图形验证码', 'Captcha').fill(await captchaAnswerOn(page, platform))
}

async function choose(username: string): Promise<void> {
  await field('账号', 'Username').fill(username)
  await secret('密码', 'Password').fill(password)
  await secret('再次输入密码', 'Repeat password').fill(password)
}

const textOf = (email: ReceivedEmail): string => readEmail(Buffer.from(email.raw)).text
const linkIn = (email: ReceivedEmail): string => /^http:\S+\/#\/register\?link=\S+$/m.exec(textOf(email))![0]

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  test('an address is entered, its link opened, and the account that is chosen there signs in', async () => {
    await arrive(language)
    const email = `new-${language}@example.org`
    await visitor.open('/login')
    await follow('注册账号', 'Register')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/register')
    await page.getByRole('heading', { name: say('注册账号', 'Register'), exact: true }).waitFor()
    await expect.poll(() => page.title()).toContain(say('注册 · ', 'Register · '))
    await press('发送邮件', 'Send email')
    await toldInBoth('请输入邮箱', 'Enter your email address')
    await enterAddress('no address')
    await press('发送邮件', 'Send email')
    await toldInBoth('邮箱地址格式错误', 'Invalid email address')
    expect(await field('邮箱', 'Email address').inputValue()).toBe('no address')
    await enterAddress(email)
    await isSound('register', language)
    const askedOnce = await sentOnce(page, registration.save, () => page.keyboard.press('Enter'))
    await page.keyboard.press('Enter')
    await told('status', `我们已向 ${email} 发送邮件`, `We have sent an email to ${email}`)
    await askedOnce()
    await isSound('register sent', language)
    const letter = await fakeEmail.next()
    expect(letter).toMatchObject({ from: 'platform@example.net', to: [email] })

    await page.goto(linkIn(letter))
    await page.getByText(say(`邮箱 ${email} 已确认`, `Email address ${email} is confirmed`)).waitFor()
    await choose('admin')
    await page
      .getByRole('meter', { name: say('密码强度', 'Password strength') })
      .and(page.locator(`[aria-valuetext="${say('良好', 'Good')}"]`))
      .waitFor()
    await expectMeterBelowField(page, 'the registration')
    await press('创建账号', 'Create account')
    await told('alert', '用户名已存在', 'Username already exists')
    expect(await field('账号', 'Username').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
    expect(await secret('密码', 'Password').inputValue()).toBe(password)
    await isSound('register name taken', language)
    await field('账号', 'Username').fill(`newcomer-${language}`)
    const openedOnce = await sentOnce(page, registration.confirm, () => page.keyboard.press('Enter'))
    await page.keyboard.press('Enter')
    await told('status', `账号 newcomer-${language} 已创建`, `Account newcomer-${language} created`)
    await openedOnce()
    await isSound('register done', language)
    await follow('去登录', 'Sign in')
    await fillSignIn(page, `newcomer-${language}`, password)
    await page.locator('main[data-screen="/login"]').waitFor({ state: 'detached' })
    const account = await platform.db.selectFrom('account').select(['type', 'email']).where('username', '=', `newcomer-${language}`).executeTakeFirstOrThrow()
    expect(account).toEqual({ type: 2, email })
  })

  test('an address that an account has looks no different, and its owner is told', async () => {
    await arrive(language)
    const email = `owner-${language}@example.org`
    await platform.db
      .insertInto('account')
      .values({ username: `owner-${language}`, type: 2, password_hash: '', language: null, email })
      .execute()
    const seen: string[] = []
    await visitor.open('/register')
    for (const address of [email, `free-${language}@example.org`]) {
      await enterAddress(address)
      await press('发送邮件', 'Send email')
      await page.getByRole('status').waitFor()
      seen.push((await page.locator('main').innerText()).replaceAll(address, 'ADDRESS'))
      const letter = await fakeEmail.next()
      if (address === email) expect(textOf(letter)).toContain(`owner-${language}`)
      await press('没有收到？重新发送', 'No email? Send again')
      expect(await field('邮箱', 'Email address').inputValue()).toBe(address)
    }
    expect(seen[0]).toContain('ADDRESS')
    expect(seen[1]).toBe(seen[0])
  })

  test('a link that leads no further says why, and where to go instead', async () => {
    await arrive(language)
    const email = `late-${language}@example.org`
    await visitor.open(`/register?link=${sealOffer(email, 'registration link', 0)}`)
    await toldInBoth('注册链接已过期', 'Registration link expired')
    await isSound('register expired', language)
    await visitor.open(`/register?link=${linkFor(email).slice(0, -9)}`)
    await told('alert', '注册链接不完整或有误', 'Registration link incomplete')
    await isSound('register invalid', language)
    await follow('重新注册', 'Register again')
    await field('邮箱', 'Email address').waitFor()

    // Opened in two windows: the account is there when the second one is filled in.
    await visitor.open(`/register?link=${linkFor(email)}`)
    await choose(`late-${language}`)
    await platform.db
      .insertInto('account')
      .values({ username: `sooner-${language}`, type: 2, password_hash: '', language: null, email })
      .execute()
    await press('创建账号', 'Create account')
    await told('alert', '该邮箱已有账号', 'An account already uses this email address')
    await isSound('register used', language)
    await page.getByRole('link', { name: say('忘记密码？', 'Forgot password?') }).waitFor()
    await follow('去登录', 'Sign in')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/login')
  })

  test('without a mail server, or closed, the page says so before anything is typed, and keeps what was', async () => {
    await arrive(language)
    await visitor.open('/register')
    await enterAddress(`kept-${language}@example.org`)
    await platform.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', 'EMAIL_CONFIG').execute()
    await press('发送邮件', 'Send email')
    await toldInBoth('无法发送注册邮件', 'registration emails cannot be sent')
    expect(await field('邮箱', 'Email address').inputValue()).toBe(`kept-${language}@example.org`)
    await isSound('register mail gone', language)
    await page.reload()
    await page.getByText(say('请联系管理员。', 'Ask an administrator.')).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await isSound('register no mail', language)
    await setSetting(platform.db, loginRules, { registration: false })
    await page.reload()
    await page.getByText(say('暂未开放注册', 'Registration is closed')).waitFor()
    await isSound('register closed', language)
    await follow('返回登录', 'Back to sign-in')
    await secret('密码', 'Password').waitFor()
    expect(await page.getByRole('link', { name: say('注册账号', 'Register'), exact: true }).count()).toBe(0)
  })
})

test('the link in the email works in a browser that is signed in, and leaves that session as it is', async () => {
  await arrive('en')
  await signIn(visitor)
  const link = linkFor('second@example.org')
  await visitor.open(`/register?link=${link}`)
  await choose('second-account')
  await press('创建账号', 'Create account')
  await told('status', '', 'Account second-account created')
  await visitor.open('/account/security')
  await page.locator('main[data-screen="/account/security"]').waitFor()
})
