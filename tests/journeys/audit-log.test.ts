import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { setting } from '@nameplane/contract/system/setting'
import { readCsv } from '../../server/src/spreadsheet/csv.ts'
import { readWorkbookAside } from '../../server/src/spreadsheet/workbook-aside.ts'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

/* Somebody asks what happened to a domain: filter, difference, export; and whether the log can be believed. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  for (const name of ['asked.example', 'other.example']) {
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(domain.update, { id, remark: '=HYPERLINK("x")', defaultTtlSeconds: 120 })
  }
  await platform.call(setting.update, { id: 37, paramValue: { failPercent: 60 } })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'en' })
  await signIn(visitor, '/dns/log/admin/1')
})
afterEach(() => visitor.close())

test('a change is found by its target and time, shown member by member, and exported as it is filtered', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Time', exact: true }).first().click()
  await page.getByRole('button', { name: 'Past week', exact: true }).click()
  await page.getByRole('combobox', { name: 'Module' }).selectOption({ label: 'Domain' })
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('textbox', { name: 'Target', exact: true }).fill('asked')
  await page.getByRole('textbox', { name: 'Target', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Administrator logs' }).click()
  await page.getByText('2 in total').waitFor()
  expect(page.url()).toMatch(/from=\d{4}-\d\d-\d\d.*module=domain|module=domain.*from=\d{4}/)

  await page
    .getByRole('row')
    .filter({ has: page.getByText('Domain settings changed', { exact: true }) })
    .getByRole('button', { name: 'More actions admin domain.update asked.example', exact: true })
    .click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('row', { name: 'Remark (none) =HYPERLINK("x")' }).waitFor()
  await drawer.getByRole('row', { name: 'Default TTL 600 120' }).waitFor()
  expect(await drawer.getByRole('row').count()).toBe(3)
  await takePicture(page, 'audit-difference')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  const exported = async (name: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name, exact: true }).click()])
    return readFileSync(await file.path())
  }
  const csv = await exported('Export as CSV (all rows)')
  expect(String(csv)).not.toMatch(/(^|,|\n)=/)
  const rows = readCsv(csv)
  expect(rows.map((row) => [row[4], row[7]])).toEqual([
    ['Action', 'Target'],
    ['Domain settings changed', 'asked.example'],
    ['Domain added', 'asked.example'],
  ])
  expect(rows[1]![0]).toMatch(/\+08:00$/)
  expect((await readWorkbookAside(await exported('Export as XLSX (up to 50,000 rows)'), 10))?.rows).toEqual(rows)
  expect(visitor.complaints).toEqual([])
})

test('a setting is called as its screen is, its members as in its form, and leads there', async () => {
  const { page } = visitor
  await visitor.open('/dns/log/admin/1?target=cdn%20node')
  await page.getByRole('button', { name: 'More actions admin config.update CDN_NODE_CHECK', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('row', { name: 'Failure rate (%) (none) 60' }).waitFor()
  expect(await drawer.textContent()).not.toMatch(/[{[]"/)
  await takePicture(page, 'audit-setting')
  await drawer.getByRole('link', { name: 'CDN node check', exact: true }).click()
  await page.getByRole('textbox', { name: 'Check ports', exact: true }).waitFor()
  expect(visitor.complaints).toEqual([])
})

test('a target leads to its screen, and an entry that somebody edited in the database is found', async () => {
  const { page } = visitor
  await visitor.open('/dns/log/admin/1?target=other')
  await page.getByRole('button', { name: 'Verify' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Verify', exact: true }).click()
  await drawer.getByText(/^All \d+ entries are intact$/).waitFor()
  const entry = await platform.db.selectFrom('audit_entry').select('id').where('target_name', '=', 'other.example').orderBy('id').executeTakeFirstOrThrow()
  await platform.db.updateTable('audit_entry').set({ actor_name: 'somebody else' }).where('id', '=', entry.id).execute()
  await drawer.getByRole('button', { name: 'Verify again' }).click()
  await drawer.getByText(`Audit trail broken at entry ${entry.id}`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'other.example' }).first().click()
  await expect.poll(() => page.url()).toContain('/dns/domain/list/admin/other.example/')
})
