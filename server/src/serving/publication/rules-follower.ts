import type { Db } from '../../db/connection.ts'
import { LinkLost } from '../link/peer.ts'
import type { EngineDriver } from '../node/driver.ts'
import { cookieDay, readAnsweringRules } from './rules-source.ts'

export type RulesFollower = {
  /** Gives the node its rules as they are wanted now. */
  give(): Promise<void>
  /** They may be others: they are given soon, and until that has gone well. */
  changed(): void
  stop(): Promise<void>
}

const retryMs = 1_000
/** How often is looked whether a day has passed. */
const lookMs = 60_000

/** Keeps a node true to how it is to answer strangers. */
export function followRules({
  db,
  nodeId,
  driver,
  log,
}: {
  db: Db
  nodeId: number
  driver: EngineDriver
  log: (line: Record<string, unknown>) => void
}): RulesFollower {
  let isStopped = false
  let givenDay = Number.NaN
  let retry: NodeJS.Timeout | undefined
  // One after the other: what was read last is given last.
  let giving: Promise<void> = Promise.resolve()
  const look = setInterval(() => cookieDay(new Date()) !== givenDay && changed(), lookMs)

  function give(): Promise<void> {
    const given = giving.then(async () => {
      const now = new Date()
      await driver.useRules(await readAnsweringRules(db, nodeId, now))
      givenDay = cookieDay(now)
    })
    giving = given.catch(() => undefined)
    return given
  }

  function changed(): void {
    if (isStopped) return
    clearTimeout(retry)
    give().catch((error: unknown) => {
      // A node that is gone gets them when it is back.
      if (isStopped || error instanceof LinkLost) return
      log({ level: 'error', event: 'rules of answers cannot be given', error: error instanceof Error ? error.message : String(error) })
      retry = setTimeout(changed, retryMs)
    })
  }

  return {
    give,
    changed,
    async stop() {
      isStopped = true
      clearInterval(look)
      clearTimeout(retry)
      await giving
    },
  }
}
