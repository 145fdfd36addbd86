import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { createCanvas } from '@napi-rs/canvas'
import { expect, inject, test } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { user as users } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { navigation } from '../../../api/session-calls.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { freshWord, inLanguage, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInAs } from '../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { richTextMessages } from '../../../screen-parts/rich-text/rich-text.messages.ts'
import { drawerMessages } from './drawer/drawer.messages.ts'
import { MessageDrawer } from './drawer/message-drawer.tsx'
import { MessagePage } from './message-page.tsx'
import { messageMessages, messageWords } from './message.messages.ts'

/* Messages from the list of all of them: written, left as they are, changed by two, published and taken back. */
const text = messageMessages.zh
const parts = partsMessages.zh
const password = 'tulip-Ferry-29-moss'
const label = (field: string): string => messageWords.label(field, 'zh')
const opened = (search: string) => pressed(<MessagePage />, `/account/message/list?${search}`)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function reader() {
  const username = freshWord()
  return { username, id: (await call(users.save, { username, password })).data.id }
}

/** What is saved of a message, but for what counts its changes. */
async function savedOf(id: number) {
  const { management, ...saved } = (await call(message.detail, { id })).data
  const { rowVersion: _, updateTime: __, ...managed } = management!
  return { ...saved, managed }
}

function select(choose: (selection: Selection) => void): void {
  choose(document.getSelection()!)
  document.dispatchEvent(new Event('selectionchange'))
}

/** Soon, and not on a full minute. */
const inTwoDays = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 2 * 86_400_000 + 17_000).toISOString()
const written = { content: '<p>周末<strong>停机</strong></p>', audience: 'class', classes: ['user', 'agent'], pinned: true, mailed: true } as const

test.each([
  ['a draft', text.form.draft, { ...written, type: 3, action: 'draft' }],
  ['a scheduled message', text.form.schedule, { ...written, type: 1, action: 'schedule', publishTime: inTwoDays }],
] as const)('%s opens as it was saved, and what another saved meanwhile is shown before it is overwritten', async (_, button, rest) => {
  const sent = { ...rest, title: freshWord() }
  const { id } = (await call(message.save, sent)).data
  const before = await savedOf(id)
  inLanguage('zh')
  const { open: go, hand } = wholeConsole()
  const open = async () => {
    await go(`/redirect/account/message/list?open=edit&row=${id}`)
    const form = within(await screen.findByRole('dialog', { name: text.editTitle(sent.title) }))
    const content = await form.findByRole('textbox', { name: new RegExp(`^${label('content')}`) })
    return { form, content, save: () => hand.click(form.getByRole('button', { name: button })) }
  }

  const first = await open()
  expect(first.form.getAllByRole('checkbox', { checked: true })).toHaveLength(4)
  expect(first.content.textContent).toBe('周末停机')
  await first.save()
  await closed()
  expect(await savedOf(id)).toEqual(before)

  const { form, save } = await open()
  const title = `${sent.title}不搬`
  await call(message.save, { ...sent, id, title, content: '<p>照常</p>', pinned: false })
  const theirs = await savedOf(id)
  await save()
  const warning = (await form.findByText(parts.changedMeanwhile)).closest('[role=alert]')
  expect([...warning!.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
    ...[label('title'), title],
    ...[label('content'), '照常'],
    ...[label('pinned'), parts.no],
  ])
  await expectAccessible('a message that another changed meanwhile')
  expect(await savedOf(id)).toEqual(theirs)
  await save()
  await closed()
  expect(await savedOf(id)).toEqual(before)
  await call(message.delete, { ids: [id] })
})

