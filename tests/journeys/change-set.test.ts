import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* One address is replaced in many domains at once, followed to its end, seen by a client, and taken back. */
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

const updatePath = '/dns/domain/bulk/recordUpdate'
const count = 12

async function newDomains(label: string, address: string): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${label}${index + 1}.example`)
  for (const name of names) {
    const { id } = (await platform.call(domain.save, { domain: name })).data
    const others = Array.from({ length: 9 }, (_, index) => adding(`h${index} A 198.51.100.${index + 1}`))
    await platform.call(record.apply, { domainId: id, changes: [adding(`www A ${address}`), adding(`ftp A ${address}`), ...others] })
  }
  return names
}

/** What a client is told. */
async function answers(name: string, value: string): Promise<void> {
  const asked = async () => (isDigThere ? (await dig(platform.dnsPort, name, 'A'))?.values : await valuesOf(platform.dnsPort, name, 'A'))
  await expect.poll(asked, { timeout: 30_000 }).toEqual([value])
}

const words = {
  zh: {
    domains: '域名',
    find: '查找内容',
    to: '替换为',
    preview: '预览',
    back: '返回修改',
    submit: `提交（${count} 个域名）`,
    invalid: '域名格式不正确：-bad',
    repeated: '域名不能重复：',
    undo: '撤销',
    details: '详情',
    progress: `${count} / ${count} 个域名`,
    done: '成功',
    undone: '已撤销',
  },
  en: {
    domains: 'Domains',
    find: 'Find',
    to: 'Replace with',
    preview: 'Preview',
    back: 'Back',
    submit: `Submit (${count} domains)`,
    invalid: 'Invalid domain name: -bad',
    repeated: 'Duplicate domain name: ',
    undo: 'Undo',
    details: 'Details',
    progress: `${count} of ${count} domains`,
    done: 'Done',
    undone: 'Undone',
  },
} as const

const field = (page: Page, label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}\\*?$`) })

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440, address: '192.0.2.7' },
  { language: 'en', theme: 'dark', widthPx: 390, address: '192.0.2.8' },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx, address }) => {
  test('an address is replaced in many domains, seen by a client, and the undo is too', async () => {
    const text = words[language]
    const names = await newDomains(`bulk${language}`, address)
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, updatePath)
    await field(page, text.domains).fill([...names, names[0], '-bad'].join('\n'))
    await page.getByText(text.invalid).first().waitFor()
    await page.getByText(`${text.repeated}${names[0]}`).first().waitFor()
    await takePicture(page, `bulk-update-form-${language}`)
    await expectAccessible(page, 'a bulk change')
    await field(page, text.domains).fill(names.join('\n'))
    await field(page, text.find).fill(address)
    await field(page, text.to).fill('203.0.113.77')
    await page.getByRole('button', { name: text.preview, exact: true }).click()
    await page.getByRole('button', { name: text.submit, exact: true }).waitFor()
    await page.getByText(`${names[0]}  www 600 IN A 203.0.113.77`).waitFor()
    await takePicture(page, `bulk-update-preview-${language}`)
    await expectAccessible(page, 'the preview of a bulk change')

    // The way back keeps what was filled in.
    await page.getByRole('button', { name: text.back, exact: true }).click()
    expect(await field(page, text.to).inputValue()).toBe('203.0.113.77')
    await page.getByRole('button', { name: text.preview, exact: true }).click()
    await page.getByRole('button', { name: text.submit, exact: true }).click()

    // Two of eleven records are no large part of a domain: nothing has to be typed.
    const drawer = page.getByRole('dialog')
    await drawer.getByText(text.progress).first().waitFor()
    await takePicture(page, `bulk-done-${language}`)
    await expectAccessible(page, 'a bulk operation')
    for (const name of [names[0]!, names.at(-1)!]) await answers(`www.${name}`, '203.0.113.77')

    // It is there again after a reload, and whoever comes back to it.
    await page.reload()
    await drawer.getByText(text.progress).first().waitFor()
    await drawer.getByRole('button', { name: text.undo, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.undo, exact: true }).click()
    await expect.poll(async () => (await platform.call(changeSet.list, {})).data.list.slice(0, 2).map(({ state }) => state)).toEqual(['done', 'undone'])
    await drawer.getByText(text.progress).first().waitFor()
    await takePicture(page, `bulk-undo-${language}`)
    for (const name of names) await answers(`ftp.${name}`, address)
    await page.keyboard.press('Escape')
    await page.getByText(text.undone).filter({ visible: true }).first().waitFor()
    await takePicture(page, `bulk-log-${language}`)
    await expectAccessible(page, 'the log of bulk operations')
    await expectQuiet(visitor, 'bulk operations')
    await visitor.close()
  })
})

