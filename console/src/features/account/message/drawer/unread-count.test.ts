import { expect, test } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { liveCalls } from './message-live.ts'
import { badgeText } from './unread-count.ts'

test.each([
  [-1, ''],
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i unread messages show as “%s”', (count, text) => {
  expect(badgeText(count)).toBe(text)
})

test('what every page calls is what the contract says', () => {
  for (const [verb, { method, path }] of Object.entries(liveCalls)) expect(message[verb as keyof typeof liveCalls]).toMatchObject({ method, path })
})
