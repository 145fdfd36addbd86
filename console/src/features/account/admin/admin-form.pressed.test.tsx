import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import { user as users } from '@nameplane/contract/account/user'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { navigation } from '../../../api/session-calls.ts'
import { startSession } from '../../../api/session-store.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { firstAgainAfterwards, signInAs } from '../../../browser/pressed/signed-in.testing.ts'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { currentAddress } from '../../../routing/address.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { AddAdmin, EditAdmin } from './admin-form.tsx'
import { adminMessages, adminWords } from './admin.messages.ts'
import { OwnPasswordPage } from './own-password-page.tsx'

const text = adminMessages.zh
const account = accountMessages.zh
const parts = partsMessages.zh
const password = 'tulip-Ferry-29-moss'
const label = (field: string): string => adminWords.label(field, 'zh')
const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' })
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const saved = async (username: string) => (await call(admin.list, { search: username })).data.list.find((row) => row.username === username)!

async function madeRole() {
  const name = freshWord()
  return { name, id: (await call(role.save, { name, description: `说明 ${name}`, rights: ['user.read'], dataScope: 'own' })).data.id }
}
async function made(changes: Partial<Sent<typeof admin.save>> = {}) {
  const username = freshWord()
  await call(admin.save, { username, password, ...changes })
  return saved(username)
}

describe('a new administrator', () => {
  test('has the roles that are ticked, and has to set another password first', async () => {
    const [one, two] = [await madeRole(), await madeRole()]
    const username = freshWord()
    const close = vi.fn<() => void>()
    const hand = pressed(<AddAdmin isCallerSuper onClose={close} />)
    await screen.findByRole('checkbox', { name: one.name })
    expect(screen.getByText(`说明 ${one.name}`)).toBeTruthy()
    expect(screen.getByText(text.helps.isSuper)).toBeTruthy()
    expect([box(account.resetAtFirst).checked, box(label('isSuper')).checked]).toEqual([true, false])
    await hand.type(field(label('username')), username)
    for (const name of [label('password'), accountFieldNames.passwordAgain.zh]) await hand.type(field(name), password)
    for (const { name } of [one, two]) await hand.click(box(name))
    await hand.click(box(two.name))
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(await saved(username)).toMatchObject({ isSuper: false, resetDue: true, status: 1, roles: [{ id: one.id, name: one.name }] })
  })

  test('of all rights needs no roles, and those are not offered', async () => {
    const { name } = await madeRole()
    const username = freshWord()
    const close = vi.fn<() => void>()
    const hand = pressed(<AddAdmin isCallerSuper onClose={close} />)
    await screen.findByRole('checkbox', { name })
    await hand.click(box(label('isSuper')))
    expect(screen.queryByRole('checkbox', { name })).toBeNull()
    await hand.type(field(label('username')), username)
    for (const one of [label('password'), accountFieldNames.passwordAgain.zh]) await hand.type(field(one), password)
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect((await saved(username)).isSuper).toBe(true)
  })

  test('is given no password that is easily guessed, and the form says what it needs before', async () => {
    const hand = pressed(<AddAdmin isCallerSuper onClose={() => {}} />)
    await hand.type(field(label('username')), freshWord())
    const { passwordMinimum } = (await navigation())!
    expect(await screen.findByText(account.helps.administratorPassword(passwordMinimum))).toBeTruthy()
    for (const one of [label('password'), accountFieldNames.passwordAgain.zh]) await hand.type(field(one), 'password1234')
    await hand.click(button(text.add))
    await waitFor(() => expect(told()).toContain(problemText('password_common', 'zh')))
  })

  test('is made one of all rights by those alone who are, and the others read why', async () => {
    const hand = pressed(<AddAdmin isCallerSuper={false} onClose={() => {}} />)
    expect(screen.getByText(text.onlySuper)).toBeTruthy()
    expect(box(label('isSuper')).disabled).toBe(true)
    await hand.click(box(label('isSuper')))
    expect(box(label('isSuper')).checked).toBe(false)
  })
})

