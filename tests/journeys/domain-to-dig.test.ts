import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { ask, valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { openNewDomain, recordEditor, storedRecords, toast } from '../support/record-editor.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let editor: ReturnType<typeof recordEditor>
let name: string
let domainId: number
let domains = 0

/** Addresses of an operator's customers and of somebody abroad, from the standard lines. */
const telecomClient = '202.96.209.133/32'
const overseasClient = '8.8.8.8/32'

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  domains += 1
  name = `shop${domains}.example`
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
  editor = recordEditor(visitor)
})
afterEach(async () => {
  await visitor.close()
  if (visitor.complaints.length > 0) throw new Error(`the browser complained: ${visitor.complaints.join('\n')}`)
})

const values = (host: string, type: string, subnet?: string) => valuesOf(platform.dnsPort, host === '@' ? name : `${host}.${name}`, type, subnet)

const stored = (): Promise<string[]> => storedRecords(platform, domainId)

/** A zone file as another provider hands it out; one of its lines is wrong. */
const zoneFile = () => `$ORIGIN ${name}.
$TTL 1h
@        IN SOA ns1.old-host.example. hostmaster.old-host.example. ( 2026010101 2h 1h 14d 5m )
         IN NS  ns1.old-host.example.
         IN NS  ns2.old-host.example.
@    300 IN A   192.0.2.10
         IN MX  10 mail
         IN TXT "v=spf1 mx -all"
www      IN CNAME @
mail     IN A   192.0.2.25
sip      IN A   192.0.2.26
_sip._tcp IN SRV 10 60 5060 sip
broken   IN A   192.0.2.999
$GENERATE 1-3 host-$ 60 A 192.0.2.10$
`
const importedRecords = () => [
  '@ A 192.0.2.10 300',
  `@ MX 10 mail.${name}. 3600`,
  '@ TXT "v=spf1 mx -all" 3600',
  `_sip._tcp SRV 10 60 5060 sip.${name}. 3600`,
  'host-1 A 192.0.2.101 60',
  'host-2 A 192.0.2.102 60',
  'host-3 A 192.0.2.103 60',
  'mail A 192.0.2.25 3600',
  'sip A 192.0.2.26 3600',
  `www CNAME ${name}. 3600`,
]

