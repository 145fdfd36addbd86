import { sql, type RawBuilder } from 'kysely'
import type { BackupPart } from '@nameplane/contract/system/backup-parts'
import { books } from '@nameplane/contract/system/settings/books'
import { ensurePartitions, isStatisticsTable } from '../../../db/statistics/partitions.ts'
import { resealColumn } from '../../../keys/resealing.ts'
import type { Tx } from '../../../db/connection.ts'
import { firstRootKeyId, sealerOf, type RootKeys } from '../../../secrets/seal.ts'
import { sealedColumns } from '../../../secrets/sealed-places.ts'
import { isMoneyCounted } from '../../../settings/books.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { tablesOf, type BackupTable } from './backup-tables.ts'
import type { RowListener, VerifiedBackup } from './backup-reader.ts'
import { publishRestored, noteRestoredDomains } from './restored-domains.ts'
import { shapesOf, type TableShape } from './table-shape.ts'
import { updateRows } from './row-updates.ts'

/** What a restore does to a table. */
export type TableDifference = { table: string; part: BackupPart; added: number; changed: number; removed: number }

/**
 * What becomes of the audit trail. `taken`: a fresh system takes the backup's and goes on with it. `contained`: the living
 * one holds it already. `kept`: the living one stays. `absent`: the backup has none.
 */
export type TrailOutcome = 'taken' | 'contained' | 'kept' | 'absent'

export type RestoreReport = {
  differences: TableDifference[]
  trail: TrailOutcome
  resealed: number
  unopenedSecrets: number
  lostRecoveryCodes: number
  keptRetention: boolean
}

export type RestorePlan = {
  backup: VerifiedBackup
  parts: readonly BackupPart[]
  living: RootKeys
  /** Nothing but a first start has happened here. */
  isFresh: boolean
  /** Nobody is served from here: a trial. */
  isTrial?: boolean
}

/** The name of the table that holds what a backup has for a table. */
export const restoredName = (table: string): string => `restored_${table}`

const ref = (table: string): RawBuilder<unknown> => sql.table(table)
const rowOf = (alias: string, columns: readonly string[]): RawBuilder<unknown> => sql`row(${sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))})`
const sameKey = (shape: TableShape): RawBuilder<unknown> =>
  sql.join(
    shape.key.map((column) => sql`${sql.ref(`living.${column}`)} = ${sql.ref(`restored.${column}`)}`),
    sql` and `,
  )

/** Whether both have the same keys under the same numbers, so that what one has sealed the other opens. */
function haveSameKeys(backup: RootKeys, living: RootKeys): boolean {
  return [...backup.byId].every(([id, key]) => living.byId.get(id)?.equals(key))
}

/** A restore within one transaction: filled row by row, compared, and then applied or left. */
export class Restore {
  private readonly tx: Tx
  private readonly plan: RestorePlan
  private readonly tables: BackupTable[]
  private shapes = new Map<string, TableShape>()
  private filling: string | null = null

  private constructor(tx: Tx, plan: RestorePlan) {
    this.tx = tx
    this.plan = plan
    // Logs of a living system are evidence and stay; only a fresh one takes those of the backup.
    this.tables = tablesOf(plan.parts).filter((table) => table.part !== 'logs' || this.takesTrail)
  }

  static async begin(tx: Tx, plan: RestorePlan): Promise<Restore> {
    const restore = new Restore(tx, plan)
    restore.shapes = await shapesOf(
      tx,
      restore.tables.map(({ name }) => name),
    )
    await sql`select set_config('timezone', 'UTC', true)`.execute(tx)
    for (const { name } of restore.tables) await sql`create temporary table ${ref(restoredName(name))} (like ${ref(name)}) on commit drop`.execute(tx)
    return restore
  }

  /** Whether the backup's audit trail and keys become this system's. */
  get takesTrail(): boolean {
    return this.plan.isFresh && this.plan.parts.includes('logs') && this.plan.backup.manifest.chain !== null
  }

