import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

const secondTryMs = 1_000

/** Runs a query on the connection that listens. */
type Ask = (text: string, values: unknown[]) => Promise<unknown>

/** What listens to a channel of the database. */
export type Listening = {
  /** Settles once notifications are heard, or listening was stopped. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/**
 * Holds a connection of its own that hears some channels, and takes a new one when it breaks. `onGap` is told whenever they
 * are heard again: what was said in between is lost; it may ask on the connection that hears, for what shall end
 * with it. `unheard` is told of each try that failed.
 */
export function listenTo(
  pool: Pool,
  channels: string | readonly string[],
  on: { notice: (payload: string, channel: string) => void; gap: (ask: Ask) => void; unheard?: (error: unknown) => void },
): Listening {
  let isStopped = false
  let client: PoolClient | null = null

  async function connect(): Promise<void> {
    for (let isFirst = true; !isStopped; isFirst = false) {
      if (!isFirst) await pause(secondTryMs)
      let isHeard = false
      try {
        const fresh = await pool.connect()
        client = fresh
        fresh.on('notification', (said) => on.notice(said.payload ?? '', said.channel))
        fresh.once('error', () => {
          // Given back already: the farewell to a closing connection is an error to the driver too.
          if (client !== fresh) return
          giveBack()
          // One that breaks before it hears is this loop's own to replace: two loops would hold two connections.
          if (isHeard) connecting = connect()
        })
        for (const channel of [channels].flat()) await fresh.query(`listen ${channel}`)
        if (client !== fresh) continue
        isHeard = true
        on.gap((text, values) => fresh.query(text, values))
        return
      } catch (error) {
        giveBack()
        on.unheard?.(error)
      }
    }
  }

  function giveBack(): void {
    const held = client
    client = null
    held?.removeAllListeners('notification')
    held?.release(true)
  }

  const ready = connect()
  let connecting = ready
  return {
    ready,
    async stop() {
      isStopped = true
      await connecting
      giveBack()
    },
  }
}
