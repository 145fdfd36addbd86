import { screen, within } from '@testing-library/react'
import { expect, inject, test } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { call } from '../../../../api/client.ts'
import { navigation } from '../../../../api/session-calls.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { ApiTokenPage } from './api-token-page.tsx'

test('a token of one’s own is edited', async () => {
  const name = freshWord()
  const { password } = inject('pressedPlatform')
  await call(apiToken.save, { name, scopes: ['domain.read'], password })
  const user = pressed(<ApiTokenPage title="API" tabs={null} />, `/system/config/login?tab=api&search=${name}`)
  const row = within(await screen.findByRole('row', { name: new RegExp(name) }))
  // Whose token it is can be told once the caller is known.
  await navigation()
  await user.click(row.getByRole('button', { name: new RegExp(`^${partsMessages.zh.moreActions}`) }))
  await user.click(screen.getByRole('menuitem', { name: partsMessages.zh.edit }))
  expect(within(await screen.findByRole('dialog')).getByDisplayValue(name)).toBeTruthy()
})
