import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { user as users, userType } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { SetPasswordDialog } from '../../../entities/account/set-password-dialog.tsx'
import { OwnTitlesProvider } from '../../../routing/own-titles.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { TagUsersDialog } from './tag-users-dialog.tsx'
import { AddUser, EditUser } from './user-form.tsx'
import { userMessages, userWords } from './user.messages.ts'

/* Dialogs over users who are saved. */
const text = userMessages.zh
const account = accountMessages.zh
const parts = partsMessages.zh
const password = 'tulip-Ferry-29-moss'
const button = (name: string) => screen.getByRole('button', { name })
const label = (field: string): string => userWords.label(field, 'zh')
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input,select' })
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const saved = async (username: string) => (await call(users.list, { search: username })).data.list.find((row) => row.username === username)!

async function made(changes: Partial<Sent<typeof users.save>> = {}) {
  const username = freshWord()
  await call(users.save, { username, password, ...changes })
  return saved(username)
}

describe('tags of several users', () => {
  test('are added to all and removed from all at once; only those that one of them has are offered to be removed', async () => {
    const [old, kept, fresh] = [freshWord(), freshWord(), freshWord()]
    const rows = [await made({ tags: [old, kept] }), await made({ tags: [old] })]
    const [close, done] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const hand = pressed(<TagUsersDialog rows={rows} onClose={close} onDone={done} />)
    expect(screen.getByRole('heading', { name: text.tagDialog.titleOfMany(2) })).toBeTruthy()
    const [add, remove] = [text.tagDialog.add, text.tagDialog.remove].map((name) => screen.getByRole<HTMLInputElement>('combobox', { name }))
    expect([...remove!.list!.options].map(({ value }) => value).toSorted()).toEqual([kept, old].toSorted())
    await waitFor(() => expect([...add!.list!.options].map(({ value }) => value)).toContain(kept))
    await hand.type(add!, `${fresh}{Enter}`)
    await hand.type(remove!, `${old}{Enter}`)
    await hand.click(button(parts.save))
    await waitFor(() => expect(done).toHaveBeenCalledOnce())
    expect(close).not.toHaveBeenCalled()
    const tags = await Promise.all(rows.map(async ({ username }) => (await saved(username)).tags.toSorted()))
    expect(tags).toEqual([[fresh, kept].toSorted(), [fresh]])
  })

  test('that only lose one are saved too', async () => {
    const old = freshWord()
    const row = await made({ tags: [old] })
    const done = vi.fn<() => void>()
    const hand = pressed(<TagUsersDialog rows={[row]} onClose={() => {}} onDone={done} />)
    expect(screen.getByRole('heading', { name: text.tagDialog.title(row.username) })).toBeTruthy()
    await hand.type(screen.getByRole('combobox', { name: text.tagDialog.remove }), `${old}{Enter}`)
    await hand.click(button(parts.save))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect((await saved(row.username)).tags).toEqual([])
  })

  test('are asked for where none were typed, but not before somebody saves', async () => {
    const row = await made()
    const [close, done] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const hand = pressed(<TagUsersDialog rows={[row]} onClose={close} onDone={done} />)
    expect(told()).toEqual([])
    await hand.click(button(parts.save))
    expect(told()).toEqual([text.tagDialog.nothing])
    await hand.type(screen.getByRole('combobox', { name: text.tagDialog.add }), 'vip,')
    expect(told()).toEqual([])
    await hand.click(button(parts.cancel))
    await hand.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: parts.discard }))
    expect(close).toHaveBeenCalledOnce()
    expect(done).not.toHaveBeenCalled()
  })
})

describe('a new user', () => {
  test('has to set another password at first, unless that is taken off, and is no agent', async () => {
    const username = freshWord()
    const close = vi.fn<() => void>()
    const hand = pressed(<AddUser onClose={close} />)
    expect(screen.getByRole('checkbox', { name: account.resetAtFirst })).toHaveProperty('checked', true)
    expect(field(label('type')).value).toBe(String(userType.ordinary))
    expect(screen.queryByRole('link', { name: text.verifications })).toBeNull()
    await hand.type(field(label('username')), username)
    await hand.type(field(label('password')), password)
    await hand.type(field(accountFieldNames.passwordAgain.zh), `${password}x`)
    await hand.click(button(text.add))
    await waitFor(() => expect(told()).toEqual([problemText('passwords_differ', 'zh')]))
    await hand.type(field(accountFieldNames.passwordAgain.zh), '{Backspace}')
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(await saved(username)).toMatchObject({ resetDue: true, type: userType.ordinary, status: 1, verified: 0, tags: [], unvalidModel: [] })
  })

  test('cannot have a name that somebody has: that is said at the name, and nothing else is lost', async () => {
    const { username } = await made()
    const close = vi.fn<() => void>()
    const hand = pressed(<AddUser onClose={close} />)
    await hand.type(field(label('username')), username)
    for (const name of [label('password'), accountFieldNames.passwordAgain.zh]) await hand.type(field(name), password)
    await hand.click(button(text.add))
    await waitFor(() => expect(told()).toEqual([problemText('username_taken', 'zh')]))
    expect(field(label('username')).getAttribute('aria-invalid')).toBe('true')
    expect(field(label('password')).value).toBe(password)
    expect(close).not.toHaveBeenCalled()
  })
})

