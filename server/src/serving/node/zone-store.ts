/**
 * The zones of a node on its disk, so that it starts and answers without anybody's help: one file for each domain, made of the
 * updates it was given. Each line is a checksum and a value, the first one tells the format. A new whole is written beside the old
 * file and put in its place, changes are appended. Nothing is synced: what a power cut takes is damaged or older, and the control
 * plane sends it again.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { appendFile, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { headOf, joined, piecesOf, type RecordPiece, type UpdateHead, type ZoneUpdate } from '../zone/zone-update.ts'

const format = 1
const folders = 256
/** Changes are appended until they are longer than the whole, and at least this long. */
const leastChangesBytes = 64 * 1024

type Head = UpdateHead & { readonly format: number }
type Sizes = { readonly whole: number; readonly changes: number }
/** One domain as it was kept, whole first; `setAside` says that it is of no use. */
export type KeptZone = { readonly updates: readonly ZoneUpdate[]; readonly setAside: () => void }

export class ZoneStore {
  readonly #folder: string
  readonly #onFault: (fault: unknown) => void
  readonly #sizes = new Map<number, Sizes>()
  #isComplete = false

  /** @param onFault told of files that cannot be read or written; the node goes on */
  constructor(folder: string, onFault: (fault: unknown) => void) {
    this.#folder = folder
    this.#onFault = onFault
    for (let number = 0; number < folders; number += 1) mkdirSync(this.#folderOf(number), { recursive: true, mode: 0o700 })
  }

  /** Whether all zones that were ever given are here, none of them damaged; known once they were read. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  async markComplete(): Promise<void> {
    if (this.#isComplete) return
    this.#isComplete = await this.#tried(() => writeFile(this.#completePath, `${format}\n`, { mode: 0o600 }))
  }

  *read(): Generator<KeptZone> {
    let isWhole = readIfThere(this.#completePath)?.toString() === `${format}\n`
    for (let number = 0; number < folders; number += 1) {
      for (const file of readdirSync(this.#folderOf(number))) {
        const path = join(this.#folderOf(number), file)
        const domainId = Number(/^(\d+)\.zone$/.exec(file)?.[1] ?? NaN)
        if (Number.isNaN(domainId)) {
          // Begun and never put in place.
          if (file.endsWith('.new')) rmSync(path, { force: true })
          continue
        }
        const setAside = (): void => {
          isWhole = false
          this.#sizes.delete(domainId)
          this.#onFault(new Error(`${path} is damaged or of another version. The zone is asked for again.`))
          renameSync(path, `${path}.unused`)
        }
        const updates = this.#readZone(path, domainId)
        if (updates === null) setAside()
        else yield { updates, setAside }
      }
    }
    this.#isComplete = isWhole
    if (!isWhole) rmSync(this.#completePath, { force: true })
  }

  /** Whether a change of the domain cannot be appended, or is not worth it any more: the whole is to be kept instead. */
  needsWhole(domainId: number): boolean {
    const sizes = this.#sizes.get(domainId)
    return sizes === undefined || sizes.changes > Math.max(leastChangesBytes, sizes.whole)
  }

  async keep(update: ZoneUpdate): Promise<void> {
    const { domainId } = update
    const path = this.#pathOf(domainId)
    const before = this.#sizes.get(domainId)
    // Until it has gone well, what lies there is nothing to append to.
    this.#sizes.delete(domainId)
    await this.#tried(async () => {
      if (update.source !== null) {
        const whole = await writeWhole(`${path}.new`, update)
        await rename(`${path}.new`, path)
        this.#sizes.set(domainId, { whole, changes: 0 })
      } else if (before !== undefined) {
        const line = lineOf(update)
        await appendFile(path, line)
        this.#sizes.set(domainId, { whole: before.whole, changes: before.changes + line.length })
      }
    })
  }

  async forget(domainId: number): Promise<void> {
    this.#sizes.delete(domainId)
    await this.#tried(() => rm(this.#pathOf(domainId), { force: true }))
  }

  /** Null when it is not as it was written. */
  #readZone(path: string, domainId: number): ZoneUpdate[] | null {
    const bytes = readFileSync(path)
    const end = bytes.lastIndexOf(0x0a) + 1
    const pieces: RecordPiece[] = []
    const changes: ZoneUpdate[] = []
    let head: Head | undefined
    let whole = 0
    for (let from = 0; from < end;) {
      const to = bytes.indexOf(0x0a, from)
      const value = valueOf(bytes.toString('utf8', from, to))
      from = to + 1
      if (value === null) return null
      if (head === undefined) head = value as Head
      else if (Array.isArray(value)) pieces.push(value as RecordPiece)
      else changes.push(value as ZoneUpdate)
      if (changes.length === 0) whole = from
      if (head.format !== format) return null
    }
    if (head === undefined || head.update.domainId !== domainId || head.update.source === null || pieces.length !== head.pieces) return null
    // A line that was cut off was never said to be kept.
    if (end < bytes.length) truncateSync(path, end)
    this.#sizes.set(domainId, { whole, changes: end - whole })
    return [joined(head, pieces), ...changes]
  }

  async #tried(work: () => Promise<unknown>): Promise<boolean> {
    return work().then(
      () => true,
      (fault: unknown) => (this.#onFault(fault), false),
    )
  }

  get #completePath(): string {
    return join(this.#folder, 'complete')
  }

  #folderOf(domainId: number): string {
    return join(this.#folder, (domainId % folders).toString(16).padStart(2, '0'))
  }

  #pathOf(domainId: number): string {
    return join(this.#folderOf(domainId), `${domainId}.zone`)
  }
}

async function writeWhole(path: string, update: ZoneUpdate): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    let bytes = 0
    for (const value of [{ format, ...headOf(update) } satisfies Head, ...piecesOf(update)]) bytes += (await file.write(lineOf(value))).bytesWritten
    return bytes
  } finally {
    await file.close()
  }
}

function lineOf(value: unknown): string {
  const text = JSON.stringify(value)
  return `${sumOf(text)} ${text}\n`
}

/** The value of a line; null when it is not what was written. */
function valueOf(line: string): unknown {
  const text = line.slice(9)
  return line.slice(0, 9) === `${sumOf(text)} ` ? JSON.parse(text) : null
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