test('an administrator who is changed shows the roles held, and keeps what is not touched', async () => {
  const [one, two] = [await madeRole(), await madeRole()]
  const row = await made({ roleIds: [one.id], resetDue: true, remark: '备注' })
  const close = vi.fn<() => void>()
  const hand = pressed(<EditAdmin isCallerSuper row={row} saved={row} onStale={() => {}} onClose={close} />)
  expect(screen.getByRole('heading', { name: text.editTitle(row.username) })).toBeTruthy()
  await screen.findByRole('checkbox', { name: two.name })
  expect([box(one.name).checked, box(two.name).checked, box(label('resetDue')).checked]).toEqual([true, false, true])
  for (const { name } of [one, two]) await hand.click(box(name))
  await hand.click(button(parts.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(await saved(row.username)).toMatchObject({ roles: [{ id: two.id }], resetDue: true, remark: '备注', isSuper: false })
})

describe('who signs in with few rights', () => {
  test('gives no role that holds more, and reads why', async () => {
    const [own, more] = [await madeRole(), freshWord()]
    await call(role.save, { name: more, description: '', rights: ['record.write'], dataScope: 'own' })
    const { id } = (
      await call(role.save, { name: freshWord(), description: '', rights: ['admin.read', 'admin.write', 'role.read', 'user.read'], dataScope: 'own' })
    ).data
    const { username } = await made({ roleIds: [id] })
    await signInAs(username)
    pressed(<AddAdmin isCallerSuper={false} onClose={() => {}} />)
    await screen.findByRole('checkbox', { name: more })
    expect([box(more).disabled, box(own.name).disabled]).toEqual([true, false])
    const help = (name: string) => document.getElementById(box(name).getAttribute('aria-describedby') ?? '')?.textContent
    expect([help(more), help(own.name)]).toEqual([text.beyond, `说明 ${own.name}`])
  })

  test('sets a new password where one is due, and only then goes on to everything else', async () => {
    const { username } = await made({ resetDue: true })
    await signInAs(username)
    const hand = pressed(<OwnPasswordPage />, '/account/users/reset-password')
    expect(await screen.findByText(text.password.due)).toBeTruthy()
    await hand.type(field(text.password.old), password)
    await hand.type(field(accountFieldNames.newPassword.zh), 'meadow-Quartz-71-pier')
    await hand.type(field(accountFieldNames.passwordAgain.zh), 'meadow-Quartz-71-pie')
    await hand.click(button(text.password.submit))
    await waitFor(() => expect(told()).toEqual([problemText('passwords_differ', 'zh')]))
    expect(currentAddress().pathname).toBe('/account/users/reset-password')
    await hand.type(field(accountFieldNames.passwordAgain.zh), 'r')
    await hand.click(button(text.password.submit))
    await waitFor(() => expect(currentAddress().pathname).toBe('/console'))
    expect(notices.get().at(-1)?.text).toBe(text.password.done(0))
    await signInAs(username, 'meadow-Quartz-71-pier')
    expect((await call(admin.info, {})).data).toMatchObject({ username, resetDue: false })
  })

  test('stays where a new password was not due, with the fields empty again', async () => {
    const { username } = await made()
    await signInAs(username)
    const hand = pressed(<OwnPasswordPage />, '/account/users/reset-password')
    await screen.findByRole('button', { name: text.password.submit })
    expect(screen.queryByText(text.password.due)).toBeNull()
    await hand.type(field(text.password.old), password)
    for (const name of [accountFieldNames.newPassword.zh, accountFieldNames.passwordAgain.zh]) await hand.type(field(name), 'meadow-Quartz-71-pier')
    await hand.click(button(text.password.submit))
    await waitFor(() => expect(field(text.password.old).value).toBe(''))
    expect(field(accountFieldNames.newPassword.zh).value).toBe('')
    expect(currentAddress().pathname).toBe('/account/users/reset-password')
  })

  test('reads the rule of users where a user changes the own password', async () => {
    const username = freshWord()
    await call(users.save, { username, password })
    await signInAs(username)
    pressed(<OwnPasswordPage />, '/account/users/reset-password')
    expect(await screen.findByText(account.helps.userPassword)).toBeTruthy()
  })

  test('changes no password for somebody whom an administrator acts for', async () => {
    const { id } = (await call(users.save, { username: freshWord(), password })).data
    firstAgainAfterwards()
    startSession((await call(users.impersonate, { id })).token)
    pressed(<OwnPasswordPage />, '/account/users/reset-password')
    expect(await screen.findByText(text.password.refused)).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.password.submit })).toBeNull()
  })
})
