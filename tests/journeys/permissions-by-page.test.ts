import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Right } from '@nameplane/contract/rights'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { setting } from '@nameplane/contract/system/setting'
import { administratorWith } from '../support/app-accounts.ts'
import { fillSignIn, newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

/* Each page of the configuration is open to who holds its rights. */

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
