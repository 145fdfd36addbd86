import { statfs } from 'node:fs/promises'
import type pg from 'pg'

/** Files of the journal (16 MiB each) that lie ready or in use, so that it goes on for a while on a disk that has become full. */
const readyFiles = 4
const neededBytes = 256 * 1024 * 1024

/**
 * Lets a young database make journal files ahead: what a checkpoint no longer needs it keeps for later. The server ends when its
 * journal cannot be written, so that even reading would stop.
 */
export async function makeJournalRoom(client: pg.Client, clusterFolder: string): Promise<void> {
  const { rows } = await client.query<{ files: number }>(`SELECT count(*)::int AS files FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'`)
  const lacking = readyFiles - (rows[0]?.files ?? readyFiles)
  const room = await statfs(clusterFolder)
  if (lacking <= 0 || room.bavail * room.bsize < neededBytes) return
  for (let made = 0; made < lacking; made++) await client.query(`SELECT pg_logical_emit_message(false, 'nameplane', ''), pg_switch_wal()`)
  await client.query('CHECKPOINT')
}
