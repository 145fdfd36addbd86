import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

/*
 * What every list of the kit does, walked on service groups: dialogs by address, forms bound to the contract, one model of
 * actions for row, bar, question and palette.
 */
const list = '/dns/serve/group'
const fields = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let [freeId, usedId]: [number, number] = [0, 0]

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
let worlds = 0
beforeEach(async () => {
  worlds += 1
  freeId = (await platform.call(serviceGroup.save, { name: `free ${worlds}`, ...fields, remark: 'a remark', weight: 7, status: 0 })).data.id
  usedId = (await platform.call(serviceGroup.save, { name: `used ${worlds}`, ...fields })).data.id
  await platform.call(domain.save, { domain: `used${worlds}.example`, serviceGroupId: usedId })
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
})
afterEach(() => visitor.close())

const dialog = () => page.getByRole('dialog')
const saved = async (id: number) => (await platform.call(serviceGroup.list, { limit: 200 })).data.list.find((group) => group.id === id)
const address = (): URLSearchParams => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '')

describe('a dialog of a list', () => {
  test('is opened by its address and named in it, and closing takes it out', async () => {
    await signIn(visitor, `${list}?open=edit&row=${freeId}`)
    await dialog()
      .getByRole('heading', { name: `Edit service group free ${worlds}` })
      .waitFor()
    await takePicture(page, 'list-kit-edit')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(address().get('open')).toBeNull()
  })

  test('asks before something typed is lost, as often as it is closed, and keeps it when asked to', async () => {
    await signIn(visitor, `${list}?open=edit&row=${freeId}`)
    const remark = page.getByRole('dialog', { name: `Edit service group free ${worlds}`, exact: true }).getByRole('textbox', { name: 'Remark' })
    await remark.fill('half a remark')
    const question = page.getByRole('alertdialog')
    for (const answer of ['Keep editing', 'Discard']) {
      await page.keyboard.press('Escape')
      expect(await remark.inputValue()).toBe('half a remark')
      await question.getByRole('button', { name: answer, exact: true }).click()
      await question.waitFor({ state: 'detached' })
    }
    await remark.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add service group' }).click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    expect(address().get('open')).toBe('add')
  })

  test('over a row that is not on the page says so, where a row cannot be read alone', async () => {
    await signIn(visitor, `${list}?open=edit&row=999999`)
    await page.getByText('The entry is not on this page. It may have been deleted, or be on another page.').waitFor()
    await expect.poll(() => address().get('open')).toBeNull()
  })

  test('opened and saved untouched changes nothing', async () => {
    const before = await saved(freeId)
    await signIn(visitor, `${list}?open=edit&row=${freeId}`)
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    const { rowVersion, updateTime, ...after } = (await saved(freeId))!
    expect(before).toMatchObject(after)
    expect(rowVersion).toBe(before!.rowVersion + 1)
    expect(updateTime).toBeTruthy()
  })

  test('shows what the schema refuses beside the field, in the words of the field, and keeps what was typed', async () => {
    await signIn(visitor, `${list}?open=edit&row=${freeId}`)
    const mname = dialog().getByRole('textbox', { name: 'Primary server (MNAME)' })
    await mname.fill('not a name')
    await dialog().getByRole('textbox', { name: 'Weight', exact: true }).fill('many')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('Invalid domain name').waitFor()
    await expect.poll(() => dialog().getByRole('alert').count()).toBe(2)
    expect(await mname.inputValue()).toBe('not a name')
  })

  test('is refused when the row was changed meanwhile, names the difference, and saves over it only when asked again', async () => {
    await signIn(visitor, `${list}?open=edit&row=${freeId}`)
    await dialog().getByRole('textbox', { name: 'Remark' }).fill('mine')
    await platform.call(serviceGroup.update, { id: freeId, name: `free ${worlds}`, ...fields, weight: 42, status: 1 })
    await dialog().getByRole('button', { name: 'Save' }).click()
    const note = dialog().getByRole('alert').filter({ hasText: 'Weight' })
    await note.waitFor()
    expect(await note.textContent()).toMatch(/Weight\s*42/)
    expect(await note.textContent()).toMatch(/Status\s*Available/)
    expect((await saved(freeId))?.remark).toBe('')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await saved(freeId)).toMatchObject({ remark: 'mine', weight: 7, status: 0 })
  })
})

