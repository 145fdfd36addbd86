import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { user as users } from '@nameplane/contract/account/user'
import { limits } from '@nameplane/contract/limits'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { ImportUsersDialog } from './import-users-dialog.tsx'
import { userMessages, userWords } from './user.messages.ts'

const text = userMessages.zh.importer
const parts = partsMessages.zh
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const box = () => screen.getByRole('textbox', { name: new RegExp(`^${text.orPaste}`) })
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const added = async (word: string) => (await call(users.list, { search: word })).data.list

function opened() {
  const close = vi.fn<() => void>()
  const hand = pressed(<ImportUsersDialog onClose={close} />)
  const paste = async (lines: readonly string[]) => {
    await hand.click(box())
    await hand.paste(lines.join('\n'))
  }
  return { close, hand, paste, file: screen.getByLabelText<HTMLInputElement>(text.choose) }
}

test('a list of users with a wrong line is imported only once somebody says that the line is to be skipped', async () => {
  const word = freshWord()
  const { close, hand: user } = opened()
  await user.type(box(), `username\n${word}\n?\n`)
  await user.click(button('预览'))
  const skip = await screen.findByRole('checkbox', { name: /跳过/ })
  expect(skip).toHaveProperty('checked', false)
  const run = button(/^导入/)
  expect(screen.getByText(text.blocked)).toBeTruthy()
  await user.click(run)
  expect(run.getAttribute('aria-disabled') ?? run.hasAttribute('disabled')).toBeTruthy()
  expect(run.title).toBe(text.blocked)
  await user.click(skip)
  expect(screen.queryByText(text.blocked)).toBeNull()
  await user.click(run)
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(notices.get().at(-1)?.text).toBe(text.done(1))
  expect((await added(word)).map(({ username }) => username)).toEqual([word])
})

describe('what is looked at before it is imported', () => {
  test('says which lines are wrong, with their names, fields and reasons, and which columns are of no use', async () => {
    const word = freshWord()
    const { hand, paste } = opened()
    await paste(['username,nickname,colour,email', `${word},x,red,no address`, `${word}.b,y,blue,`])
    await hand.click(button(text.preview))
    expect(await screen.findByText(text.accepted(1))).toBeTruthy()
    expect(screen.getByText(text.refused(1))).toBeTruthy()
    expect(screen.getByText(new RegExp(`^${text.unknown('nickname.colour')}$`))).toBeTruthy()
    const [, wrong, ...others] = within(screen.getByRole('table')).getAllByRole('row')
    expect(others).toEqual([])
    const cells = within(wrong!).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['2', word, `${userWords.label('email', 'zh')} ${problemText('invalid_email', 'zh')}`])
    expect(screen.queryByText(/未列出/)).toBeNull()
  })

  test('that is right throughout has nothing to skip, and its users are to set a password first', async () => {
    const word = freshWord()
    const { close, hand, paste } = opened()
    await paste(['username', word])
    await hand.click(button(text.preview))
    const run = await screen.findByRole('button', { name: text.run(1) })
    expect(screen.queryByRole('checkbox', { name: text.skip })).toBeNull()
    expect(screen.queryByText(text.refused(0))).toBeNull()
    expect(screen.queryByText(text.unknown(''))).toBeNull()
    expect(await added(word)).toEqual([])
    await hand.click(run)
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect((await added(word)).map(({ resetDue }) => resetDue)).toEqual([true])
  })

  test('lists no more wrong lines than can be read, and counts the others', async () => {
    const { hand, paste } = opened()
    await paste(['username', ...Array.from({ length: 103 }, () => '?')])
    await hand.click(button(text.preview))
    expect(await screen.findByText(text.unlisted(100, 3))).toBeTruthy()
    expect(screen.getByText(text.refused(103))).toBeTruthy()
    await hand.click(screen.getByRole('checkbox', { name: text.skip }))
    // All of it is skipped: nothing is left to import.
    expect(button(text.run(0))).toHaveProperty('title', parts.reasons.noChanges)
    expect(button(text.run(0))).toHaveProperty('disabled', true)
  })

  test('can be changed again, and is what was typed', async () => {
    const word = freshWord()
    const { close, hand, paste } = opened()
    await paste(['username', word])
    await hand.click(screen.getByRole('checkbox', { name: text.resetDue }))
    await hand.click(button(text.preview))
    await hand.click(await screen.findByRole('button', { name: text.back }))
    expect(box()).toHaveProperty('value', `username\n${word}`)
    expect(screen.getByRole('checkbox', { name: text.resetDue })).toHaveProperty('checked', false)
    await hand.type(box(), `\n${word}.two`)
    await hand.click(button(text.preview))
    await hand.click(await screen.findByRole('button', { name: text.run(2) }))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect((await added(word)).map(({ resetDue }) => resetDue)).toEqual([false, false])
  })
})

