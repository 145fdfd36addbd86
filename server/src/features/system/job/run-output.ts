import { sql } from 'kysely'
import type { Db } from '../../../db/connection.ts'

const mostLines = 500
const mostCharacters = 1000

/** What a run writes, kept within bounds and brought to the database from time to time, so that the log shows it growing. */
export class RunOutput {
  readonly #db: Db
  readonly #runId: number
  #fresh: string[] = []
  #kept: number
  #dropped = 0
  #storing: Promise<void> = Promise.resolve()

  constructor(db: Db, runId: number, keptBefore: number) {
    this.#db = db
    this.#runId = runId
    this.#kept = keptBefore
  }

  write(text: string): void {
    for (const line of text.split('\n')) {
      if (this.#kept >= mostLines) this.#dropped += 1
      else {
        // What PostgreSQL cannot store, and what would draw over other lines, has no place in a line.
        const clean = line.toWellFormed().replace(/\p{Cc}/gu, ' ')
        this.#fresh.push(clean.length > mostCharacters ? `${clean.slice(0, mostCharacters)}…` : clean)
        this.#kept += 1
      }
    }
  }

  /** Stores what is new. One after the other, so that lines keep their order. */
  store(): Promise<void> {
    this.#storing = this.#storing.then(async () => {
      const lines = this.#fresh
      const dropped = this.#dropped
      if (lines.length === 0 && dropped === 0) return
      this.#fresh = []
      this.#dropped = 0
      await sql`update job_run set output = output || ${lines}::text[], dropped_lines = dropped_lines + ${dropped} where id = ${this.#runId}`.execute(this.#db)
    })
    return this.#storing
  }
}
