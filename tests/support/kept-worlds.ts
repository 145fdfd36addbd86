import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { countedTables, fingerprintOf, type Table } from './fingerprint.ts'
import { makeFixtureWorld, type FixtureWorld } from './fixture-world.ts'

/** What is not taken back: the audit trail grows only, and keys that the platform has read remain known to it. */
const lasting: ReadonlySet<string> = new Set(['audit_entry', 'audit_cut', 'data_key'])
const schema = 'kept'

type Kept = { readonly worlds: readonly FixtureWorld[]; readonly tables: readonly Table[]; readonly prints: Readonly<Record<string, string>> }

/**
 * Fixture worlds that each test finds as they were made: what the tests before have changed in the database is put back. Making a world
 * takes some sixty calls, putting one back a statement for each table that was changed. The platform keeps no state of its own beside
 * the database, so that it sees what is there.
 */
export class KeptWorlds {
  readonly #platform: TestApp
  readonly #count: number
  readonly #prepare: (world: FixtureWorld) => Promise<unknown>
  #kept: Kept | null = null

  /** @param prepare what is done to each world before the next one is made */
  constructor(platform: TestApp, count = 1, prepare: (world: FixtureWorld) => Promise<unknown> = async () => {}) {
    this.#platform = platform
    this.#count = count
    this.#prepare = prepare
  }

  async asMade(): Promise<readonly FixtureWorld[]> {
    if (this.#kept && !(await this.#putBack(this.#kept))) this.#kept = null
    this.#kept ??= await this.#make()
    return this.#kept.worlds
  }

  async #make(): Promise<Kept> {
    const { db } = this.#platform
    const worlds: FixtureWorld[] = []
    while (worlds.length < this.#count) {
      const world = await makeFixtureWorld(this.#platform)
      await this.#prepare(world)
      worlds.push(world)
    }
    const tables = (await countedTables(db)).filter(({ name }) => !lasting.has(name))
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
    await sql`create schema ${sql.id(schema)}`.execute(db)
    for (const { name } of tables) await sql`create table ${sql.id(schema, name)} as table ${sql.id(name)}`.execute(db)
    return { worlds, tables, prints: await fingerprintOf(db, tables) }
  }

  /** @returns whether it could: only a superuser may put rows back in an order of his own. */
  async #putBack({ tables, prints }: Kept): Promise<boolean> {
    const { db } = this.#platform
    const { rows } = await sql<{ may: boolean }>`select rolsuper as may from pg_roles where rolname = current_user`.execute(db)
    if (!rows[0]!.may) return false
    const now = await fingerprintOf(db, tables)
    const changed = tables.filter(({ name }) => now[name] !== prints[name])
    await db.transaction().execute(async (tx) => {
      // All tables stand as they stood together: neither references nor triggers have a say.
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const { name, columns } of changed) {
        const list = sql.join(columns.map((column) => sql.ref(column)))
        await sql`delete from ${sql.table(name)}`.execute(tx)
        await sql`insert into ${sql.table(name)} (${list}) overriding system value select ${list} from ${sql.id(schema, name)}`.execute(tx)
      }
    })
    return true
  }
}
