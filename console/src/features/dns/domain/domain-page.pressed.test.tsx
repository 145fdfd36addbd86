import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { user as users } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { userMessages } from '../../../entities/user/user.messages.ts'
import { goTo } from '../../../routing/address.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { DomainPage } from './domain-page.tsx'
import { domainMessages, domainWords } from './domain.messages.ts'

/* The list of domains: links into it, filters that are saved, and owners that are found by their names. */
const text = domainMessages.zh
const parts = partsMessages.zh
const kept = parts.kept
const account = userMessages.zh
const path = '/dns/domain/list'
const label = (field: string): string => domainWords.label(field, 'zh')
const opened = (search = '') => pressed(<DomainPage />, `${path}${search}`)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const address = () => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1] ?? ''))
const names = () =>
  screen.getAllByRole('row').flatMap((row) =>
    within(row)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent),
  )
const remarkIn = (dialog: HTMLElement) => within(dialog).getByRole<HTMLInputElement>('textbox', { name: label('remark') })

/** Two domains whose names hold this word. */
async function twoDomains() {
  const word = freshWord()
  const [one, two] = [`alpha-${word}.example`, `beta-${word}.example`]
  const { id } = (await call(domain.save, { domain: one })).data
  await call(domain.save, { domain: two })
  return { word, id, one, two }
}

async function customer(): Promise<string> {
  const username = freshWord()
  await call(users.save, { username, password: 'tulip-Ferry-29-moss' })
  return username
}

describe('a link to the form of a domain', () => {
  test('opens it although the list shows other domains, and leads back to these', async () => {
    const { id, one, two } = await twoDomains()
    const hand = opened(`?search=${two}&open=edit&row=${id}`)
    const dialog = await screen.findByRole('dialog', { name: text.editTitle(one) })
    await hand.type(remarkIn(dialog), '由链接')
    await hand.click(within(dialog).getByRole('button', { name: parts.save }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await call(domain.detail, { id })).data.remark).toBe('由链接')
    expect(address()).toEqual({ search: two })
    await waitFor(() => expect(names()).toEqual([two]))
  })

  test('that somebody else saves meanwhile shows what is saved now, and is saved over it on a second press', async () => {
    const { id, one } = await twoDomains()
    const remarkOf = async () => (await call(domain.detail, { id })).data.remark
    const hand = opened(`?search=${one}&open=edit&row=${id}`)
    const dialog = await screen.findByRole('dialog', { name: text.editTitle(one) })
    const [group, owner] = [freshWord(), freshWord()]
    const servers = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }
    const { id: serviceGroupId } = (await call(serviceGroup.save, { name: group, ...servers })).data
    const { id: userId } = (await call(users.save, { username: owner, password: 'tulip-Ferry-29-moss' })).data
    await call(domain.update, { id, remark: '别人的', serviceGroupId, userId })
    await hand.type(remarkIn(dialog), '自己的')
    await hand.click(within(dialog).getByRole('button', { name: parts.save }))
    const theirs = { remark: '别人的', serviceGroupId: group, userId: owner }
    for (const [name, value] of Object.entries(theirs))
      await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toMatch(new RegExp(`${label(name)}\\s*${value}`)))
    expect(await remarkOf()).toBe('别人的')
    await hand.click(within(dialog).getByRole('button', { name: parts.save }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await remarkOf()).toBe('自己的')
  })

  test('to one that there is not says so', async () => {
    opened(`?search=${freshWord()}&open=edit&row=999999`)
    await waitFor(() => expect(address()).not.toHaveProperty('open'))
    expect(notices.get().at(-1)?.text).toBe(parts.notListed)
  })
})

