import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { primary as primaryCalls } from '@nameplane/contract/dns/domain-primary'
import { record } from '@nameplane/contract/dns/record'
import { findProgram } from '../support/programs.ts'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { startPrimary, type PrimaryServer } from '../support/primaries.ts'
import { recordPath } from '../support/record-editor.ts'
import { expectAccessible } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* A domain becomes a secondary zone of another name server, follows it by NOTIFY, and is taken over in the end. */

const bind = findProgram('named')
const key = { name: 'followed-key', algorithm: 'hmac-sha256', secret: Buffer.from('shared with the primary').toString('base64') }

const zoneText = (zone: string, serial: number, address: string): string => `$ORIGIN ${zone}.
$TTL 600
@ IN SOA ns1 hostmaster ${serial} 7200 900 1209600 300
@ IN NS ns1
ns1 IN A 192.0.2.53
www IN A ${address}
`

describe.runIf(bind !== null && isDigThere)('a domain that is transferred from a primary', () => {
  let platform: RunningPlatform
  let browser: Browser
  const servers: PrimaryServer[] = []

  beforeAll(async () => {
    // Peers of tests are on the loopback.
    platform = await startPlatform({ variables: { TEST_PEERS: '{}' } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
    for (const server of servers) await server.stop()
  })

  test.each(['zh', 'en'] as const)('its records follow the primary, and are edited here once it is taken over (%s)', async (language) => {
    const name = `followed-${language}.example`
    const primary = await startPrimary('BIND', bind!, { zone: name, text: zoneText(name, 10, '192.0.2.1'), key, notifyPort: platform.dnsPort })
    servers.push(primary)
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'old', type: 'A', value: '192.0.2.9', ttl: 600 } }] })
    const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
    const visitor = await newVisitor(browser, platform, { language })
    const { page } = visitor
    const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
    const answered = async (host: string): Promise<string> => (await dig(platform.dnsPort, `${host}.${name}`, 'A'))?.values.join() ?? ''
    await signIn(visitor, recordPath({ name, id }).replace(/record$/, 'primary'))

    await step('the primary is set, with a key that it does not know', async () => {
      await page.getByText(say('此域名的记录在本平台编辑，不从其他服务器传送', 'Records of this domain are edited here and not transferred')).waitFor()
      const form = page.locator('form[data-call]')
      const list = form.getByLabel(new RegExp(`^${say('主服务器地址', 'Addresses of primaries')}\\*?$`))
      await list.fill('127.0.0.1')
      await list.press('Enter')
      await form.locator('[name="port"]').fill(String(primary.port))
      await form.locator('[name="keyName"]').fill(key.name)
      await form.locator('[name="secret"]').fill(Buffer.from('shared with nobody else').toString('base64'))
      await button('开始传送', 'Start transfers').click()
      const asked = page.getByRole('alertdialog')
      await asked.getByText(say('1 条记录', '1 record')).waitFor()
      await takePicture(page, `primary-asked-${language}`)
      await asked.getByRole('button', { name: say('开始传送', 'Start transfers'), exact: true }).click()
      await page.getByText(say('DNS 服务器不接受此 TSIG 密钥（BADSIG）', 'The name server rejected this TSIG key (BADSIG)')).waitFor()
      await takePicture(page, `primary-refused-${language}`)
      expect(await answered('old')).toBe('192.0.2.9')
    })

    await step('with the right one the zone is transferred and answered', async () => {
      await page.locator('form[data-call] [name="secret"]').fill(key.secret)
      await button('保存', 'Save').click()
      await page.getByText(say('已同步', 'In sync'), { exact: true }).waitFor()
      await expect.poll(() => answered('www')).toBe('192.0.2.1')
      expect(await answered('old')).toBe('')
      await takePicture(page, `primary-current-${language}`)
      await expectAccessible(page, 'primaries of a domain')
    })

    await step('a change there is told by NOTIFY', async () => {
      await primary.change(zoneText(name, 11, '192.0.2.2'))
      await expect.poll(() => answered('www')).toBe('192.0.2.2')
      await page.locator('dl').getByText('11', { exact: true }).first().waitFor()
    })

    await step('what was set is shown again, but the secret, and the zone can be transferred without a change', async () => {
      await page.reload()
      const form = page.locator('form[data-call]')
      await form.getByText('127.0.0.1', { exact: true }).waitFor()
      const shown = async () => Promise.all(['port', 'keyName', 'algorithm', 'secret'].map((field) => form.locator(`[name="${field}"]`).inputValue()))
      expect(await shown()).toEqual([String(primary.port), key.name, key.algorithm, ''])
      const transferred = async () => (await platform.call(primaryCalls.detail, { domainId: id })).data!.transferTime
      const before = await transferred()
      await button('立即传送', 'Transfer now').click()
      await expect.poll(transferred).not.toBe(before)
    })

    await step('its records say why they cannot be edited', async () => {
      await visitor.open(recordPath({ name, id }))
      await page.getByRole('row').filter({ hasText: '192.0.2.2' }).waitFor()
      await page.getByText(say('从主服务器传送', 'Transferred'), { exact: true }).filter({ visible: true }).waitFor()
      const add = button('添加记录', 'Add record')
      expect(await add.isDisabled()).toBe(true)
      expect(await add.getAttribute('title')).toBe(say('从主服务器传送，不能在此修改', 'Transferred from primaries, cannot be changed here'))
      await takePicture(page, `primary-records-${language}`)
    })

    await step('taken over, they are edited here', async () => {
      await visitor.open(recordPath({ name, id }).replace(/record$/, 'primary'))
      await button('接管为主', 'Take over as primary').click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('接管为主', 'Take over as primary'), exact: true })
        .click()
      await page.getByText(say('此域名的记录在本平台编辑，不从其他服务器传送', 'Records of this domain are edited here and not transferred')).waitFor()
      await platform.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'own', type: 'A', value: '192.0.2.3', ttl: 600 } }] })
      await expect.poll(() => answered('own')).toBe('192.0.2.3')
      expect(await answered('www')).toBe('192.0.2.2')
    })
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })
})
