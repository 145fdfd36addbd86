import { expect, test } from 'vitest'
import { isLetThrough } from './let-through.ts'

const [until, decided] = ['2026-11-25T08:00:00.000Z', '2026-11-24T09:00:00.000Z']

test.each([
  ['that needs no approval', 'partly', null, null, true],
  ['that was approved', 'partly', until, decided, true],
  ['that waits for approval', 'awaiting', until, null, false],
  ['that was declined', 'declined', until, decided, false],
  ['whose approval came too late', 'expired', until, null, false],
  ['that its author called back before it was decided', 'cancelled', until, null, false],
] as const)('a set %s', (_, state, approvalUntil, decideTime, is) => {
  expect(isLetThrough({ state, approvalUntil, decideTime })).toBe(is)
})
