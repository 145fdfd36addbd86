import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { setting } from '@nameplane/contract/system/setting'
import { backup } from '@nameplane/contract/system/backup'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { adminName, adminPassword, adminToken, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* Backups from their key to the day they are needed: made, checked, proven, taken away, and restored over what happened since. */
const [firstKey, ownKey, laterKey] = ['the first key of all', 'a key of its own', 'the key that came later']
let browser: Browser
/** A backup of the settings of a platform with a key of its own. */
let foreign: Buffer

beforeAll(async () => {
  browser = await openBrowser()
  // A first start of its own: copies of one platform have one key.
  const other = await startPlatform({ password: 'printed' })
  await other.call(setting.save, { paramKey: 'own.elsewhere', paramValue: { a: 1 } })
  const answer = await fetch(`${other.url}api/${backup.exportWithKey.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parts: ['settings'], passphrase: ownKey }),
  })
  foreign = Buffer.from(await answer.arrayBuffer())
  await other.stop()
})
afterAll(() => browser?.close())

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  let platform: RunningPlatform
  let visitor: Visitor
  let page: Page
  let file: string

  beforeAll(async () => {
    platform = await startPlatform()
    await platform.call(domain.save, { domain: 'kept.example' })
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    await signIn(visitor)
  })
  afterAll(async () => {
    await visitor?.close()
    await platform?.stop()
  })

  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const picture = (name: string) => takePicture(page, `backup-${name}-${language}-${widthPx}`)
  const dialog = (): Locator => page.getByRole('dialog').last()
  const inDialog = (zh: string, en: string): Locator => dialog().getByRole('button', { name: say(zh, en), exact: true })
  const noDialog = () => expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const inMain = (zh: string, en: string): Locator => page.locator('main').getByRole('button', { name: say(zh, en), exact: true })
  const keyField = (): Locator => dialog().getByLabel(say('备份密码', 'Backup passphrase'), { exact: true })
  const told = (zh: string, en: string): Promise<void> => page.getByText(say(zh, en), { exact: false }).first().waitFor()
  const kept = async () => (await platform.call(backup.list, {})).data

  /** An action of the menu of a backup, named as screen readers hear it. */
  async function choose(name: string, zh: string, en: string): Promise<void> {
    await page.getByRole('button', { name: `${say('更多操作', 'More actions')} ${name}` }).click()
    await page.getByRole('menuitem', { name: say(zh, en), exact: true }).click()
  }
  async function setKey(key: string): Promise<void> {
    await visitor.open('/system/config/backup/settings')
    const field = page.getByLabel(say('备份密码', 'Backup passphrase'), { exact: true })
    await field.fill('too short')
    await inMain('保存配置', 'Save').click()
    await page
      .getByRole('alert')
      .filter({ hasText: say('至少输入 12 个字符', 'at least 12 characters.') })
      .waitFor()
    await field.fill(key)
    await inMain('保存配置', 'Save').click()
    await told('保存配置成功', 'save config success')
    await expect.poll(() => field.inputValue()).toBe('******')
  }
  async function openList(): Promise<void> {
    await visitor.open('/system/config/backup')
    await inMain('创建备份', 'Create backup').first().waitFor()
    await visitor.quiet()
  }

  test('a backup from its key to the day it is needed', { timeout: 600_000 }, async () => {
    await step('without a key it says so; with one a backup is made, verified, and proven restorable', async () => {
      await openList()
      await page.getByText(say('尚未设置备份密码', 'No passphrase set'), { exact: false }).waitFor()
      await picture('empty')
      await setKey(firstKey)
      await openList()
      await page.getByText(say('尚未做过恢复演练', 'No test restore yet'), { exact: true }).waitFor()
      await inMain('创建备份', 'Create backup').first().click()
      await picture('create')
      await expectAccessible(page, 'a new backup')
      await inDialog('创建备份', 'Create backup').click()
      await noDialog()
      const [made] = (await kept()).list
      await choose(made!.name, '校验', 'Verify')
      await told('校验通过', 'Verified:')
      await choose(made!.name, '恢复演练', 'Test restore')
      await told('恢复演练成功，共', 'Test restore successful:')
      await page.getByText(say('最近一次恢复演练成功：', 'Last successful test restore: '), { exact: false }).waitFor()
      expect(await kept()).toMatchObject({ provenName: made!.name, trialProblem: '', hasKey: true })
      await expectQuiet(visitor, 'backups')
      await expectAccessible(page, 'backups')
      await picture('proven')
    })

    await step('it is downloaded, and the file opens with its passphrase and no other', async () => {
      const [made] = (await kept()).list
      const [download] = await Promise.all([page.waitForEvent('download'), choose(made!.name, '下载', 'Download')])
      expect(download.suggestedFilename()).toBe(made!.name)
      file = await download.path()
      expect(readFileSync(file).subarray(0, 8).toString()).toBe('NPBACKUP')

      await inMain('从文件恢复', 'Restore from file').click()
      // What is asked for first has the focus.
      await dialog().locator('input[type="file"]:focus').waitFor()
      await picture('file')
      await inDialog('比较', 'Compare').click()
      await dialog().getByText(say('请选择备份文件', 'Select a backup file'), { exact: true }).waitFor()
      expect(await dialog().locator('input[type="file"]').getAttribute('aria-required')).toBe('true')
      await dialog().locator('input[type="file"]').setInputFiles(file)
      await keyField().fill('the wrong key of all')
      await inDialog('比较', 'Compare').click()
      await dialog()
        .getByRole('alert')
        .filter({ hasText: say('备份密码错误', 'Wrong passphrase') })
        .waitFor()
      await picture('wrong-key')
      await keyField().fill(firstKey)
      await inDialog('比较', 'Compare').click()
      await dialog().getByText(say('由当前平台创建', 'by this platform'), { exact: false }).waitFor()
      await expectAccessible(page, 'a comparison')
      await picture('compared')
      await page.keyboard.press('Escape')
      await noDialog()
    })

    await step('one with a key of its own, and one older than the key of the settings, are asked for theirs', async () => {
      await inMain('创建备份', 'Create backup').first().click()
      await dialog().getByLabel(say('备份密码', 'Backup passphrase'), { exact: true }).fill(ownKey)
      await inDialog('创建备份', 'Create backup').click()
      await noDialog()
      await setKey(laterKey)
      await openList()
      const [own, first] = (await kept()).list
      expect([own!.isConfiguredKey, first!.isConfiguredKey]).toEqual([false, true])
      for (const [name, right] of [
        [own!.name, ownKey],
        [first!.name, firstKey],
      ] as const) {
        await choose(name, '校验', 'Verify')
        await keyField().fill(laterKey)
        await inDialog('校验', 'Verify').click()
        await dialog().getByText(say('备份密码错误', 'Wrong passphrase'), { exact: false }).waitFor()
        await picture('key')
        await expectAccessible(page, 'the key of a backup')
        await keyField().fill(right)
        await inDialog('校验', 'Verify').click()
        await noDialog()
      }
      expect((await kept()).list.every(({ verifyTime }) => verifyTime !== null)).toBe(true)
      expect(visitor.complaints.filter((line) => !line.includes('400'))).toEqual([])
    })

    await step('it is compared with what happened since, and put back: a wrong password changes nothing', async () => {
      await platform.call(domain.save, { domain: 'made-later.example' })
      const first = (await kept()).list.at(-1)!
      const names = async () => (await platform.call(domain.list, {})).data.list.map((row) => row.domain).toSorted()
      expect(await names()).toEqual(['kept.example', 'made-later.example'])

      await choose(first.name, '恢复', 'Restore')
      await keyField().fill(firstKey)
      await inDialog('比较', 'Compare').click()
      await dialog().getByRole('row').filter({ hasText: 'domain' }).first().waitFor()
      // Nothing is restored by comparing.
      expect(await names()).toEqual(['kept.example', 'made-later.example'])
      await picture('differences')
      const password = dialog().getByLabel(say('你的登录密码', 'Your password'))
      await dialog().getByLabel(say('输入“恢复”以确认', 'Type “restore” to confirm')).fill(say('恢复', 'restore'))
      await password.fill('not my password')
      await inDialog('恢复', 'Restore').click()
      await dialog()
        .getByRole('alert')
        .filter({ hasText: say('密码错误', 'Incorrect password') })
        .waitFor()
      expect(await names()).toEqual(['kept.example', 'made-later.example'])
      await password.fill(adminPassword)
      await inDialog('恢复', 'Restore').click()
      await dialog().getByText(say('恢复完成', 'Backup restored'), { exact: true }).waitFor({ timeout: 60_000 })
      await picture('restored')
      await expectAccessible(page, 'a restore')
      expect(await names()).toEqual(['kept.example'])

      await inDialog('请重新登录', 'Sign in again').click()
      await page.getByLabel(/^(密码|Password)$/).waitFor()
      await fillSignIn(page, adminName, adminPassword)
      await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
      await openList()
      expect((await kept()).list[0]).toMatchObject({ origin: 'before_restore', parts: first.parts })
      await picture('after')
    })

    await step('that of another platform waits for its maker to be accepted by name, which is listed and removed again', async () => {
      await inMain('从文件恢复', 'Restore from file').click()
      await dialog().locator('input[type="file"]').setInputFiles({ name: 'foreign.npb', mimeType: 'application/octet-stream', buffer: foreign })
      await keyField().fill(ownKey)
      await inDialog('比较', 'Compare').click()
      await dialog().getByText(say('由另一个平台创建', 'by another platform')).waitFor()
      await dialog()
        .getByText(/^[0-9a-f]{64}$/)
        .waitFor()
      await dialog().getByLabel(say('输入“恢复”以确认', 'Type “restore” to confirm')).fill(say('恢复', 'restore'))
      await dialog().getByLabel(say('你的登录密码', 'Your password')).fill(adminPassword)
      expect(await inDialog('恢复', 'Restore').isDisabled()).toBe(true)
      await picture('foreign')
      await expectAccessible(page, 'a foreign backup')
      await dialog().getByLabel(say('来源平台名称', 'Platform name')).fill('site B')
      await inDialog('恢复', 'Restore').click()
      await dialog().getByText(say('恢复完成', 'Backup restored'), { exact: true }).waitFor({ timeout: 60_000 })
      await inDialog('完成', 'Done').click()

      await visitor.open('/system/config/backup/settings')
      await page.getByText('site B', { exact: true }).waitFor()
      await picture('makers')
      await expectAccessible(page, 'accepted makers')
      await inMain('移除', 'Remove').click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('移除', 'Remove'), exact: true })
        .click()
      await expect.poll(() => page.getByText('site B', { exact: true }).count()).toBe(0)
      await expect.poll(async () => (await platform.call(backup.makers, {})).data.totalCount).toBe(0)
    })
  })
})
