import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { role } from '@nameplane/contract/account/role'
import { rolePresets } from '@nameplane/contract/account/role-presets'
import type { Right } from '@nameplane/contract/rights'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { setting } from '@nameplane/contract/system/setting'
import { administratorWith } from '../support/app-accounts.ts'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

/* Each page of the configuration is open to who holds its rights, and a new role begins with those of a common duty. */

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
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
})
afterEach(() => visitor.close())

const noRight = 'You do not have permission to do this'

async function signInWith(rights: readonly Right[]): Promise<void> {
  const { username } = await administratorWith(platform, rights, { password: 'keeper-pass-1' })
  await visitor.open('/login')
  await fillSignIn(page, username, 'keeper-pass-1')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
}

const sideMenu = (): Locator => page.getByRole('navigation', { name: 'Side menu' })

test('who holds the rights of the site finds its pages, changes them, and opens no other', async () => {
  await signInWith(['config_overview.read', 'config_site.read', 'config_site.write'])
  await visitor.open('/system/config/overview')
  await page.getByRole('heading', { name: 'Configuration', exact: true }).waitFor()
  expect(await sideMenu().getByRole('link').allInnerTexts()).toEqual(['Overview', 'Site'])
  // The areas come after the heading of the page.
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Site'])
  await sideMenu().getByRole('link', { name: 'Site' }).click()
  await page.getByRole('textbox', { name: 'Site name' }).fill('of the site')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // Before the page knows it, it would ask whether to leave.
  await page.getByText('Save config success').waitFor()
  await expect.poll(async () => (await platform.call(setting.ofKey, { key: siteSettings.key })).config.paramValue).toContain('of the site')
  await visitor.open('/system/config/email/config')
  await page.getByRole('heading', { name: 'You do not have permission to view this page' }).waitFor()
})

test('who may only look at mail sees why nothing there can be changed', async () => {
  await signInWith(['config_email.read'])
  await visitor.open('/system/config/email/config')
  for (const name of ['Save', 'Test']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect.poll(async () => [await button.isDisabled(), await button.getAttribute('title')]).toEqual([true, noRight])
  }
  expect(await page.getByRole('textbox', { name: 'Sender name' }).isDisabled()).toBe(true)
  await platform.call(setting.update, { id: (await platform.call(setting.ofKey, { key: emailServer.key })).config.id, weight: 3 })
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  for (const restore of await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).all())
    expect([await restore.isDisabled(), await restore.getAttribute('title')]).toEqual([true, noRight])
})

const presetOf = (key: string) => rolePresets.find((one) => one.key === key)!

test('a new role begins with a preset, which fills in its name and permissions', async () => {
  await signIn(visitor, '/account/power/roles')
  await page.getByRole('button', { name: 'Add role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add role' })
  const preset = dialog.getByRole('combobox', { name: 'Preset' })
  await preset.selectOption({ label: 'Auditor' })
  await preset.selectOption({ label: 'Finance' })
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Finance')
  const tree = dialog.getByRole('tree', { name: 'Permissions' })
  expect(await tree.getByRole('treeitem', { name: 'View payment settings' }).getAttribute('aria-checked')).toBe('true')
  expect(await tree.getByRole('treeitem', { name: 'View payment settings' }).count()).toBe(1)
  expect(await dialog.getByText('Left out').count()).toBe(0)
  await takePicture(page, 'role-preset')
  await dialog.getByRole('button', { name: 'Add role', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { list } = (await platform.call(role.list, { search: 'Finance' })).data
  expect(list).toMatchObject([{ name: 'Finance', description: presetOf('finance').description.en }])
  expect(list[0]!.rights.toSorted()).toEqual(presetOf('finance').rights.toSorted())
})

test('a preset leaves out what its author may not grant, and says so', async () => {
  await signInWith(['role.read', 'role.write', 'user.read', 'payment.read', 'dashboard.read', 'config_overview.read', 'menu.read'])
  await visitor.open('/account/power/roles?open=add')
  const dialog = page.getByRole('dialog', { name: 'Add role' })
  await dialog.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Finance' })
  await dialog.getByText('Left out, as you cannot grant them').waitFor()
  await takePicture(page, 'role-preset-cut')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('part of the money')
  await dialog.getByRole('radio', { name: 'All domains' }).check()
  await dialog.getByRole('button', { name: 'Add role', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { list } = (await platform.call(role.list, { search: 'part of the money' })).data
  expect(list[0]!.rights.toSorted()).toEqual(['config_overview.read', 'dashboard.read', 'payment.read', 'user.read'])
})
