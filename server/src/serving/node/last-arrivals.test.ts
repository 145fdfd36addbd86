import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lastArrivals } from './last-arrivals.ts'

test('it waits for a turn in which nobody came', async () => {
  let taken = 0
  let isSettled = false
  const waiting = lastArrivals(() => taken).then(() => (isSettled = true))
  for (let turn = 0; turn < 20; turn += 1) {
    taken += 1
    await nextTurn()
    expect(isSettled).toBe(false)
  }
  await waiting
  expect(isSettled).toBe(true)
})

test('it does not wait for ever where somebody always comes', async () => {
  let taken = 0
  await lastArrivals(() => (taken += 1))
  expect(taken).toBeGreaterThan(100)
})
