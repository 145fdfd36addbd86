import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, inject, test } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { domain, rights } from '@nameplane/contract/dns/domain'
import { limits } from '@nameplane/contract/limits'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../../api/client.ts'
import { navigation } from '../../../../api/session-calls.ts'
import { wholeConsole } from '../../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { freshWord, inLanguage, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { apiTokenMessages, apiTokenWords } from './api-token.messages.ts'
import { ApiTokenPage } from './api-token-page.tsx'

test('a token of one’s own is edited', async () => {
  const name = freshWord()
  const { password } = inject('pressedPlatform')
  await call(apiToken.save, { name, scopes: ['domain.read'], password })
  // Whose token it is can be told once the caller is known, who must not come between a press and its menu.
  await navigation()
  const user = pressed(<ApiTokenPage title="API" tabs={null} />, `/system/config/login?tab=api&search=${name}`)
  const row = within(await screen.findByRole('row', { name: new RegExp(name) }))
  await user.click(row.getByRole('button', { name: new RegExp(`^${partsMessages.zh.moreActions}`) }))
  await user.click(await screen.findByRole('menuitem', { name: partsMessages.zh.edit }))
  expect(within(await screen.findByRole('dialog')).getByDisplayValue(name)).toBeTruthy()
})

const text = apiTokenMessages.zh
const tokenNamed = async (name: string) => (await call(apiToken.list, { search: name })).data.list[0]!
/** Fills in what every token needs, and answers the form. */
async function begun(name: string) {
  const user = pressed(<ApiTokenPage title="API" tabs={null} />, '/system/config/login?tab=api&open=add')
  const form = within(await screen.findByRole('dialog', { name: text.addTitle }))
  await user.type(form.getByRole('textbox', { name: /^名称/ }), name)
  await user.type(form.getByLabelText(/^.*密码/), inject('pressedPlatform').password)
  return { user, form }
}

test('a token has no right until one is ticked, ends when it is chosen to, and is limited in its calls', async () => {
  const name = freshWord()
  const { user, form } = await begun(name)
  await user.click(form.getByRole('button', { name: text.add }))
  expect((await form.findAllByRole('alert')).length).toBeGreaterThan(0)
  await user.selectOptions(form.getByRole('combobox', { name: apiTokenWords.label('days', 'zh') }), text.daysOf(90))
  form.getAllByRole('treeitem', { name: new RegExp(`^${rights['domain.read'].zh}`) })[0]!.focus()
  await user.keyboard(' ')
  await user.click(form.getByRole('button', { name: text.add }))
  const made = within(await screen.findByRole('dialog', { name: text.created }))
  const { expireTime, scopes, dataScope, callsPerFiveMinutes } = await tokenNamed(name)
  expect({ scopes, dataScope, callsPerFiveMinutes }).toEqual({
    scopes: ['domain.read'],
    dataScope: 'all',
    callsPerFiveMinutes: limits.apiTokenCallsPerFiveMinutes,
  })
  const days = Math.round((Date.parse(expireTime!) - Date.now()) / 86_400_000)
  expect(days).toBe(90)
  // The secret is shown this once.
  expect(made.getByText(/^np_[\w-]{40,}$/)).toBeTruthy()
  await user.click(made.getByRole('button', { name: text.done }))
  await waitFor(() => expect(screen.queryByText(/^np_[\w-]{40,}$/)).toBeNull())
})

test('a token can have all rights of its owner, no end and no limit', async () => {
  const name = freshWord()
  const { user, form } = await begun(name)
  await user.click(form.getByRole('radio', { name: new RegExp(`^${text.allScopes}`) }))
  await user.selectOptions(form.getByRole('combobox', { name: apiTokenWords.label('days', 'zh') }), text.forever)
  await user.clear(form.getByRole('textbox', { name: new RegExp(`^${apiTokenWords.label('callsPerFiveMinutes', 'zh')}`) }))
  await user.click(form.getByRole('button', { name: text.add }))
  await screen.findByRole('dialog', { name: text.created })
  expect(await tokenNamed(name)).toMatchObject({ expireTime: null, scopes: null, callsPerFiveMinutes: null })
})

