import { sql } from 'kysely'
import type { Browser, Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { setting } from '@nameplane/contract/system/setting'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { administratorWith } from '../support/app-accounts.ts'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordEditor, recordPath } from '../support/record-editor.ts'

let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  for (const name of ['alpha.example', 'beta.example']) await platform.call(domain.save, { domain: name })
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

/** Addresses of an endpoint's calls. */
const callsOf = (endpoint: Endpoint): string => `**/${endpoint.path}*`
const isCallOf = (request: Request, endpoint: Endpoint): boolean => new URL(request.url()).pathname.endsWith(`/${endpoint.path}`)
const alerts = () => page.getByRole('region', { name: 'Notifications' }).getByRole('alert')

/** Keeps the calls of an endpoint from going on until they are let go; tells which of them the page gave up. */
async function hold(endpoint: Endpoint) {
  const held: Route[] = []
  const givenUp: Request[] = []
  await page.route(callsOf(endpoint), (route) => void held.push(route))
  page.on('requestfailed', (request) => void (isCallOf(request, endpoint) && givenUp.push(request)))
  return {
    held,
    givenUp,
    async letGo() {
      await page.unroute(callsOf(endpoint))
      for (const route of held) await route.continue().catch(() => undefined)
    },
  }
}

describe('a page that is on its way', () => {
  test.each([false, true])('is announced by a line that can be seen, also where nothing is to move (%s)', async (isStill) => {
    await visitor.close()
    visitor = await newVisitor(browser, platform, { language: 'en', isStill, isInterceptable: true })
    page = visitor.page
    await signIn(visitor)
    await visitor.quiet()
    const held: Route[] = []
    await page.route('**/assets/*.js', (route) => void held.push(route))
    const line = page.getByRole('progressbar', { name: 'Loading page…' })
    const opacity = (): Promise<string> => line.evaluate((element) => element.ownerDocument.defaultView!.getComputedStyle(element).opacity)
    await page.evaluate("location.hash = '/system/config/site/power'")
    await line.waitFor({ state: 'attached' })
    await expect.poll(opacity).toBe('1')
    await page.unroute('**/assets/*.js')
    for (const route of held) await route.continue().catch(() => undefined)
    await page.locator('main[data-screen="/system/config/site/power"]').waitFor()
    await line.waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
  })
})

