import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { user as users } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { EditMessage, WriteMessage } from './message-form.tsx'
import { messageMessages, messageWords } from './message.messages.ts'

const text = messageMessages.zh
const parts = partsMessages.zh
const label = (field: string): string => messageWords.label(field, 'zh')
const button = (name: string) => screen.getByRole('button', { name })
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label('title')}`) })
const audience = () => screen.getByRole('combobox', { name: new RegExp(`^${label('audience')}`) })
const publishAt = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${text.form.publishAt}`))
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) })
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const saved = async (id: number) => (await call(message.detail, { id })).data
const lastNotice = () => notices.get().at(-1)?.text

/** A draft that is for administrators alone, unless something else is said. */
async function drafted(changes: Partial<Sent<typeof message.save>> = {}) {
  const name = freshWord()
  const { id } = (await call(message.save, { title: name, content: '<p>正文</p>', audience: 'class', classes: ['administrator'], ...changes })).data
  return { id, name }
}
async function account() {
  const username = freshWord()
  return { username, id: (await call(users.save, { username, password: 'tulip-Ferry-29-moss' })).data.id }
}
function edited(id: number) {
  const close = vi.fn<() => void>()
  return { close, hand: pressed(<EditMessage id={id} onClose={close} />) }
}

describe('a message that is written', () => {
  test('needs a title, a content and somebody to read it, and each is said where it is missing', async () => {
    const close = vi.fn<() => void>()
    const hand = pressed(<WriteMessage onClose={close} />)
    await title()
    expect(screen.queryByRole('group', { name: label('accountIds') })).toBeNull()
    await hand.selectOptions(audience(), 'class')
    await hand.click(button(text.form.publish))
    const required = problemText('required', 'zh')
    await waitFor(() => expect(told()).toEqual([required, required, required]))
    const group = (field: string) => screen.getByRole('group', { name: label(field) })
    expect(within(group('classes')).getByText(label('classes')).textContent).toBe(`${label('classes')}*`)
    expect(document.getElementById(group('classes').getAttribute('aria-describedby')!)?.textContent).toBe(required)
    await hand.click(box(text.choices.classes.agent))
    await waitFor(() => expect(told()).toHaveLength(2))
    await hand.selectOptions(audience(), 'selected')
    expect(screen.queryByRole('checkbox', { name: text.choices.classes.agent })).toBeNull()
    expect(within(group('accountIds')).getByText(text.form.noneChosen)).toBeTruthy()
    expect(within(group('accountIds')).getByText(label('accountIds')).textContent).toBe(`${label('accountIds')}*`)
    await hand.click(button(text.form.draft))
    await waitFor(() => expect(within(group('accountIds')).getByRole('alert').textContent).toBe(required))
    expect(close).not.toHaveBeenCalled()
  })

  test('is left at once while nothing was typed', async () => {
    const close = vi.fn<() => void>()
    const hand = pressed(<WriteMessage onClose={close} />)
    await title()
    await hand.click(button(parts.cancel))
    expect(close).toHaveBeenCalledOnce()
  })

  test('asks before what was typed is lost, and goes on where it was', async () => {
    const close = vi.fn<() => void>()
    const hand = pressed(<WriteMessage onClose={close} />)
    // Enter in a field publishes nothing.
    await hand.type(await title(), 'typed{Enter}')
    expect(told()).toEqual([])
    await hand.click(button(parts.cancel))
    const asked = within(screen.getByRole('alertdialog', { name: parts.discardTitle }))
    await hand.click(asked.getByRole('button', { name: parts.keepEditing }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(await title()).toHaveProperty('value', 'typed')
    expect(close).not.toHaveBeenCalled()
    await hand.click(button(parts.cancel))
    await hand.click(button(parts.discard))
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('a draft', () => {
  test('opens as it is saved, keeps what is changed, and stays a draft', async () => {
    const { id, name } = await drafted({ pinned: true, type: 3 })
    const { hand, close } = edited(id)
    expect(await title()).toHaveProperty('value', name)
    expect(screen.getByRole('heading', { name: text.editTitle(name) })).toBeTruthy()
    const boxes = () =>
      [text.choices.classes.user, text.choices.classes.agent, text.choices.classes.administrator, label('pinned'), label('mailed')].map(
        (one) => box(one).checked,
      )
    expect(boxes()).toEqual([false, false, true, true, false])
    expect(publishAt().value).toBe('')
    expect(screen.getByRole('combobox', { name: new RegExp(`^${label('type')}`) })).toHaveProperty('value', '3')
    for (const one of [text.choices.classes.user, text.choices.classes.agent, text.choices.classes.administrator, label('pinned'), label('mailed')])
      await hand.click(box(one))
    expect(boxes()).toEqual([true, true, false, false, true])
    await hand.type(await title(), '二')
    await hand.click(button(text.form.draft))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(lastNotice()).toBe(text.form.saved)
    const now = await saved(id)
    expect(now).toMatchObject({ title: `${name}二`, state: 'draft', type: 3, pinned: false, content: '<p>正文</p>' })
    expect(now.management).toMatchObject({ audience: 'class', classes: ['user', 'agent'], mailed: true })
  })

  test('is published at once without a time', async () => {
    const { id } = await drafted({ type: 2 })
    const { hand, close } = edited(id)
    await title()
    await hand.click(button(text.form.publish))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(lastNotice()).toBe(text.form.published)
    expect((await saved(id)).state).toBe('published')
  })

  test('that is given a time waits for it, and shows it when it is opened again', async () => {
    const { id } = await drafted()
    const first = edited(id)
    await title()
    await first.hand.type(publishAt(), '2099-05-01T08:30')
    expect(screen.queryByRole('button', { name: text.form.publish })).toBeNull()
    await first.hand.click(button(text.form.schedule))
    await waitFor(() => expect(first.close).toHaveBeenCalled())
    expect(lastNotice()).toBe(text.form.scheduled)
    const now = await saved(id)
    expect(now.state).toBe('scheduled')
    expect(new Date(now.publishTime ?? '').getTime()).toBe(new Date('2099-05-01T08:30').getTime())
  })

  test('that waits for a time shows it, and may become a draft again', async () => {
    const { id } = await drafted({ action: 'schedule', publishTime: new Date('2099-05-01T08:30').toISOString() })
    const { hand, close } = edited(id)
    await title()
    expect(publishAt().value).toBe('2099-05-01T08:30')
    expect(button(text.form.schedule)).toBeTruthy()
    await hand.clear(publishAt())
    await hand.click(button(text.form.draft))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(await saved(id)).toMatchObject({ state: 'draft', publishTime: null })
  })

  test('is not given a time that is over: that is said at the time', async () => {
    const { id } = await drafted()
    const { hand, close } = edited(id)
    await title()
    await hand.type(publishAt(), '2001-05-01T08:30')
    await hand.click(button(text.form.schedule))
    const past = problemText('message_time_past', 'zh')
    await waitFor(() => expect(told()).toEqual([past]))
    expect(publishAt().getAttribute('aria-invalid')).toBe('true')
    expect(close).not.toHaveBeenCalled()
    expect((await saved(id)).state).toBe('draft')
  })

  test('that nobody would receive is not published, and why stands above the buttons', async () => {
    const { id, name } = await drafted({ type: 1 })
    const { hand, close } = edited(id)
    await title()
    await hand.click(button(text.form.publish))
    await waitFor(() => expect(told()).toEqual([problemText('message_for_nobody', 'zh', { title: name })]))
    expect(close).not.toHaveBeenCalled()
    expect(button(text.form.publish)).toHaveProperty('disabled', false)
  })

  test('for everybody forgets which kinds of accounts it was for', async () => {
    const { id } = await drafted()
    const { hand, close } = edited(id)
    await title()
    await hand.selectOptions(audience(), 'all')
    await hand.click(button(text.form.draft))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect((await saved(id)).management).toMatchObject({ audience: 'all', classes: [] })
  })

  test('for chosen accounts names them, takes one off, and finds another that is not chosen yet', async () => {
    const [one, two, three] = [await account(), await account(), await account()]
    const { id } = await drafted({ audience: 'selected', classes: [], accountIds: [one.id, two.id] })
    const { hand, close } = edited(id)
    await title()
    expect(screen.queryByText(text.form.noneChosen)).toBeNull()
    await hand.click(button(text.form.dropAccount(one.username)))
    expect(screen.queryByText(one.username)).toBeNull()
    await hand.click(button(text.form.addAccount))
    const search = await screen.findByRole('combobox', { name: text.form.searchAccounts })
    await hand.type(search, two.username)
    await screen.findByText(text.form.noAccounts)
    await hand.clear(search)
    await hand.type(search, three.username)
    await hand.click(await screen.findByRole('option', { name: new RegExp(three.username) }))
    expect(button(text.form.dropAccount(three.username))).toBeTruthy()
    await hand.click(button(text.form.draft))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect((await saved(id)).accounts.map(({ username }) => username).toSorted()).toEqual([two.username, three.username].toSorted())
  })

  test('that somebody else changed meanwhile says what is saved now, and is saved over it only then', async () => {
    const { id, name } = await drafted()
    const { hand, close } = edited(id)
    await hand.type(await title(), '我')
    await call(message.save, { id, title: `${name}他`, content: '<p>别的</p>', audience: 'class', classes: ['agent'], pinned: true, type: 1 })
    await hand.click(button(text.form.draft))
    await screen.findByText(parts.changedMeanwhile)
    const [terms, values] = ['term', 'definition'].map((role) => screen.getAllByRole(role).map(({ textContent }) => textContent))
    expect(Object.fromEntries(terms!.map((term, index) => [term, values![index]]))).toEqual({
      [label('title')]: `${name}他`,
      [label('type')]: text.choices.type[1],
      [label('classes')]: text.choices.classes.agent,
      [label('content')]: '别的',
      [label('pinned')]: parts.yes,
    })
    expect(close).not.toHaveBeenCalled()
    await hand.click(button(text.form.draft))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(await saved(id)).toMatchObject({ title: `${name}我`, pinned: false })
  })

  test('that is gone says so instead of a form', async () => {
    pressed(<EditMessage id={2_000_000_000} onClose={() => {}} />)
    expect(await screen.findByText(new RegExp(problemText('message_missing', 'zh')))).toBeTruthy()
    expect(screen.getByRole('heading', { name: parts.edit })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
