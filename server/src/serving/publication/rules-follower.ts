import type { Db } from '../../db/connection.ts'
import { LinkLost } from '../link/peer.ts'
import type { EngineDriver } from '../node/driver.ts'
import { cookieDay, readAnsweringRules } from './rules-source.ts'

export type RulesFollower = {
  /** Gives the node its rules as they are wanted now, and tries again later when that fails. Never throws. */
  give(): Promise<void>
  stop(): Promise<void>
}

const firstRetryMs = 1_000
const longestRetryMs = 60_000
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
  let failures = 0
  // One after the other: what was read last is given last.
  let giving: Promise<void> = Promise.resolve()
  const look = setInterval(() => cookieDay(new Date()) !== givenDay && void give(), lookMs)

  async function giveNow(): Promise<void> {
    clearTimeout(retry)
    if (isStopped) return
    const now = new Date()
    try {
      await driver.useRules(await readAnsweringRules(db, nodeId, now))
      givenDay = cookieDay(now)
      failures = 0
    } catch (error) {
      // A node that is gone gets them when it is back.
      if (isStopped || error instanceof LinkLost) return
      log({ level: 'error', event: 'rules of answers cannot be given', error: error instanceof Error ? error.message : String(error) })
      retry = setTimeout(() => void give(), Math.min(firstRetryMs * 2 ** failures, longestRetryMs))
      failures += 1
    }
  }

  function give(): Promise<void> {
    giving = giving.then(giveNow)
    return giving
  }

  return {
    give,
    async stop() {
      isStopped = true
      clearInterval(look)
      clearTimeout(retry)
      await giving
    },
  }
}
