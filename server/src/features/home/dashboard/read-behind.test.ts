import { expect, it, vi } from 'vitest'
import { ReadBehind } from './read-behind.ts'

const settled = () => new Promise((settle) => setImmediate(settle))
const failing = () => Promise.reject(new Error('gone'))

it('reads one thing at a time, and the next when that has ended', async () => {
  const behind = new ReadBehind()
  const ends: (() => void)[] = []
  const read = vi.fn<() => Promise<void>>(() => new Promise((end) => ends.push(end)))
  behind.begin(read)
  behind.begin(read)
  expect(read).toHaveBeenCalledTimes(1)
  ends[0]!()
  await settled()
  behind.begin(read)
  expect(read).toHaveBeenCalledTimes(2)
})

it('tells what kept it from reading, once', async () => {
  const behind = new ReadBehind()
  behind.begin(failing)
  expect(() => behind.check()).not.toThrow()
  await settled()
  expect(() => behind.check()).toThrow('gone')
  expect(() => behind.check()).not.toThrow()
})

it('reads again only once somebody was told: who asked just before the end did not hear of it', async () => {
  const behind = new ReadBehind()
  behind.begin(failing)
  await settled()
  const read = vi.fn<() => Promise<void>>(async () => {})
  behind.begin(read)
  expect(read).not.toHaveBeenCalled()
  expect(() => behind.check()).toThrow('gone')
  behind.begin(read)
  expect(read).toHaveBeenCalledTimes(1)
})

it('tells nothing of it where what was to be read is there after all', async () => {
  const behind = new ReadBehind()
  behind.begin(failing)
  await settled()
  behind.forget()
  expect(() => behind.check()).not.toThrow()
})
