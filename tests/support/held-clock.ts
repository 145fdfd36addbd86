import { onTestFinished, vi } from 'vitest'

/**
 * The clock of this process stands still until the test ends, so that what is one second too old is neither more nor less than
 * that, on a slow machine and on one whose clock is being set. Timers go on. Ages are said by `steadyIn`, as the server reads them.
 */
export function holdClock(atMs: number = Date.now()): void {
  vi.useFakeTimers({ toFake: ['Date'], now: atMs })
  onTestFinished(() => void vi.useRealTimers())
}
