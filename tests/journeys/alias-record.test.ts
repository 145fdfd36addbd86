import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { startAddressResolver, type AddressResolver } from '../support/address-resolver.ts'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath } from '../support/record-editor.ts'

let platform: RunningPlatform
let browser: Browser
let resolver: AddressResolver

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  resolver = await startAddressResolver()
  await platform.call(setting.save, { paramKey: nsCheck.key, paramValue: { ...nsCheck.value.parse({}), resolvers: resolver.address } })
})
afterAll(async () => {
  await resolver?.stop()
  await browser?.close()
  await platform?.stop()
})

test.runIf(isDigThere)('an ALIAS is entered at the apex, and dig is given the addresses of its target', async () => {
  const name = 'shop.example'
  const { id } = (await platform.call(domain.save, { domain: name })).data
  resolver.say('edge.cdn.example.net', { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'], ttlSeconds: 300 })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const editor = recordEditor(visitor)
  await signIn(visitor, recordPath({ name, id }))
  await editor.ready()
  await visitor.page.getByRole('button', { name: 'Add record', exact: true }).first().click()
  await editor.fill({ Host: '@', Type: 'ALIAS', Target: 'edge.cdn.example.net' })
  await takePicture(visitor.page, 'alias-form')
  await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
  await editor.add({ Host: 'www', Type: 'ALIAS', Target: 'missing.example.net' })
  await editor.save()
  await expect.poll(async () => (await dig(platform.dnsPort, name, 'A'))?.values.toSorted()).toEqual(['192.0.2.1', '192.0.2.2'])
  expect((await dig(platform.dnsPort, name, 'AAAA'))?.values).toEqual(['2001:db8::1'])
  expect((await dig(platform.dnsPort, `www.${name}`, 'A'))?.status).toBe('NOERROR')
  // The list says so by itself, without being asked again.
  const row = editor.row('@', 'ALIAS', 'edge.cdn.example.net.')
  await row.getByText('→ 192.0.2.1 +2').waitFor()
  await editor.row('www', 'ALIAS', 'missing.example.net.').getByText('Target does not exist').waitFor()
  await takePicture(visitor.page, 'alias-records')
  await editor.choose(['@', 'ALIAS', 'edge.cdn.example.net.'], 'Explain answer')
  await visitor.page.getByLabel('Client address or network').fill('192.0.2.9')
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByText('3 addresses of the target').waitFor()
  await takePicture(visitor.page, 'alias-explained')
  await visitor.close()
  expect(visitor.complaints).toEqual([])
})