describe('what cannot be imported', () => {
  test('is nothing at all, which is said until something is typed', async () => {
    const { hand } = opened()
    await hand.type(box(), '  ')
    await hand.click(button(text.preview))
    expect(told()).toEqual([text.empty])
    expect(box().getAttribute('aria-invalid')).toBe('true')
    await hand.type(box(), 'u')
    expect(told()).toEqual([])
  })

  test.each([
    ['no column of names', ['colour', 'red'], problemText('account_import_unreadable', 'zh')],
    [
      'more lines than are taken at once',
      ['username', ...Array.from({ length: limits.accountImportLines + 1 }, (_, line) => `many.${line}`)],
      problemText('account_import_too_many', 'zh', { maximum: limits.accountImportLines }),
    ],
  ])('has %s: that is said, and the text stays', async (_, lines, why) => {
    const { close, hand, paste } = opened()
    await paste(lines)
    await hand.click(button(text.preview))
    await waitFor(() => expect(told()).toEqual([why]))
    expect(box()).toHaveProperty('value', lines.join('\n'))
    expect(button(text.preview)).toHaveProperty('disabled', false)
    expect(close).not.toHaveBeenCalled()
  })

  test('was taken by somebody else after it was looked at: nothing of it is imported, and the refusal goes with the way back', async () => {
    const word = freshWord()
    const { close, hand, paste } = opened()
    await paste(['username', word, `${word}.two`])
    await hand.click(button(text.preview))
    const run = await screen.findByRole('button', { name: text.run(2) })
    await call(users.save, { username: word, password: 'tulip-Ferry-29-moss' })
    await hand.click(run)
    await waitFor(() => expect(told()).toEqual([problemText('accounts_refused', 'zh', { count: 1 })]))
    expect(await added(`${word}.two`)).toEqual([])
    expect(close).not.toHaveBeenCalled()
    await hand.click(button(text.back))
    expect(told()).toEqual([])
  })
})

describe('a file', () => {
  test('is read whatever wrote it, can be chosen again, and so is left without a question', async () => {
    const word = freshWord()
    const { close, hand, file } = opened()
    await hand.upload(file, new File([new Uint8Array([0xd6, 0xd0]), `,username\n,${word}`], `${word}.csv`, { type: 'text/csv' }))
    await waitFor(() => expect(box()).toHaveProperty('value', `中,username\n,${word}`))
    expect(screen.getByText(`${word}.csv`)).toBeTruthy()
    await hand.click(button(parts.cancel))
    expect(close).toHaveBeenCalledOnce()
  })

  test('that cannot be read says so, and what was typed before stays', async () => {
    const { hand, file } = opened()
    await hand.type(box(), 'username')
    const locked = Object.assign(new File(['x'], 'locked.csv', { type: 'text/csv' }), { arrayBuffer: () => Promise.reject(new Error('locked')) })
    await hand.upload(file, locked)
    await waitFor(() => expect(told()).toEqual([text.unreadable]))
    expect(box()).toHaveProperty('value', 'username')
    await hand.upload(file, new File(['username\nfine'], 'fine.csv', { type: 'text/csv' }))
    await waitFor(() => expect(told()).toEqual([]))
    expect(box()).toHaveProperty('value', 'username\nfine')
  })
})

test('names and addresses are no words of a language: none of them is marked as misspelled', () => {
  opened()
  expect(box().getAttribute('spellcheck')).toBe('false')
})

test('what was typed is left only after a question, nothing or blanks without one', async () => {
  const { close, hand } = opened()
  await hand.type(box(), ' ')
  await hand.click(button(parts.cancel))
  expect(close).toHaveBeenCalledOnce()
  await hand.type(box(), 'username')
  await hand.click(button(parts.cancel))
  expect(close).toHaveBeenCalledOnce()
  await hand.click(button(parts.keepEditing))
  expect(box()).toHaveProperty('value', ' username')
  await hand.click(button(parts.cancel))
  await hand.click(button(parts.discard))
  expect(close).toHaveBeenCalledTimes(2)
})
