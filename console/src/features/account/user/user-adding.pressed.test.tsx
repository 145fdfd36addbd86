import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { problemText } from '@nameplane/contract/problem-text'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { passwordMeterMessages } from '../../../entities/account/password-meter.messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { UserPage } from './user-page.tsx'
import { userMessages, userWords } from './user.messages.ts'

/* Users who are added in their list: one by the form, others line by line. */
const text = userMessages.zh
const meter = passwordMeterMessages.zh
const path = '/account/users/users'
const rowOf = async (name: string) => (await screen.findByRole('button', { name: `${partsMessages.zh.moreActions} ${name}` })).closest('tr')!

test('a user is added by the form, which says what is wrong beside each field, and stands in the list', async () => {
  const name = `zhang.${freshWord()}`
  const hand = pressed(<UserPage />, `${path}?search=${name}`)
  await hand.click((await screen.findAllByRole('button', { name: text.add }))[0]!)
  const form = await screen.findByRole('dialog', { name: text.add })
  const field = (label: string) => within(form).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' })
  const [username, email, password, again] = [
    field(userWords.label('username', 'zh')),
    field(userWords.label('email', 'zh')),
    field(userWords.label('password', 'zh')),
    field(accountFieldNames.passwordAgain.zh),
  ]
  const saidOf = (input: HTMLElement) => (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  const enter = async (input: HTMLElement, typed: string) => {
    await hand.clear(input)
    await hand.type(input, typed)
  }
  await enter(username, '张三')
  await enter(email, 'nobody@')
  await enter(password, 'abc')
  const strength = await within(form).findByRole('meter', { name: meter.strength })
  expect(strength.getAttribute('aria-valuetext')).toBe(meter.levels[1])
  expect(within(form).getByText(meter.lacks.form)).toBeTruthy()
  await hand.click(within(form).getByRole('button', { name: text.add }))
  await waitFor(() => expect(saidOf(username)).toContain(problemText('invalid_username', 'zh')))
  expect(saidOf(email)).toContain(problemText('invalid_email', 'zh'))
  expect(saidOf(password)).toContain(problemText('invalid_password', 'zh'))

  await enter(username, name)
  await enter(email, `${name}@example.net`)
  await enter(password, 'pass1')
  await enter(again, 'pass1')
  await hand.type(within(form).getByRole('combobox', { name: userWords.label('tags', 'zh') }), 'vip,华东,')
  await hand.click(within(form).getByRole('button', { name: text.add }))
  const row = await rowOf(name)
  expect(within(row).getByText(accountFieldNames.resetDue.zh)).toBeTruthy()
  for (const tag of ['vip', '华东']) expect(within(row).getByText(tag)).toBeTruthy()
})

test('others are imported line by line, those that are wrong skipped, and stand in the list', async () => {
  const word = freshWord()
  const [taken, fresh] = [`${word}.taken`, `${word}.fresh`]
  const hand = pressed(<UserPage />, `${path}?search=${word}`)
  const importing = async (lines: readonly string[]) => {
    await hand.click((await screen.findAllByRole('button', { name: text.import }))[0]!)
    const dialog = within(await screen.findByRole('dialog', { name: text.importer.title }))
    await hand.click(dialog.getByRole('textbox', { name: new RegExp(`^${text.importer.orPaste}`) }))
    await hand.paste(lines.join('\n'))
    await hand.click(dialog.getByRole('button', { name: text.importer.preview }))
    return dialog
  }
  const first = await importing(['username', taken])
  await hand.click(await first.findByRole('button', { name: text.importer.run(1) }))
  await rowOf(taken)
  const second = await importing(['username,email', `${fresh},${fresh}@example.net`, `${taken},`, 'ab,no mail', ''])
  expect(await second.findByText(text.importer.refused(2))).toBeTruthy()
  expect(second.getByText(new RegExp(problemText('username_taken', 'zh')))).toBeTruthy()
  await hand.click(second.getByRole('checkbox', { name: text.importer.skip }))
  await hand.click(second.getByRole('button', { name: text.importer.run(1) }))
  await rowOf(fresh)
})