/* Screens and sections are called as their paths. */
const titles = { titleOf: ({ path }: { path: string }) => ({ zh: path, en: path }), loadAll: () => Promise.resolve() }

describe('a user who is changed', () => {
  const opened = (row: Awaited<ReturnType<typeof saved>>) => {
    const close = vi.fn<() => void>()
    const hand = pressed(
      <OwnTitlesProvider titles={titles}>
        <EditUser row={row} saved={row} onStale={() => {}} onClose={close} />
      </OwnTitlesProvider>,
    )
    return { close, hand }
  }

  test('shows what is saved, and keeps all that is not touched', async () => {
    const tag = freshWord()
    const row = await made({ type: 5, tags: [tag], verified: 1, status: 0, language: 'en', resetDue: true, remark: '备注' })
    const { hand, close } = opened(row)
    expect(screen.getByRole('heading', { name: text.editTitle(row.username) })).toBeTruthy()
    expect([label('type'), label('verified'), label('status'), label('language')].map((name) => field(name).value)).toEqual(['5', '1', '0', 'en'])
    expect(
      within(field(label('type')))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
        .slice(0, 2),
    ).toEqual(['普通用户', '代理 1 级'])
    expect(screen.queryByLabelText(new RegExp(`^${accountFieldNames.passwordAgain.zh}`))).toBeNull()
    expect(screen.getByRole('link', { name: text.verifications }).getAttribute('href')).toContain(`userId=${row.id}`)
    await hand.type(field(label('remark')), '二')
    await hand.click(button(parts.save))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(await saved(row.username)).toMatchObject({ type: 5, tags: [tag], verified: 1, status: 0, language: 'en', resetDue: true, remark: '备注二' })
  })

  test('no longer sees the pages that are ticked: one by one, or a whole section', async () => {
    const row = await made()
    const { hand, close } = opened(row)
    await hand.click(screen.getByText(account.helps.hiddenCount(0)))
    const section = await screen.findByRole('group', { name: '/account' })
    const [all, first, second] = within(section).getAllByRole<HTMLInputElement>('checkbox')
    await hand.click(first!)
    expect(screen.getByText(account.helps.hiddenCount(1))).toBeTruthy()
    expect([all!.checked, all!.indeterminate, second!.checked]).toEqual([false, true, false])
    await hand.click(all!)
    expect([all!.checked, all!.indeterminate, second!.checked]).toEqual([true, false, true])
    const pages = within(section).getAllByRole('checkbox').length - 1
    expect(screen.getByText(account.helps.hiddenCount(pages))).toBeTruthy()
    await hand.click(second!)
    await hand.click(button(parts.save))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect((await saved(row.username)).unvalidModel).toHaveLength(pages - 1)
  })
})

test('a password is set for somebody else: typed twice, and to be changed by them unless that is taken off', async () => {
  const row = await made()
  const close = vi.fn<() => void>()
  const hand = pressed(<SetPasswordDialog account={row} help={account.helps.userPassword} invalidates={[users.list]} onClose={close} />)
  expect(screen.getByRole('heading', { name: account.setPassword.title(row.username) })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: account.resetAtFirst })).toHaveProperty('checked', true)
  await hand.type(field(accountFieldNames.newPassword.zh), 'meadow-Quartz-71-pier')
  await hand.click(button(account.resetPassword))
  await waitFor(() => expect(told()).toEqual([problemText('passwords_differ', 'zh')]))
  await hand.type(field(accountFieldNames.passwordAgain.zh), 'meadow-Quartz-71-pier')
  await hand.click(button(account.resetPassword))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect((await saved(row.username)).resetDue).toBe(true)
})