describe('a saved filter', () => {
  const listed = async () => (await call(savedFilter.list, { screen: path })).data.list.map(({ name, filters }) => ({ name, filters }))
  const open = async (hand: ReturnType<typeof opened>) => {
    await hand.click(await button(new RegExp(`^${kept.title}`)))
    return screen.findByRole<HTMLInputElement>('textbox', { name: kept.name })
  }

  test('is named once and picked from then on, renamed, replaced and deleted', async () => {
    const { word, one, two } = await twoDomains()
    const [name, later] = [freshWord(), freshWord()]
    const hand = opened(`?search=${word}&sidx=domain&order=asc`)
    await waitFor(() => expect(names()).toEqual([one, two]))
    const field = await open(hand)
    await hand.type(field, name)
    await hand.click(await button(kept.keep))
    expect((await button(name)).getAttribute('aria-pressed')).toBe('true')
    // The field waits for another name.
    await waitFor(() => expect(field.value).toBe(''))

    // Another choice, and from it back to what was saved: what was chosen besides is gone.
    await hand.click(await button(new RegExp(`^${parts.clearSearch}`)))
    await hand.type(screen.getByRole('textbox', { name: text.search }), `${two}{Enter}`)
    await waitFor(() => expect(names()).toEqual([two]))
    expect((await button(name)).getAttribute('aria-pressed')).toBe('false')
    await hand.click(await button(name))
    await waitFor(() => expect(names()).toEqual([one, two]))
    expect(address()).toEqual({ search: word, sidx: 'domain', order: 'asc' })

    // The same name again means its replacement.
    await hand.type(screen.getByRole('textbox', { name: text.search }), `{Control>}a{/Control}${two}{Enter}`)
    await waitFor(() => expect(names()).toEqual([two]))
    const again = await open(hand)
    await hand.type(again, name.toUpperCase())
    await hand.click(await button(kept.replace))
    await waitFor(async () => expect((await button(name)).getAttribute('aria-pressed')).toBe('true'))
    await hand.click(await button(kept.rename(name)))
    const renamed = within(screen.getAllByRole('listitem').find((item) => within(item).queryByRole('textbox'))!).getByRole('textbox')
    await hand.clear(renamed)
    await hand.type(renamed, `${later}{Enter}`)
    expect((await button(later)).getAttribute('aria-pressed')).toBe('true')
    expect(await listed()).toContainEqual({ name: later, filters: { search: two, sidx: 'domain', order: 'asc' } })

    await hand.click(await button(kept.remove(later)))
    await hand.click(within(screen.getByRole('group', { name: kept.removeAsk(later) })).getByRole('button', { name: parts.delete }))
    await waitFor(async () => expect((await listed()).map((one) => one.name)).not.toContain(later))
    await waitFor(() => expect(screen.queryByRole('button', { name: later })).toBeNull())
  })

  test('of a name that is taken meanwhile is refused beside the name', async () => {
    const name = freshWord()
    const hand = opened(`?search=${freshWord()}`)
    const field = await open(hand)
    await call(savedFilter.save, { screen: path, name, filters: { status: '0' } })
    await hand.type(field, name)
    const before = notices.get()
    await hand.click(await button(kept.keep))
    expect((await screen.findByRole('alert')).textContent).toBe(problemText('saved_filter_exists', 'zh'))
    expect([field.value, notices.get()]).toEqual([name, before])
  })
})

describe('an owner', () => {
  const search = () => screen.findByRole('combobox', { name: account.search })

  test('is found by name, and filters the list', async () => {
    const username = await customer()
    const { id } = (await call(users.list, { search: username })).data.list[0]!
    const theirs = `theirs-${username}.example`
    await call(domain.save, { domain: theirs, userId: id })
    await call(domain.save, { domain: `ours-${username}.example` })
    const hand = opened(`?search=${username}`)
    await waitFor(() => expect(names()).toHaveLength(2))
    await hand.click(await button(label('userId')))
    // Sooner than the answer: Enter takes the first of what is found, not of what stood there before.
    await hand.type(await search(), `${username}{Enter}`)
    await waitFor(() => expect(names()).toEqual([theirs]))
    expect(address()).toEqual({ search: username, userId: String(id) })
    await hand.click(await button(parts.nameAndValue(label('userId'), username)))
    await hand.click(within(await screen.findByRole('listbox', { name: account.search })).getByRole('option', { name: account.anyone }))
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  test('is chosen by name when a domain is added and when it changes hands', async () => {
    const username = await customer()
    const name = `${username}.test`
    const hand = opened(`?search=${username}&open=add`)
    const add = within(await screen.findByRole('dialog', { name: text.add }))
    await hand.type(add.getByRole('textbox', { name: new RegExp(`^${label('domain')}`) }), name)
    await hand.click(add.getByRole('button', { name: parts.nameAndValue(label('userId'), text.ownAccount) }))
    await hand.type(await search(), username)
    await hand.click(await screen.findByRole('option', { name: new RegExp(`^${username}`) }))
    await add.findByRole('button', { name: parts.nameAndValue(label('userId'), username) })
    await hand.click(add.getByRole('button', { name: text.add }))
    await screen.findByRole('dialog', { name: text.added.title(name) })
    await hand.click(await button(text.added.stay))
    const [added] = (await call(domain.list, { search: name })).data.list
    expect(added).toMatchObject({ username })

    goTo(`${path}?open=edit&row=${added!.id}`)
    const edit = within(await screen.findByRole('dialog', { name: text.editTitle(name) }))
    await hand.click(await edit.findByRole('button', { name: parts.nameAndValue(label('userId'), username) }))
    await hand.type(await search(), freshWord())
    await screen.findByText(account.none)
    await hand.clear(await search())
    await hand.type(await search(), 'ADMIN')
    await hand.click(await screen.findByRole('option', { name: /^admin/ }))
    await hand.click(edit.getByRole('button', { name: parts.save }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await call(domain.detail, { id: added!.id })).data.username).toBe('admin')
  })
})
