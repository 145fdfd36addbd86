import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { openPlatformDatabase } from '../../server/src/cli/platform-database.ts'
import { readEnvironment } from '../../server/src/environment.ts'
import { largestDomain, largePlan } from '../../server/src/seed/large-domains.ts'
import { seedWorld } from '../../server/src/seed/worlds.ts'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath, toast } from '../support/record-editor.ts'

/*
 * The large world's largest domain, in the record editor: what is possible with ten records is possible with 100,000, and
 * nothing but what was edited changes.
 */
const count = largePlan.largestRecords
const name = largestDomain
/** SOA and two NS of the service group stand before the records. */
const lockedRows = 3

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let editor: ReturnType<typeof recordEditor>
let domainId: number

beforeAll(async () => {
  platform = await startPlatform({
    prepare: (variables) =>
      openPlatformDatabase(readEnvironment(variables), (opened) =>
        seedWorld(opened, 'large', {
          isConfirmed: true,
          progress: () => {},
          largePlan: { domains: 2, records: count + 20, largestRecords: count, owners: 1, groups: 2 },
        }),
      ),
  })
  browser = await openBrowser()
  const { data } = await platform.call(domain.list, { search: name })
  domainId = data.list[0]!.id
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
  editor = recordEditor(visitor)
  await signIn(visitor, recordPath({ name, id: domainId }))
  await editor.ready()
})
afterEach(async () => {
  await visitor.close()
  if (visitor.complaints.length > 0) throw new Error(`the browser complained: ${visitor.complaints.join('\n')}`)
})

const list = () => page.getByRole('region', { name: 'Records' })
const total = (shown: string) => page.getByText(`${shown} records`, { exact: true }).waitFor()

