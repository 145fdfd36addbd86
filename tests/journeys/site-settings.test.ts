import { createCanvas } from '@napi-rs/canvas'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* What a browser alone shows of a site with a name: what a page knows that has just been loaded, its pictures, and that page below the users' path. */
let platform: RunningPlatform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

function drawnLogo(): Buffer {
  const canvas = createCanvas(120, 40)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#0f766e'
  pen.fillRect(0, 0, 120, 40)
  return canvas.toBuffer('image/png')
}

test('a page that is loaded has the site’s name, logo and title, at the root and below the users’ path', async () => {
  const paramValue = { basic: { webName: '云上域名' }, seo: { title: '云上域名控制台' }, userDir: 'users' }
  await platform.call(setting.save, { paramKey: siteSettings.key, paramValue })
  const visitor = await newVisitor(browser, platform, { language: 'zh', theme: 'light', widthPx: 1440 })
  const { page } = visitor
  await signIn(visitor)
  await visitor.open('/system/config/site/basic')
  const chooser = page.getByLabel('浅色背景标志', { exact: true }).and(page.locator('input'))
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawnLogo() })
  await page.getByRole('img', { name: '浅色背景标志' }).waitFor()
  await saveSetting(page, page.getByRole('button', { name: '保存配置' }))

  for (const root of [platform.url, `${platform.url}users`]) {
    await page.goto(`${root}#/console`)
    await page.reload()
    await page.getByRole('navigation', { name: '面包屑' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: '云上域名', exact: true }).waitFor()
    expect(await page.getByRole('banner').locator('img[src*="picture"]').count()).toBe(1)
    await expect.poll(() => page.title()).toContain(' · 云上域名控制台')
    // Without its last slash, the path leads to the one that has it.
    expect(new URL(page.url()).pathname).toBe(root === platform.url ? '/' : '/users/')
  }
  expect((await fetch(`${platform.url}elsewhere/`)).status).toBe(404)
  await expectQuiet(visitor, 'site')
  await visitor.close()

  const stranger = await newVisitor(browser, platform, { language: 'zh', theme: 'light', widthPx: 1440 })
  await stranger.open('/login')
  await stranger.page.getByRole('main').getByText('云上域名', { exact: true }).waitFor()
  const widthOf = (image: unknown): number => (image as { naturalWidth: number }).naturalWidth
  await expect.poll(() => stranger.page.getByRole('main').locator('img[src*="picture"]').evaluate(widthOf)).toBeGreaterThan(0)
  await expect.poll(() => stranger.page.title()).toBe('登录 · 云上域名控制台')
  await takePicture(stranger.page, 'site-sign-in')
  await expectAccessible(stranger.page, 'sign-in page with a name')
  await expectQuiet(stranger, 'sign-in page with a name')
  await stranger.close()
})
