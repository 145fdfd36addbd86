import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { role } from '@nameplane/contract/account/role'
import { user } from '@nameplane/contract/account/user'
import { newVisitor, openBrowser, signIn, type Visitor } from '../support/browser.ts'
import { expectMeterBelowField } from '../support/password-meter.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

/*
 * What people are in a browser: whose session its tabs share, which of them looks through a role, and where the strength of a new password
 * stands. What else is done with users and roles is proven without one, next to their code.
 */
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
beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'zh' })
  page = visitor.page
})
afterEach(() => visitor.close())

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const banner = (tab: Page) => tab.getByRole('status').filter({ hasText: '你正以 globex 的身份登录' })

describe('an administrator', () => {
  test('acts as a customer in all tabs: the other one is told that the account has changed, and the way back leads out in both', async () => {
    await platform.call(user.save, { username: 'globex', password: 'pass1' })
    await signIn(visitor, '/dns/domain/list')
    const other = await visitor.context.newPage()
    await other.goto(`${platform.url}#/account/users/users`)
    const line = other.getByRole('row').filter({ hasText: 'globex' })
    await line.hover()
    await line.getByRole('button', { name: '以用户身份登录', exact: true }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: '以用户身份登录', exact: true }).click()
    await banner(other).waitFor()
    // The banner is the session's, not the tab's: it is there once the page is loaded anew.
    await page.getByRole('alertdialog').getByRole('button').click()
    await banner(page).waitFor()
    await Promise.all([page.waitForEvent('load'), banner(page).getByRole('button', { name: '返回', exact: true }).click()])
    await expect.poll(() => banner(page).count()).toBe(0)
    await other.getByRole('alertdialog').getByRole('button').click()
    await expect.poll(() => banner(other).count()).toBe(0)
    await visitor.open('/account/users/users')
    await row('globex').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('looks through a role in one tab alone, and still does once that tab is loaded anew', async () => {
    await platform.call(role.save, { name: '旁观', rights: ['domain.read'], dataScope: 'own' })
    await signIn(visitor, '/account/power/roles')
    const menuIn = (tab: Page) => tab.getByRole('button', { name: '更多操作 旁观', exact: true })
    const seen = (tab: Page) => tab.getByRole('status').filter({ hasText: '正在以角色“旁观”的视角查看' })
    await row('旁观').hover()
    await menuIn(page).click()
    await page.getByRole('menuitem', { name: '以此角色查看控制台', exact: true }).click()
    await seen(page).waitFor()
    await page.reload()
    await seen(page).waitFor()
    const other = await visitor.context.newPage()
    await other.goto(`${platform.url}#/account/power/roles`)
    await menuIn(other).waitFor()
    expect(await seen(other).count()).toBe(0)
  })

  test('sees how strong a new password is directly below its field: of a user who is added or given another one, and their own', async () => {
    const { id } = (await platform.call(user.save, { username: 'initech', password: 'pass1' })).data
    await signIn(visitor, '/account/users/users?open=add')
    const field = (name: string) => page.locator(`input[name=${name}]:visible`)
    await field('password').fill('abc')
    await expectMeterBelowField(page, 'the form of a user')
    // With nothing typed, nothing is asked on the way to the next one.
    await field('password').fill('')
    await visitor.open(`/account/users/users?open=password&row=${id}`)
    await field('newPassword').fill('abc')
    await expectMeterBelowField(page, 'the reset of a password')
    await field('newPassword').fill('')
    await visitor.open('/account/users/reset-password')
    await page.getByLabel('原密码').waitFor()
    await field('newPassword').fill('abc')
    await expectMeterBelowField(page, 'the change of the own password')
    expect(visitor.complaints).toEqual([])
  })
})
