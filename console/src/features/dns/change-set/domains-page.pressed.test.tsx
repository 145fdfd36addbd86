import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { DomainsPage } from './domains-page.tsx'

const text = changeSetMessages.zh

test('where {n} begins is asked only of domains that get records', async () => {
  const user = pressed(<DomainsPage />, '/dns/domain/bulk/domainsCreate')
  const first = () => screen.queryByLabelText(new RegExp(`^${changeSetWords.label('startAt', 'zh')}`))
  expect(first()).toBeNull()
  await user.click(screen.getByRole('button', { name: text.addRecord }))
  expect(first()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: new RegExp(`^${text.removeRecord}`) }))
  expect(first()).toBeNull()
})