test('a message is written with marks and a picture, and what is wrong with it is said once, at its field', async () => {
  const [title, { id: readerId, username }] = [freshWord(), await reader()]
  const hand = opened(`search=${title}`)
  const [add] = await screen.findAllByRole('button', { name: text.add })
  await waitFor(() => expect(add).toHaveProperty('disabled', false))
  await hand.click(add!)
  const form = within(await screen.findByRole('dialog', { name: text.add }))
  const content = await form.findByRole('textbox', { name: new RegExp(`^${label('content')}`) })
  const isWrong = () => form.getByRole('textbox', { name: new RegExp(`^${label('content')}`) }).getAttribute('aria-invalid') === 'true'
  const publish = () => form.getByRole('button', { name: text.form.publish })
  const publishAt = form.getByLabelText(new RegExp(`^${text.form.publishAt}`))
  await hand.click(publish())
  await waitFor(() => expect(isWrong()).toBe(true))

  await hand.type(form.getByRole('textbox', { name: new RegExp(`^${label('title')}`) }), title)
  await hand.selectOptions(form.getByLabelText(new RegExp(`^${label('audience')}`)), 'selected')
  await hand.click(form.getByRole('button', { name: text.form.addAccount }))
  await hand.type(await screen.findByRole('combobox', { name: text.form.searchAccounts }), username)
  await hand.click(await screen.findByRole('option', { name: new RegExp(username) }))
  await hand.click(content)
  await hand.paste('停止解析')
  await waitFor(() => expect(isWrong()).toBe(false))
  select((selection) => selection.selectAllChildren(content))
  await hand.keyboard('{Control>}b{/Control}')
  select((selection) => selection.collapseToEnd())
  await hand.click(form.getByRole('button', { name: new RegExp(`^${richTextMessages.zh.centre}`) }))
  const png = Uint8Array.from(atob(createCanvas(32, 12).toDataURL().replace(/^.*,/, '')), (letter) => letter.charCodeAt(0))
  await hand.upload(form.getByLabelText(richTextMessages.zh.image, { selector: 'input' }), new File([png], 'plan.png', { type: 'image/png' }))
  await waitFor(() => expect(content.querySelector('img[src]')).not.toBeNull())

  await hand.type(publishAt, '2020-01-01T08:00')
  await hand.click(form.getByRole('button', { name: text.form.schedule }))
  await waitFor(() => expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([problemText('message_time_past', 'zh')]))
  await hand.clear(publishAt)
  await hand.click(publish())
  await closed()
  await row(title)
  const { data } = await call(message.list, { search: title })
  const saved = (await call(message.detail, { id: data.list[0]!.id })).data
  expect([saved.state, saved.accounts.map(({ id }) => id)]).toEqual(['published', [readerId]])
  expect(saved.content).toMatch(
    /^<p class="rt-center"><strong>停止解析<\/strong><img src="\S+\/sys\/message\/image\/[\w-]+" alt="plan" width="32" height="12" \/><\/p>$/,
  )
})

test('a message of which its content alone was changed asks before that is lost', async () => {
  const title = freshWord()
  const { id } = (await call(message.save, { ...written, title, action: 'draft' })).data
  const hand = opened(`open=edit&row=${id}`)
  const form = within(await screen.findByRole('dialog', { name: text.editTitle(title) }))
  const content = await form.findByRole('textbox', { name: new RegExp(`^${label('content')}`) })
  await hand.click(content)
  await hand.paste('改期')
  await waitFor(() => expect(content.textContent).toContain('改期'))
  await hand.click(form.getByRole('button', { name: parts.cancel }))
  await hand.click(within(await screen.findByRole('alertdialog', { name: parts.discardTitle })).getByRole('button', { name: parts.discard }))
  await closed()
  expect((await call(message.detail, { id })).data.content).toBe(written.content)
})

test('its writer sees that a message was read, takes it back, and it is gone', async () => {
  const [title, { id: readerId, username }] = [freshWord(), await reader()]
  const toReader: Sent<typeof message.save> = { title, content: '<p>照常</p>', type: 1, audience: 'selected', accountIds: [readerId], action: 'publish' }
  const { id } = (await call(message.save, toReader)).data
  await signInAs(username)
  await call(message.read, { ids: [id] })
  const first = inject('pressedPlatform')
  await signInAs(first.username, first.password)

  const hand = opened(`search=${title}`)
  expect((await row(title)).textContent).toContain('100%')
  await hand.click(screen.getByRole('button', { name: `${parts.moreActions} ${title}` }))
  await hand.click(await screen.findByRole('menuitem', { name: text.revoke }))
  await hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: text.revoke }))
  await waitFor(async () => expect((await row(title)).textContent).toContain(text.choices.state.revoked))
  cleanup()
  queryClient.clear()

  await signInAs(username)
  const { user } = (await navigation())!
  pressed(<MessageDrawer caller={user} onClose={() => {}} />)
  expect(await screen.findByText(drawerMessages.zh.none)).toBeTruthy()
})
