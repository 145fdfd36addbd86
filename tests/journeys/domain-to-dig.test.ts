import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { ask, valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { openNewDomain, recordEditor, recordPath, storedRecords, toast } from '../support/record-editor.ts'

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

const openDomain = async (...records: Parameters<typeof openNewDomain>[2]): Promise<void> => void (domainId = await openNewDomain(visitor, name, records))

const values = (host: string, type: string, subnet?: string) => valuesOf(platform.dnsPort, host === '@' ? name : `${host}.${name}`, type, subnet)

const stored = (): Promise<string[]> => storedRecords(platform, domainId)

const importDialog = () => page.getByRole('dialog', { name: `Import records into ${name}` })

async function closeImport(): Promise<void> {
  await importDialog().getByRole('button', { name: 'Close' }).click()
  await importDialog().waitFor({ state: 'hidden' })
}

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
    const dialog = importDialog()
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

  test('a zone file can be chosen as a file, at once after the domain was added', async () => {
    const { data } = await platform.call(domain.save, { domain: name })
    domainId = data.id
    await signIn(visitor, `${recordPath({ name, id: domainId })}?open=import`)
    await importDialog()
      .getByLabel('Choose file')
      .setInputFiles({ name: 'zone.db', mimeType: 'text/plain', buffer: Buffer.from(zoneFile().replace(/^broken.*\n/m, '')) })
    await importDialog().getByText('zone.db').first().waitFor()
    await importDialog().getByRole('button', { name: 'Preview' }).click()
    await importDialog().getByRole('button', { name: 'Import 10 changes', exact: true }).waitFor()
    expect(await importDialog().getByLabel('I understand these warnings and want to continue').count()).toBe(0)
    await importDialog().getByRole('button', { name: 'Import 10 changes', exact: true }).click()
    await expect.poll(stored).toEqual(importedRecords())
  })
})

