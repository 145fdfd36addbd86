import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { domain } from '@nameplane/contract/dns/domain'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor } from '../support/record-editor.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let customerId: number

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  const customer = await platform.db
    .insertInto('account')
    .values({ username: 'customer-one', type: 2, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  customerId = customer.id
  for (const name of ['alpha.example', 'beta.example', 'gamma.example']) await platform.call(domain.save, { domain: name })
  await platform.call(domain.save, { domain: 'theirs.example', userId: customerId })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
})
afterEach(async () => {
  await visitor.close()
  await platform.db.deleteFrom('saved_filter').execute()
  await platform.db.deleteFrom('domain').where('name', '=', 'delta.test').execute()
})

const list = '/dns/domain/list'
const rows = () => page.getByRole('row').filter({ has: page.getByRole('link') })
const names = () => rows().getByRole('link').allTextContents()
const address = (): URLSearchParams => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '')
const savedFilters = () => page.getByRole('button', { name: /^Saved filters( · Current: .+)?$/ })
/** An account to choose; what kind it is stands beside its name. */
const optionOf = (name: string) => page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
const ownerChip = () => page.getByRole('search').first().locator('..').getByRole('button', { name: 'Owner', exact: true })

describe('a link to the form of a domain', () => {
  test('opens it although the list shows other domains, and saves over what somebody else saved only on a second press', async () => {
    const { id } = (await platform.call(domain.list, { search: 'alpha.example' })).data.list[0]!
    const remarkOf = async () => (await platform.call(domain.detail, { id })).data.remark
    await signIn(visitor, `${list}?search=beta&open=edit&row=${id}`)
    const edit = page.getByRole('dialog', { name: 'Edit alpha.example' })
    const remark = edit.getByRole('textbox', { name: 'Remark', exact: true })
    await remark.fill('by link')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    expect(await remarkOf()).toBe('by link')
    expect(address().get('open')).toBeNull()
    await expect.poll(names).toEqual(['beta.example'])

    await visitor.open(`${list}?search=beta&open=edit&row=${id}`)
    await expect.poll(() => remark.inputValue()).toBe('by link')
    const { rowVersion } = (await platform.call(domain.detail, { id })).data
    await platform.call(domain.update, { id, rowVersion, remark: 'by somebody else' })
    await remark.fill('by link again')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => edit.getByRole('alert').textContent()).toMatch(/Remark\s*by somebody else/)
    expect(await remarkOf()).toBe('by somebody else')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    expect(await remarkOf()).toBe('by link again')
  })

  test('to one that there is not says so', async () => {
    await signIn(visitor, `${list}?open=edit&row=999999`)
    await page.getByText('The entry is not on this page. It may have been deleted, or be on another page.').waitFor()
    await expect.poll(() => address().get('open')).toBeNull()
  })
})

