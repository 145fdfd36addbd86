import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { ask, valuesOf } from '../support/dns-client.ts'
import { startLoopbackResolver, type LoopbackResolver } from '../support/loopback-resolver.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* The settings of one domain: what is saved there is what nodes answer. */
let browser: Browser
let platform: RunningPlatform
let resolvers: LoopbackResolver[]

beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
  resolvers = await Promise.all([startLoopbackResolver(), startLoopbackResolver()])
  const paramValue = { resolvers: resolvers.map(({ address }) => address).join('\n'), pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
  await platform.call(setting.save, { paramKey: nsCheck.key, paramValue })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await Promise.all((resolvers ?? []).map((resolver) => resolver.stop()))
})

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const name = `set-${language}.example`
  const base = (id: number, userId: number): string => `/dns/domain/list/admin/${name}/${id}/${userId}`
  let visitor: Visitor
  let page: Page
  let id: number
  beforeAll(async () => {
    id = (await platform.call(domain.save, { domain: name })).data.id
    await platform.call(record.apply, { domainId: id, changes: [adding('@ A 192.0.2.1'), adding(`www CNAME ${name}.`)] })
    const { userId } = (await platform.call(domain.detail, { id })).data
    for (const resolver of resolvers) resolver.say(name, ['ns1.elsewhere.example', 'ns2.elsewhere.example'])
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    await signIn(visitor, `${base(id, userId)}/record`)
  })
  afterAll(() => visitor?.close())

  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const card = (zh: string, en: string) => page.getByRole('region', { name: say(zh, en), exact: true })
  const general = () => card('常规与 SOA', 'General and SOA')
  const field = (zh: string, en: string) => general().getByRole('textbox', { name: say(zh, en) })
  const button = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true })
  const soa = async (): Promise<string[]> => (await valuesOf(platform.dnsPort, name, 'SOA')).flatMap((value) => value.split(' ').slice(2))

  test('a domain is set, locked, checked and cloned', async () => {
    await step('a tab leads from the records to the settings and is marked there', async () => {
      const tabs = page.getByRole('navigation', { name: say('域名页面', 'Domain pages') })
      await tabs.getByRole('link', { name: say('域名设置', 'Settings') }).press('Enter')
      await general().waitFor()
      await expect.poll(() => tabs.locator('[aria-current=page]').allTextContents()).toEqual([say('域名设置', 'Settings')])
      await expectQuiet(visitor, 'domain settings')
      await expectAccessible(page, 'domain settings')
    })

    await step('SOA values that do not go together are refused at the field', async () => {
      await vi.waitUntil(async () => (await ask(platform.dnsPort, name, 'SOA')).rcode === 0, { timeout: 30_000 })
      expect((await soa()).slice(1)).toEqual(['3600', '600', '1209600', '60'])
      await field('重试间隔', 'Retry').fill('3600')
      await button('保存', 'Save').click()
      await general().getByText(say('重试间隔必须小于刷新间隔', 'Retry must be shorter than refresh')).waitFor()
      await field('否定缓存 TTL', 'Negative-answer TTL').fill('20000')
      await field('否定缓存 TTL', 'Negative-answer TTL').press('Tab')
      await general().getByText(say('不能大于 10,800', 'Must be at most 10,800')).waitFor()
      await takePicture(page, `domain-setting-refused-${language}-${theme}-${widthPx}`)
    })

    await step('what is saved is answered, with a higher serial', async () => {
      const [before] = await soa()
      await field('重试间隔', 'Retry').fill('900')
      await field('否定缓存 TTL', 'Negative-answer TTL').fill('300')
      await button('保存', 'Save').click()
      await expect.poll(async () => (await soa()).slice(1), { timeout: 30_000 }).toEqual(['3600', '900', '1209600', '300'])
      expect(Number((await soa())[0])).toBeGreaterThan(Number(before))
      await button('放弃修改', 'Discard changes').waitFor({ state: 'detached' })
      expect(await field('重试间隔', 'Retry').inputValue()).toBe('900')
    })

    await step('the check says what each resolver saw, and how long the domain stays', async () => {
      const check = card('DNS 服务器（NS）检测', 'Name server check')
      await check.getByRole('button', { name: say('立即检测', 'Check now') }).click()
      await check.getByText(say('29 天后移入回收站', 'Moves to the recycle bin in 29 days')).waitFor()
      await expect.poll(() => check.getByRole('row').count()).toBe(3)
      for (const { address } of resolvers) await check.getByText(address, { exact: true }).waitFor()
      expect(await check.getByText('ns1.elsewhere.example').count()).toBe(2)
      await expectAccessible(page, 'checked domain settings')
      await takePicture(page, `domain-setting-${language}-${theme}-${widthPx}`)
    })

    await step('while it is locked nothing else can be changed, and the page says why', async () => {
      await button('锁定', 'Lock').click()
      await button('解锁', 'Unlock').waitFor()
      await general().getByText(say('域名已锁定。解锁后才能修改。', 'This domain is locked. Unlock it first.')).waitFor()
      expect(await field('备注', 'Remark').isDisabled()).toBe(true)
      expect(await button('删除', 'Delete').isDisabled()).toBe(true)
      await expectAccessible(page, 'locked domain settings')
      await takePicture(page, `domain-setting-locked-${language}-${theme}-${widthPx}`)
      await button('解锁', 'Unlock').click()
      await button('锁定', 'Lock').waitFor()
      expect(await field('备注', 'Remark').isDisabled()).toBe(false)
    })

    await step('a clone has its records under the new name', async () => {
      const clone = `clone-${language}.example`
      await button('克隆域名', 'Clone domain').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(say('1 条记录的值', '1 record value')).waitFor()
      await dialog.getByRole('textbox', { name: say('域名', 'Domain') }).fill(clone)
      await dialog.getByRole('checkbox').check()
      await expectAccessible(page, 'clone of a domain')
      await takePicture(page, `domain-clone-${language}-${theme}-${widthPx}`)
      await dialog.getByRole('button', { name: say('克隆域名', 'Clone domain') }).click()
      await page.getByRole('heading', { name: clone, exact: true }).waitFor()
      await expect.poll(() => valuesOf(platform.dnsPort, `www.${clone}`, 'CNAME').catch(() => []), { timeout: 30_000 }).toEqual([`${clone}.`])
      expect((await valuesOf(platform.dnsPort, clone, 'SOA'))[0]!.split(' ').slice(3)).toEqual(['3600', '900', '1209600', '300'])
    })

    await step('it goes to the recycle bin after the question, and the page says so', async () => {
      const { userId } = (await platform.call(domain.detail, { id })).data
      await visitor.open(`${base(id, userId)}/setting`)
      await button('删除', 'Delete').click()
      const question = page.getByRole('alertdialog')
      await question.getByText(say('2 条记录', '2 records')).waitFor()
      await question.getByRole('button', { name: say('删除', 'Delete') }).click()
      await page.getByRole('link', { name: say('前往回收站恢复', 'Restore from recycle bin') }).waitFor()
      expect((await platform.call(domain.detail, { id })).data.deleteTime).not.toBeNull()
    })
  })
})
