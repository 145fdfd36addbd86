import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factor } from '@nameplane/contract/account/factor'
import { session } from '@nameplane/contract/account/session'
import { setting } from '@nameplane/contract/system/setting'
import { inOtherLanguage, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { ageConfirmations } from '../support/confirmations.ts'
import { adminPassword, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { sentOnce } from '../support/sent-once.ts'
import { codeOf, forgetFactors } from '../support/sign-in-ways.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* A change that can lead to all permissions, some time after the sign-in: the password is asked for, and what was typed is saved. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  platform = await startPlatform()
  const server = { host: '127.0.0.1', port: 2525, username: 'platform@example.net', password: 'of the mail server' }
  await platform.call(setting.save, { paramKey: 'EMAIL_CONFIG', paramValue: server, status: 1 })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
const sender = (): Locator => page.getByLabel(new RegExp(`^${say('发件人名称', 'Sender name')}\\*?$`))
const dialog = (): Locator => page.getByRole('dialog', { name: say('确认身份', 'Confirm your identity') })
const inDialog = (zh: string, en: string): Locator => dialog().getByRole('button', { name: say(zh, en), exact: true })
const password = (): Locator => dialog().getByLabel(say('登录密码', 'Your password'), { exact: true })
const save = () => button('保存配置', 'Save').click()
const saved = () => page.getByText(say('保存配置成功', 'Save config success')).last().waitFor()
const storedSender = async (): Promise<unknown> => {
  const { config } = await platform.call(setting.ofKey, { key: 'EMAIL_CONFIG' })
  return (JSON.parse(config.paramValue) as Record<string, unknown>)['senderName']
}

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  beforeAll(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx, isInterceptable: true })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    await signIn(visitor)
  })
  afterAll(() => visitor.close())

  /** What is wrong with the password, in the language of the page and in the other one while that is chosen. */
  async function saidInBoth(zh: string, en: string): Promise<void> {
    const said = (words: string) => page.getByRole('dialog').getByRole('alert').filter({ hasText: words }).waitFor()
    await said(say(zh, en))
    await inOtherLanguage(page, () => said(say(en, zh)))
    await said(say(zh, en))
  }

  test('the mail server is saved after the password is entered again, with what was typed', { timeout: 240_000 }, async () => {
    const name = say('域名平台', 'The platform')
    /** Bodies of the saves that were sent. */
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (/\/sys\/config\/(save|update)$/.test(new URL(request.url()).pathname)) sent.push(request.postDataJSON())
    })

    await step('some time after the sign-in, a save asks for the password', async () => {
      await visitor.open('/system/config/email/config')
      await sender().fill(name)
      await ageConfirmations(platform)
      await sender().press('Enter')
      await password().waitFor()
      expect(await password().evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
      expect(await password().getAttribute('autocomplete')).toBe('current-password')
      await expectQuiet(visitor, 'confirmation')
      await takePicture(page, `confirmation-${language}-${widthPx}`)
      await expectAccessible(page, 'confirmation')
    })

    await step('left by Escape, it leaves the form as it was, which says why nothing was saved', async () => {
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await page.getByText(say('请先确认身份，再执行此操作', 'Confirm your identity to do this')).first().waitFor()
      expect(await sender().inputValue()).toBe(name)
      expect(await sender().evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
      expect(sent.length).toBe(1)
      expect(await storedSender()).not.toBe(name)
    })

    await step('without a password, and with a wrong one, the field says so', async () => {
      await save()
      await password().press('Enter')
      await saidInBoth('请输入密码', 'Enter your password')
      await password().fill('wrong')
      await password().press('Enter')
      await saidInBoth('密码错误', 'Incorrect password')
      expect([await password().inputValue(), await password().getAttribute('aria-invalid')]).toEqual(['', 'true'])
      expect(await password().evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
      await takePicture(page, `confirmation-wrong-${language}-${widthPx}`)
      await expectAccessible(page, 'confirmation with a wrong password')
    })

    await step('with the right one, sent once however often it is pressed, the same save is sent once more', async () => {
      expect(sent.length).toBe(2)
      await password().fill(adminPassword)
      const confirmedOnce = await sentOnce(page, session.confirm, () => page.keyboard.press('Enter'))
      await password().press('Enter')
      await saved()
      await confirmedOnce()
      await dialog().waitFor({ state: 'detached' })
      expect(sent.length).toBe(3)
      expect(sent[2]).toEqual(sent[1])
      expect([await sender().inputValue(), await storedSender()]).toEqual([name, name])
    })

    await step('the next one within ten minutes is saved without a question', async () => {
      await sender().fill(`${name} 2`)
      await save()
      await expect.poll(storedSender).toBe(`${name} 2`)
      expect([sent.length, await dialog().count()]).toEqual([4, 0])
      await expectQuiet(visitor, 'mail server')
    })
  })

  test('where there is an authenticator app, its code is asked for too', { timeout: 240_000 }, async () => {
    const { data } = await platform.call(factor.totpOffer, { password: adminPassword })
    await platform.call(factor.totpSave, { seal: data.seal, code: codeOf(data.secret, -1) })
    try {
      await visitor.open('/system/config/email/config')
      await sender().fill(say('两步', 'Two steps'))
      await ageConfirmations(platform)
      await save()
      await password().fill(adminPassword)
      await inDialog('确认', 'Confirm').click()
      const code = dialog().getByLabel(say('动态码', 'Code'), { exact: true })
      await code.waitFor()
      expect(await code.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
      await takePicture(page, `confirmation-code-${language}-${widthPx}`)
      await expectAccessible(page, 'confirmation with a code')
      await code.fill('000000')
      await code.press('Enter')
      await dialog()
        .getByRole('alert')
        .filter({ hasText: say('动态码或恢复码错误', 'Incorrect verification or recovery code') })
        .waitFor()
      await code.fill(codeOf(data.secret))
      await code.press('Enter')
      await saved()
      await dialog().waitFor({ state: 'detached' })
      // The notice may be that of an earlier save.
      await expect.poll(storedSender).toBe(say('两步', 'Two steps'))
      expect(visitor.complaints).toEqual([])
    } finally {
      await forgetFactors(platform)
    }
  })
})
