import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { record } from '@nameplane/contract/dns/record'
import { acknowledging, NotifyServer } from '../../server/src/serving/transfer/notify-server.testing.ts'
import { testKey } from '../../server/src/serving/transfer/transfer-client.testing.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

let platform: RunningPlatform
let browser: Browser
let server: NotifyServer

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  server = await NotifyServer.open((heard) => acknowledging(heard, { key: testKey('xfr.example.com') }))
})
afterAll(async () => {
  await browser?.close()
  server?.close()
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
  await list(/^Addresses to notify/, '127.0.0.1')
  await fill('notifyPort', String(server.port))
  await fill('catalogZone', 'catalog.example')
  await takePicture(page, 'secondary-form')
  await page.locator('dialog[open] button[type=submit]').click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('xfr.example.com', { exact: true }).waitFor()
  await takePicture(page, 'secondary-list')
  await expect.poll(() => transferred(name)).toBeGreaterThan(2)
  // The server hears of the next change, and the console says so.
  const { id } = (await platform.call(domain.list, { search: name })).data.list[0]!
  await platform.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '192.0.2.1', ttl: 600 } }] })
  await expect.poll(() => server.heard.some((heard) => heard.zone === `${name}.`)).toBe(true)
  await expect.poll(() => transferred('catalog.example')).toBeGreaterThan(2)
  await page.getByText('Knot in Berlin').first().hover()
  await page.locator('tr', { hasText: 'Knot in Berlin' }).getByRole('button', { name: 'More actions Knot in Berlin', exact: true }).click()
  await page.getByRole('menuitem', { name: 'View transfers' }).click()
  const drawer = page.getByRole('dialog', { name: 'Transfers to Knot in Berlin' })
  const ofZone = drawer.locator('li', { hasText: name }).first()
  await ofZone.getByText('Acknowledged', { exact: true }).waitFor()
  await ofZone.getByText(/^Transferred \d+, .+ \(.+\)$/).waitFor()
  await takePicture(page, 'secondary-transfers')
  await visitor.close()
  expect(visitor.complaints).toEqual([])
})
