import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { changeSetMessages } from './change-set.messages.ts'
import { LogPage } from './log-page.tsx'

/* Bulk operations, and those among them that somebody has to approve. */
const text = changeSetMessages.zh.log
const parts = partsMessages.zh
const path = '/dns/domain/bulk/log'

test('where none awaits approval that is said, until something else is asked for', async () => {
  const hand = pressed(<LogPage />, `${path}?state=awaiting`)
  await screen.findByText(text.noneAwaiting)
  expect(screen.queryByText(parts.noMatches)).toBeNull()
  await hand.type(screen.getByRole('textbox'), freshWord())
  await screen.findByText(parts.noMatches)
  expect(screen.queryByText(text.noneAwaiting)).toBeNull()
})