/** A fingerprint of all records but these; equal as long as nothing else changed. */
async function fingerprint(...except: string[]): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select md5(string_agg(concat_ws('|', id, host, type, line, value, ttl_seconds, weight, remark, status), '\n' order by id)) || ' ' || count(*) as print
    from record where domain_id = ${domainId} and host <> all(${except}::text[])`.execute(platform.db)
  return rows[0]!.print
}

/** Narrows the list to what holds this text. */
async function search(text: string, found: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search host, value or remark' }).fill(text)
  await total(found)
}

/** Rows in the order in which the editor lists them, from `first` on. */
async function listed(first: number, limit: number): Promise<string[]> {
  const { data } = await platform.call(record.list, { domainId, page: first / limit + 1, limit, order: 'asc' })
  return data.list.map((row) => `${row.host} ${row.type} ${row.value}`)
}

/** The records that are drawn, by the place they say they have. */
async function drawn(): Promise<Map<number, string>> {
  const rows = await list()
    .getByRole('row')
    .evaluateAll((elements) =>
      elements.map((element): [number, string] => {
        const cells = [...element.querySelectorAll('td')] as { innerText: string }[]
        return [Number(element.getAttribute('aria-rowindex')), [cells[1], cells[2], cells[4]].map((cell) => cell?.innerText ?? '').join(' ')]
      }),
    )
  return new Map(rows.filter(([index]) => index > 0))
}

describe(`a domain of ${count.toLocaleString('en')} records`, () => {
  test('is listed whole, although only what is in view is drawn', async () => {
    await total('100,000')
    const table = list().getByRole('grid')
    expect(await table.getAttribute('aria-rowcount')).toBe(String(count + lockedRows + 1))
    expect((await drawn()).size).toBeLessThan(80)

    for (const place of ['the end', 'the middle', 'the start'] as const) {
      await list().focus()
      if (place === 'the end') await page.keyboard.press('End')
      else if (place === 'the start') await page.keyboard.press('Home')
      else await list().evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
      const wanted = { 'the end': count - 10, 'the middle': count / 2, 'the start': 0 }[place]
      const expected = await listed(wanted, 10)
      // A row's place counts the heading and the locked rows.
      await expect
        .poll(async () => {
          const rows = await drawn()
          return expected.map((_, index) => rows.get(wanted + index + lockedRows + 2))
        })
        .toEqual(expected)
      expect((await drawn()).size).toBeLessThan(80)
      if (place === 'the end') await takePicture(page, 'large-end')
    }
    expect(await fingerprint()).toMatch(new RegExp(` ${count}$`))
  })

  test('takes an edit, answers it, and nothing else changes', async () => {
    const before = await fingerprint('mx1')
    await search('mx1', '2')
    const { data } = await platform.call(record.list, { domainId, host: 'mx1' })
    const { value } = data.list[0]!
    await editor.edit(['mx1', 'A', value], { Address: '198.51.100.25' })
    await editor.save()
    await editor.live()
    await takePicture(page, 'large-live')
    expect(await valuesOf(platform.dnsPort, `mx1.${name}`, 'A')).toEqual(['198.51.100.25'])
    expect(await fingerprint('mx1')).toBe(before)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await total('100,000')
  })

  test('shows a conflict for the row that somebody else changed, and saves the others', async () => {
    const before = await fingerprint('mx1', 'mx2')
    const rowOf = async (host: string) => (await platform.call(record.list, { domainId, host })).data.list[0]!
    const [mx1, mx2] = [await rowOf('mx1'), await rowOf('mx2')]
    await search('mx1', '2')
    await editor.edit(['mx1', 'A', mx1.value], { Address: '198.51.100.1' })
    await search('mx2', '2')
    await editor.edit(['mx2', 'A', mx2.value], { Address: '198.51.100.2' })
    await platform.call(record.apply, {
      domainId,
      changes: [{ op: 'update', id: mx1.id, base: mx1.version, record: { host: 'mx1', type: 'A', value: '203.0.113.1', ttl: 600 } }],
    })
    await editor.openReview()
    await editor.review.getByText('Someone else changed 1 record. Choose which version to save.').waitFor()
    await editor.review.getByRole('alert').getByRole('button', { name: 'Use current' }).click()
    await editor.review.getByText('Checks passed').waitFor()
    await editor.review.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.review.waitFor({ state: 'hidden' })
    await editor.live()
    expect([(await rowOf('mx1')).value, (await rowOf('mx2')).value]).toEqual(['203.0.113.1', '198.51.100.2'])
    expect(await fingerprint('mx1', 'mx2')).toBe(before)
  })

  test('many rows marked at once are undone at once', async () => {
    const before = await fingerprint()
    await page.getByRole('checkbox', { name: 'Select all loaded records' }).check()
    const selected = Number(/^(\d+) selected/.exec((await page.getByText(/^\d+ selected$/).textContent()) ?? '')?.[1])
    expect(selected).toBeGreaterThanOrEqual(100)
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await editor.tray.getByText(`${selected} pending changes`).waitFor()
    await editor.tray.getByText(`${selected} deleted`).waitFor()
    await editor.tray.getByRole('button', { name: 'Undo', exact: true }).click()
    await editor.tray.waitFor({ state: 'hidden' })
    expect(await fingerprint()).toBe(before)
  })

  test('all records are changed at once, although few of them are loaded, and others are answered meanwhile', async () => {
    const before = await fingerprint()
    await page.getByRole('checkbox', { name: 'Select all loaded records' }).check()
    await page.getByRole('button', { name: 'Change all 100,000 records' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 100,000 records' })
    await dialog.getByLabel('TTL').fill('777')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('The first 100 of 100,000 changes').waitFor({ timeout: 60_000 })
    await takePicture(page, 'large-bulk')
    const acknowledgement = dialog.getByLabel('I understand these warnings and want to continue')
    if ((await acknowledgement.count()) > 0) await acknowledgement.check()
    const saved = toast(page, 'Done: 0 added, 100,000 changed, 0 deleted').waitFor({ timeout: 60_000 })
    let isSaved = false
    void saved.finally(() => (isSaved = true))
    await dialog.getByRole('button', { name: 'Save 100,000 changes' }).click()
    // All of the domain is a large change, which its number confirms.
    const asked = page.getByRole('alertdialog')
    await asked.getByLabel('Type “100000” to confirm', { exact: true }).fill('100000')
    await asked.getByRole('button', { name: 'Confirm', exact: true }).click()
    let answered = 0
    for (; !isSaved; answered++) await platform.call(domain.list, { limit: 1 })
    await saved
    expect(answered).toBeGreaterThan(10)
    const { data } = await platform.call(record.list, { domainId, limit: 1, sidx: 'ttl', order: 'asc' })
    expect(data.list[0]!.ttl).toBe(777)
    await editor.live()
    await platform.call(record.restore, { domainId, version: data.version - 1 })
    expect(await fingerprint()).toBe(before)
  })

  test('takes an import of two thousand records, and gives it back by its history', async () => {
    const before = await fingerprint()
    const added = 2000
    await editor.chooseForDomain('Import')
    const dialog = page.getByRole('dialog', { name: `Import records into ${name}` })
    await dialog.getByRole('textbox', { name: 'Paste records' }).fill(`$TTL 300\n$GENERATE 1-${added} imported-$ A 198.51.100.7\n`)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Import 2,000 changes' }).click()
    await toast(page, 'Done: 2,000 added, 0 changed, 0 deleted, 0 unchanged').waitFor()
    await total('102,000')
    await editor.live()
    expect(await valuesOf(platform.dnsPort, `imported-${added}.${name}`, 'A')).toEqual(['198.51.100.7'])

    await editor.chooseForDomain('History')
    const drawer = page.getByRole('dialog', { name: /^(History of .+|Record history|Version .+)$/ })
    await drawer.getByRole('listitem').getByRole('button').nth(1).click()
    await drawer.getByRole('button', { name: 'Restore the whole domain to this version' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await question.getByText('2,000 deleted').waitFor()
    await question.getByText('100,000 unchanged').waitFor()
    await takePicture(page, 'large-restore')
    await question.getByRole('button', { name: 'Restore', exact: true }).click()
    await toast(page, 'Done: 0 added, 0 changed, 2,000 deleted').waitFor()
    await total('100,000')
    expect(await fingerprint()).toBe(before)
    await editor.live()
    expect(await valuesOf(platform.dnsPort, `imported-${added}.${name}`, 'A')).toEqual([])
  })

  test('its export, read in again, changes nothing', async () => {
    const arrival = page.waitForEvent('download', { timeout: 120_000 })
    await editor.chooseForDomain('Export zone file (BIND)')
    const path = await (await arrival).path()
    const file = await readFile(path, 'utf8')
    expect(file.split('\n').length).toBeGreaterThan(count)
    await editor.chooseForDomain('Import')
    const dialog = page.getByRole('dialog', { name: `Import records into ${name}` })
    await dialog.getByLabel('Choose file').setInputFiles({ name: 'large.zone', mimeType: 'text/plain', buffer: Buffer.from(file) })
    await dialog.getByText('Long file. Showing the first 12 lines.').waitFor()
    await dialog.getByLabel('Replace all').check()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('No changes to import').waitFor({ timeout: 120_000 })
    await takePicture(page, 'large-import')
    await dialog.getByText('100,000', { exact: true }).first().waitFor()
  })
})
