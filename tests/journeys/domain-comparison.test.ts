import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { inOtherLanguage, newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startLoopbackResolver, startResolver, type LoopbackResolver, type SaidToQuestion } from '../support/loopback-resolver.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* A domain is about to be delegated here: what its previous name server says is compared before. */

const many = 25
let platform: RunningPlatform
let browser: Browser
let resolver: LoopbackResolver
let previous: Awaited<ReturnType<typeof startResolver>>
let isMuteMute = true

/** Two answers differ, one name is missing, and one question has no answer. */
function sayTo(host: string, type: string): SaidToQuestion {
  const values = (...all: string[]): SaidToQuestion => ({ values: all, ttlSeconds: 3600 })
  if (type === 'MX') return values('10 MAIL.Elsewhere.example.')
  if (host === 'www') return values('192.0.2.99')
  if (host === 'api') return values('192.0.2.3', '192.0.2.4')
  if (host === 'gone') return 'nxdomain'
  if (host === 'mute' && isMuteMute) return 'silence'
  return values(host === 'mute' ? '192.0.2.6' : '192.0.2.7')
}

beforeAll(async () => {
  resolver = await startLoopbackResolver()
  previous = await startResolver(({ name, type }) => sayTo(name.split('.')[0]!, type), true)
  // Peers of tests are on the loopback.
  platform = await startPlatform({ variables: { TEST_PEERS: '{}' } })
  browser = await openBrowser()
  const paramValue = { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: true, mostRemovalsPerDay: 20 }
  await platform.call(setting.save, { paramKey: nsCheck.key, paramValue })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await Promise.all([resolver?.stop(), previous?.stop()])
})

test.each(['zh', 'en'] as const)('a domain is compared before the switch (%s)', async (language) => {
  const name = `switch-${language}.example`
  const id = (await platform.call(domain.save, { domain: name })).data.id
  const same = Array.from({ length: many }, (_, at) => adding(`same${String(at).padStart(2, '0')} A 192.0.2.7`))
  const planted = ['@ MX 10 mail.elsewhere.example.', 'www A 192.0.2.1', 'api A 192.0.2.3', 'gone A 192.0.2.5', 'mute A 192.0.2.6', '*.wild A 192.0.2.7']
  await platform.call(record.apply, { domainId: id, changes: [...planted.map((text) => adding(text)), ...same] })
  const { userId } = (await platform.call(domain.detail, { id })).data
  isMuteMute = true
  resolver.say(name, ['ns1.elsewhere.example', 'ns2.elsewhere.example'])
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const visitor = await newVisitor(browser, platform, { language })
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: say(`切换前比较：${name}`, `Compare before the switch: ${name}`) })
  const button = (zh: string, en: string) => dialog.getByRole('button', { name: say(zh, en), exact: true })
  const view = (zh: string, en: string, count: number) => button(`${zh} ${count}`, `${en} ${count}`)
  const servers = () => dialog.getByRole('textbox', { name: say('原 DNS 服务器', 'Previous name servers') })
  const rows = () => dialog.getByRole('listitem')
  await signIn(visitor, `/dns/domain/list/admin/${name}/${id}/${userId}/setting`)

  await step('the present name servers are looked up, and others are refused at the field', async () => {
    await page.getByRole('button', { name: say('切换前比较…', 'Compare before the switch…'), exact: true }).click()
    await button('开始比较', 'Compare').click()
    await dialog.getByText(say('不能为空', 'Required')).waitFor()
    // Where there is nothing to compare with, that is said in the language of the page.
    resolver.say(name, [])
    await button('查找当前授权', 'Look up delegation').click()
    const undelegated = { zh: '域名没有授权给任何服务器，请手动输入', en: 'The domain is not delegated. Enter the name servers.' }
    const undelegatedIn = (shown: 'zh' | 'en') => page.getByRole('dialog').getByText(undelegated[shown], { exact: true }).waitFor()
    await undelegatedIn(language)
    await takePicture(page, `comparison-undelegated-${language}`)
    await inOtherLanguage(page, () => undelegatedIn(language === 'zh' ? 'en' : 'zh'))
    for (const told of [['ns1.elsewhere.example'], ['ns1.elsewhere.example', 'ns2.elsewhere.example']]) {
      resolver.say(name, told)
      await button('查找当前授权', 'Look up delegation').click()
      await expect.poll(() => servers().inputValue()).toBe(told.join('\n'))
    }
    // Nothing has been compared, so there is nothing to choose from.
    expect(await dialog.getByRole('group', { name: say('显示', 'Show') }).count()).toBe(0)
    await servers().fill('10.0.0.53')
    await button('开始比较', 'Compare').click()
    await dialog.getByText(say('只能使用公网地址：10.0.0.53', 'Only public addresses are allowed: 10.0.0.53')).waitFor()
    await takePicture(page, `comparison-refused-${language}`)
  })

  await step('what differs, is missing and has no answer is listed with both values', async () => {
    await servers().fill(previous.address)
    await button('开始比较', 'Compare').click()
    await dialog
      .getByText(say(`比较完成：${many + 6} 个记录集中有 4 个需要核对`, `Finished: 4 record sets to review of ${many + 6}`))
      .waitFor({ timeout: 30_000 })
    await dialog.getByRole('group', { name: say('显示', 'Show') }).waitFor()
    await view('需要核对', 'To review', 4).waitFor()
    const told = (await rows().allInnerTexts()).map((text) => text.split(/\s+/).join(' '))
    const [ours, none] = [say('本平台', 'This platform'), say('没有记录', 'No records')]
    expect(told).toEqual([
      `api A ${say('不同', 'Different')} ${ours} 192.0.2.3 TTL 600 ${previous.address} 192.0.2.3 192.0.2.4 TTL 3600`,
      `gone A ${say('对方没有', 'Missing there')} ${ours} 192.0.2.5 TTL 600 ${previous.address} ${none}`,
      `mute A ${say('没有应答', 'No answer')} ${ours} 192.0.2.6 TTL 600 ${previous.address} ${say('没有响应', 'Did not respond')}`,
      `www A ${say('不同', 'Different')} ${ours} 192.0.2.1 TTL 600 ${previous.address} 192.0.2.99 TTL 3600`,
    ])
    await expectAccessible(page, 'comparison before the switch')
    await takePicture(page, `comparison-${language}`)
    await view('相同', 'Same', many + 2).press('Enter')
    await rows().filter({ hasText: '*.wild' }).waitFor()
    expect(await rows().count()).toBe(many + 2)
  })

  await step('it is repeated, and can be stopped', async () => {
    isMuteMute = false
    await button('重新比较', 'Compare again').click()
    await dialog.getByText(say(`已比较 20 / ${many + 6} 个记录集`, `20 of ${many + 6} record sets compared`)).waitFor()
    await button('停止', 'Stop').click()
    await dialog.getByText(say(`已停止，比较了 20 / ${many + 6} 个记录集`, `Stopped after 20 of ${many + 6} record sets`)).waitFor()
    await button('重新比较', 'Compare again').click()
    await view('需要核对', 'To review', 3).waitFor({ timeout: 30_000 })
    await dialog
      .getByText(say(`比较完成：${many + 6} 个记录集中有 3 个需要核对`, `Finished: 3 record sets to review of ${many + 6}`))
      .waitFor({ timeout: 30_000 })
  })

  await step('what only the other side has is found by the import', async () => {
    await dialog.getByRole('link', { name: say('打开导入', 'Open import') }).click()
    await page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) }).waitFor()
  })
  await expectQuiet(visitor, 'comparison before the switch')
  await visitor.close()
})
