import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* What a plan allows: set by an administrator, seen on the page of a domain, and refused in the editor and in an import. */
let browser: Browser
let platform: RunningPlatform
beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const words = {
  zh: { records: '记录数', ttl: '最小 TTL（秒）', save: '保存配置', used: '3 / 4', least: '最小 60，不低于 120', beyond: '已超出', title: '内置免费套餐' },
  en: {
    records: 'Records',
    ttl: 'Minimum TTL (seconds)',
    save: 'Save',
    used: '3 / 4',
    least: 'lowest 60, at least 120',
    beyond: 'Beyond the limit',
    title: 'Built-in free plan',
  },
} as const

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test('limits are set, and the page of a domain shows what is used of them', async () => {
    const text = words[language]
    await platform.call(setting.save, { paramKey: freePlan.key, paramValue: {} })
    const name = `plan-${language}.example`
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1'), adding('a.b A 192.0.2.1', { ttl: 7200 })] })
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, '/system/config/plan')
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await field(text.records).waitFor()
    await field(text.records).fill('4')
    await takePicture(page, `plan-setting-${language}`)
    await saveSetting(page, page.getByRole('button', { name: text.save, exact: true }))
    await platform.call(record.apply, { domainId: id, changes: [adding('low A 192.0.2.1', { ttl: 60 })] })
    await field(text.ttl).fill('120')
    await saveSetting(page, page.getByRole('button', { name: text.save, exact: true }))

    await visitor.open(recordPath({ id, name }).replace(/record$/, 'plan'))
    await page.getByRole('heading', { name: text.title }).waitFor()
    await page.getByText(text.used, { exact: true }).waitFor()
    await page.getByText(text.least, { exact: true }).waitFor()
    await page.getByText(text.beyond, { exact: true }).waitFor()
    await expectAccessible(page, 'plan of a domain')
    await takePicture(page, `plan-${language}`)
    await expectQuiet(visitor, 'plan of a domain')
    await visitor.close()
  })
})

test('beyond a limit the editor says so at the record, and an import at the line', async () => {
  await platform.call(setting.save, { paramKey: freePlan.key, paramValue: { records: 4, minimumTtl: 120 } })
  const { id } = (await platform.call(domain.save, { domain: 'limited.example' })).data
  await platform.call(record.apply, { domainId: id, changes: ['a', 'b', 'c'].map((host) => adding(`${host} A 192.0.2.1`)) })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const { page } = visitor
  const editor = recordEditor(visitor)
  await signIn(visitor, recordPath({ id, name: 'limited.example' }))
  await editor.ready()
  await editor.add({ Host: 'd', Type: 'A', Address: '192.0.2.1' })
  await editor.add({ Host: 'e', Type: 'A', Address: '192.0.2.1', TTL: '60' })
  await editor.openReview()
  await editor.review.getByText('The plan allows at most 4 records').waitFor()
  await editor.review.getByText('The plan requires a TTL of at least 120 seconds').waitFor()
  expect(await editor.review.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(false)
  await takePicture(page, 'plan-refused-editor')
  await page.keyboard.press('Escape')
  await editor.tray.getByRole('button', { name: 'Discard all', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard all', exact: true }).click()
  await expect.poll(() => editor.tray.count()).toBe(0)

  await editor.chooseForDomain('Import')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('x 600 IN A 192.0.2.1\ny 600 IN A 192.0.2.1\nz 30 IN A 192.0.2.1\n')
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await dialog.getByText('The plan allows at most 4 records').first().waitFor()
  await dialog.getByText('The plan requires a TTL of at least 120 seconds').waitFor()
  await dialog.getByText('Line 3').first().waitFor()
  await takePicture(page, 'plan-refused-import')
  expect((await platform.call(record.list, { domainId: id })).data.totalCount).toBe(3)
  await visitor.close()
})
