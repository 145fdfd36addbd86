import { sql } from 'kysely'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'

/** Whether the caller reaches more than so many domains, deleted ones too; none beyond them is looked at. */
export async function reachesMore(db: Db, accessScope: AccessScope, than: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from domain where ${domainWithin(accessScope)} limit ${than + 1}) as reached`.execute(db)
  return rows[0]!.count > than
}

/** Reads behind a view that does not wait for it, one at a time. What kept it from reading is told to who asks next, once. */
export class ReadBehind {
  #isReading = false
  #failure: { readonly cause: unknown } | null = null

  /** @throws what the last reading ended with */
  check(): void {
    const failure = this.#failure
    this.#failure = null
    if (failure) throw failure.cause
  }

  /** What was to be read is there, by another way perhaps. */
  forget(): void {
    this.#failure = null
  }

  /** Unless it is reading, or nobody was told yet what kept it from reading. */
  begin(read: () => Promise<unknown>): void {
    if (this.#isReading || this.#failure) return
    this.#isReading = true
    void read()
      .catch((cause: unknown) => void (this.#failure = { cause }))
      .finally(() => (this.#isReading = false))
  }
}