describe('from a new domain to an answer', () => {
  test('a domain is added, its zone file imported without a refused line, records edited and saved, and the answers follow', async () => {
    await signIn(visitor, '/dns/domain/list')
    await page.getByRole('button', { name: 'Add domain', exact: true }).first().click()
    const form = page.getByRole('dialog', { name: 'Add domain' })
    await form.getByRole('textbox', { name: 'Domain', exact: true }).fill(name)
    await form.getByRole('button', { name: 'Add domain', exact: true }).click()
    await toast(page, 'Added').waitFor()
    const added = page.getByRole('dialog', { name: `${name} added` })
    await added.getByText('set its name servers to ns1.nameplane.example and ns2.nameplane.example.').waitFor()
    await added.getByText('Placeholder names: ns1.nameplane.example and ns2.nameplane.example.').waitFor()
    expect(await added.getByRole('link', { name: 'Set name servers' }).getAttribute('href')).toMatch(/#\/dns\/serve\/group\?open=edit&row=\d+$/)
    await added.getByRole('button', { name: 'Copy ns1.nameplane.example' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('ns1.nameplane.example')
    await takePicture(page, 'domain-added')
    await added.getByRole('button', { name: 'Open records' }).click()
    await editor.ready()
    await editor.live()
    await page.getByRole('definition').filter({ hasText: 'ns2.nameplane.example' }).getByText('Placeholder', { exact: true }).waitFor()
    domainId = (await platform.call(domain.list, { search: name })).data.list[0]!.id
    expect(await values('@', 'NS')).toEqual(['ns1.nameplane.example.', 'ns2.nameplane.example.'])
    expect(
      await page.getByRole('row').filter({ hasText: 'ns1.nameplane.example' }).getByLabel('Set in the domain settings, cannot be changed here').count(),
    ).toBeGreaterThan(0)

    // The import: pasted, previewed, one line refused by its number, the rest taken.
    await editor.chooseForDomain('Import')
    const dialog = page.getByRole('dialog', { name: `Import records into ${name}` })
    await dialog.getByRole('textbox', { name: 'Paste records' }).fill(zoneFile())
    await dialog.getByRole('button', { name: 'Preview' }).click()
    const refused = dialog.getByRole('region', { name: '1 error' })
    await refused.getByText('Line 13').waitFor()
    expect(await refused.getByRole('textbox', { name: 'Text of line 13' }).inputValue()).toMatch(/^broken\s+IN A\s+192\.0\.2\.999$/)
    await dialog.getByText('Fix the errors or skip the invalid records').waitFor()
    expect(await dialog.getByRole('button', { name: /^Import \d+ changes$/ }).isDisabled()).toBe(true)
    await takePicture(page, 'import-preview')
    await dialog.getByLabel('Skip invalid records and import the rest').check()
    await dialog.getByRole('region', { name: '1 invalid record will be skipped' }).waitFor()
    expect(await dialog.getByLabel('I understand these warnings and want to continue').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Import 10 changes', exact: true }).click()
    await toast(page, 'Done: 10 added, 0 changed, 0 deleted, 0 unchanged').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(await stored()).toEqual(importedRecords())
    await editor.live()
    expect(await values('_sip._tcp', 'SRV')).toEqual([`10 60 5060 sip.${name}.`])
    expect(await values('host-3', 'A')).toEqual(['192.0.2.103'])
    expect((await ask(platform.dnsPort, `broken.${name}`, 'A')).rcode).toBe(3)

    // Edits of several types, kept over a reload.
    await editor.edit(['@', 'A', '192.0.2.10'], { Address: '198.51.100.10', TTL: '1m' })
    await editor.add({ Host: '@', Type: 'CAA', Tag: 'issue', Value: 'ca.example.net' })
    await editor.add({ Host: 'backup', Type: 'MX', Preference: '20', 'Mail server': `mail.${name}` })
    await editor.add({ Host: 'v6', Type: 'AAAA', Address: '2001:db8::10' })
    await editor.add({ Host: 'note', Type: 'TXT', Text: 'x'.repeat(300) })
    await editor.choose(['host-3', 'A', '192.0.2.103'], 'Delete')
    await editor.tray.getByText('6 pending changes').waitFor()
    await editor.tray.getByText('4 added, 1 changed, 1 deleted').waitFor()
    await takePicture(page, 'tray')
    const question = page.waitForEvent('dialog').then((asked) => asked.accept())
    await Promise.all([question, page.reload()])
    await editor.ready()
    await editor.tray.getByText('6 pending changes').waitFor()
    expect(await stored()).toEqual(importedRecords())

    // The difference, in words and as lines of the zone file.
    await editor.openReview()
    await editor.review.getByText('192.0.2.10', { exact: true }).waitFor()
    await editor.review.getByText('198.51.100.10', { exact: true }).waitFor()
    await takePicture(page, 'review')
    await editor.review.getByRole('radio', { name: 'Zone file' }).click()
    await editor.review.getByText(/^- @\s+300\s.*192\.0\.2\.10$/).waitFor()
    await editor.review.getByText(/^\+ @\s+60\s.*198\.51\.100\.10$/).waitFor()
    await takePicture(page, 'review-zone-file')
    await editor.review.getByRole('button', { name: 'Close' }).click()
    await editor.save()
    await toast(page, 'Saved').waitFor()
    await editor.live()
    await takePicture(page, 'live')

    expect(await values('@', 'A')).toEqual(['198.51.100.10'])
    expect((await ask(platform.dnsPort, name, 'A')).answers[0]?.ttlSeconds).toBe(60)
    expect(await values('@', 'CAA')).toEqual(['0 issue "ca.example.net"'])
    expect(await values('backup', 'MX')).toEqual([`20 mail.${name}.`])
    expect(await values('v6', 'AAAA')).toEqual(['2001:db8::10'])
    expect(await values('note', 'TXT')).toEqual([`"${'x'.repeat(255)}" "${'x'.repeat(45)}"`])
    expect((await ask(platform.dnsPort, `host-3.${name}`, 'A')).rcode).toBe(3)
  })
})

describe('answers by the client', () => {
  test('a record of a line answers clients of that line alone, and the explanation agrees with the node', async () => {
    await openNewDomain(visitor, name, [])
    await editor.add({ Host: 'cdn', Type: 'A', Address: '203.0.113.1' })
    await editor.add({ Host: 'cdn', Type: 'A', Line: 'China Telecom', Address: '203.0.113.2' })
    await editor.save()
    await editor.live()
    expect(await values('cdn', 'A', telecomClient)).toEqual(['203.0.113.2'])
    expect(await values('cdn', 'A', overseasClient)).toEqual(['203.0.113.1'])
    expect(await values('cdn', 'A')).toEqual(['203.0.113.1'])

    const drawer = page.getByRole('dialog', { name: 'Explain answer' })
    const host = drawer.getByRole('textbox', { name: 'Host' })
    // Of the page, where it begins with the domain's own name; by a command of the palette; and from a row.
    await page.getByRole('button', { name: 'Explain answer', exact: true }).click()
    expect(await host.inputValue()).toBe('@')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('explain answer')
    await page.getByRole('option', { name: 'Explain answer' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await host.inputValue()).toBe('@')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await editor.choose(['cdn', 'A', '203.0.113.1'], 'Explain answer')
    expect(await host.inputValue()).toBe('cdn')
    for (const [client, taken, other] of [
      [telecomClient, '203.0.113.2', '203.0.113.1'],
      [overseasClient, '203.0.113.1', '203.0.113.2'],
    ] as const) {
      await drawer.getByRole('textbox', { name: 'Client address or network' }).fill(client)
      await drawer.getByRole('button', { name: 'Explain', exact: true }).click()
      const candidate = (value: string) => drawer.getByRole('table', { name: 'Candidates' }).getByRole('row').filter({ hasText: value })
      await candidate(taken).getByText('100%').waitFor()
      await candidate(other).getByText('Not used').waitFor()
      await drawer.getByRole('status').filter({ hasText: 'The node returned the expected answer' }).waitFor()
      await drawer.getByRole('region', { name: 'Node answer' }).getByText(taken).first().waitFor()
    }
    await takePicture(page, 'explain')

    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'hidden' })
    // The client that was asked about is remembered: the next answer is explained at once.
    await editor.choose(['cdn', 'A', '203.0.113.2'], 'Explain answer')
    const candidates = drawer.getByRole('table', { name: 'Candidates' })
    await candidates.waitFor()
    // Until there is another answer, the one before stays.
    let answered = (): void => undefined
    const held = new Promise<void>((settle) => (answered = settle))
    await page.route('**/explain?**', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(/explain\?/)
    await drawer.getByRole('textbox', { name: 'Client address or network' }).fill('198.51.100.77')
    await drawer.getByRole('button', { name: 'Explain', exact: true }).click()
    await asked
    expect([await candidates.isVisible(), await drawer.locator('[aria-busy=true]').count()]).toEqual([true, 1])
    answered()
    await drawer.locator('[aria-busy=false]').waitFor()
  })
})
