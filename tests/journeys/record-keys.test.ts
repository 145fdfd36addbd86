import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { hashPassword } from '../../server/src/features/account/session/password.ts'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath, toast } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { step } from '../support/step.ts'

/*
 * Records edited where they are listed. Without a mouse everything is a key; by pointer a change takes one press or two.
 */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let editor: ReturnType<typeof recordEditor>
let name: string
let domainId: number
let domains = 0

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
  name = `keys${domains}.example`
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
  editor = recordEditor(visitor)
})
afterEach(async () => {
  await visitor.close()
  if (visitor.complaints.length > 0) throw new Error(`the browser complained: ${visitor.complaints.join('\n')}`)
})

/** Opens the editor of a new domain with these records. */
async function openDomain(texts: readonly string[], isLocked = false): Promise<void> {
  domainId = (await platform.call(domain.save, { domain: name })).data.id
  await platform.call(record.apply, { domainId, changes: texts.map((text) => adding(text)) })
  if (isLocked) await platform.call(domain.lock, { ids: [domainId], locked: 1 })
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
})

test('a cell is typed in after a double click, and a click elsewhere keeps it or says what is wrong', async () => {
  await openDomain(['host A 192.0.2.101', 'other A 192.0.2.102'])
  const row = editor.row('host', 'A', '192.0.2.101')
  const elsewhere = page.getByRole('heading', { name })
  await row.getByText('600', { exact: true }).dblclick()
  await cell('TTL host A').fill('soon')
  await elsewhere.click()
  await row.getByRole('alert').waitFor()
  await editor.row('other', 'A', '192.0.2.102').getByText('600', { exact: true }).dblclick()
  expect(await cell('TTL host A').inputValue()).toBe('soon')
  await cell('TTL host A').fill('5m')
  await elsewhere.click()
  await pending(1)

  // Another type asks for the value that it needs.
  await row.getByText('A', { exact: true }).dblclick()
  await cell('Type host A').selectOption('AAAA')
  await elsewhere.click()
  await row.getByRole('alert').waitFor()
  await row.getByRole('gridcell', { name: 'AAAA', exact: true }).waitFor()
  await takePicture(page, 'cell-of-another-type')
  await cell('Value host A').fill('2001:db8::1')
  await elsewhere.click()
  const changed = editor.row('host', 'AAAA', '2001:db8::1')
  await changed.getByText('Default', { exact: true }).dblclick()
  const search = page.getByRole('combobox', { name: 'Search line name or code' })
  await search.fill('China Telecom')
  await search.press('Enter')
  await changed.getByText('China Telecom', { exact: true }).waitFor()
  await pending(1)
  await editor.tray.getByRole('button', { name: 'Save now', exact: true }).click()
  await editor.review.getByText('(1 warning)').waitFor()
  await editor.review.getByLabel('I understand these warnings and want to save (1 warning)', { exact: true }).check()
  await editor.review.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.tray.waitFor({ state: 'hidden' })
  const { data } = await platform.call(record.list, { domainId, host: 'host' })
  expect(data.list).toMatchObject([{ type: 'AAAA', value: '2001:db8::1', ttl: 300, line: 'telecom' }])
})

test('nothing can be typed, switched or added quickly in a locked domain, and the switch says why', async () => {
  await openDomain(['www A 192.0.2.1'], true)
  const pause = page.getByRole('switch', { name: 'Active www A 192.0.2.1', exact: true })
  await pause.waitFor()
  expect([await pause.isDisabled(), await pause.getAttribute('title')]).toEqual([true, 'Locked'])
  await page.getByRole('grid').getByText('192.0.2.1', { exact: true }).dblclick()
  await visitor.quiet()
  expect(await page.getByRole('grid').getByRole('textbox').count()).toBe(0)
  expect(await page.getByRole('form', { name: 'Quick add' }).count()).toBe(0)
})

test('another account in the same browser sees none of the pending changes', async () => {
  await openDomain(['www A 192.0.2.1'])
  await page.getByRole('switch', { name: 'Active www A 192.0.2.1', exact: true }).click()
  await pending(1)
  const username = 'other'
  const fields = { username, type: 1, password_hash: await hashPassword('other-pass-1'), language: null, is_super: true }
  await platform.db.insertInto('account').values(fields).execute()
  await page.evaluate("localStorage.removeItem('token')")
  const question = page.waitForEvent('dialog').then((asked) => asked.accept())
  await Promise.all([question, page.goto('about:blank')])
  await visitor.open(`/login?redirect=${encodeURIComponent('/dns/domain/list')}`)
  await fillSignIn(page, username, 'other-pass-1')
  await page.getByRole('row').filter({ hasText: name }).waitFor()
  expect(await page.getByRole('link', { name: 'Pending', exact: true }).count()).toBe(0)
  await visitor.open(recordPath({ name, id: domainId }))
  await editor.ready()
  await editor.row('www', 'A', '192.0.2.1').waitFor()
  expect(await editor.tray.count()).toBe(0)
})
