import type { Db } from '../../../db/connection.ts'
import { renewDashboard } from './dashboard.store.ts'

const everyMs = 60_000

/** Keeps what a dashboard needs ready from the start of the platform. */
export function keepDashboard(db: Db, now: () => Date, failed: (error: unknown) => void): { first: Promise<void>; stop: () => Promise<void> } {
  const ending = new AbortController()
  let running: Promise<void> | null = null
  const renew = (): Promise<void> =>
    (running ??= renewDashboard(db, now(), ending.signal)
      .catch((error: unknown) => void (ending.signal.aborted || failed(error)))
      .finally(() => (running = null)))
  const timer = setInterval(() => void renew(), everyMs)
  return {
    first: renew(),
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await running
    },
  }
}
