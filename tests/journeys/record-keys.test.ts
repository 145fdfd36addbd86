import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath, toast } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { step } from '../support/step.ts'

/* Records edited where they are listed: without a mouse everything is a key. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let editor: ReturnType<typeof recordEditor>
let domainId: number
const name = 'keys.example'

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
  editor = recordEditor(visitor)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** Opens the editor of a new domain with these records. */
async function openDomain(texts: readonly string[]): Promise<void> {
  domainId = (await platform.call(domain.save, { domain: name })).data.id
  await platform.call(record.apply, { domainId, changes: texts.map((text) => adding(text)) })
  await signIn(visitor, recordPath({ name, id: domainId }))
  await editor.ready()
}

async function stored(): Promise<string[]> {
  const { data } = await platform.call(record.list, { domainId, limit: 200 })
  return data.list.map((row) => `${row.host} ${row.type} ${row.value} ${row.ttl}${row.status === 1 ? '' : ' paused'}`).sort()
}
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const pending = (count: number): Promise<void> => editor.tray.getByText(`${count} pending change${count === 1 ? '' : 's'}`, { exact: true }).waitFor()
const quick = (label: string): Locator => page.getByRole('form', { name: 'Quick add' }).getByLabel(label, { exact: true })
const cell = (label: string): Locator => page.getByRole('grid').getByLabel(label, { exact: true })
const focused = (): Promise<string> =>
  page.evaluate(
    "(document.activeElement.closest('tr')?.querySelector('[data-column=host]')?.innerText.trim() ?? '') + ' ' + (document.activeElement.closest('td')?.dataset.column ?? '')",
  )

/** Goes down with J until the focus is in this row. */
async function goTo(host: string): Promise<void> {
  for (let times = 0; times < 12 && !(await focused()).startsWith(`${host} `); times++) await press('j')
  expect(await focused()).toMatch(new RegExp(`^${host} `))
}

test('records are added, edited, paused, taken back and saved by keyboard alone', { timeout: 240_000 }, async () => {
  await openDomain(['alias CNAME mail.example.net.', 'mail A 192.0.2.25', 'www A 192.0.2.1'])
  await step('N leads to the quick-add row, and Enter adds one record after the other', async () => {
    await quick('Host').waitFor()
    await press('n')
    await page.keyboard.type('api')
    await press('Tab', 'Tab', 'Tab')
    await page.keyboard.type('192.0.2.999')
    await press('Enter')
    await quick('Value').and(page.locator('[aria-invalid=true]')).waitFor()
    await takePicture(page, 'quick-add-refused')
    await press('Backspace')
    await press('Enter')
    await pending(1)
    expect(await quick('Host').evaluate((field) => field.matches(':focus'))).toBe(true)
    await page.keyboard.type('note')
    await press('Tab')
    await page.keyboard.type('TXT')
    await press('Tab', 'Tab')
    await page.keyboard.type('njkx / two words')
    await press('Tab', 'Backspace', 'Backspace', 'Backspace')
    await page.keyboard.type('2m')
    await press('Enter', 'Escape')
    await pending(2)
    expect(await stored()).toHaveLength(3)
  })

  await step('J goes from row to row, Enter opens a cell, Esc goes back, what is wrong is said at the cell', async () => {
    await goTo('www')
    await press('Enter')
    await cell('Host www A').fill('other')
    await press('Escape')
    expect(await focused()).toBe('www host')
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    await cell('Value www A').fill('192.0.2.256')
    await press('Enter')
    await page.getByRole('grid').getByRole('alert').waitFor()
    expect(await cell('Value www A').inputValue()).toBe('192.0.2.256')
    await takePicture(page, 'cell-refused')
  })

  await step('Tab keeps a cell and goes on to the next one', async () => {
    await cell('Value www A').fill('192.0.2.2')
    await press('Tab')
    await cell('Weight www A').waitFor()
    await press('Tab')
    await cell('TTL www A').fill('20m')
    await press('Enter')
    expect(await focused()).toBe('www ttl')
    await pending(3)
  })

  await step('the last cell’s switch pauses, X ticks the row, Ctrl Z takes the pause back', async () => {
    await press('k', 'End', 'Space')
    await pending(4)
    await takePicture(page, 'record-keys')
    await press('x')
    await page.getByText('1 selected', { exact: true }).waitFor()
    await press('x', 'Control+z')
    await pending(3)
    await press('Space')
    await pending(4)
  })

  await step('/ leads to the search, Enter from what was typed to the records that match, and Esc out of it', async () => {
    await press('/')
    expect(await page.getByRole('searchbox').evaluate((field) => field.matches(':focus'))).toBe(true)
    await page.keyboard.type('alias')
    await press('Enter')
    await page.getByText('1 record', { exact: true }).waitFor()
    await goTo('alias')
    await press('/', 'Escape', 'Escape')
    await editor.ready()
  })

  await step('Ctrl Enter saves what needs no review', async () => {
    await press('Control+Enter')
    await toast(page, 'Saved').waitFor()
    await editor.tray.waitFor({ state: 'hidden' })
    expect(await stored()).toEqual([
      'alias CNAME mail.example.net. 600',
      'api A 192.0.2.99 600',
      'mail A 192.0.2.25 600 paused',
      'note TXT "njkx / two words" 120',
      'www A 192.0.2.2 1200',
    ])
    await press('Control+z')
    expect(await editor.tray.count()).toBe(0)
  })

  await step('and opens the review where there is something to read', async () => {
    await press('n')
    await page.keyboard.type('@')
    await press('Tab')
    await page.keyboard.type('MX')
    await press('Tab', 'Tab')
    await page.keyboard.type(`10 alias.${name}`)
    await press('Enter', 'Escape', 'Control+Enter')
    await editor.review.getByText('(1 warning)').waitFor()
    expect(await stored()).toHaveLength(5)
    await press('Escape')
    await pending(1)
  })
  await step('the rows are as high and striped as the table settings say', async () => {
    const look = () =>
      page
        .getByRole('row')
        .filter({ hasText: 'www' })
        .evaluate((row) => [row.getBoundingClientRect().height, row.closest('table')?.dataset['stripe']])
    expect(await look()).toEqual([32, '0'])
    await page.getByRole('button', { name: 'Table settings' }).press('Enter')
    await page.getByRole('button', { name: 'Large', exact: true }).press('Enter')
    await page.getByRole('checkbox', { name: 'Stripes' }).press('Space')
    await press('Escape')
    await expect.poll(look).toEqual([48, '1'])
  })

  await step('pending changes survive a reload, and the list of domains marks them', async () => {
    const question = page.waitForEvent('dialog').then((asked) => asked.accept())
    await Promise.all([question, page.reload()])
    await pending(1)
    await editor.tray.getByText('Changes by admin, kept in this browser only', { exact: true }).waitFor()
    await visitor.open('/dns/domain/list')
    await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: 'Pending', exact: true }).waitFor()
    await takePicture(page, 'domains-pending')
  })
  expect(visitor.complaints).toEqual([])
})
