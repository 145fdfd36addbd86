import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { menuRow } from '@nameplane/contract/account/menu-row'
import { role } from '@nameplane/contract/account/role'
import { domain } from '@nameplane/contract/dns/domain'
import { hashPassword } from '../../server/src/features/account/session/password.ts'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  await platform.call(domain.save, { domain: 'ours.example' })
  for (const [username, type] of [
    ['keeper', 1],
    ['customer', 2],
  ] as const)
    await platform.db
      .insertInto('account')
      .values({ username, type, password_hash: await hashPassword('keeper-pass-1'), language: null })
      .execute()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'en' })
  page = visitor.page
})
afterEach(() => visitor.close())

const sideMenu = (): Locator => page.getByRole('navigation', { name: 'Side menu' })
const sections = async (): Promise<string[]> => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').allInnerTexts()

const menuOf = (name: string): Locator => page.getByRole('button', { name: `More actions ${name}`, exact: true })
const rowOf = (name: string): Locator => page.getByRole('row').filter({ has: menuOf(name) })

async function signInAs(username: string): Promise<void> {
  await visitor.open('/login')
  await fillSignIn(page, username, 'keeper-pass-1')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
}

test('a role is made from the tree by keyboard, given to somebody, and holds at once: by menu, by address and by call', async () => {
  await signIn(visitor, '/account/power/roles')
  await page.getByRole('button', { name: 'Add role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add role' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('domain readers')
  const tree = dialog.getByRole('tree', { name: 'Permissions' })
  const leaf = tree.getByRole('treeitem', { name: 'View domains' })
  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await leaf.focus()
  await page.keyboard.press('Space')
  expect(await leaf.getAttribute('aria-checked')).toBe('true')
  expect(await tree.getByRole('treeitem', { name: 'DNS', exact: true }).getAttribute('aria-checked')).toBe('mixed')
  await dialog.getByRole('radio', { name: 'All domains' }).check()
  await dialog.getByRole('button', { name: 'Add role', exact: true }).click()
  const row = rowOf('domain readers')
  await row.waitFor()

  await row.hover()
  await menuOf('domain readers').click()
  await page.getByRole('menuitem', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Add keeper' }).click()
  await page.getByRole('button', { name: 'Remove keeper' }).waitFor()

  const keeper = await newVisitor(browser, platform, { language: 'en' })
  const own = page
  ;[visitor, page] = [keeper, keeper.page]
  await signInAs('keeper')
  // The overview is not theirs to see: the first screen that is opens.
  await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
  expect(await sections()).toEqual(['DNS', 'Accounts'])
  await visitor.open('/account/power/roles')
  await page.getByRole('heading', { name: 'You do not have permission to view this page' }).waitFor()
  const { cookies } = await visitor.context.storageState()
  const token = await page.evaluate<string>("localStorage.getItem('token')")
  const call = async (path: string) =>
    (
      await visitor.context.request.get(`${platform.url}api/${path}`, {
        headers: { token, cookie: cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ') },
      })
    ).json() as Promise<{ problem?: string; code: number }>
  expect(await call('sys/role/list')).toMatchObject({ problem: 'right_missing' })
  expect(await call('sys/dns/domain/list')).toMatchObject({ code: 1 })

  const { data } = await platform.call(role.list, { search: 'domain readers' })
  await platform.call(role.delete, { ids: [data.list[0]!.id], withMembers: true })
  expect(await call('sys/dns/domain/list')).toMatchObject({ problem: 'right_missing' })
  await own.context().close()
})

test('rows of the menu are moved by keyboard, renamed and hidden, and the side menu follows', async () => {
  await signIn(visitor, '/account/power/menus')
  const headings = async () => (await sideMenu().getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0])
  await sideMenu().getByText('Messages').waitFor()
  const before = await headings()
  const moveMessages = 'Move Messages: press Alt and an arrow key, or drag'
  const handle = page.getByRole('button', { name: moveMessages, exact: true }).first()
  await handle.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await headings()).indexOf('Messages')).toBeLessThan(before.indexOf('Messages'))
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(moveMessages)

  await page.getByRole('button', { name: 'Edit Roles', exact: true }).click()
  await page.getByRole('textbox', { name: 'English name' }).fill('Duties')
  await page.getByRole('button', { name: 'Save' }).click()
  await sideMenu().getByRole('link', { name: 'Duties' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Duties').waitFor()
  await page.goBack()

  await page.getByRole('button', { name: 'Edit Duties', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Hide from menu' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sideMenu().getByRole('link', { name: 'Duties' }).count()).toBe(0)
  await page.reload()
  await sideMenu().getByRole('link', { name: 'Menus' }).waitFor()
  expect(await sideMenu().getByRole('link', { name: 'Duties' }).count()).toBe(0)
  // Hidden is not closed.
  await visitor.open('/account/power/roles')
  await page.getByRole('button', { name: 'Add role' }).waitFor()

  // A row of one’s own, found among all of them unfolded, is deleted, and leaves the side menu too.
  const { list } = (await platform.call(menuRow.list, {})).data
  const { parentId } = list.find(({ path }) => path === '/account/power/menus')!
  await platform.call(menuRow.save, { kind: 'page', parentId, nameZh: '手册', nameEn: 'Handbook', externalUrl: 'https://www.example.com/' })
  await visitor.open('/account/power/menus')
  await page.reload()
  const handbook = sideMenu().getByRole('link', { name: 'Handbook' })
  await handbook.waitFor()
  await menuOf('Handbook').waitFor()
  const rows = (): Promise<number> => page.locator('main').getByRole('row').count()
  const atFirst = await rows()
  await page.getByRole('button', { name: 'Collapse all', exact: true }).click()
  await expect.poll(rows).toBeLessThan(atFirst)
  await page.getByRole('button', { name: 'Expand all', exact: true }).click()
  await expect.poll(rows).toBeGreaterThan(atFirst)
  const item = (name: string) => page.getByRole('menuitem').filter({ has: page.getByText(name, { exact: true }) })
  await menuOf('Handbook').click()
  await item('Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => handbook.count()).toBe(0)

  // Who may change them need not be able to delete them.
  await page.route(/menu\/nav/, async (route) => {
    const reply = await route.fetch()
    const answer = (await reply.json()) as { permissions: string[] }
    await route.fulfill({ response: reply, json: { ...answer, permissions: answer.permissions.filter((right) => right !== 'menu.delete') } })
  })
  await visitor.open('/account/power/menus')
  await page.reload()
  await menuOf('Duties').click()
  await item('Delete').getByText('You do not have permission to do this').waitFor()
  expect(await item('Edit').getAttribute('aria-disabled')).toBeNull()
  expect(visitor.complaints).toEqual([])
})

test('a role is copied with what it may and how far, and without its members', async () => {
  const { data } = await platform.call(role.save, { name: 'many rights', rights: ['domain.read', 'domain.write'], dataScope: 'own' })
  const member = await platform.db
    .insertInto('account')
    .values({ username: 'member', type: 1, password_hash: '', language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await platform.call(role.addMembers, { id: data.id, accountIds: [member.id] })
  await signIn(visitor, '/account/power/roles')
  await rowOf('many rights').hover()
  await menuOf('many rights').click()
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy role many rights', exact: true })
  expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('many rights copy')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await rowOf('many rights copy').waitFor()
  await rowOf('many rights copy').getByRole('cell', { name: '2', exact: true }).waitFor()
  const { list } = (await platform.call(role.list, { search: 'many rights copy' })).data
  expect(list).toMatchObject([{ rights: ['domain.read', 'domain.write'], dataScope: 'own', memberCount: 0 }])
})

test('the console is seen as a role: its menu, its data and a banner, without any change', async () => {
  const name = 'lookers'
  await platform.call(role.save, { name, rights: ['domain.read', 'domain.write'], dataScope: 'own' })
  await signIn(visitor, '/account/power/roles')
  await rowOf(name).hover()
  await menuOf(name).click()
  await page.getByRole('menuitem', { name: 'View console as this role' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Viewing as role' })
  await banner.waitFor()
  await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
  expect(await sections()).toEqual(['DNS', 'Accounts'])
  await takePicture(page, 'seen-as-role')

  await page.getByRole('button', { name: 'Add domain' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }).fill('never.example')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Read-only while viewing as a role' }).waitFor()
  expect((await platform.call(domain.list, { search: 'never' })).data.totalCount).toBe(0)

  await page.reload()
  await banner.waitFor()
  // The address remembers the form that was open.
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Exit view' }).click()
  await banner.waitFor({ state: 'hidden' })
  await expect.poll(sections).toContain('Home')
})

test('an ordinary user begins at the own domains and sees nobody else’s', async () => {
  await signInAs('customer')
  await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
  await visitor.quiet()
  expect(await page.getByText('ours.example').count()).toBe(0)
  expect(await sections()).toEqual(['DNS', 'Accounts'])
})
