import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

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

const secret = Buffer.from('a secret of thirty-two characters').toString('base64')
/** Records that dig is given with the key; its SOA comes twice. */
const transferred = async (name: string): Promise<number> =>
  (await dig(platform.dnsPort, '-y', `hmac-sha256:xfr.example.com:${secret}`, '+nocomments', '+nostats', name, 'AXFR').catch(() => null))?.text
    .split('\n')
    .filter((line) => line.startsWith(`${name}.`)).length ?? 0

test.runIf(isDigThere)('a secondary server is added, and dig is given the zone with its key', async () => {
  const name = 'moved.example'
  await platform.call(domain.save, { domain: name })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const { page } = visitor
  await signIn(visitor, '/dns/serve/secondary')
  expect(await transferred(name)).toBe(0)
  await page.getByRole('button', { name: 'Add secondary server' }).first().click()
  const form = page.locator('dialog[open] form')
  const fill = async (field: string, value: string): Promise<void> => form.locator(`[name="${field}"]`).fill(value)
  const list = async (label: RegExp, value: string): Promise<void> => {
    const box = form.getByLabel(label)
    await box.fill(value)
    await box.press('Enter')
  }
  await fill('name', 'Knot in Berlin')
  await list(/^Allowed networks/, '127.0.0.0/8')
  await fill('keyName', 'xfr.example.com')
  await fill('secret', secret)
  await list(/^Domains/, name)
  await takePicture(page, 'secondary-form')
  await page.locator('dialog[open] button[type=submit]').click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('xfr.example.com', { exact: true }).waitFor()
  await takePicture(page, 'secondary-list')
  await expect.poll(() => transferred(name)).toBeGreaterThan(2)
  await visitor.close()
  expect(visitor.complaints).toEqual([])
})
