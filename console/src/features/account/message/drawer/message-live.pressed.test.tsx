import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { message, type MessageEvent } from '@nameplane/contract/account/message'
import type { Caller } from '@nameplane/contract/account/session'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { call } from '../../../../api/client.ts'
import { notices } from '../../../../api/notices.ts'
import { navigation } from '../../../../api/session-calls.ts'
import { sessionToken } from '../../../../api/session-store.ts'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { drawerMessages } from './drawer.messages.ts'
import { MessageButton } from './message-button.tsx'

/* Messages that come while the console is open. One tab reads the stream of the server and tells the others what it heard. */
const text = drawerMessages.zh
const bell = () => screen.getByRole('button', { name: /^消息(，\d+ 条未读)?$/ }).getAttribute('aria-label')
const lastNotice = () => notices.get().at(-1)?.text
const unreadItem = (title: string) => screen.findByRole('button', { name: new RegExp(`^${text.unread} ${title}`) })

/** Somebody new, who has the console open and may write to themselves. */
async function opened() {
  await signInWith(['message.read', 'message.write'])
  const { user } = (await navigation())!
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  const asking = ({ path }: Endpoint) => fetched.mock.calls.findIndex(([url]) => typeof url === 'string' && url.endsWith(`/${path}`))
  const isAsked = (endpoint: Endpoint) => asking(endpoint) >= 0
  const hand = pressed(<MessageButton caller={user} className="" />)
  await waitFor(() => expect(isAsked(message.unread)).toBe(true))
  /** Once the server has answered that the stream is open, whatever is published is heard. */
  const streaming = async () => {
    await waitFor(() => expect(isAsked(message.stream)).toBe(true))
    await fetched.mock.results[asking(message.stream)]?.value
  }
  return { user, hand, isAsked, streaming }
}
async function published({ userId }: Caller): Promise<{ id: number; title: string }> {
  const title = freshWord()
  const sent: Sent<typeof message.save> = { title, content: '<p>正文</p>', type: 2, audience: 'selected', accountIds: [userId], action: 'publish' }
  return { title, id: (await call(message.save, sent)).data.id }
}
function channel(): BroadcastChannel {
  const between = new BroadcastChannel(`nameplane ${message.stream.path}`)
  onTestFinished(() => between.close())
  return between
}

test('a new message is counted, named and in the open drawer at once, and the other tabs are told', async () => {
  const told: unknown[] = []
  channel().onmessage = ({ data }: { data: { token: string; told: MessageEvent } }) => {
    if (data.token === sessionToken()) told.push(data.told)
  }
  const { user, hand, streaming } = await opened()
  await streaming()
  expect(bell()).toBe(text.open(''))
  const one = await published(user)
  await waitFor(() => expect([bell(), lastNotice()]).toEqual([text.open('1'), text.arrived(one.title)]))
  await hand.click(screen.getByRole('button', { name: text.open('1') }))
  await unreadItem(one.title)
  const two = await published(user)
  await waitFor(() => expect([bell(), lastNotice()]).toEqual([text.open('2'), text.arrived(two.title)]))
  await hand.click(await unreadItem(two.title))
  await waitFor(() => expect(bell()).toBe(text.open('1')))
  await hand.click(within(await screen.findByRole('dialog', { name: two.title })).getByRole('button', { name: partsMessages.zh.close }))
  await screen.findByRole('button', { name: new RegExp(`^${two.title}`) })

  // Read elsewhere: another count is no news to be announced.
  await call(message.read, { ids: [one.id] })
  await waitFor(() => expect(bell()).toBe(text.open('')))
  await screen.findByRole('button', { name: new RegExp(`^${one.title}`) })
  expect(lastNotice()).toBe(text.arrived(two.title))
  const news = { event: 'message', data: { id: one.id, title: one.title, type: 2, unread: 1 } }
  await waitFor(() =>
    expect([told[0], told[1], told.at(-1)]).toEqual([{ event: 'unread', data: { unread: 0 } }, news, { event: 'unread', data: { unread: 0 } }]),
  )
})

test('a tab beside another one opens no stream, begins with the count and hears what that one is told, of its own session only', async () => {
  const leading = vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request: () => new Promise(() => {}), query: async () => ({}) })
  onTestFinished(() => leading.mockRestore())
  const { isAsked } = await opened()
  const [other, title] = [channel(), freshWord()]
  const tell = (token: string | null, told: MessageEvent) => other.postMessage({ token, told })
  tell('of another session', { event: 'message', data: { id: 1, title: 'not for here', type: 2, unread: 9 } })
  tell(sessionToken(), { event: 'message', data: { id: 2, title, type: 2, unread: 3 } })
  await waitFor(() => expect(bell()).toBe(text.open('3')))
  expect(notices.get().map((notice) => notice.text)).toContain(text.arrived(title))
  expect(notices.get().map((notice) => notice.text)).not.toContain(text.arrived('not for here'))
  expect(isAsked(message.stream)).toBe(false)
})