describe('calls that are on their way', () => {
  test('go on when only the search changes, and are given up silently when the path does', async () => {
    await signIn(visitor)
    const groups = await hold(serviceGroup.list)
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'DNS' }).click()
    await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
    await expect.poll(() => groups.held.length).toBeGreaterThan(0)

    await page.getByRole('textbox', { name: 'Domain or remark' }).fill('alpha')
    await expect.poll(() => page.url()).toContain('search=alpha')
    await page.getByRole('row').filter({ hasText: 'alpha.example' }).waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'beta.example' }).count()).toBe(0)
    expect(groups.givenUp).toEqual([])

    await page.getByRole('link', { name: 'Home', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await expect.poll(() => groups.givenUp.length).toBe(groups.held.length)
    expect(await alerts().count()).toBe(0)

    await groups.letGo()
    await page.goBack()
    await page.getByRole('combobox', { name: 'Service group' }).getByRole('option', { name: 'default' }).waitFor({ state: 'attached' })
    expect(await page.getByRole('textbox', { name: 'Domain or remark' }).inputValue()).toBe('alpha')
  })

  test('a write whose sender left is completed by the server', async () => {
    await signIn(visitor, '/dns/domain/list')
    let unlock = (): void => undefined
    const isUnlocked = new Promise<void>((settle) => (unlock = settle))
    const isLocked = new Promise<void>((settle) => {
      // Whoever wants to write a domain now has to wait; reading goes on.
      void platform.db.transaction().execute(async (tx) => {
        await sql`lock table domain in share row exclusive mode`.execute(tx)
        settle()
        await isUnlocked
      })
    })
    await isLocked
    await page.getByRole('button', { name: 'Add domain', exact: true }).first().click()
    const form = page.getByRole('dialog', { name: 'Add domain' })
    await form.getByRole('textbox', { name: 'Domain', exact: true }).fill('left-behind.example')
    const givenUp = page.waitForEvent('requestfailed', (request) => isCallOf(request, domain.save))
    await form.getByRole('button', { name: 'Add domain', exact: true }).click()
    await expect
      .poll(
        async () =>
          (
            await sql<{
              waiting: number
            }>`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(platform.db)
          ).rows[0]!.waiting,
      )
      .toBeGreaterThan(0)
    await visitor.open('/home/dashboard')
    expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED')
    unlock()
    await expect.poll(async () => (await platform.call(domain.list, { search: 'left-behind.example' })).data.totalCount).toBe(1)
    expect(await platform.db.selectFrom('audit_entry').select('action').where('target_name', '=', 'left-behind.example').execute()).toEqual([
      { action: 'domain.create' },
    ])
    expect(await alerts().count()).toBe(0)
  })
})

describe('code that does not arrive', () => {
  test('of a page: says so, and loads it on another try', async () => {
    await signIn(visitor, '/home/dashboard')
    await page.route(/assets\/service-group-page[^/]*\.js/, (route) => route.abort())
    await visitor.open('/dns/serve/group')
    const alert = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Page failed to load' }) })
    await alert.waitFor()
    await takePicture(page, 'chunk-failed')
    await page.unroute(/assets\/service-group-page[^/]*\.js/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Service groups', exact: true }).waitFor()
  })

  test('of a dialog: says so, and keeps what was edited until it comes', async () => {
    const { data } = await platform.call(domain.list, { search: 'alpha.example' })
    await signIn(visitor, recordPath({ name: 'alpha.example', id: data.list[0]!.id }))
    const editor = recordEditor(visitor)
    await editor.ready()
    await editor.add({ Host: 'kept', Type: 'A', Address: '192.0.2.1' })
    await page.route(/assets\/review-dialog[^/]*\.js/, (route) => route.abort())
    await editor.openReview()
    const alert = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Page failed to load' }) })
    await alert.waitFor()
    await page.unroute(/assets\/review-dialog[^/]*\.js/)
    page.on('dialog', (question) => void question.accept())
    await alert.getByRole('button', { name: 'Try again' }).click()
    await editor.ready()
    await editor.tray.getByText('1 pending change').waitFor()
  })
})

describe('a server that gives no answer', () => {
  test('is no lost session: the page says so and goes on when it answers again', async () => {
    await signIn(visitor, '/home/dashboard')
    await page.route(/\/sys\/menu\/nav$/, (route) => route.abort())
    await page.reload()
    const alert = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'The server is not responding' }) })
    await alert.getByText('0 server error: server returned failure').waitFor()
    await takePicture(page, 'no-answer')
    expect(await page.evaluate("localStorage.getItem('token')")).not.toBeNull()
    await page.unroute(/\/sys\/menu\/nav$/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })
})

describe('the way through the console', () => {
  test('is kept in the address: back, forward and reload return to the same list', async () => {
    await signIn(visitor, '/dns/domain/list?search=beta')
    await page.getByRole('row').filter({ hasText: 'beta.example' }).waitFor()
    await page.getByRole('link', { name: 'beta.example' }).click()
    await recordEditor(visitor).ready()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
    await page.goBack()
    await recordEditor(visitor).ready()
    await page.goBack()
    await expect.poll(() => page.getByRole('textbox', { name: 'Domain or remark' }).inputValue()).toBe('beta')
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'beta.example' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'alpha.example' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Home', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})

test('who holds the rights of the site finds its pages, changes them, and opens no other', async () => {
  const held = ['config_overview.read', 'config_site.read', 'config_site.write'] as const
  const { username } = await administratorWith(platform, held, { password: 'keeper-pass-1' })
  const sideMenu = page.getByRole('navigation', { name: 'Side menu' })
  await visitor.open('/login')
  await fillSignIn(page, username, 'keeper-pass-1')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  await visitor.open('/system/config/overview')
  await page.getByRole('heading', { name: 'Configuration', exact: true }).waitFor()
  expect(await sideMenu.getByRole('link').allInnerTexts()).toEqual(['Overview', 'Site'])
  // The areas come after the heading of the page.
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Site'])
  await sideMenu.getByRole('link', { name: 'Site' }).click()
  await page.getByRole('textbox', { name: 'Site name' }).fill('of the site')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // Before the page knows it, it would ask whether to leave.
  await page.getByText('Save config success').waitFor()
  await expect.poll(async () => (await platform.call(setting.ofKey, { key: siteSettings.key })).config.paramValue).toContain('of the site')
  // What is typed after that, the browser asks about before the page is loaded anew.
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.accept()
  })
  await page.getByRole('textbox', { name: 'Site name' }).fill('not saved')
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Site name' }).inputValue()).toBe('of the site')
  expect(asked).toEqual(['beforeunload'])
  await visitor.open('/system/config/email/config')
  await page.getByRole('heading', { name: 'You do not have permission to view this page' }).waitFor()
})

describe('the way back to the list of domains', () => {
  const list = '/dns/domain/list'
  const names = () => page.getByRole('row').getByRole('link').allTextContents()
  const address = () => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? ''))

  test('leads from a saved filter to what was chosen before, and a filter by owner is still there when the page is loaded anew', async () => {
    const owner = { search: 'beta', userId: '1' }
    await platform.call(savedFilter.save, { screen: list, name: 'by name', filters: { search: 'alpha' } })
    await signIn(visitor, `${list}?${new URLSearchParams(owner).toString()}`)
    await expect.poll(names).toEqual(['beta.example'])
    await page.getByRole('button', { name: 'Saved filters', exact: true }).click()
    await page.getByRole('button', { name: 'by name', exact: true, pressed: false }).click()
    await expect.poll(names).toEqual(['alpha.example'])
    await page.goBack()
    await expect.poll(names).toEqual(['beta.example'])
    expect(address()).toEqual(owner)
    await page.reload()
    await page.getByRole('button', { name: 'Owner: admin' }).waitFor()
    await expect.poll(names).toEqual(['beta.example'])
    expect(visitor.complaints).toEqual([])
  })
})

describe('a list of service groups', () => {
  const list = '/dns/serve/group'
  const fields = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }
  const nameIn = () => page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })

  test('asks before something typed is lost, as often as the dialog is closed, and keeps it when asked to', async () => {
    const { id } = (await platform.call(serviceGroup.save, { name: 'typed in', ...fields })).data
    await signIn(visitor, `${list}?open=edit&row=${id}`)
    const remark = page.getByRole('dialog', { name: 'Edit service group typed in', exact: true }).getByRole('textbox', { name: 'Remark' })
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
    await nameIn().waitFor()
    expect(new URL(page.url()).hash).toContain('open=add')
  })

  test('ends with all its rows drawn where it is long, those below the window too', async () => {
    const many = await Promise.all(Array.from({ length: 70 }, (_, index) => platform.call(serviceGroup.save, { name: `many ${index}`, ...fields })))
    await signIn(visitor, `${list}?limit=100`)
    const { data } = await platform.call(serviceGroup.list, { limit: 100 })
    expect(data.list.length).toBeGreaterThan(70)
    await expect.poll(() => page.locator('main tr[data-row]').count()).toBe(data.list.length)
    await platform.call(serviceGroup.delete, { ids: many.map((one) => one.data.id) })
  })
})

test('the first field of a form has the focus, also where nothing is typed into it', async () => {
  await signIn(visitor, '/dns/serve/vanity?open=add')
  const user = page.getByRole('dialog').getByRole('button', { name: 'User: Choose a user', exact: true })
  await expect.poll(() => user.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
})
