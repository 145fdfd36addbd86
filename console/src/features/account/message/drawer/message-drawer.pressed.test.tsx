import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { message } from '@nameplane/contract/account/message'
import { role } from '@nameplane/contract/account/role'
import type { Caller } from '@nameplane/contract/account/session'
import { user as users } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { call } from '../../../../api/client.ts'
import { queryClient } from '../../../../api/queries.ts'
import { navigation } from '../../../../api/session-calls.ts'
import { startSession } from '../../../../api/session-store.ts'
import { withoutNetworkFor } from '../../../../browser/pressed/network.testing.ts'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { firstAgainAfterwards, signInAs, usualPassword as password } from '../../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { currentAddress } from '../../../../routing/address.ts'
import { messageMessages } from '../message.messages.ts'
import { drawerMessages } from './drawer.messages.ts'
import { MessageDrawer } from './message-drawer.tsx'
import { unreadCount } from './unread-count.ts'

const text = drawerMessages.zh
const button = (name: string | RegExp) => screen.getByRole('button', { name })

afterEach(() => unreadCount.set(0))

async function reader() {
  const username = freshWord()
  return { username, id: (await call(users.save, { username, password })).data.id }
}
async function published(accountId: number, changes: Partial<Sent<typeof message.save>> = {}): Promise<string> {
  const title = freshWord()
  const sent = { title, content: `<p>正文 ${title}</p>`, type: 1 as const, audience: 'selected' as const, accountIds: [accountId], action: 'publish' as const }
  await call(message.save, { ...sent, ...changes })
  return title
}
async function opened() {
  const { user } = (await navigation())!
  const close = vi.fn<() => void>()
  return { caller: user satisfies Caller, close, hand: pressed(<MessageDrawer caller={user} onClose={close} />, '/console') }
}
const standing = async () => Object.fromEntries((await call(message.list, { box: 'received' })).data.list.map(({ title, readStatus }) => [title, readStatus]))
const markOne = (title: string) => screen.queryByRole('button', { name: `${text.read} ${title}` })