test('a token that is limited to domains can hold no right of anything else, and asks for the domains', async () => {
  const name = freshWord()
  const { user, form } = await begun(name)
  await user.click(form.getByRole('radio', { name: new RegExp(`^${text.allScopes}`) }))
  await user.click(form.getByRole('radio', { name: new RegExp(`^${text.choices.dataScope.domains}`) }))
  const all = form.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${text.allScopes}`) })
  expect([all.checked, all.disabled]).toEqual([false, true])
  await user.click(form.getByRole('button', { name: text.add }))
  expect((await form.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect((await call(apiToken.list, { search: name })).data.list).toEqual([])
})

test('what somebody else changed of a token meanwhile is said in words: its rights, its domains and its groups', async () => {
  const name = freshWord()
  const { password } = inject('pressedPlatform')
  const { id } = (await call(apiToken.save, { name, scopes: ['domain.read'], password })).data
  const near = (await call(domain.save, { domain: `${name}.example` })).data.id
  const user = pressed(<ApiTokenPage title="API" tabs={null} />, `/system/config/login?tab=api&search=${name}&open=edit&row=${id}`)
  const form = within(await screen.findByRole('dialog', { name: text.editTitle(name) }))
  await user.type(form.getByRole('textbox', { name: /^名称/ }), '!')
  await call(apiToken.update, {
    ...(await tokenNamed(name)),
    scopes: ['domain.read', 'record.read'],
    dataScope: 'domains',
    domainIds: [near],
    serviceGroupIds: [],
  })
  await user.click(form.getByRole('button', { name: partsMessages.zh.save }))
  const note = within((await form.findByText(partsMessages.zh.changedMeanwhile)).parentElement!)
  expect(note.getByText(text.someScopes(2))).toBeTruthy()
  expect(note.getByText(`${name}.example`)).toBeTruthy()
})

/** What a program is answered that calls with this token: no cookie goes with it. */
async function callWith(token: string, path: string) {
  const answer = await fetch(`/api/${path}`, { headers: { authorization: `Bearer ${token}` }, credentials: 'omit' })
  return { status: answer.status, ...((await answer.json()) as { problem?: string; data?: unknown }) }
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const texts = apiTokenMessages[language]
  const parts = partsMessages[language]
  const dialog = () => screen.findByRole('dialog')
  const alerts = async () => within(await dialog()).queryAllByRole('alert')
  const field = async (name: 'name' | 'password') => within(await dialog()).getByLabelText(new RegExp(`^${apiTokenWords.label(name, language)}\\*?$`))
  const pressIn = async (hand: { click: (of: HTMLElement) => Promise<void> }, name: string) => hand.click(within(await dialog()).getByRole('button', { name }))
  const leaves = async () => (await dialog()).querySelectorAll<HTMLElement>('[role=treeitem]:not([aria-expanded])')
  const rightsTicked = async () => [...(await leaves())].filter((leaf) => leaf.getAttribute('aria-checked') === 'true').length
  /** By its text: the roles and names of two hundred rows are dear. */
  const right = async (zh: string, en: string): Promise<HTMLElement> => {
    const label = await within(await dialog()).findByText(say(zh, en), { selector: '[role=treeitem]:not([aria-expanded]) > span' })
    return label.parentElement!
  }
  const search = async () => within(await dialog()).getByRole('searchbox', { name: say('搜索权限', 'Search permissions') })
  const checked = (of: HTMLElement) => of.getAttribute('aria-checked')

  test('rights are ticked one by one, those of a branch that only look, or all of it, by keys too', async () => {
    inLanguage(language)
    const { hand, open } = wholeConsole()
    await open('/system/config/login?tab=api')
    await hand.click(screen.getAllByRole('button', { name: texts.add })[0]!)
    await pressIn(hand, texts.add)
    await waitFor(async () => expect((await dialog()).querySelectorAll('[aria-invalid="true"]')).toHaveLength(2))
    const writes = await right('添加与修改域名', 'Add and edit domains')
    const looks = await right('查看域名', 'View domains')
    expect(await rightsTicked()).toBe(0)
    const branch = within(await dialog()).getByText(say('域名解析', 'DNS'), { selector: '[role=treeitem] > span' }).parentElement!
    branch.focus()
    await hand.tab()
    await hand.keyboard('{Enter}')
    expect([looks, branch, writes].map(checked)).toEqual(['true', 'mixed', 'false'])
    await hand.tab()
    await hand.keyboard('{Enter}')
    expect(checked(branch)).toBe('true')
    await hand.click(branch)
    expect(await rightsTicked()).toBe(0)
    const days = within(await dialog()).getByRole('combobox', { name: apiTokenWords.label('days', language) })
    expect(
      within(days)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(say('30 天,90 天,365 天,永不过期', '30 days,90 days,365 days,Never').split(','))
    await hand.type(await search(), 'CONFIG_overview')
    await waitFor(async () => expect(await leaves()).toHaveLength(1))
    await hand.click(await right('查看配置概览', 'View settings overview'))
    await hand.clear(await search())
    await waitFor(async () => expect((await leaves()).length).toBeGreaterThan(1))
    expect(await rightsTicked()).toBe(1)
  })

  test('a token is made with the own password and shown once, works, is limited to a domain, and is refused once it is deleted', async () => {
    inLanguage(language)
    const name = freshWord()
    const [own, other] = [`${name}-own.example`, `${name}-other.example`]
    for (const one of [own, other]) await call(domain.save, { domain: one })
    const console = wholeConsole()
    const { hand } = console
    await console.open(`/system/config/login?tab=api&search=${name}&open=add`)
    await hand.type(await field('name'), name)
    await hand.type(await search(), 'CONFIG_overview')
    await waitFor(async () => expect(await leaves()).toHaveLength(1))
    await hand.click(await right('查看配置概览', 'View settings overview'))
    await hand.type(await field('password'), 'of somebody else')
    await pressIn(hand, texts.add)
    await waitFor(async () => expect((await alerts()).map(({ textContent }) => textContent)).toEqual([problemText('password_wrong', language)]))
    await expectAccessible('refused token')
    await hand.clear(await field('password'))
    await hand.type(await field('password'), inject('pressedPlatform').password)
    await pressIn(hand, texts.add)
    const made = within(await screen.findByRole('dialog', { name: texts.created }))
    const token = made.getByText(/^np_/).textContent
    await hand.click(made.getByRole('button', { name: say('复制 令牌', 'Copy API token') }))
    await waitFor(() => expect(console.copied).toBe(token))
    await expectAccessible('token shown once')
    await hand.click(made.getByRole('button', { name: texts.done }))
    await waitFor(() => expect(screen.queryByText(token)).toBeNull())
    const row = async () => within(await screen.findByRole('row', { name: new RegExp(name) }))
    await row()
    await expectAccessible('tokens')
    expect((await callWith(token, 'sys/config/overview')).status).toBe(200)

    const choose = async (action: string) => {
      await hand.click((await row()).getByRole('button', { name: `${parts.moreActions} ${name}` }))
      await hand.click(await screen.findByRole('menuitem', { name: action }))
    }
    await choose(parts.edit)
    await right('查看域名', 'View domains')
    expect(await rightsTicked()).toBe(1)
    await hand.click(within(await dialog()).getByRole('radio', { name: new RegExp(`^${say('仅所选域名', 'Selected domains only')}`) }))
    expect(await rightsTicked()).toBe(0)
    expect((await right('查看配置概览', 'View settings overview')).getAttribute('aria-disabled')).toBe('true')
    await hand.click(await right('查看域名', 'View domains'))
    await pressIn(hand, parts.save)
    await waitFor(async () => expect(await alerts()).not.toEqual([]))
    await pressIn(hand, say('添加域名：0 个域名', 'Add domain: 0 domains'))
    await hand.type(screen.getByRole('combobox', { name: say('搜索域名', 'Search domains') }), own)
    await hand.click(await screen.findByRole('option', { name: new RegExp(own) }))
    await expectAccessible('what a token reaches')
    await pressIn(hand, parts.save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await callWith(token, 'sys/config/overview')).problem).toBe('right_missing')
    expect(await callWith(token, 'sys/dns/domain/list')).toMatchObject({ data: { totalCount: 1, list: [{ domain: own }] } })
    await waitFor(async () => expect((await row()).getByText(say('1 个域名', '1 domain'))).toBeTruthy())

    await choose(parts.delete)
    await hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: parts.delete }))
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
    expect((await callWith(token, 'sys/config/overview')).problem).toBe('session_lost')
  })
})
