import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { secondary } from '@nameplane/contract/dns/secondary'
import { acknowledging, NotifyServer } from '../../server/src/serving/transfer/notify-server.testing.ts'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* Name servers under the names of a customer: what is chosen in the console is what dig is answered, and what a secondary server is given. */
const platformNames = ['ns1.nameplane.example.', 'ns2.nameplane.example.']
let browser: Browser
let platform: RunningPlatform
let server: NotifyServer

beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
  server = await NotifyServer.open((heard) => acknowledging(heard))
  await platform.call(secondary.save, {
    ...{ name: 'a secondary', networks: ['127.0.0.1'], scope: 'all', notifyAddresses: ['127.0.0.1'], notifyPort: server.port },
  })
})
afterAll(async () => {
  await browser?.close()
  server?.close()
  await platform?.stop()
})

describe.runIf(isDigThere).each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const name = `shop-${language}.example`
  const username = `customer-${language}`
  const names = [`ns1.${name}`, `ns2.${name}`]
  const own = ['dns-a.elsewhere.example', 'dns-b.elsewhere.example']
  let visitor: Visitor
  let page: Page
  let id: number
  let userId: number
  beforeAll(async () => {
    userId = (await platform.call(user.save, { username, password: 'Quiet harbour, 74 boats' })).data.id
    id = (await platform.call(domain.save, { domain: name, userId })).data.id
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
  })
  afterAll(() => visitor?.close())

  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const values = async (host: string, type: string): Promise<readonly string[]> => (await dig(platform.dnsPort, host, type))?.values ?? []
  const answered = async (): Promise<{ names: string[]; mname: string; serial: number }> => {
    const [mname = '', , serial = ''] = (await values(name, 'SOA'))[0]?.split(' ') ?? []
    return { names: [...(await values(name, 'NS'))].toSorted(), mname, serial: Number(serial) }
  }
  /** Waits until dig is told these names, which are those of the SOA too, with a higher serial than before, of which secondaries hear. */
  async function expectAnswered(wanted: readonly string[], before: number): Promise<number> {
    const dotted = wanted.map((one) => (one.endsWith('.') ? one : `${one}.`))
    await vi.waitFor(async () => expect(await answered()).toMatchObject({ names: dotted, mname: dotted[0] }), { timeout: 10_000, interval: 100 })
    const { serial } = await answered()
    expect(serial).toBeGreaterThan(before)
    await vi.waitFor(() => expect(server.heard.some((heard) => heard.zone === `${name}.` && heard.serial === serial)).toBe(true), { timeout: 10_000 })
    return serial
  }
  async function typeNames(into: ReturnType<Page['locator']>, some: readonly string[]): Promise<void> {
    const box = into.locator('input[name="names"]')
    for (const one of some) {
      await box.fill(one)
      await box.press('Enter')
    }
  }

  test('a user gets names, their addresses are added, and a domain chooses others and goes back', async () => {
    let serial = 0
    await step('names of a user are answered at once', async () => {
      await vi.waitFor(async () => expect((await answered()).names).toEqual(platformNames), { timeout: 30_000 })
      serial = (await answered()).serial
      await signIn(visitor, '/dns/serve/vanity')
      await page
        .getByRole('button', { name: say('添加自定义 NS', 'Add vanity name servers') })
        .first()
        .click()
      const form = page.locator('dialog[open] form')
      const user = form.getByRole('button', { name: say('用户：选择用户', 'User: Choose a user'), exact: true })
      // The first field has the focus, though none is typed into it.
      await expect.poll(() => user.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
      await user.click()
      await page.locator('[role=option]', { hasText: username }).click()
      await typeNames(form, [names[0]!])
      await page.locator('dialog[open] button[type=submit]').click()
      await form.getByText(say('请输入 2～13 个名称', 'Enter 2 to 13 names')).waitFor()
      await typeNames(form, [names[1]!.toUpperCase()])
      await takePicture(page, `vanity-form-${language}`)
      await page.locator('dialog[open] button[type=submit]').click()
      await form.waitFor({ state: 'detached' })
      await page.getByText(username, { exact: true }).first().waitFor()
      serial = await expectAnswered(names, serial)
      await takePicture(page, `vanity-list-${language}`)
      await expectAccessible(page, 'vanity name servers')
    })

    await step('their addresses are missing, and are added with one click', async () => {
      await page.goto(`${platform.url}#/dns/serve/vanity`)
      await page
        .getByRole('button', { name: say(`更多操作 ${username}`, `More actions ${username}`), exact: true })
        .first()
        .click()
      await page.getByRole('menuitem', { name: say('地址与胶水记录', 'Addresses and glue') }).click()
      const drawer = page.getByRole('dialog', { name: say(`用户 ${username} 的自定义 NS`, `Vanity name servers of ${username}`) })
      await expect.poll(() => drawer.getByText(say('没有地址', 'No addresses'), { exact: true }).count()).toBe(2)
      await takePicture(page, `vanity-missing-${language}`)
      await drawer.getByRole('button', { name: say('添加 2 条缺少的记录', 'Add 2 missing records') }).click()
      await expect.poll(() => drawer.getByText(say('正确', 'Correct'), { exact: true }).count()).toBe(2)
      expect(await drawer.getByLabel(say('胶水记录（glue）', 'Glue records'), { exact: true }).textContent()).toBe(
        names.map((one) => `${one} 127.0.0.1`).join('\n'),
      )
      await drawer.getByRole('button', { name: say('复制 胶水记录（glue）', 'Copy Glue records') }).click()
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`${names[1]} 127.0.0.1`)
      await takePicture(page, `vanity-addresses-${language}`)
      await expectAccessible(page, 'addresses of vanity name servers')
      for (const one of names) await vi.waitFor(async () => expect(await values(one, 'A')).toEqual(['127.0.0.1']), { timeout: 10_000 })
      await page.keyboard.press('Escape')
    })

    const card = () => page.getByRole('region', { name: say('DNS 服务器（NS）', 'Name servers'), exact: true })
    const choose = async (choice: 'user' | 'platform' | 'own'): Promise<void> => {
      await card().locator('select').selectOption(choice)
      if (choice === 'own') await typeNames(card(), own)
      await card()
        .getByRole('button', { name: say('保存 NS', 'Save name servers') })
        .click()
    }

    await step('a domain chooses names of its own, and gives its zone with them', async () => {
      serial = (await answered()).serial
      await page.goto(`${platform.url}#/dns/domain/list/admin/${name}/${id}/${userId}/setting`)
      await card().getByText(names[0]!, { exact: true }).first().waitFor()
      await takePicture(page, `vanity-setting-${language}`)
      await choose('own')
      serial = await expectAnswered(own, serial)
      await card().getByText(say('不在本平台的域名中', 'Not in a domain of this platform')).first().waitFor()
      const transfer = await dig(platform.dnsPort, '+nocomments', '+nostats', name, 'AXFR')
      for (const one of own) expect(transfer!.text).toMatch(new RegExp(`^${name}\\.\\s+\\d+\\s+IN\\s+NS\\s+${one}\\.$`, 'm'))
      expect(transfer!.text).not.toContain('ns1.nameplane.example')
      // What the registrar should say, and what stands above the records, are these too.
      const expected = page.getByRole('region', { name: say('DNS 服务器（NS）检测', 'Name server check'), exact: true })
      await expected.getByText(own[1]!, { exact: true }).waitFor()
      await takePicture(page, `vanity-own-${language}`)
      await expectAccessible(page, 'name servers of a domain')
    })

    await step('it shows those of its service group, and those of its owner again', async () => {
      await choose('platform')
      serial = await expectAnswered(platformNames, serial)
      await choose('user')
      serial = await expectAnswered(names, serial)
      const { list } = (await platform.call(record.list, { domainId: id })).data
      expect(list.map(({ host, type, value }) => `${host} ${type} ${value}`)).toEqual(['ns1 A 127.0.0.1', 'ns2 A 127.0.0.1'])
    })

    await step('without names of the user it shows those of its service group', async () => {
      await page.goto(`${platform.url}#/dns/serve/vanity`)
      await page
        .getByRole('button', { name: say(`更多操作 ${username}`, `More actions ${username}`), exact: true })
        .first()
        .click()
      await page.getByRole('menuitem', { name: say('删除', 'Delete') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('删除', 'Delete'), exact: true })
        .click()
      await expectAnswered(platformNames, serial)
      await expectQuiet(visitor, 'vanity name servers')
    })
    expect(visitor.complaints).toEqual([])
  })
})
