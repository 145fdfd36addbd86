import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { user as users } from '@nameplane/contract/account/user'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { ImportUsersDialog } from './import-users-dialog.tsx'

const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('a list of users with a wrong line is imported only once somebody says that the line is to be skipped', async () => {
  const word = freshWord()
  const close = vi.fn<() => void>()
  const user = pressed(<ImportUsersDialog onClose={close} />)
  await user.type(screen.getByRole('textbox', { name: /^或粘贴/ }), `username\n${word}\n?\n`)
  await user.click(button('预览'))
  const skip = await screen.findByRole('checkbox', { name: /跳过/ })
  expect(skip).toHaveProperty('checked', false)
  const run = button(/^导入/)
  await user.click(run)
  expect(run.getAttribute('aria-disabled') ?? run.hasAttribute('disabled')).toBeTruthy()
  await user.click(skip)
  await user.click(run)
  await waitFor(() => expect(close).toHaveBeenCalled())
  const { data } = await call(users.list, { search: word })
  expect(data.list.map(({ username }) => username)).toEqual([word])
})
