import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { preference } from '@nameplane/contract/account/preference'
import { domain } from '@nameplane/contract/dns/domain'
import { call } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { freshWord, inLanguage } from '../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../browser/pressed/signed-in.testing.ts'
import { shownAddress } from '../routing/address.ts'
import { adoptTablePreference } from '../screen-parts/table/table-preference.ts'
import { Router } from './router.tsx'
import { wholeConsole, type WholeConsole } from './whole-console.testing.tsx'

/* What the console does around its screens: where paths lead, what is kept, what follows the account, and what an answer that is none says. */
const list = '/dns/domain/list'
const place = () => decodeURIComponent(location.hash.slice(1))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const main = (path: string) => waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe(path))

async function newDomain(): Promise<string> {
  const name = `${freshWord()}.example`
  await call(domain.save, { domain: name })
  return name
}

test('the beginning of a path leads to the first page below it', async () => {
  const console = wholeConsole()
  await console.open('/system/schedule/list')
  const beginnings = { '/dns': list, '/home': '/home/dashboard', '/dns/domain': list, '/console': '/home/dashboard' }
  for (const [from, to] of Object.entries({ ...beginnings, '/dns/': list, '/': '/home/dashboard' })) {
    console.goTo(from)
    await waitFor(() => expect(place(), from).toBe(to))
    await main(to)
  }
})

test('a page is shown only to whoever has the right to it, and no link leads there', async () => {
  inLanguage('en')
  await signInWith(['user.read'])
  const console = wholeConsole()
  await console.open('/account/users/users')
  console.goTo(list)
  await screen.findByRole('heading', { name: 'You do not have permission to view this page' })
  expect(screen.queryByRole('link', { name: 'Domains' })).toBeNull()
})

test('the way back from the records of a domain leads to the list as it was left: filters, order and page', async () => {
  inLanguage('en')
  const name = await newDomain()
  const left = { search: name, sidx: 'domain', order: 'asc', limit: '10' }
  const console = wholeConsole()
  await console.open(`${list}?${new URLSearchParams(left).toString()}`)
  await console.hand.click(await screen.findByRole('link', { name }))
  await screen.findByRole('row', { name: /SOA/ })
  await console.hand.click(screen.getByRole('link', { name: 'Back' }))
  await main(list)
  await screen.findByRole('link', { name })
  expect(Object.fromEntries(new URLSearchParams(place().split('?')[1]))).toEqual(left)
})

test('a screen is kept as it was left, and a refresh begins it anew', async () => {
  const name = await newDomain()
  const isTicked = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: `选择此行 ${name}` })?.checked
  const console = wholeConsole()
  const address = `${list}?search=${name}`
  await console.open(address)
  await console.hand.click(await screen.findByRole('checkbox', { name: `选择此行 ${name}` }))
  await console.hand.click(within(screen.getByRole('navigation', { name: '主导航' })).getByRole('link', { name: '首页' }))
  await main('/home/dashboard')
  expect(isTicked()).toBeUndefined()
  await console.open(address)
  expect(isTicked()).toBe(true)
  await console.hand.click(button('刷新页面'))
  await waitFor(() => expect(isTicked()).toBe(false))
})

test('how tables look follows the account into another browser', async () => {
  onTestFinished(() => adoptTablePreference(null))
  const name = await newDomain()
  await signInWith(['domain.read'])
  const console = wholeConsole()
  await console.open(`${list}?search=${name}`)
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  await console.hand.click(button('表格设置'))
  console.listen()
  // Several choices are sent as one; here nothing comes between them, however slow the machine is.
  fireEvent.click(screen.getByRole('checkbox', { name: '斑马纹' }))
  fireEvent.click(screen.getByRole('checkbox', { name: '所属用户' }))
  fireEvent.click(button('上移“记录数”'))
  const sent = () => console.exchanges.filter((one) => one.sent.path === preference.saveTable.path && one.answer !== undefined)
  await waitFor(() => expect(sent()).toHaveLength(1))
  const chosen = heads()
  expect(chosen.indexOf('记录数')).toBeLessThan(chosen.indexOf('服务组'))
  expect(chosen).not.toContain('所属用户')

  await console.quiet()
  expect(sent()).toHaveLength(1)
  cleanup()
  queryClient.clear()
  adoptTablePreference(null)
  shownAddress.set(null)
  render(<Router />)
  await waitFor(() => expect(heads()).toEqual(chosen))
  expect(document.querySelector<HTMLElement>('main table')?.dataset['stripe']).toBe('1')
})

/** The path and the options of the calls that keep how tables look. */
const keptTables = () =>
  vi.mocked(fetch).mock.calls.flatMap(([url, init]) => (typeof url === 'string' && url.endsWith(preference.saveTable.path) ? [init?.keepalive] : []))

/** A choice of a new administrator, after which no time has passed. */
async function justChosen(): Promise<WholeConsole> {
  onTestFinished(() => adoptTablePreference(null))
  await signInWith(['domain.read'])
  const console = wholeConsole()
  await console.open(list)
  await console.hand.click(button('表格设置'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('checkbox', { name: '斑马纹' }))
  return console
}

test('how tables look is kept once, also if the page closes right after it was chosen', async () => {
  const console = await justChosen()
  expect(keptTables()).toEqual([])
  fireEvent(window, new Event('pagehide'))
  expect(keptTables()).toEqual([true])
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await console.quiet()
  expect(keptTables()).toEqual([true])
  expect((await call(preference.table, {})).data).toMatchObject({ stripe: 1 })
})

test('what was chosen before an account left is not kept for the next one', async () => {
  await justChosen()
  cleanup()
  vi.advanceTimersByTime(60_000)
  fireEvent(window, new Event('pagehide'))
  vi.useRealTimers()
  expect(keptTables()).toEqual([])
})

test('the account menu has the entries of the specification in its order, of which those come whose screens exist', async () => {
  const console = wholeConsole()
  await console.open(list)
  await console.hand.click(button('账号菜单'))
  const menu = button('退出登录').closest<HTMLElement>('[popover]')!
  expect([...menu.querySelectorAll('a, button')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('账号安全'),
    '授权信息',
    '账号管理',
    '退出登录',
  ])
  await console.hand.click(within(menu).getByRole('link', { name: '账号管理' }))
  await main('/account/users/users')
})

test.each([
  [503, 'service unavailable or overloaded'],
  [504, 'gateway timeout'],
  [403, 'forbidden'],
])('status %d is shown with its text, in place, with a way to try again', async (status, text) => {
  inLanguage('en')
  const name = await newDomain()
  const console = wholeConsole()
  await console.open('/home/dashboard')
  const watched = globalThis.fetch
  const gateway: typeof fetch = async (input, init) =>
    new Request(input).url.includes(`/${domain.list.path}`) ? new Response('from a gateway', { status }) : watched(input, init)
  vi.stubGlobal('fetch', gateway)
  onTestFinished(() => void vi.unstubAllGlobals())
  await console.open(`${list}?search=${name}`)
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(new RegExp(`${status} server error: ${text}`))).toBeTruthy()
  vi.unstubAllGlobals()
  await console.hand.click(button('Try again'))
  expect(await screen.findByRole('link', { name })).toBeTruthy()
})