describe('editing', () => {
  test('an edit that was not meant is undone by its row, by the button or by the keyboard', async () => {
    await openDomain(['sip', 'A', '192.0.2.26'], ['mail', 'A', '192.0.2.25'])
    await editor.edit(['sip', 'A', '192.0.2.26'], { Address: '192.0.2.62' })
    await page.getByRole('button', { name: 'Undo this change: sip A' }).click()
    await editor.tray.waitFor({ state: 'hidden' })
    await editor.choose(['sip', 'A', '192.0.2.26'], 'Delete')
    await editor.choose(['mail', 'A', '192.0.2.25'], 'Delete')
    await editor.tray.getByText('2 pending changes').waitFor()
    await editor.tray.getByRole('button', { name: 'Undo', exact: true }).click()
    await editor.tray.getByText('1 pending change', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await editor.tray.waitFor({ state: 'hidden' })
    await editor.row('sip', 'A', '192.0.2.26').waitFor()
  })

  test('what is wrong by itself is refused at its field, what is wrong beside others before saving', async () => {
    await openDomain(['www', 'CNAME', 'other.example.net.'])
    await page.getByRole('button', { name: 'Add record', exact: true }).first().click()
    await editor.fill({ Host: 'www', Type: 'A', Address: '192.0.2' })
    await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
    await editor.form.getByRole('alert').waitFor()
    expect(await editor.form.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
    await editor.fill({ Address: '192.0.2.1' })
    await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
    await editor.openReview()
    await editor.review.getByText('Fix 1 error before saving').waitFor()
    expect(await editor.review.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await takePicture(page, 'review-error')
    await editor.review.getByRole('button', { name: 'Undo', exact: true }).click()
    await editor.review.waitFor({ state: 'hidden' })
    await editor.tray.waitFor({ state: 'hidden' })
  })

  test('a warning wants a tick, and the history keeps that it was given', async () => {
    await openDomain(['alias', 'CNAME', 'mail.example.net.'])
    await editor.add({ Host: '@', Type: 'MX', Preference: '10', 'Mail server': `alias.${name}` })
    await editor.openReview()
    await editor.review.getByText('(1 warning)').waitFor()
    expect(await editor.review.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await takePicture(page, 'review-warning')
    await editor.review.getByLabel('I understand these warnings and want to save (1 warning)', { exact: true }).check()
    await editor.review.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.review.waitFor({ state: 'hidden' })
    const { data } = await platform.call(record.history, { domainId })
    expect(data.list[0]!.acknowledged).toHaveLength(1)
    await editor.chooseForDomain('History')
    await page
      .getByRole('dialog', { name: `History of ${name}` })
      .getByText(/^Acknowledged warnings: .+$/)
      .waitFor()
  })

  test('a rarely used type stands among the further ones and is filled in by its fields', async () => {
    await openDomain()
    await page.getByRole('button', { name: 'Add record', exact: true }).first().click()
    await editor.form.locator('optgroup[label="Further types"] option', { hasText: 'IPSECKEY' }).waitFor({ state: 'attached' })
    await editor.fill({ Host: 'gw', Type: 'IPSECKEY', Precedence: '10', 'Gateway type': '1', Algorithm: '2', Gateway: '192.0.2', TTL: '0' })
    await editor.fill({ 'Public key \\(Base64\\)': 'AQNRU3mG' })
    await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
    await editor.form.getByRole('alert').waitFor()
    expect(await editor.form.getByLabel(/^Gateway\*?$/).getAttribute('aria-invalid')).toBe('true')
    await takePicture(page, 'further-type')
    await editor.fill({ Gateway: '192.0.2.38' })
    await editor.form.getByRole('button', { name: 'Add to pending changes' }).click()
    // TTL 0 wants a tick.
    await editor.saveDespiteWarnings()
    await editor.live()
    expect(await values('gw', 'IPSECKEY')).toEqual(['10 1 2 192.0.2.38 AQNRU3mG'])
  })

  test('a paused record is no longer answered, and answered again when it is resumed', async () => {
    await openDomain(['host', 'A', '192.0.2.101'], ['host', 'A', '192.0.2.102'])
    await editor.choose(['host', 'A', '192.0.2.101'], 'Pause')
    await editor.save()
    await editor.live()
    expect(await values('host', 'A')).toEqual(['192.0.2.102'])
    await page.getByRole('switch', { name: 'Active host A 192.0.2.101', exact: true }).click()
    await editor.tray.getByRole('button', { name: 'Save now', exact: true }).click()
    await editor.tray.waitFor({ state: 'hidden' })
    await editor.live()
    expect(await values('host', 'A')).toEqual(['192.0.2.101', '192.0.2.102'])
  })

  test('rows copied from a spreadsheet come into the tray; those that are no records stay in the box', async () => {
    await openDomain()
    await editor.chooseForDomain('Paste rows')
    const dialog = page.getByRole('dialog', { name: 'Paste rows' })
    const box = dialog.getByRole('textbox', { name: 'Paste rows' })
    await box.fill('one\tA\t192.0.2.1\t60\ntwo\tA\t192.0.2.2\nthis is no record')
    await dialog.getByText('2 records recognised, 1 line not recognised').waitFor()
    await dialog.getByRole('button', { name: 'Add 2 records' }).click()
    await expect.poll(() => box.inputValue()).toBe('this is no record')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await editor.save()
    await expect.poll(stored).toEqual(['one A 192.0.2.1 60', 'two A 192.0.2.2 600'])
  })
})

describe('answers by the client', () => {
  test('a record of a line answers clients of that line alone, and the explanation agrees with the node', async () => {
    await openDomain()
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

describe('an export', () => {
  test.each([
    ['Export zone file (BIND)', /\.(zone|txt)$/],
    ['Export JSON (with lines, weights and remarks)', /\.json$/],
  ])('"%s" read in again changes nothing, not even lines, weights, remarks and pauses', async (entry, ending) => {
    await openDomain(['mail', 'A', '192.0.2.25'])
    await editor.add({ Host: 'split', Type: 'A', Line: 'China Telecom', Address: '203.0.113.3', Weight: '30', Remark: 'half; "quoted" 备注' })
    await editor.add({ Host: 'split', Type: 'A', Address: '203.0.113.4' })
    await editor.choose(['mail', 'A', '192.0.2.25'], 'Pause')
    await editor.saveDespiteWarnings()

    const arrival = page.waitForEvent('download')
    await editor.chooseForDomain(entry)
    const download = await arrival
    expect(download.suggestedFilename()).toMatch(ending)
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain('203.0.113.3')

    await editor.chooseForDomain('Import')
    await importDialog()
      .getByLabel('Choose file')
      .setInputFiles({ name: download.suggestedFilename(), mimeType: 'text/plain', buffer: Buffer.from(file) })
    await importDialog().getByLabel('Replace all').check()
    await importDialog().getByRole('button', { name: 'Preview' }).click()
    await importDialog().getByText('No changes to import').waitFor()
    await closeImport()
  })
})
