import { backupPartNames, type BackupPart } from '@nameplane/contract/system/backup-parts'
import { begunTables } from '../../../db/migrate.ts'

export type BackupTable = { readonly name: string; readonly part: BackupPart }

/** Every table that backups hold, part by part; in an order in which no row needs a later one. */
export const backupTables: readonly BackupTable[] = backupPartNames.flatMap((part) =>
  Object.entries(begunTables).flatMap(([name, fate]) => ('part' in fate && fate.part === part ? [{ name, part }] : [])),
)

/** What no backup holds, and why. A table that stands in neither list fails a test. */
export const leftOut: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(begunTables).flatMap(([name, fate]) => ('leftOut' in fate ? [[name, fate.leftOut]] : [])),
)

export function tablesOf(parts: readonly BackupPart[]): BackupTable[] {
  return backupTables.filter((table) => parts.includes(table.part))
}
