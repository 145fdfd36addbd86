import { expect, test } from 'vitest'
import { restartPauses } from './restart-pauses.mjs'

test('pauses grow up to a longest one, and begin anew after a life of more than a minute', () => {
  const pauseAfter = restartPauses(500)
  expect([0, 10, 60_000, 5, 5, 60_001, 0, 0].map(pauseAfter)).toEqual([100, 200, 400, 500, 500, 0, 100, 200])
})

test('pauses of one process say nothing of another', () => {
  const [one, other] = [restartPauses(), restartPauses()]
  for (let times = 0; times < 2_000; times += 1) one(0)
  expect([one(0), other(0)]).toEqual([30_000, 100])
})
