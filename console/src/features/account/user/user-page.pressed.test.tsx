import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { user as users } from '@nameplane/contract/account/user'
import { call } from '../../../api/client.ts'
import { currentAddress } from '../../../routing/address.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { UserPage } from './user-page.tsx'
import { userWords } from './user.messages.ts'

test('a list shows what its filters leave, says so in its address, and shows all again once they are taken off', async () => {
  const word = freshWord()
  for (const [username, status] of [
    [`${word}.one`, 1],
    [`${word}.two`, 0],
  ] as const)
    await call(users.save, { username, status, password: 'tulip-Ferry-29-moss' })
  const user = pressed(<UserPage />, `/account/user/list?search=${word}`)
  await screen.findByRole('row', { name: new RegExp(`${word}.two`) })
  expect(screen.getAllByRole('row', { name: new RegExp(word) })).toHaveLength(2)
  const chip = screen.getByRole('combobox', { name: new RegExp(`^${userWords.label('status', 'zh')}`) })
  await user.selectOptions(chip, '0')
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(`${word}.one`) })).toBeNull())
  expect(screen.getAllByRole('row', { name: new RegExp(word) })).toHaveLength(1)
  expect(currentAddress().search).toContain('status=0')
  await user.selectOptions(chip, '')
  await screen.findByRole('row', { name: new RegExp(`${word}.one`) })
  expect(currentAddress().search).not.toContain('status')
})
