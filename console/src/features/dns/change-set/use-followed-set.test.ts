import { expect, test } from 'vitest'
import { lookEverySeconds } from './use-followed-set.ts'

test.each([
  ['with domains that wait', { state: 'running', waiting: 1, watchState: null }, 1],
  ['that waits for its time', { state: 'planned', waiting: 2, watchState: null }, 1],
  ['whose last domain has ended, and that has not yet', { state: 'running', waiting: 0, watchState: null }, 1],
  ['that is over', { state: 'done', waiting: 0, watchState: null }, null],
  ['whose watch is to begin', { state: 'done', waiting: 0, watchState: 'pending' }, 5],
  ['that is watched', { state: 'done', waiting: 0, watchState: 'watching' }, 5],
  ['whose watch has it undone', { state: 'done', waiting: 0, watchState: 'reverted' }, 5],
  ['that its watch has undone', { state: 'undone', waiting: 0, watchState: 'reverted' }, null],
  ['whose watch found nothing', { state: 'partly', waiting: 0, watchState: 'passed' }, null],
] as const)('a set %s', (_, set, seconds) => {
  expect(lookEverySeconds(set)).toBe(seconds)
})