  /** Takes the rows of the chosen tables from a backup that is read. */
  get listener(): RowListener {
    return {
      table: async (name, columns) => {
        this.filling = this.tables.some((table) => table.name === name) ? name : null
        if (this.filling !== null && JSON.stringify(columns) !== JSON.stringify(this.shapes.get(name)!.columns)) throw new BackupRefusal('backup_damaged')
      },
      rows: async (lines) => {
        const name = this.filling
        if (name === null) return
        for (let from = 0; from < lines.length; from += 1000) {
          const rows = `[${lines.slice(from, from + 1000).join(',')}]`
          await sql`insert into ${ref(restoredName(name))} select * from json_populate_recordset(null::${ref(restoredName(name))}, ${rows}::json)`
            .execute(this.tx)
            .catch((cause: unknown) => {
              throw isRowFault(cause) ? new BackupRefusal('backup_damaged') : cause
            })
        }
      },
    }
  }

  /** What would change; nothing has yet. */
  async compare(): Promise<RestoreReport> {
    const { resealed, unopened, lostRecoveryCodes } = await this.takeSecrets()
    const keptRetention = await this.keepLockedRetention()
    await this.keepBooks()
    const differences: TableDifference[] = []
    for (const { name, part } of this.tables) {
      const shape = this.shapes.get(name)!
      await sql`analyze ${ref(restoredName(name))}`.execute(this.tx)
      const { rows } = await sql<{ added: number; changed: number; removed: number }>`
        select count(*) filter (where ${sql.ref(`living.${shape.key[0]!}`)} is null) as added,
          count(*) filter (where ${sql.ref(`restored.${shape.key[0]!}`)} is null) as removed,
          count(*) filter (where ${sql.ref(`living.${shape.key[0]!}`)} is not null and ${sql.ref(`restored.${shape.key[0]!}`)} is not null
            and ${rowOf('living', shape.columns)} is distinct from ${rowOf('restored', shape.columns)}) as changed
        from ${ref(name)} as living full join ${ref(restoredName(name))} as restored on ${sameKey(shape)}`.execute(this.tx)
      const { added, changed, removed } = rows[0]!
      differences.push({ table: name, part, added: Number(added), changed: Number(changed), removed: Number(removed) })
    }
    return { differences, trail: await this.trailOutcome(), resealed, unopenedSecrets: unopened, lostRecoveryCodes, keptRetention }
  }

  /** Makes it so. @throws BackupRefusal when what is not restored stands against it */
  async apply(report: RestoreReport): Promise<void> {
    const { tx } = this
    const differing = (table: BackupTable): TableDifference => report.differences.find((one) => one.table === table.name)!
    const hasDomains = this.plan.parts.includes('domains') && !this.plan.isTrial
    if (hasDomains) await noteRestoredDomains(tx)
    for (const table of this.tables.toReversed()) if (differing(table).removed > 0) await this.orConflict(table, () => this.remove(table.name))
    for (const table of this.tables) {
      const { added, changed } = differing(table)
      const shape = this.shapes.get(table.name)!
      if (changed > 0) await this.orConflict(table, () => updateRows(tx, table.name, restoredName(table.name), shape))
      if (added > 0) await this.orConflict(table, () => this.insert(table.name))
      for (const column of shape.serials) {
        await sql`select setval(pg_get_serial_sequence(${table.name}, ${column}), greatest((select max(${sql.ref(column)}) from ${ref(table.name)}), nextval(pg_get_serial_sequence(${table.name}, ${column})) - 1, 1))`.execute(
          tx,
        )
      }
    }
    if (this.plan.parts.includes('accounts')) {
      for (const table of ['session', 'sign_in_ticket', 'password_reset'] as const) await tx.deleteFrom(table).execute()
    }
    if (hasDomains) await publishRestored(tx)
  }

  private async remove(name: string): Promise<void> {
    await sql`delete from ${ref(name)} as living where not exists (select from ${ref(restoredName(name))} as restored where ${sameKey(this.shapes.get(name)!)})`.execute(
      this.tx,
    )
  }

