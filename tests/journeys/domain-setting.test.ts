import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { nameserverCheckPauseSeconds } from '@nameplane/contract/dns/nameserver-check'
import { record } from '@nameplane/contract/dns/record'
import { secondary } from '@nameplane/contract/dns/secondary'
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
const digest = 'E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D'
/** One account checks no more often. */
const pauseBetweenChecks = () => new Promise((settle) => setTimeout(settle, nameserverCheckPauseSeconds * 1000))
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
  const recordId = async (type: string, host = '@'): Promise<number> =>
    (await platform.call(record.list, { domainId: id, type, limit: 200 })).data.list.find((one) => one.host === host)!.id
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
      await pauseBetweenChecks()
      await check.getByRole('button', { name: say('立即检测', 'Check now') }).click()
      await check.getByText(say('29 天后移入回收站', 'Moves to the recycle bin in 29 days')).waitFor()
      await expect.poll(() => check.getByRole('row').count()).toBe(3)
      for (const { address } of resolvers) await check.getByText(address, { exact: true }).waitFor()
      expect(await check.getByText('ns1.elsewhere.example').count()).toBe(2)
      await expectAccessible(page, 'checked domain settings')
      await takePicture(page, `domain-setting-${language}-${theme}-${widthPx}`)
    })

    await step('it says that nobody can sign it, and warns of DS records that stand at the parent', async () => {
      const dnssec = card('DNSSEC', 'DNSSEC')
      await dnssec.getByText(say('服务此域名的节点不能签名', 'The node that serves this domain cannot sign it')).waitFor()
      await dnssec.getByText(say('上级没有 DS 记录', 'No DS records at the parent')).waitFor()
      resolvers[1]!.sayDs(name, [`20326 8 2 ${digest}`])
      await pauseBetweenChecks()
      await dnssec.getByRole('button', { name: say('检测 DS 记录', 'Check DS records') }).press('Enter')
      const warning = dnssec.getByRole('alert')
      await warning.getByText(say('请在注册商处删除以下 DS 记录', 'Delete these DS records at the registrar')).waitFor()
      await expect
        .poll(() =>
          warning
            .getByRole('definition')
            .allTextContents()
            .then((texts) => texts.map((one) => one.trim())),
        )
        .toEqual(['20326', '8', '2', digest])
      await warning.getByRole('button', { name: say('复制 DS 20326', 'Copy DS 20326') }).waitFor()
      await platform.call(record.apply, { domainId: id, changes: [adding(`@ CDS 20326 8 2 ${digest}`)] })
      await page.reload()
      await dnssec.getByText(say('此域名有 1 条 CDS 或 CDNSKEY 记录', 'This domain has 1 CDS or CDNSKEY record')).waitFor()
      await platform.call(record.apply, { domainId: id, changes: [{ op: 'delete', id: await recordId('CDS') }] })
    })

    await step('it says who may transfer it, and what search engines are answered', async () => {
      const transfers = card('从服务器与 TSIG 密钥', 'Secondary servers and TSIG keys')
      await transfers.getByText(say('没有可以传送此域名的从服务器', 'No secondary server may transfer this domain')).waitFor()
      const engines = card('搜索引擎线路', 'Search engine lines')
      await engines.getByText(say('没有使用搜索引擎线路的记录', 'No records use these lines')).waitFor()
      const server = { name: `away-${language}`, networks: ['192.0.2.0/24'], keyName: `${language}.key`, secret: Buffer.alloc(32, 7).toString('base64') }
      const { data } = await platform.call(secondary.save, { ...server, scope: 'chosen', domains: [name] })
      await platform.call(record.apply, { domainId: id, changes: [adding('seo A 192.0.2.9'), adding('seo A 192.0.2.8', { line: 'baidu' })] })
      await page.reload()
      await transfers.getByText(say('1 台从服务器可以传送此域名', '1 secondary server may transfer this domain')).waitFor()
      await transfers.getByText(say(`密钥 ${language}.key（hmac-sha256）`, `Key ${language}.key (hmac-sha256)`)).waitFor()
      await engines.getByRole('link', { name: say('百度：1 条记录', 'Baidu: 1 record'), exact: true }).waitFor()
      await expectAccessible(page, 'cards of domain settings')
      await card('DNSSEC', 'DNSSEC').scrollIntoViewIfNeeded()
      await takePicture(page, `domain-setting-cards-${language}-${theme}-${widthPx}`)
      await platform.call(secondary.delete, { ids: [data.id] })
      for (const _ of [1, 2]) await platform.call(record.apply, { domainId: id, changes: [{ op: 'delete', id: await recordId('A', 'seo') }] })
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
