import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../support/cloud-judge.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { providerKeys, startFakeCloudflare, startFakeDnspod, type FakeProvider, type Row } from '../support/fake-dns-providers.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { expectAccessible } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* A domain comes over from another provider: keys are typed, its records are read, judged and saved, and answered by the node. */

const name = 'moving.example'
const dnspodRow = (of: Row): Row => ({ Type: 'A', Line: '默认', Status: 'ENABLE', TTL: 600, Weight: null, MX: 0, Remark: '', ...of })
const cloudflareRow = (of: Row): Row => ({ type: 'A', ttl: 300, proxied: false, comment: null, ...of })

describe.runIf(isPythonThere)('a domain at another provider', () => {
  let judge: CloudJudge
  let fakes: { dnspod: FakeProvider; cloudflare: FakeProvider }
  let platform: RunningPlatform
  let browser: Browser
  let domainId: number

  beforeAll(async () => {
    judge = await startCloudJudge()
    fakes = {
      dnspod: await startFakeDnspod(judge, {
        name,
        pageSize: 2,
        rows: [
          dnspodRow({ Name: 'www', Value: '192.0.2.1', Weight: 1 }),
          dnspodRow({ Name: 'www', Value: '192.0.2.2', Weight: 1 }),
          dnspodRow({ Name: 'www', Value: '192.0.2.3', Line: '电信' }),
          dnspodRow({ Name: 'far', Value: '192.0.2.4', Line: '电信_浙江' }),
        ],
      }),
      cloudflare: await startFakeCloudflare({
        name,
        pageSize: 2,
        rows: [
          cloudflareRow({ name: `www.${name}`, content: '192.0.2.8', proxied: true, ttl: 1 }),
          cloudflareRow({ name: `mail.${name}`, content: '192.0.2.9', comment: 'post' }),
          cloudflareRow({ name, type: 'MX', content: `mail.${name}`, priority: 10 }),
        ],
      }),
    }
    const peers = { 'https://dnspod.tencentcloudapi.com': fakes.dnspod.baseUrl, 'https://api.cloudflare.com': fakes.cloudflare.baseUrl }
    platform = await startPlatform({ variables: { TEST_PEERS: JSON.stringify(peers) } })
    browser = await openBrowser()
    domainId = (await platform.call(domain.save, { domain: name })).data.id
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.stop()
    await Promise.all(Object.values(fakes).map((fake) => fake.close()))
    await judge?.close()
  })

  test.each([
    {
      language: 'zh',
      provider: 'dnspod',
      keyId: providerKeys.id,
      secret: providerKeys.secret,
      saved: ['www A 192.0.2.1', 'www A 192.0.2.2', 'www A 192.0.2.3'],
      answer: ['192.0.2.1', '192.0.2.2'],
    },
    {
      language: 'en',
      provider: 'cloudflare',
      keyId: null,
      secret: providerKeys.token,
      saved: ['@ MX 10 mail.moving.example.', 'mail A 192.0.2.9', 'www A 192.0.2.8'],
      answer: ['192.0.2.8'],
    },
  ] as const)('its records are read with its keys, reviewed and imported ($language)', async ({ language, provider, keyId, secret, saved, answer }) => {
    const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
    const visitor = await newVisitor(browser, platform, { language })
    const { page } = visitor
    const dialog = page.getByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) })
    const button = (zh: string, en: string): Locator => dialog.getByRole('button', { name: say(zh, en), exact: true })
    await signIn(visitor, recordPath({ name, id: domainId }))
    await page.getByRole('row').filter({ hasText: 'SOA' }).waitFor()
    await page.getByRole('button', { name: say('更多操作', 'More actions'), exact: true }).click()
    await page.getByRole('menuitem', { name: say('导入', 'Import'), exact: true }).click()
    const key = dialog.locator('input[type=password]')
    await step('the keys are asked for', async () => {
      await button('从其他服务商导入', 'From another provider').click()
      await dialog.getByLabel(say('服务商', 'Provider')).selectOption(provider)
      await button('读取记录', 'Read records').click()
      await dialog.getByText(say('不能为空', 'Required')).first().waitFor()
      await takePicture(page, `provider-keys-${language}`)
      await expectAccessible(page, 'keys of a provider')
    })

    await step('a wrong one is refused at its field', async () => {
      if (keyId !== null) await dialog.getByLabel(/^SecretId\*?$/).fill(keyId)
      await key.fill('a-wrong-key')
      await button('读取记录', 'Read records').click()
      await dialog
        .getByRole('alert')
        .filter({ hasText: say('服务商不接受此密钥', 'The provider rejected this key') })
        .waitFor()
      expect(await key.getAttribute('aria-invalid')).toBe('true')
      await takePicture(page, `provider-refused-${language}`)
    })

    await step('the records become a text, reviewed like a pasted one', async () => {
      await key.fill(secret)
      await button('读取记录', 'Read records').click()
      const box = dialog.locator('textarea')
      await box.waitFor()
      expect(await box.inputValue()).toContain('Host,Type,Line,Value,TTL')
      expect(await dialog.innerHTML()).not.toContain(secret)
      if (provider === 'dnspod') await dialog.getByText('2 条记录的权重在记录集内相同').waitFor()
      await takePicture(page, `provider-read-${language}`)
      await dialog.getByLabel(say('全部替换', 'Replace all')).check()
      await button('预览', 'Preview').click()
      if (provider === 'dnspod') {
        await dialog.getByText('没有名为“电信_浙江”的线路').waitFor()
        await dialog.getByText('跳过有错误的内容').click()
      } else await dialog.getByText('Proxied by the provider there. Here, this value is returned.').first().waitFor()
      await takePicture(page, `provider-preview-${language}`)
    })

    await step('what was reviewed is saved and answered', async () => {
      const acknowledge = dialog.getByRole('checkbox', { name: say('我已了解', 'I understand') })
      if ((await acknowledge.count()) > 0) await acknowledge.check()
      await dialog
        .getByRole('button', { name: say('导入', 'Import') })
        .last()
        .click()
      await dialog.waitFor({ state: 'detached' })
      const { list } = (await platform.call(record.list, { domainId, limit: 100 })).data
      expect(list.map((row) => `${row.host} ${row.type} ${row.value}`).toSorted()).toEqual([...saved].toSorted())
      if (isDigThere) await expect.poll(async () => (await dig(platform.dnsPort, `www.${name}`))?.values.toSorted()).toEqual(answer)
    })
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })
})