describe('an action of a list', () => {
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  test('that rows refuse says why in the menu, and goes on with the others among ticked rows, each reason named', async () => {
    const ownedId = (await platform.call(serviceGroup.save, { name: `owned ${worlds}`, ...fields })).data.id
    for (const name of ['one', 'two']) await platform.call(domain.save, { domain: `${name}${worlds}.example`, serviceGroupId: ownedId })
    await signIn(visitor, list)
    await row(`used ${worlds}`)
      .getByRole('button', { name: `More actions used ${worlds}`, exact: true })
      .click()
    await page
      .getByRole('menuitem')
      .filter({ has: page.getByText('Delete', { exact: true }) })
      .getByText('In use by 1 domain')
      .waitFor()
    await page.keyboard.press('Escape')
    for (const name of ['free', 'used', 'owned']) await row(`${name} ${worlds}`).getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText(`Delete service group free ${worlds}?`).waitFor()
    const skipped = question.getByRole('list', { name: '1 of 3 selected can be processed. Skipped:' }).getByRole('listitem')
    expect((await skipped.allTextContents()).toSorted()).toEqual([`owned ${worlds}: In use by 2 domains`, `used ${worlds}: In use by 1 domain`])
    await takePicture(page, 'list-kit-question')
    await question.getByRole('button', { name: 'Delete (1)', exact: true }).click()
    await row(`free ${worlds}`).waitFor({ state: 'detached' })
    for (const id of [usedId, ownedId]) expect(await saved(id)).toBeDefined()
  })

  test('is offered by the command palette too', async () => {
    await signIn(visitor, list)
    await row(`free ${worlds}`).getByRole('checkbox').check()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Delete · 1 selected' }).waitFor()
    await page.getByRole('option', { name: 'Add service group' }).click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  })

  test('is disabled with the reason for who lacks the right, to delete apart from the one to add and change', async () => {
    let lacking = 'service_group.write'
    await signIn(visitor, list)
    await page.route(/menu\/nav/, async (route) => {
      const reply = await route.fetch()
      const answer = (await reply.json()) as { permissions: string[] }
      await route.fulfill({ response: reply, json: { ...answer, permissions: answer.permissions.filter((right) => right !== lacking) } })
    })
    const add = page.getByRole('button', { name: 'Add service group' })
    const inBar = page.getByRole('toolbar').getByRole('button', { name: 'Delete' })
    const inMenu = (name: string) => page.getByRole('menuitem').filter({ has: page.getByText(name, { exact: true }) })
    const disabled = { true: 'true', false: null } as const
    for (const isWriting of [false, true]) {
      lacking = isWriting ? 'service_group.delete' : 'service_group.write'
      await page.reload()
      await row(`free ${worlds}`).waitFor()
      await expect.poll(() => add.isDisabled()).toBe(!isWriting)
      await row(`free ${worlds}`)
        .getByRole('button', { name: `More actions free ${worlds}`, exact: true })
        .click()
      expect(await inMenu('Edit').getAttribute('aria-disabled')).toBe(disabled[`${!isWriting}`])
      expect(await inMenu('Delete').getAttribute('aria-disabled')).toBe(disabled[`${isWriting}`])
      expect(await inMenu('Delete').getByText('You do not have permission to do this').count()).toBe(isWriting ? 1 : 0)
      await page.keyboard.press('Escape')
      expect(await inBar.getAttribute('aria-disabled')).toBe(disabled[`${isWriting}`])
    }
  })
})

test('a long page ends with all its rows drawn, those below the window too', async () => {
  const many = await Promise.all(Array.from({ length: 70 }, (_, index) => platform.call(serviceGroup.save, { name: `many ${worlds} ${index}`, ...fields })))
  try {
    await signIn(visitor, `${list}?limit=100`)
    const { data } = await platform.call(serviceGroup.list, { limit: 100 })
    expect(data.list.length).toBeGreaterThan(70)
    await expect.poll(() => page.locator('main tr[data-row]').count()).toBe(data.list.length)
  } finally {
    await platform.call(serviceGroup.delete, { ids: many.map((one) => one.data.id) })
  }
})