test('what changes a large part of a domain asks for the number of records', async () => {
  const { id } = (await platform.call(domain.save, { domain: 'large.example' })).data
  await platform.call(record.apply, { domainId: id, changes: Array.from({ length: 10 }, (_, index) => adding(`h${index} A 192.0.2.99`)) })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const { page } = visitor
  await signIn(visitor, updatePath)
  await page.getByLabel('Filter', { exact: true }).check()
  await field(page, 'Find').fill('192.0.2.99')
  await field(page, 'Replace with').fill('203.0.113.99')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('More than 30% of the records change in 1 domain').waitFor()
  await page.getByRole('button', { name: 'Submit (1 domain)' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByLabel('Type “10” to confirm', { exact: true }).fill('9')
  expect(await asked.getByRole('button', { name: 'Submit (1 domain)' }).isDisabled()).toBe(true)
  await takePicture(page, 'bulk-confirm')
  await asked.getByLabel('Type “10” to confirm', { exact: true }).fill('10')
  await asked.getByRole('button', { name: 'Submit (1 domain)' }).click()
  await page.getByRole('dialog').getByText('1 of 1 domain').waitFor()
  await answers('h7.large.example', '203.0.113.99')
  await expectQuiet(visitor, 'a large change')
  await visitor.close()
})

test('domains are added with records, and records to many domains, by their number', async () => {
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const { page } = visitor
  await signIn(visitor, '/dns/domain/bulk/domainsCreate')
  await field(page, 'Domains').fill('first-added.example\nsecond-added.example')
  await page.getByRole('button', { name: 'Add record', exact: true }).click()
  await field(page, 'Host').fill('www')
  await field(page, 'Value').fill('198.51.100.42')
  await takePicture(page, 'bulk-domains')
  await expectAccessible(page, 'adding domains')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Submit (2 domains)' }).click()
  await page.getByRole('dialog').getByText('2 of 2 domains').waitFor()
  await answers('www.second-added.example', '198.51.100.42')

  await visitor.open('/dns/domain/bulk/recordCreate')
  await field(page, 'Domains').fill('first-added.example\nsecond-added.example')
  await field(page, 'Host').fill('node{n}')
  await field(page, 'Type').fill('CNAME')
  await field(page, 'Value').fill('www.{domain}.')
  await takePicture(page, 'bulk-records')
  await expectAccessible(page, 'adding records')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Submit (2 domains)' }).click()
  await page.getByRole('dialog').getByText('2 of 2 domains').waitFor()
  await expect.poll(() => valuesOf(platform.dnsPort, 'node2.second-added.example', 'CNAME'), { timeout: 30_000 }).toEqual(['www.second-added.example.'])

  await visitor.open('/dns/domain/bulk/recordExport')
  await field(page, 'Domains').fill('first-added.example\nsecond-added.example')
  await page.getByLabel('File format', { exact: true }).selectOption('json')
  await takePicture(page, 'bulk-export')
  await expectAccessible(page, 'exporting records')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^records-.*\.zip$/)
  expect(readFileSync(await file.path()).includes('second-added.example.json')).toBe(true)
  await expectQuiet(visitor, 'additions')
  await visitor.close()
})
