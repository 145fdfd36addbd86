import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig } from '../support/dig.ts'
import { isNsupdateThere, nsupdate } from '../support/nsupdate.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* An update key: added in the console, given to nsupdate as it is shown there, used, changed, renewed and deleted. */
let browser: Browser
let platform: RunningPlatform
const folder = mkdtempSync(join(tmpdir(), 'nameplane-update-key-'))
beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const update = (key: readonly string[], lines: readonly string[]): Promise<string> => nsupdate(platform.dnsPort, key, lines)

const words = {
  zh: {
    more: '更多操作',
    add: '添加更新密钥',
    created: '更新密钥已添加',
    done: '我已保存',
    edit: '修改',
    editTitle: '修改更新密钥 acme',
    save: '保存',
    renew: '更换密钥',
    renewed: '密钥已更换',
    remove: '删除',
    wrong: '第 2 行有误：应为主机记录和记录类型，如 _acme-challenge TXT',
    none: '还没有更新密钥',
    never: '从未',
    labels: { name: '名称', policy: '允许修改' },
  },
  en: {
    more: 'More actions',
    add: 'Add update key',
    created: 'Update key added',
    done: 'Saved it',
    edit: 'Edit',
    editTitle: 'Edit update key acme',
    save: 'Save',
    renew: 'Renew secret',
    renewed: 'Secret renewed',
    remove: 'Delete',
    wrong: 'Line 2: enter a host and types, such as _acme-challenge TXT',
    none: 'No update keys yet',
    never: 'Never',
    labels: { name: 'Name', policy: 'May change' },
  },
} as const

describe.skipIf(!isNsupdateThere).each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px (needs nsupdate)', ({ language, theme, widthPx }) => {
  test('an update key is added, used by nsupdate, changed, renewed and deleted', async () => {
    const text = words[language]
    const name = `update-${language}.example`
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    const path = recordPath({ id, name }).replace(/record$/, 'update')
    await signIn(visitor, path)
    await page.getByText(text.none).first().waitFor()
    await takePicture(page, `update-keys-none-${language}`)

    await page.getByRole('button', { name: text.add, exact: true }).filter({ visible: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text.labels.name).fill('acme')
    await dialog.getByLabel(text.labels.policy).fill('_acme-challenge TXT\nwww')
    await dialog.getByRole('button', { name: text.add, exact: true }).click()
    await dialog.getByText(text.wrong).first().waitFor()
    await takePicture(page, `update-key-form-${language}`)
    await dialog.getByLabel(text.labels.policy).fill('_acme-challenge TXT\nhome A AAAA')
    await dialog.getByRole('button', { name: text.add, exact: true }).click()
    await page.getByRole('dialog', { name: text.created }).waitFor()
    const shown = async (): Promise<string[]> => (await dialog.locator('code').allTextContents()).map((one) => one.trim())
    const [keyName, algorithm, secret, parameter, configuration] = await shown()
    expect([keyName, algorithm, parameter]).toEqual([`acme.${name}`, 'hmac-sha256', `-y hmac-sha256:acme.${name}:${secret}`])
    await expectAccessible(page, 'an added update key')
    await takePicture(page, `update-key-added-${language}`)
    await dialog.getByRole('button', { name: text.done, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })

    // As it was shown: on the command line, and as a file.
    const key = parameter!.split(' ')
    const file = join(folder, `${language}.key`)
    writeFileSync(file, configuration!)
    const home = (address: string): string[] => [`del home.${name} A`, `add home.${name} 300 A ${address}`]
    await expect.poll(() => update(key, home('192.0.2.7')), { timeout: 20_000, interval: 300 }).toBe('')
    await expect.poll(async () => (await dig(platform.dnsPort, `home.${name}`, 'A'))?.values, { timeout: 20_000 }).toEqual(['192.0.2.7'])
    expect(await update(['-k', file], home('192.0.2.8'))).toBe('')
    await expect.poll(async () => (await dig(platform.dnsPort, `home.${name}`, 'A'))?.values, { timeout: 20_000 }).toEqual(['192.0.2.8'])
    expect(await update(key, [`add www.${name} 300 A 192.0.2.9`])).toContain('REFUSED')
    expect((await dig(platform.dnsPort, `www.${name}`, 'A'))?.values).toEqual(['192.0.2.1'])

    await page.reload()
    await page.getByText('_acme-challenge TXT, home A AAAA').filter({ visible: true }).first().waitFor()
    expect(await page.getByText(text.never, { exact: true }).filter({ visible: true }).count()).toBe(0)
    expect(await page.getByText(secret!).count()).toBe(0)
    await expectAccessible(page, 'update keys')
    await takePicture(page, `update-keys-${language}`)
    const [row] = (await platform.call(updateKey.list, { domainId: id })).data.list
    expect(row).toMatchObject({ name: 'acme', keyName: `acme.${name}`, lastUseAddress: '127.0.0.1' })

    await visitor.open(`${path}?open=edit&row=${row!.id}`)
    await page.getByRole('dialog', { name: text.editTitle }).waitFor()
    expect(await dialog.getByLabel(text.labels.policy).inputValue()).toBe('_acme-challenge TXT\nhome A AAAA')
    await dialog.getByLabel(text.labels.policy).fill('www A')
    await takePicture(page, `update-key-edit-${language}`)
    await dialog.getByRole('button', { name: text.save, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await update(key, home('192.0.2.9'))).toContain('REFUSED')
    expect(await update(key, [`add www.${name} 300 A 192.0.2.9`])).toBe('')
    await expect.poll(async () => (await dig(platform.dnsPort, `www.${name}`, 'A'))?.values.toSorted(), { timeout: 20_000 }).toEqual(['192.0.2.1', '192.0.2.9'])

    await visitor.open(`${path}?open=renew&row=${row!.id}`)
    await page.getByRole('alertdialog').getByRole('button', { name: text.renew, exact: true }).click()
    await page.getByRole('dialog', { name: text.renewed }).waitFor()
    const renewed = (await shown())[3]!.split(' ')
    await dialog.getByRole('button', { name: text.done, exact: true }).click()
    await expect.poll(() => update(key, [`del www.${name} A 192.0.2.9`]), { timeout: 20_000, interval: 300 }).toMatch(/BADSIG|NOTAUTH/)
    expect(await update(renewed, [`del www.${name} A 192.0.2.9`])).toBe('')

    await page
      .getByRole('button', { name: `${text.more} acme`, exact: true })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('menuitem', { name: text.remove, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.remove, exact: true }).click()
    await page.getByText(text.none).first().waitFor()
    await expect.poll(() => update(renewed, [`del www.${name} A`]), { timeout: 20_000, interval: 300 }).toMatch(/BADKEY|NOTAUTH/)
    await expectQuiet(visitor, 'update keys')
    await visitor.close()
  })
})