describe('who receives messages', () => {
  test('sees pinned ones above, reads one by itself and then all the others, and is told when nothing is left', async () => {
    const { id, username } = await reader()
    const [pinned, one, two] = [await published(id, { pinned: true, type: 3 }), await published(id), await published(id)]
    await signInAs(username)
    const { hand } = await opened()
    await screen.findByRole('button', { name: `${text.read} ${pinned}` })
    expect(screen.getByRole('dialog', { name: text.users })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([text.pinned, text.today])
    const titles = (group: string) => within(screen.getByRole('region', { name: group })).getAllByRole('listitem')
    expect(titles(text.pinned).map(({ textContent }) => textContent)).toEqual([expect.stringContaining(pinned)])
    expect(titles(text.pinned)[0]!.textContent).toContain(`[${messageMessages.zh.choices.type[3]}]`)
    expect(titles(text.today).map(({ textContent }) => [two, one].find((title) => textContent.includes(title)))).toEqual([two, one])
    expect(screen.queryByText(text.limited(3))).toBeNull()
    expect(screen.queryByText(text.none)).toBeNull()
    await hand.click(markOne(one)!)
    await waitFor(() => expect(markOne(one)).toBeNull())
    expect(unreadCount.get()).toBe(2)
    expect(await standing()).toEqual({ [pinned]: 0, [one]: 1, [two]: 0 })
    expect(button(new RegExp(`^${text.unread} ${two}`))).toBeTruthy()
    expect(screen.queryByRole('button', { name: new RegExp(`^${text.unread} ${one}`) })).toBeNull()
    expect(button(text.readAll)).toHaveProperty('disabled', false)
    await hand.click(button(text.readAll))
    await waitFor(() => expect(button(text.readAll)).toHaveProperty('title', text.allRead))
    expect(button(text.readAll)).toHaveProperty('disabled', true)
    expect(unreadCount.get()).toBe(0)
    expect(await standing()).toEqual({ [pinned]: 1, [one]: 1, [two]: 1 })
  })

  test('reads one by opening it, and comes back to the list', async () => {
    const { id, username } = await reader()
    const [one, two] = [await published(id), await published(id)]
    await signInAs(username)
    const { hand, close } = await opened()
    await hand.click(await screen.findByRole('button', { name: new RegExp(`^${text.unread} ${one}`) }))
    const dialog = within(await screen.findByRole('dialog', { name: one }))
    expect(dialog.getByText(`正文 ${one}`)).toBeTruthy()
    expect(dialog.getByText(messageMessages.zh.choices.type[1])).toBeTruthy()
    expect(dialog.getByText(new RegExp(messageMessages.zh.dialog.published))).toBeTruthy()
    await waitFor(() => expect(markOne(one)).toBeNull())
    expect(unreadCount.get()).toBe(1)
    expect(await standing()).toEqual({ [one]: 1, [two]: 0 })
    await hand.click(dialog.getByRole('button', { name: partsMessages.zh.close }))
    expect(screen.queryByRole('dialog', { name: one })).toBeNull()
    expect(close).not.toHaveBeenCalled()
  })

  test('still sees what was there while it cannot be read again', async () => {
    const { id, username } = await reader()
    const one = await published(id)
    await signInAs(username)
    const { hand } = await opened()
    await screen.findByRole('button', { name: `${text.read} ${one}` })
    const restore = withoutNetworkFor(message.list)
    await hand.click(markOne(one)!)
    const alert = within(await screen.findByRole('alert'))
    // One line above the list, not a page in its place.
    expect(alert.getByText(new RegExp(`^${partsMessages.zh.failed}.`))).toBeTruthy()
    expect(markOne(one)).not.toBeNull()
    restore()
    await hand.click(alert.getByRole('button', { name: partsMessages.zh.retry }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(markOne(one)).toBeNull()
  })

  test('without any is told so, and has nothing to mark', async () => {
    const { username } = await reader()
    await signInAs(username)
    await opened()
    expect(await screen.findByText(text.none)).toBeTruthy()
    expect(button(text.readAll)).toHaveProperty('title', text.allRead)
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
    expect(screen.queryByRole('button', { name: text.manage })).toBeNull()
  })
})

test('an administrator who acts for somebody reads nothing for them, and is told why', async () => {
  const { id } = await reader()
  const title = await published(id)
  firstAgainAfterwards()
  startSession((await call(users.impersonate, { id })).token)
  const { hand } = await opened()
  const item = await screen.findByRole('button', { name: new RegExp(`^${text.unread} ${title}`) })
  expect(screen.getByText(text.notReader)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.readAll })).toBeNull()
  expect(markOne(title)).toBeNull()
  await hand.click(item)
  await screen.findByText(`正文 ${title}`)
  expect(await standing()).toEqual({ [title]: 0 })
})

describe('an administrator', () => {
  test('goes on to all messages, or to a new one, and the drawer closes', async () => {
    const { caller, close, hand } = await opened()
    const title = await published(caller.userId, { type: 2 })
    expect(screen.getByRole('dialog', { name: text.administrators })).toBeTruthy()
    await hand.click(button(text.manage))
    expect(close).toHaveBeenCalledOnce()
    expect(currentAddress()).toMatchObject({ pathname: '/account/message/list', search: '' })
    await hand.click(await screen.findByRole('button', { name: text.write }))
    expect(close).toHaveBeenCalledTimes(2)
    expect(currentAddress().search).toContain('open=add')
    expect(screen.queryByRole('button', { name: text.readAll })).toBeNull()
    expect(title).not.toBe('')
  })

  test('sees no kind beside a message, as all are notices, and marks none by a button', async () => {
    const { user } = (await navigation())!
    const title = await published(user.userId, { type: 2 })
    await opened()
    const item = await screen.findByRole('button', { name: new RegExp(title) })
    expect(item.textContent).not.toContain(`[${messageMessages.zh.choices.type[2]}]`)
    expect(markOne(title)).toBeNull()
  })

  test.each([
    [['message.read'], [text.manage]],
    [
      ['message.read', 'message.write'],
      [text.manage, text.write],
    ],
    [['user.read'], []],
  ])('with the rights %j is offered %j', async (rights, offered) => {
    const username = freshWord()
    const { id } = (await call(role.save, { name: freshWord(), description: '', rights, dataScope: 'own' })).data
    await call(admin.save, { username, password, roleIds: [id] })
    await signInAs(username)
    await navigation()
    await opened()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await waitFor(() => expect([text.manage, text.write].filter((name) => screen.queryByRole('button', { name }))).toEqual(offered))
  })
})
