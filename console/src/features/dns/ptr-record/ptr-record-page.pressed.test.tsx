import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { PtrRecordPage } from './ptr-record-page.tsx'
import { ptrRecordMessages } from './ptr-record.messages.ts'

test('the primary action of a page is its last button, as in dialogs', async () => {
  const { add, generate } = ptrRecordMessages.zh
  pressed(<PtrRecordPage />, '/dns/domain/ptr/record')
  await screen.findAllByText(add)
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons.filter((name) => name === add || name === generate).slice(0, 2)).toEqual([generate, add])
})
