import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NotifyInbox } from './notify-inbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells of a zone at once, then of all that came meanwhile, once each', () => {
  const told: (readonly string[])[] = []
  const inbox = new NotifyInbox((keys) => void told.push(keys), 1_000)
  inbox.add('a')
  expect(told).toEqual([['a']])
  for (let count = 0; count < 1_000; count += 1) inbox.add(count % 2 === 0 ? 'a' : 'b')
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([['a'], ['a', 'b']])
  vi.advanceTimersByTime(5_000)
  expect(told).toHaveLength(2)
  inbox.add('c')
  expect(told.at(-1)).toEqual(['c'])
  inbox.add('d')
  inbox.end()
  vi.advanceTimersByTime(5_000)
  expect(told).toHaveLength(3)
})
