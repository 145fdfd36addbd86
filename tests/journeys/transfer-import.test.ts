import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { findProgram } from '../support/programs.ts'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { startPrimary, type PrimaryServer } from '../support/primaries.ts'
import { recordPath } from '../support/record-editor.ts'
import { expectAccessible } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* A domain comes over from a name server that gives its zone to whoever has the key (AXFR). */

const bind = findProgram('named')
const key = { name: 'moving-key', algorithm: 'hmac-sha512', secret: Buffer.from('shared with the old server').toString('base64') }
const zone = 'axfr.example'

describe.runIf(bind !== null && isDigThere)('a domain on another name server', () => {
  let primary: PrimaryServer
  let platform: RunningPlatform
  let browser: Browser

  beforeAll(async () => {
    const text = `$ORIGIN ${zone}.
$TTL 600
@ IN SOA ns1 hostmaster 7 3600 900 1209600 300
@ IN NS ns1
ns1 IN A 192.0.2.53
@ IN MX 10 mail
mail IN A 192.0.2.25
www 300 IN A 192.0.2.1
www 300 IN A 192.0.2.2
`
    primary = await startPrimary('BIND', bind!, { zone, text, key })
    // Peers of tests are on the loopback.
    platform = await startPlatform({ variables: { TEST_PEERS: '{}' } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
    await primary?.stop()
  })

  test.each(['zh', 'en'] as const)('its records are transferred with a key, reviewed and imported (%s)', async (language) => {
    // The second domain takes the records of the zone as its own.
    const name = language === 'zh' ? zone : `en-${zone}`
    const domainId = (await platform.call(domain.save, { domain: name })).data.id
    const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
    const visitor = await newVisitor(browser, platform, { language })
    const { page } = visitor
    const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
    const button = (zh: string, en: string): Locator => dialog.getByRole('button', { name: say(zh, en), exact: true })
    const field = (zh: string, en: string): Locator => dialog.getByLabel(new RegExp(`^${say(zh, en)}\\*?$`))
    await signIn(visitor, recordPath({ name, id: domainId }))
    await page.getByRole('row').filter({ hasText: 'SOA' }).waitFor()
    await page.getByRole('button', { name: say('更多操作', 'More actions'), exact: true }).click()
    await page.getByRole('menuitem', { name: say('导入', 'Import'), exact: true }).click()

    await step('the server is asked for', async () => {
      await button('从 DNS 服务器传送（AXFR）', 'From a name server (AXFR)').click()
      await button('读取记录', 'Read records').click()
      await dialog.getByText(say('不能为空', 'Required')).first().waitFor()
      await field('DNS 服务器', 'Name server').fill('10.0.0.53')
      await button('读取记录', 'Read records').click()
      await dialog.getByText(say('只能使用公网地址', 'Only public addresses are allowed')).waitFor()
    })

    await step('a wrong key is refused at its field', async () => {
      await field('DNS 服务器', 'Name server').fill('127.0.0.1')
      await field('端口', 'Port').fill(String(primary.port))
      if (name !== zone) await field('区域', 'Zone').fill(zone)
      await field('TSIG 密钥名称', 'TSIG key name').fill(key.name)
      await dialog.getByLabel(say('算法', 'Algorithm')).selectOption(key.algorithm)
      await dialog.locator('input[type=password]').fill(Buffer.from('shared with nobody at all').toString('base64'))
      await button('读取记录', 'Read records').click()
      await dialog.getByText(say('DNS 服务器不接受此 TSIG 密钥（BADSIG）', 'The name server rejected this TSIG key (BADSIG)')).waitFor()
      await takePicture(page, `transfer-refused-${language}`)
      await expectAccessible(page, 'transfer from a name server')
    })

    await step('the zone becomes a text, reviewed like a pasted one', async () => {
      await dialog.locator('input[type=password]').fill(key.secret)
      await button('读取记录', 'Read records').click()
      const box = dialog.locator('textarea')
      await box.waitFor()
      expect(await box.inputValue()).toContain(`www.${name}.\t300\tIN\tA\t192.0.2.1`)
      expect(await dialog.innerHTML()).not.toContain(key.secret)
      await takePicture(page, `transfer-read-${language}`)
      await dialog.getByLabel(say('全部替换', 'Replace all')).check()
      await button('预览', 'Preview').click()
      await dialog.getByRole('button', { name: say('导入 5 处变化', 'Import 5 changes'), exact: true }).waitFor()
      await takePicture(page, `transfer-preview-${language}`)
    })

    await step('they are saved, and answered', async () => {
      const acknowledge = dialog.getByRole('checkbox', { name: say('我已了解', 'I understand') })
      if ((await acknowledge.count()) > 0) await acknowledge.check()
      await dialog.getByRole('button', { name: say('导入 5 处变化', 'Import 5 changes'), exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      const saved = (await platform.call(record.list, { domainId, limit: 100 })).data.list.map(({ host, type, value }) => `${host} ${type} ${value}`)
      expect(saved.toSorted()).toEqual([`@ MX 10 mail.${zone}.`, 'mail A 192.0.2.25', 'ns1 A 192.0.2.53', 'www A 192.0.2.1', 'www A 192.0.2.2'].toSorted())
      await expect.poll(async () => (await dig(platform.dnsPort, `www.${name}`))?.values.toSorted()).toEqual(['192.0.2.1', '192.0.2.2'])
    })

    await step('a link leads to the comparison with the server', async () => {
      await page.getByRole('link', { name: say('切换前比较', 'Compare before the switch'), exact: true }).click()
      await page.getByRole('dialog', { name: say(`切换前比较：${name}`, `Compare before the switch: ${name}`) }).waitFor()
    })
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })
})
