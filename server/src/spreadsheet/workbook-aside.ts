import { Worker } from 'node:worker_threads'
import { counted } from '@nameplane/contract/counted'
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

let last: Promise<unknown> = Promise.resolve()

/** One thread at a time, so that many who export at once do not take the memory of all. */
async function aside<Result>(task: WorkbookTask): Promise<Result> {
  const mine = last.then(() => inThread<Result>(task))
  last = mine.catch(() => {})
  return mine
}

async function inThread<Result>(task: WorkbookTask): Promise<Result> {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { workerData: task, resourceLimits: { maxOldGenerationSizeMb: 768 } })
  const patience = setTimeout(() => void worker.terminate(), 60_000)
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread of a workbook ended without an answer')))
    })
  } finally {
    clearTimeout(patience)
    await worker.terminate()
  }
}
