import type { BackupPart } from '@nameplane/contract/system/backup-parts'

/** What becomes of tables in a backup: which part holds them, or why none does. */
export type TablesBegun = Readonly<Record<string, { readonly part: BackupPart } | { readonly leftOut: string }>>
