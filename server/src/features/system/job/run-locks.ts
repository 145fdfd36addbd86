import type { Pool, PoolClient } from 'pg'

/**
 * Locks that last as long as this process does. The database holds them for one connection: when the process is killed they
 * are free at once, and while it is merely held up they are not. No clock has a part in it.
 */
export class RunLocks {
  readonly #pool: Pool
  readonly #onLost: () => void
  #session: Promise<PoolClient> | null = null
  /** A connection answers one query at a time; the next waits here for the one before, however that ended. */
  #turn: Promise<unknown> = Promise.resolve()

  /** `onLost` is called when the connection broke, and with it every lock that was held. */
  constructor(pool: Pool, onLost: () => void) {
    this.#pool = pool
    this.#onLost = onLost
  }

  async #connected(): Promise<PoolClient> {
    this.#session ??= this.#pool.connect().then(
      async (client) => {
        const lose = (): void => {
          if (this.#session === null) return
          this.#session = null
          client.release(true)
          this.#onLost()
        }
        client.once('error', lose)
        client.once('end', lose)
        // A machine that vanished is noticed within two minutes.
        await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 15; set tcp_keepalives_count = 5')
        return client
      },
      (error: unknown) => {
        this.#session = null
        throw error
      },
    )
    return this.#session
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** Takes the lock of a run; false where another process holds it. */
  async take(runId: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const client = await this.#connected()
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [lockClass, runId % lockIds])
      return rows[0]!.taken
    })
  }

  async give(runId: number): Promise<void> {
    const session = this.#session
    if (!session) return
    // The end of the connection gives it back as well.
    await this.#inTurn(async () => (await session).query('select pg_advisory_unlock($1, $2)', [lockClass, runId % lockIds])).catch(() => undefined)
  }

  async close(): Promise<void> {
    const session = this.#session
    this.#session = null
    await session?.then(
      (client) => client.release(true),
      () => undefined,
    )
  }
}

/** The first of the two numbers of a run's lock; nothing else of ours uses this class. */
export const lockClass = 0x6a6f62
/** Run ids beyond 31 bits begin anew; two open runs are never that far apart. */
export const lockIds = 2_147_483_647
