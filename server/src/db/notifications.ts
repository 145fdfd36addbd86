import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

const secondTryMs = 1_000

/** Runs a query on the connection that listens. */
type Ask = (text: string, values: unknown[]) => Promise<unknown>

type Told = { notice: (payload: string, channel: string) => void; gap: (ask: Ask) => void; unheard?: (error: unknown) => void }

/** What listens to a channel of the database. */
export type Listening = {
  /** Settles once notifications are heard, or listening was stopped. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

/**
 * Hears some channels. `gap` is told whenever they are heard again: what was said in between is lost; it may ask on the connection that
 * hears. `unheard` is told of each try that failed. Everything that listens through one pool shares a connection, as the database wakes
 * each connection that listens for whatever is said on any channel.
 */
export function listenTo(pool: Pool, channels: string | readonly string[], told: Told): Listening {
  let connection = shared.get(pool)
  if (!connection) shared.set(pool, (connection = new ListeningConnection(pool)))
  return connection.add([channels].flat(), told)
}

/** The same with a connection of its own, for what is asked on it to end with the listening, such as locks of a session. */
export function listenAlone(pool: Pool, channels: string | readonly string[], told: Told): Listening {
  return new ListeningConnection(pool).add([channels].flat(), told)
}

const shared = new WeakMap<Pool, ListeningConnection>()

type Listener = { readonly channels: readonly string[]; readonly told: Told; readonly ready: PromiseWithResolvers<void>; isHeard: boolean }

/** A connection that is held while anything listens, and replaced when it breaks. */
class ListeningConnection {
  readonly #pool: Pool
  readonly #listeners = new Set<Listener>()
  #client: PoolClient | null = null
  /** Settles when every listener is heard, or none is left. */
  #hearing: Promise<void> | null = null

  constructor(pool: Pool) {
    this.#pool = pool
  }

  add(channels: readonly string[], told: Told): Listening {
    const listener: Listener = { channels, told, ready: Promise.withResolvers(), isHeard: false }
    this.#listeners.add(listener)
    this.#hear()
    return { ready: listener.ready.promise, stop: () => this.#remove(listener) }
  }

  async #remove(listener: Listener): Promise<void> {
    this.#listeners.delete(listener)
    listener.ready.resolve()
    if (this.#listeners.size > 0) return this.#leave(listener.channels)
    await this.#hearing
    // Another one may have come in the meantime.
    if (this.#listeners.size === 0) this.#giveBack()
  }

  /** Tells the database which channels nothing listens to any more. */
  async #leave(channels: readonly string[]): Promise<void> {
    const left = channels.filter((channel) => ![...this.#listeners].some((other) => other.channels.includes(channel)))
    // A connection that breaks has left all of them.
    for (const channel of left) await this.#client?.query(`unlisten ${channel}`).catch(() => {})
  }

  #hear(): void {
    this.#hearing ??= this.#untilAllAreHeard().finally(() => {
      this.#hearing = null
      if (this.#unheard() !== undefined) this.#hear()
    })
  }

  #unheard(): Listener | undefined {
    return [...this.#listeners].find(({ isHeard }) => !isHeard)
  }

  async #untilAllAreHeard(): Promise<void> {
    for (let next = this.#unheard(); next !== undefined; next = this.#unheard()) {
      try {
        const client = this.#client ?? (await this.#connect())
        for (const channel of next.channels) await client.query(`listen ${channel}`)
        // One that broke meanwhile has told all of its end.
        if (this.#client !== client || !this.#listeners.has(next)) continue
        next.isHeard = true
        next.told.gap((text, values) => client.query(text, values))
        next.ready.resolve()
      } catch (error) {
        this.#giveBack()
        for (const { told } of this.#listeners) told.unheard?.(error)
        if (this.#listeners.size > 0) await pause(secondTryMs)
      }
    }
  }

  async #connect(): Promise<PoolClient> {
    const client = await this.#pool.connect()
    this.#client = client
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { isHeard, channels, told } of this.#listeners) if (isHeard && channels.includes(channel)) told.notice(payload, channel)
    })
    client.once('error', () => {
      // Given back already: the farewell to a closing connection is an error to the driver too.
      if (this.#client !== client) return
      this.#giveBack()
      this.#hear()
    })
    return client
  }

  #giveBack(): void {
    const held = this.#client
    this.#client = null
    for (const listener of this.#listeners) listener.isHeard = false
    held?.removeAllListeners('notification')
    held?.release(true)
  }
}
