import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { dynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* A credential for one host: from its record to the router that uses it, to the answer of the node, renewed and revoked. */
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

const answered = async (name: string, type: 'A' | 'AAAA', values: readonly string[]): Promise<void> =>
  expect.poll(() => valuesOf(platform.dnsPort, name, type), { timeout: 30_000 }).toEqual(values)

/** What a router says, by the address that the console shows. */
async function says(url: string, secret: string, more: Readonly<Record<string, string>>): Promise<string> {
  const address = new URL(url)
  for (const [key, value] of Object.entries(more)) address.searchParams.set(key, value)
  const answer = await fetch(address, { headers: { authorization: `Basic ${Buffer.from(`router:${secret}`).toString('base64')}`, 'user-agent': 'router/1.0' } })
  expect(answer.status).toBe((await answer.clone().text()).startsWith('badauth') ? 401 : 200)
  return (await answer.text()).trim()
}

const words = {
  zh: {
    dynamic: '动态更新…',
    more: '更多操作',
    add: '创建凭据',
    created: '凭据已创建',
    done: '我已保存',
    settings: '接入信息',
    renew: '更换密码',
    renewed: '密码已更换',
    revoke: '吊销',
    exists: '该主机记录在此线路上已有凭据，可更换其密码',
    copyUrl: '复制 更新地址',
    none: '还没有动态更新凭据',
  },
  en: {
    dynamic: 'Dynamic update…',
    more: 'More actions',
    add: 'Create credential',
    created: 'Credential created',
    done: 'Saved it',
    settings: 'Client settings',
    renew: 'Renew password',
    renewed: 'Password renewed',
    revoke: 'Revoke',
    exists: 'This host already has a credential on this line. Renew its password instead.',
    copyUrl: 'Copy Update URL',
    none: 'No dynamic update credentials yet',
  },
} as const

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test('a credential is created from a record, used, renewed and revoked', async () => {
    const text = words[language]
    const name = `dynamic-${language}.example`
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, { domainId: id, changes: [adding('home A 192.0.2.1'), adding('other A 192.0.2.7')] })
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, recordPath({ id, name }))
    await page.getByRole('button', { name: `${text.more} home A`, exact: true }).click()
    await page.getByRole('menuitem', { name: text.dynamic, exact: true }).click()

    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: text.add, exact: true }).waitFor()
    expect(await dialog.getByRole('textbox').inputValue()).toBe('home')
    await takePicture(page, `dynamic-update-form-${language}`)
    await dialog.getByRole('button', { name: text.add, exact: true }).click()
    await page.getByRole('dialog', { name: text.created }).waitFor()
    const secret = (await dialog.locator('code').nth(0).textContent())!
    const url = (await dialog.locator('code').nth(1).textContent())!
    expect(secret).toMatch(/^npd_/)
    expect(url).toBe(new URL(`/nic/update?hostname=home.${name}`, platform.url).href)
    await expectAccessible(page, 'a created credential')
    await takePicture(page, `dynamic-update-created-${language}`)
    await dialog.getByRole('button', { name: text.copyUrl, exact: true }).waitFor()
    await dialog.getByRole('button', { name: text.done, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })

    // What a router is told, and what the world sees then.
    expect(await says(url, secret, { myip: '198.51.100.8' })).toBe('good 198.51.100.8')
    expect(await says(url, secret, { myip: '198.51.100.8' })).toBe('nochg 198.51.100.8')
    expect(await says(url, secret, { myip: '198.51.100.9,2001:db8::9' })).toBe('good 198.51.100.9,2001:db8::9')
    await answered(`home.${name}`, 'A', ['198.51.100.9'])
    await answered(`home.${name}`, 'AAAA', ['2001:db8::9'])
    if (isDigThere) expect((await dig(platform.dnsPort, `home.${name}`, 'AAAA'))?.values).toEqual(['2001:db8::9'])
    expect(await says(url, secret, { hostname: `other.${name}`, myip: '198.51.100.9' })).toBe('nohost')
    expect(await says(url, secret, { hostname: '' })).toBe('notfqdn')
    expect(await says(url, 'npd_wrong', {})).toBe('badauth')
    await answered(`other.${name}`, 'A', ['192.0.2.7'])

    await page.reload()
    await page.getByText('198.51.100.9, 2001:db8::9').filter({ visible: true }).first().waitFor()
    await expectAccessible(page, 'credentials')
    await takePicture(page, `dynamic-updates-${language}`)
    // The host has one already: that is said at the field.
    await page.getByRole('button', { name: text.add, exact: true }).first().click()
    expect(await dialog.getByRole('textbox').inputValue()).toBe('')
    await dialog.getByRole('textbox').fill('home')
    await dialog.getByRole('button', { name: text.add, exact: true }).click()
    await dialog.getByText(text.exists).first().waitFor()
    await page.keyboard.press('Escape')
    const [row] = (await platform.call(dynamicHost.list, { domainId: id })).data.list
    expect(row).toMatchObject({
      host: 'home',
      line: 'default',
      addresses: ['198.51.100.9', '2001:db8::9'],
      lastUseAddress: expect.stringMatching(/127\.0\.0\.1|::1/),
    })
    await visitor.open(`${recordPath({ id, name }).replace(/record$/, 'dynamic')}?open=settings&row=${row!.id}`)
    await dialog.getByText('nochg', { exact: true }).waitFor()
    expect(await dialog.getByText(secret).count()).toBe(0)
    await takePicture(page, `dynamic-update-settings-${language}`)

    await visitor.open(`${recordPath({ id, name }).replace(/record$/, 'dynamic')}?open=renew&row=${row!.id}`)
    await page.getByRole('alertdialog').getByRole('button', { name: text.renew, exact: true }).click()
    await page.getByRole('dialog', { name: text.renewed }).waitFor()
    const renewed = (await dialog.locator('code').nth(0).textContent())!
    expect(await says(url, secret, { myip: '198.51.100.10' })).toBe('badauth')
    expect(await says(url, renewed, { myip: '198.51.100.10' })).toBe('good 198.51.100.10')
    await answered(`home.${name}`, 'A', ['198.51.100.10'])
    await dialog.getByRole('button', { name: text.done, exact: true }).click()

    await page
      .getByRole('button', { name: `${text.more} home`, exact: true })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('menuitem', { name: text.revoke, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.revoke, exact: true }).click()
    await page.getByText(text.none).first().waitFor()
    await takePicture(page, `dynamic-updates-none-${language}`)
    expect(await says(url, renewed, { myip: '198.51.100.11' })).toBe('badauth')
    const { list } = (await platform.call(record.history, { domainId: id })).data
    expect(list.filter(({ action }) => action === 'record.dynamic')).toHaveLength(3)
    await expectQuiet(visitor, 'dynamic updates')
    await visitor.close()
  })
})
