import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { adminMessages } from './admin.messages.ts'
import { OwnPasswordPage } from './own-password-page.tsx'

test('a new password needs the old one; what is missing or wrong is said at its field, and what was typed stays', async () => {
  const text = adminMessages.zh.password
  const user = pressed(<OwnPasswordPage />, '/account/password')
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
  await screen.findByRole('button', { name: text.submit })
  const next = field(accountFieldNames.newPassword.zh)
  await user.type(next, 'tulip-Ferry-29-moss')
  await user.type(field(accountFieldNames.passwordAgain.zh), 'tulip-Ferry-29-moss')
  await user.click(screen.getByRole('button', { name: text.submit }))
  const toldAt = (input: HTMLElement) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  await waitFor(() => expect(toldAt(field(text.old))).toContain('不能为空'))
  await user.type(field(text.old), 'not the password')
  await user.click(screen.getByRole('button', { name: text.submit }))
  await waitFor(() => expect(toldAt(field(text.old))).toMatch(/密码/))
  // Once, and not above the button too.
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(next.value).toBe('tulip-Ferry-29-moss')
})
