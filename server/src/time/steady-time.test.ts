import { beforeEach, describe, expect, it } from 'vitest'
import { SteadyTime } from './steady-time.ts'

const begin = Date.parse('2026-11-21T10:00:00Z')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
let clock: number
let passed: number
let slept: number
let time: SteadyTime

beforeEach(() => {
  clock = begin
  passed = 5000
  slept = 0
  time = new SteadyTime({ clockMs: () => clock, passedMs: () => passed, passedWithSleepMs: () => 700_000 + passed + slept })
})

const pass = (ms: number): void => {
  clock += ms
  passed += ms
}
const sinceBegin = (): number => time.now().getTime() - begin

describe('steady time', () => {
  it('is the clock of the machine while that goes like the time that passes', () => {
    for (const ms of [0, 1, minute, day, 400 * day]) {
      pass(ms)
      expect(time.now().getTime()).toBe(clock)
    }
    expect(time.jumpMs()).toBe(0)
  })

  it.each([400 * day, -hour, -400 * day, 3 * minute])('does not follow a jump of %i ms, and goes on by the time that passes', (jump) => {
    pass(hour)
    clock += jump
    expect(sinceBegin()).toBe(hour)
    expect(time.jumpMs()).toBe(jump)
    pass(day)
    expect(sinceBegin()).toBe(hour + day)
    expect(time.jumpMs()).toBe(jump)
  })

  it('follows again once the clock is what it would have been', () => {
    clock += 400 * day
    pass(hour)
    expect(sinceBegin()).toBe(hour)
    clock -= 400 * day
    expect([sinceBegin(), time.jumpMs()]).toEqual([hour, 0])
  })

  it('follows a clock that is set right by seconds, forwards and back, and never goes back itself', () => {
    clock += 90_000
    expect(sinceBegin()).toBe(90_000)
    clock -= 100_000
    expect([sinceBegin(), time.jumpMs()]).toEqual([90_000, 0])
    pass(50_000)
    expect(sinceBegin()).toBe(90_000)
    pass(100_000)
    expect(sinceBegin()).toBe(140_000)
  })

  it('counts the time that the machine slept, and no more', () => {
    pass(hour)
    clock += 9 * hour
    slept += 9 * hour
    expect([sinceBegin(), time.jumpMs()]).toEqual([10 * hour, 0])
    clock += day
    slept += hour
    expect(sinceBegin()).toBe(10 * hour)
  })

  it('begins where it was when the clock was put back between two starts, unless the clock must have been wrong before', () => {
    time.continueFrom(new Date(begin + hour))
    expect(sinceBegin()).toBe(hour)
    pass(minute)
    expect(sinceBegin()).toBe(hour + minute)
    time.continueFrom(new Date(begin + 400 * day))
    time.continueFrom(new Date(begin - day))
    expect(sinceBegin()).toBe(hour + minute)
  })
})
