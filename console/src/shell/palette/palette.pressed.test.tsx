import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { call } from '../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../app/whole-console.testing.tsx'
import { freshFour } from '../../browser/pressed/networks.testing.ts'
import { freshWord, inLanguage } from '../../browser/pressed/pressed.testing.tsx'
import { closePalette } from './open-palette.ts'
import { paletteMessages } from './palette.messages.ts'

/* The command palette over the whole console: what is found by which text, and where it leads. */
const text = paletteMessages.zh
const palette = () => screen.queryByRole('dialog', { name: text.label })
const options = (): HTMLElement[] => within(palette()!).queryAllByRole('option')
const titles = () => options().map(({ textContent }) => textContent)
const place = () => decodeURIComponent(location.hash.slice(1))
const at = (path: string) => waitFor(() => expect(place()).toBe(path))

afterEach(() => act(closePalette))

/** Puts it into the field at once, as pasting does. */
const put = (typed: string) => fireEvent.change(screen.getByRole('combobox', { name: text.label }), { target: { value: typed } })
const enter = () => fireEvent.keyDown(screen.getByRole('combobox', { name: text.label }), { key: 'Enter' })

async function opened(path = '/home/dashboard'): Promise<WholeConsole> {
  const console = wholeConsole()
  await console.open(path)
  await console.hand.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(palette()).not.toBeNull())
  return console
}

/** What a group of what is found lists. */
function found(group: string): string[] {
  const element = within(palette()!).queryByRole('group', { name: group })
  return element
    ? within(element)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    : []
}

/** Two domains, each with `www` at an address of one network. */
async function twoDomains() {
  const word = freshWord()
  const network = freshFour()
  const [alpha, beta] = [`alpha-${word}.example`, `beta-${word}.example`]
  for (const name of [alpha, beta]) {
    const { id } = (await call(domain.save, { domain: name })).data
    await call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: `www-${word}`, type: 'A', value: `${network}.7`, ttl: 600 } }] })
  }
  return { word, network, alpha, beta }
}

describe('a screen is found', () => {
  test('by the first letters of its pinyin', async () => {
    await opened()
    put('ymlb')
    await waitFor(() => expect(titles()[0]).toContain('域名列表'))
    enter()
    await at('/dns/domain/list')
    expect(palette()).toBeNull()
  })

  test('by its English name, and with it what can be begun there', async () => {
    await opened()
    put('add domain')
    enter()
    expect(await screen.findByRole('dialog', { name: '添加域名' })).toBeTruthy()
    expect(place()).toBe('/dns/domain/list?open=add')
  })

  test.each([
    ['支付宝', '支付宝', '/system/config/payment/alipay'],
    ['smtp', 'SMTP 服务器', '/system/config/email/config'],
    ['TOTP', '二次验证（TOTP）', '/system/config/login'],
    ['passkey', '二次验证（TOTP、通行密钥）', '/account/security'],
    ['api tokens', 'API 令牌', '/system/config/login?tab=api'],
    ['beianhao', 'ICP 备案号', '/system/config/site/basic'],
  ])('by a tab, a field or a part of it: %s', async (typed, named, target) => {
    const { hand } = await opened()
    put(typed)
    const isNamed = (option: HTMLElement): boolean => within(option).queryByText(named) !== null
    await waitFor(() => expect(options().filter(isNamed)).not.toEqual([]))
    await hand.click(options().find(isNamed)!)
    await at(target)
  })
})

describe('what is on the platform is found', () => {
  test('by the text that stands there on Enter, not by an earlier one', async () => {
    const { alpha, beta } = await twoDomains()
    await opened()
    put(alpha)
    await waitFor(() => expect(titles()).toContainEqual(expect.stringContaining(alpha)))
    put(beta)
    enter()
    await screen.findByRole('heading', { name: beta })
    expect(place()).toContain(beta)
  })

  test('records by a network, which lead to themselves', async () => {
    const { network, alpha, beta, word } = await twoDomains()
    const console = wholeConsole()
    await console.open('/home/dashboard')
    await console.hand.click(screen.getByRole('button', { name: new RegExp(`^${text.label}`) }))
    await waitFor(() => expect(palette()).not.toBeNull())
    put(`${network}.0/28`)
    await waitFor(() => expect(found(text.groups.records)).toHaveLength(2))
    const [first, second] = [alpha, beta].map((name) => options().find(({ textContent }) => textContent.includes(`www-${word}.${name}`)))
    expect(second).toBeDefined()
    await console.hand.click(first!)
    await screen.findByRole('heading', { name: alpha })
    expect(place()).toContain(`search=${network}.7`)
  })

  test('hosts by their full names, by the domain that they lie in, and alone', async () => {
    const { word, alpha, beta } = await twoDomains()
    const console = await opened()
    put(`www-${word}.${alpha}`)
    await waitFor(() => expect(found(text.groups.records)).toEqual([expect.stringContaining(`www-${word}.${alpha}`)]))
    expect(found(text.groups.domains)).toEqual([alpha])
    put(`gate.${beta}`)
    await waitFor(() => expect(found(text.groups.domains)).toEqual([beta]))
    put(`www-${word}`)
    await waitFor(() => expect(found(text.groups.records)).toHaveLength(2))

    // The list of domains is searched alike.
    await console.open(`/dns/domain/list?search=gate.${beta}`)
    const rows = () => [...document.querySelectorAll('main tr[data-row]')].map(({ textContent }) => textContent)
    await waitFor(() => expect(rows()).toEqual([expect.stringContaining(beta)]))
  })

  test('or it says that there is nothing', async () => {
    await opened()
    put('没有这样的东西')
    await waitFor(() => expect(within(palette()!).getByRole('status').textContent).toBe(text.none('没有这样的东西')))
    expect(options()).toEqual([])
  })
})

test('what the page below can do is found too, for the rows that are ticked', async () => {
  inLanguage('en')
  const name = freshWord()
  const fields = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }
  await call(serviceGroup.save, { name, ...fields })
  const console = wholeConsole()
  await console.open(`/dns/serve/group?search=${name}`)
  await console.hand.click(await screen.findByRole('checkbox', { name: `Select this row ${name}` }))
  await console.hand.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('option', { name: 'Delete · 1 selected' })).toBeTruthy()
  await console.hand.click(screen.getByRole('option', { name: 'Add service group' }))
  expect(await screen.findByRole('dialog', { name: 'Add service group' })).toBeTruthy()
})

test('the keys are listed by ?, but not for somebody who types one', async () => {
  const console = wholeConsole()
  await console.open('/dns/domain/list')
  const search = screen.getByRole<HTMLInputElement>('textbox', { name: '域名或备注' })
  await console.hand.type(search, '?')
  expect(screen.queryByRole('dialog')).toBeNull()
  search.blur()
  await console.hand.keyboard('?')
  expect(await screen.findByRole('dialog', { name: text.keysTitle })).toBeTruthy()
})