describe('a saved filter', () => {
  test('is named once and picked from then on, renamed, replaced and deleted', async () => {
    await signIn(visitor, `${list}?search=a.example&sidx=domain&order=asc`)
    await expect.poll(names).toEqual(['alpha.example', 'beta.example', 'gamma.example'])
    await savedFilters().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('by name')
    await page.getByRole('button', { name: 'Save current filters' }).click()
    await page.getByRole('button', { name: 'by name', exact: true, pressed: true }).waitFor()
    // The field waits for another name.
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('')
    await takePicture(page, 'saved-filters')
    await page.keyboard.press('Escape')

    // Another choice, and from it back to what was saved: what was chosen besides is gone.
    await visitor.open(`${list}?search=beta&status=1`)
    await expect.poll(names).toEqual(['beta.example'])
    await savedFilters().click()
    await page.getByRole('button', { name: 'by name', exact: true, pressed: false }).click()
    await expect.poll(names).toEqual(['alpha.example', 'beta.example', 'gamma.example'])
    expect(Object.fromEntries(address())).toEqual({ search: 'a.example', sidx: 'domain', order: 'asc' })
    await page.goBack()
    await expect.poll(() => Object.fromEntries(address())).toEqual({ search: 'beta', status: '1' })

    // The same name again means its replacement.
    await savedFilters().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('BY NAME')
    await page.getByRole('button', { name: 'Replace', exact: true }).click()
    await page.getByRole('button', { name: 'by name', exact: true, pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Rename by name' }).click()
    await page.getByRole('listitem').getByRole('textbox', { name: 'Name', exact: true }).fill('only beta')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'only beta', exact: true, pressed: true }).waitFor()
    expect((await platform.call(savedFilter.list, { screen: list })).data.list.map(({ name, filters }) => ({ name, filters }))).toEqual([
      { name: 'only beta', filters: { search: 'beta', status: '1' } },
    ])

    await page.getByRole('button', { name: 'Delete only beta' }).click()
    await page.getByRole('group', { name: 'Delete “only beta”?' }).getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No saved filters yet', { exact: false }).waitFor()
    expect((await platform.call(savedFilter.list, { screen: list })).data.list).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  test('of a name that is taken meanwhile is refused beside the name', async () => {
    await signIn(visitor, `${list}?search=beta`)
    await savedFilters().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await platform.call(savedFilter.save, { screen: list, name: 'raced', filters: { status: '0' } })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('raced')
    await page.getByRole('button', { name: 'Save current filters' }).click()
    await page.getByRole('alert').filter({ hasText: 'Saved filter name already exists' }).waitFor()
  })
})

describe('an owner', () => {
  test('is found by name, and filters the list', async () => {
    await signIn(visitor, list)
    await ownerChip().click()
    await page.getByRole('combobox', { name: 'Search accounts' }).fill('customer')
    // Sooner than the answer: Enter takes the first of what is found, not of what stood there before.
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['theirs.example'])
    expect(address().get('userId')).toBe(String(customerId))
    await page.reload()
    await page.getByRole('button', { name: 'Owner: customer-one' }).click()
    await page.getByRole('listbox', { name: 'Search accounts' }).getByRole('option', { name: 'All', exact: true }).click()
    await expect.poll(() => rows().count()).toBe(4)
  })

  test('is chosen by name when a domain is added and when it changes hands', async () => {
    await signIn(visitor, `${list}?open=add`)
    const add = page.getByRole('dialog', { name: 'Add domain' })
    await add.getByRole('textbox', { name: 'Domain', exact: true }).fill('delta.test')
    await add.getByRole('button', { name: 'Owner: Your account' }).click()
    await optionOf('customer-one').click()
    await add.getByRole('button', { name: 'Owner: customer-one' }).waitFor()
    await add.getByRole('button', { name: 'Add domain', exact: true }).click()
    await page.getByRole('button', { name: 'Back to list' }).click()
    const [added] = (await platform.call(domain.list, { search: 'delta.test' })).data.list
    expect(added).toMatchObject({ username: 'customer-one' })

    await visitor.open(`${list}?open=edit&row=${added!.id}`)
    const edit = page.getByRole('dialog', { name: 'Edit delta.test' })
    await edit.getByRole('button', { name: 'Owner: customer-one' }).click()
    await page.getByRole('combobox', { name: 'Search accounts' }).fill('nobody of this name')
    await page.getByText('No matching accounts').waitFor()
    await page.getByRole('combobox', { name: 'Search accounts' }).fill('ADMIN')
    await optionOf('admin').click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'detached' })
    expect((await platform.call(domain.detail, { id: added!.id })).data.username).toBe('admin')
    expect(visitor.complaints).toEqual([])
  })
})

describe('the way back from a domain’s records', () => {
  test('leads to the list as it was left: filters, order and page', async () => {
    const left = { search: 'a.example', sidx: 'domain', order: 'asc', limit: '10' }
    await signIn(visitor, `${list}?${new URLSearchParams(left).toString()}`)
    await page.getByRole('link', { name: 'beta.example' }).click()
    await recordEditor(visitor).ready()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect.poll(names).toEqual(['alpha.example', 'beta.example', 'gamma.example'])
    expect(Object.fromEntries(address())).toEqual(left)
  })
})
