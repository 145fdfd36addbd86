import { counted } from '@nameplane/contract/counted'
import { Threads } from '../http/large-body/threads.ts'
import type { ReadWorkbook, Table } from './workbook.ts'

export type WorkbookTask = { kind: 'print'; table: Table } | { kind: 'read'; bytes: Uint8Array; maximumRows: number; sheet: string | undefined }

/**
 * Rows of one workbook. A workbook is made whole: 50,000 rows of a log take about two seconds and 350 MB, twice as many
 * more than four seconds and 700 MB, which is more than a small server has to spare. CSV has no such limit.
 */
export const maximumWorkbookRows = 50_000

/** Tables up to this many rows are written at once: a thread takes longer to start. */
const printedAtOnce = 500

/** Not a workbook that we read: another format, damaged, or larger than allowed once unpacked. */
export class UnreadableWorkbook extends Error {}

/** The same as `printWorkbook` in a thread of its own, so that calls and DNS are answered meanwhile. At most `maximumWorkbookRows` rows. */
export async function printWorkbookAside(table: Table): Promise<Buffer> {
  if (table.rows.length > maximumWorkbookRows) throw new Error(`workbook too large: ${counted(table.rows.length, 'row')}`)
  if (table.rows.length > printedAtOnce) return Buffer.from(await aside<Uint8Array>({ kind: 'print', table }))
  // The library is loaded where it is needed first: few servers ever write a workbook in a day.
  const { printWorkbook } = await import('./workbook.ts')
  return Buffer.from(printWorkbook(table))
}

/** The same as `readWorkbook` in a thread of its own. @throws UnreadableWorkbook */
export async function readWorkbookAside(bytes: Uint8Array, maximumRows: number, sheet?: string): Promise<ReadWorkbook | null> {
  // Most files that are none begin otherwise; they cost no thread.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new UnreadableWorkbook('not a workbook')
  try {
    return await aside<ReadWorkbook | null>({ kind: 'read', bytes, maximumRows, sheet })
  } catch (cause) {
    throw new UnreadableWorkbook('the workbook cannot be read', { cause })
  }
}

/** One thread, so that many who export at once do not take the memory of all. It is kept for a moment: a file may be asked for its other sheets. */
const threads = new Threads<WorkbookTask, unknown>(new URL('./workbook.worker.ts', import.meta.url), {
  most: 1,
  memoryMegabytes: 768,
  patienceMs: 60_000,
  idleMs: 5_000,
})

const aside = <Result>(task: WorkbookTask): Promise<Result> => threads.run(task) as Promise<Result>
