import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { problemText } from '@nameplane/contract/problem-text'
import { pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { dashboardMessages } from './dashboard.messages.ts'
import { LookupPanel } from './lookup-panel.tsx'

const text = dashboardMessages.zh.lookup
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: text.address })
const below = () => document.getElementById(field().getAttribute('aria-describedby')!)?.textContent
const shown = () => screen.queryByText(text.country)?.closest('dl')?.querySelector('dd')?.textContent

test('an address is looked up as it was typed, a wrong one is said until something else is typed, and nothing is not asked for', async () => {
  const hand = pressed(<LookupPanel />)
  await hand.type(field(), ' {Enter}')
  expect([below(), field().getAttribute('aria-invalid'), shown()]).toEqual([text.help, 'false', undefined])

  await hand.clear(field())
  await hand.type(field(), ' 202.96.209.133 {Enter}')
  await waitFor(() => expect(shown()).toBe('202.96.209.133'))

  await hand.clear(field())
  await hand.type(field(), '202.96.209.333{Enter}')
  await waitFor(() => expect(below()).toBe(problemText('invalid_ip', 'zh')))
  expect([field().getAttribute('aria-invalid'), shown()]).toEqual(['true', undefined])
  await hand.type(field(), '{Backspace}')
  expect([below(), field().getAttribute('aria-invalid')]).toEqual([text.help, 'false'])
  await hand.type(field(), '{Enter}')
  await waitFor(() => expect(shown()).toBe('202.96.209.33'))
})