  private async insert(name: string): Promise<void> {
    if (isStatisticsTable(name)) {
      const { rows } = await sql<{ at: Date }>`select distinct at from ${ref(restoredName(name))}`.execute(this.tx)
      await ensurePartitions(
        this.tx,
        name,
        rows.map(({ at }) => at),
      )
    }
    const shape = this.shapes.get(name)!
    const columns = sql.join(shape.columns.map((column) => sql.ref(column)))
    await sql`
      insert into ${ref(name)} (${columns}) overriding system value
      select ${columns} from ${ref(restoredName(name))} as restored
      where not exists (select from ${ref(name)} as living where ${sameKey(shape)})`.execute(this.tx)
  }

  private async orConflict(table: BackupTable, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      if (isRowFault(cause)) throw new BackupRefusal('backup_conflict', { table: (cause as { table?: string }).table ?? table.name })
      throw cause
    }
  }

  /** Makes what is sealed in the backup open here; codes that were digested with another key cannot be had. */
  private async takeSecrets(): Promise<{ resealed: number; unopened: number; lostRecoveryCodes: number }> {
    const { backup, living } = this.plan
    if (this.takesTrail || haveSameKeys(backup.keys, living)) return { resealed: 0, unopened: 0, lostRecoveryCodes: 0 }
    let resealed = 0
    let unopened = 0
    const named = (table: string): string => (this.shapes.has(table) ? restoredName(table) : table)
    for (const column of sealedColumns.filter(({ table }) => this.shapes.has(table))) {
      const done = await resealColumn(this.tx, column, { from: sealerOf(backup.keys), to: sealerOf(living), isDue: () => true, named })
      resealed += done.resealed
      unopened += done.unopened
    }
    let lostRecoveryCodes = 0
    if (this.shapes.has('recovery_code') && !backup.keys.byId.get(firstRootKeyId)!.equals(living.byId.get(firstRootKeyId)!)) {
      const { numAffectedRows } = await sql`delete from ${ref(restoredName('recovery_code'))}`.execute(this.tx)
      lostRecoveryCodes = Number(numAffectedRows ?? 0)
    }
    return { resealed, unopened, lostRecoveryCodes }
  }

  /** A locked retention of logs is not loosened by a backup: the living one stays. */
  private async keepLockedRetention(): Promise<boolean> {
    if (!this.shapes.has('system_config')) return false
    const locked = await this.tx.selectFrom('system_config').select(['id', 'param_key', 'param_value']).where('param_key', '=', 'LOG_CONFIG').executeTakeFirst()
    if (locked?.param_value['isLocked'] !== true) return false
    const restored = ref(restoredName('system_config'))
    const same =
      await sql`select from ${restored} as restored join system_config as living using (id) where living.id = ${locked.id} and living.param_value = restored.param_value`.execute(
        this.tx,
      )
    if (same.rows.length > 0) return false
    await sql`delete from ${restored} where id = ${locked.id} or param_key = 'LOG_CONFIG'`.execute(this.tx)
    await sql`insert into ${restored} select * from system_config where id = ${locked.id}`.execute(this.tx)
    return true
  }

  /** The currency of the books stays while what is counted in it does: settings alone do not give balances and payments another meaning. */
  private async keepBooks(): Promise<void> {
    const isWhole = this.shapes.has('account') && this.shapes.has('ledger_entry')
    if (!this.shapes.has('system_config') || isWhole || !(await isMoneyCounted(this.tx))) return
    await sql`update ${ref(restoredName('system_config'))} as restored set param_value = living.param_value
      from system_config as living where living.param_key = ${books.key} and restored.param_key = ${books.key}`.execute(this.tx)
  }

  private async trailOutcome(): Promise<TrailOutcome> {
    const { chain } = this.plan.backup.manifest
    if (chain === null || !this.plan.parts.includes('logs')) return 'absent'
    if (this.takesTrail) return 'taken'
    const link = await this.tx.selectFrom('audit_entry').select('hash').where('id', '=', chain.id).executeTakeFirst()
    return link?.hash.toString('hex') === chain.hash ? 'contained' : 'kept'
  }
}

/** Class 22: a value that does not fit its column; 23: a constraint (SQL:2023 §24.1). */
function isRowFault(cause: unknown): boolean {
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' && /^(22|23)/.test(code)
}
