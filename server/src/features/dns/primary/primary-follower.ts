import type { Pool } from 'pg'
import type { Db } from '../../../db/connection.ts'
import { listenTo } from '../../../db/notifications.ts'
import { followPrimaries } from './primary-transfer.ts'
import { nextDue, primaryChannel, takeDue, type DuePrimary } from './primary.store.ts'

export type PrimaryFollower = { stop(): Promise<void> }

/** Each may hold a zone in memory. */
const atOnce = 4
/** Without a notification the loop looks again after this long. */
const idleMs = 15_000
/** Between one look and the next, however often it is woken. */
const pauseMs = 200

type FollowerParts = { db: Db; pool: Pool; log: (line: Record<string, unknown>) => void; now?: () => Date }

/**
 * Keeps the domains that are transferred as their primaries have them (docs/decisions/transferred-domains.md). When each is due is in its
 * row, so that a restart forgets nothing. Any number of processes may do so at once.
 */
export function followAllPrimaries({ db, pool, log, now = () => new Date() }: FollowerParts): PrimaryFollower {
  const stopping = new AbortController()
  /** By domain, of which each is here once: a slow primary that sends a NOTIFY every second would otherwise have all the room. */
  const running = new Map<number, { due: DuePrimary; done: Promise<void> }>()
  let isStopped = false
  let isWoken = false
  let wakeLoop: () => void = () => {}
  const wake = (): void => {
    isWoken = true
    wakeLoop()
  }

  async function rest(ms: number): Promise<void> {
    if (isStopped || isWoken) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeLoop = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wakeLoop = () => {}
  }

  async function follow(due: DuePrimary): Promise<void> {
    try {
      await followPrimaries(db, due, now, stopping.signal)
    } catch (error) {
      // It is tried again when its claim ends.
      log({ level: 'error', event: 'domain not transferred', domain: due.name, error: error instanceof Error ? error.message : String(error) })
    }
    running.delete(due.id)
    wake()
  }

  /** Begins what is due as far as there is room; how long to wait then, unless something ends or comes before. */
  async function begin(): Promise<number> {
    while (!isStopped && running.size < atOnce) {
      const busy = [...running.values()].map((one) => one.due)
      const due = await takeDue(db, now(), busy)
      if (due !== undefined) {
        running.set(due.id, { due, done: follow(due) })
        continue
      }
      const next = await nextDue(db, busy)
      return next === null ? idleMs : Math.min(Math.max(next.getTime() - now().getTime(), 0), idleMs)
    }
    return idleMs
  }

  const loop = (async () => {
    while (!isStopped) {
      isWoken = false
      let waitMs = idleMs
      try {
        waitMs = await begin()
      } catch (error) {
        log({ level: 'error', event: 'domains not transferred', error: error instanceof Error ? error.message : String(error) })
      }
      await new Promise((settle) => setTimeout(settle, pauseMs))
      await rest(waitMs)
    }
    await Promise.all([...running.values()].map(({ done }) => done))
  })()

  const listening = listenTo(pool, primaryChannel, {
    notice: wake,
    gap: wake,
    unheard: (error) => log({ level: 'warn', event: 'notifications not received', error: error instanceof Error ? error.message : String(error) }),
  })
  return {
    async stop() {
      isStopped = true
      stopping.abort()
      wake()
      await loop
      await listening.stop()
    },
  }
}
