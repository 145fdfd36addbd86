import { inflateRawSync } from 'node:zlib'
import { Worker } from 'node:worker_threads'
import { counted } from '@nameplane/contract/counted'
import type { Table } from './workbook.ts'

export type WorkbookTask = { kind: 'print'; table: Table } | { kind: 'read'; bytes: Uint8Array; maximumRows: number }

/**
 * Rows of one workbook. A workbook is made whole: 50,000 rows of a log take about two seconds and 350 MB, twice as many
 * more than four seconds and 700 MB, which is more than a small server has to spare. CSV has no such limit.
 */
export const maximumWorkbookRows = 50_000

/** Tables up to this many rows are written at once: a thread takes longer to start. */
const printedAtOnce = 500

/** Bytes that a workbook may unpack to; one of 50,000 rows of a log has about 20 MB. */
const unpackedBytes = 64 * 1024 * 1024

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
export async function readWorkbookAside(bytes: Uint8Array, maximumRows: number): Promise<string[][]> {
  refuseBomb(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  try {
    return await aside<string[][]>({ kind: 'read', bytes, maximumRows })
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

/** Unpacks each part with a limit first: what a part says of its own size is the sender's word (APPNOTE 4.3). */
function refuseBomb(bytes: Buffer): void {
  const endMark = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (endMark < 0 || endMark + 22 > bytes.length) throw new UnreadableWorkbook('not a workbook')
  let left = unpackedBytes
  let entry = bytes.readUInt32LE(endMark + 16)
  const count = bytes.readUInt16LE(endMark + 10)
  if (count > 1000) throw new UnreadableWorkbook('too many parts')
  try {
    for (let part = 0; part < count; part++) {
      if (bytes.readUInt32LE(entry) !== 0x02014b50) throw new UnreadableWorkbook('a damaged directory')
      const method = bytes.readUInt16LE(entry + 10)
      const packed = bytes.readUInt32LE(entry + 20)
      const local = bytes.readUInt32LE(entry + 42)
      const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      if (method !== 0 && method !== 8) throw new UnreadableWorkbook('an unknown packing')
      left -= method === 0 ? packed : inflateRawSync(bytes.subarray(from, from + packed), { maxOutputLength: left }).length
      if (left <= 0) throw new UnreadableWorkbook('too large')
      entry += 46 + bytes.readUInt16LE(entry + 28) + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32)
    }
  } catch (cause) {
    throw cause instanceof UnreadableWorkbook ? cause : new UnreadableWorkbook('a damaged or too large part', { cause })
  }
}
