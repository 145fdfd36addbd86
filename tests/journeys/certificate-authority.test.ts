import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { findPebble, startPebble, type Pebble } from '../support/pebble.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* The account with a certificate authority, from an empty form to its end, at a real authority: Pebble. */

if (process.env['CI'] !== undefined && findPebble() === null) throw new Error('Pebble is needed in CI: install the package pebble')

const macKey = Buffer.from('a key that an authority gave out, of 48 bytes ..').toString('base64url')

describe.runIf(findPebble() !== null)('the account with a certificate authority', () => {
  let free: Pebble
  let bound: Pebble
  let platform: RunningPlatform
  let browser: Browser
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    free = await startPebble()
    bound = await startPebble({ bindingKeys: { 'kid-1': macKey } })
    const fakes = { [free.origin]: free.baseUrl, 'https://bound.example': bound.baseUrl }
    platform = await startPlatform({ variables: { TEST_PEERS: JSON.stringify(fakes) } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
    await Promise.all([free?.stop(), bound?.stop()])
  })

  describe.each(['zh', 'en'] as const)('in %s', (language) => {
    const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
    const button = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true })
    const field = (name: string) => page.getByRole('textbox', { name })
    const dialog = () => page.getByRole('dialog').last()
    const question = () => page.getByRole('alertdialog')
    const card = () => page.getByRole('region', { name: say('账户', 'Account'), exact: true })
    const authority = () => page.getByRole('combobox', { name: say('证书机构', 'Certificate authority') })
    const save = async () => {
      await saveSetting(page, button('保存配置', 'Save'))
    }
    const register = async () => {
      await button('注册账户', 'Register account').click()
      await dialog().getByRole('checkbox').check()
      await dialog()
        .getByRole('button', { name: say('注册', 'Register'), exact: true })
        .click()
    }
    const kept = () => platform.db.selectFrom('acme_account').selectAll().where('directory_url', '=', free.directoryUrl).executeTakeFirstOrThrow()

    test('an authority is filled in and tried; the account is registered, asked after, moved to another mailbox, given another key and closed', async () => {
      await platform.db.deleteFrom('acme_account').execute()
      await platform.db.updateTable('system_config').set({ param_value: '{}' }).where('param_key', '=', 'CERTIFICATE_AUTHORITY').execute()
      visitor = await newVisitor(browser, platform, { language })
      page = visitor.page
      await signIn(visitor)
      await visitor.open('/system/config/ssl')
      await card().getByText(say('先保存证书机构，再在这里注册账户', 'Save the authority, then register an account here')).waitFor()
      await expectQuiet(visitor, 'SSL before anything is set')
      await button('保存配置', 'Save').click()
      await page.getByRole('alert').first().waitFor()

      await authority().selectOption('other')
      await field(say('ACME 目录地址', 'ACME directory')).fill('http://pebble.example/dir')
      await field(say('联系邮箱', 'Contact email')).fill('ssl@example.net')
      await button('保存配置', 'Save').click()
      await page.getByRole('alert').filter({ hasText: 'https://' }).first().waitFor()
      await field(say('ACME 目录地址', 'ACME directory')).fill(free.directoryUrl)
      await button('测试', 'Test').click()
      await dialog()
        .getByRole('button', { name: say('测试', 'Test'), exact: true })
        .click()
      await dialog().getByText(say('pebble.example 已响应，尚未注册账户', 'pebble.example responded, no account registered yet')).waitFor()
      await dialog()
        .getByRole('button', { name: say('关闭', 'Close'), exact: true })
        .last()
        .click()
      await save()
      await card().getByText(say('尚未在 pebble.example 注册账户', 'No account with pebble.example yet')).waitFor()
      await expectAccessible(page, 'SSL without an account')

      await button('注册账户', 'Register account').click()
      await dialog().getByText('data:text/plain').waitFor()
      await takePicture(page, `ssl-register-${language}`)
      await dialog()
        .getByRole('button', { name: say('注册', 'Register'), exact: true })
        .click()
      // Nobody agrees by pressing the button alone.
      await dialog().getByRole('alert').waitFor()
      await dialog().getByRole('checkbox').check()
      await expectAccessible(page, 'SSL registration')
      await dialog()
        .getByRole('button', { name: say('注册', 'Register'), exact: true })
        .click()
      await card().getByText(say('有效', 'Valid'), { exact: true }).waitFor()
      await card().getByText('https://pebble.example/my-account/').waitFor()
      await takePicture(page, `ssl-account-${language}`)
      await expectAccessible(page, 'SSL account')

      await field(say('联系邮箱', 'Contact email')).fill('other@example.net')
      await save()
      await button('通知机构', 'Notify authority').click()
      await expect.poll(async () => (await kept()).email).toBe('other@example.net')
      await button('通知机构', 'Notify authority').waitFor({ state: 'detached' })

      const before = await kept()
      await button('更换密钥', 'Change key').click()
      await question()
        .getByRole('button', { name: say('更换密钥', 'Change key'), exact: true })
        .click()
      await card().getByText(say('更换密钥', 'Key changed'), { exact: true }).first().waitFor()
      await expect.poll(async () => (await kept()).key_thumbprint).not.toBe(before.key_thumbprint)
      await card()
        .getByText((await kept()).key_thumbprint)
        .waitFor()
      await button('查询状态', 'Check status').click()
      await expect.poll(async () => (await kept()).checked_at!.getTime()).toBeGreaterThan((await kept()).rolled_over_at!.getTime())

      // Another authority, which wants to know whose account it is; back again, the first account is there.
      await authority().selectOption('zerossl')
      await button('保存配置', 'Save').click()
      await expect.poll(() => page.getByRole('alert').count()).toBeGreaterThanOrEqual(2)
      await takePicture(page, `ssl-zerossl-${language}`)
      await authority().selectOption('other')
      await field(say('ACME 目录地址', 'ACME directory')).fill('https://bound.example/dir')
      await save()
      await card().getByText(say('尚未在 bound.example 注册账户', 'No account with bound.example yet')).waitFor()
      await register()
      await dialog()
        .getByRole('alert')
        .filter({ hasText: say('要求填写 EAB', 'external account binding') })
        .waitFor()
      await dialog()
        .getByRole('button', { name: say('取消', 'Cancel'), exact: true })
        .click()
      await field(say('EAB Key ID', 'EAB key ID')).fill('kid-1')
      await page.getByLabel(say('EAB HMAC Key', 'EAB HMAC key')).first().fill(macKey)
      await save()
      await register()
      await card().getByText(say('有效', 'Valid'), { exact: true }).waitFor()
      await card().getByText('https://bound.example/my-account/').waitFor()
      await field(say('ACME 目录地址', 'ACME directory')).fill(free.directoryUrl)
      // A key that was entered for one authority is not sent to another.
      await page.getByLabel(say('EAB HMAC Key', 'EAB HMAC key')).first().fill(macKey)
      await save()
      await card()
        .getByText((await kept()).account_url)
        .waitFor()

      await button('注销账户', 'Close account').click()
      await question().waitFor()
      await takePicture(page, `ssl-close-${language}`)
      await question()
        .getByRole('button', { name: say('注销账户', 'Close account'), exact: true })
        .click()
      await card().getByText(say('已注销', 'Closed'), { exact: true }).waitFor()
      expect(await kept()).toMatchObject({ state: 'deactivated', account_key: null })
      await button('重新注册', 'Register again').waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await expectQuiet(visitor, 'SSL with a closed account on a phone')
      await takePicture(page, `ssl-phone-${language}`)
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    })
  })
})
