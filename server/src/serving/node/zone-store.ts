/**
 * The zones of a node on its disk, so that it starts and answers without anybody's help: one file for each domain, made of the
 * updates it was given. Each line is a checksum and a value, the first one tells the format. A new whole is written beside the old
 * file and put in its place, changes are appended. Nothing is synced: what a power cut takes is damaged or older, and the control
 * plane sends it again.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { appendFile, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { headOf, piecesOf, type ZoneUpdate } from '../zone/zone-update.ts'
import { domainOfFile, format, lineOf, readZoneFile, type Head, type ZoneFile } from './zone-file.ts'

const folders = 256
/** Changes are appended until they are longer than the whole, and at least this long. */
const leastChangesBytes = 64 * 1024

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

  /** The folders that zones are spread over, so that several threads may read them. */
  get folders(): readonly string[] {
    return Array.from({ length: folders }, (_, number) => this.#folderOf(number))
  }

  /** Before the first file is read. */
  begin(): void {
    this.#isComplete = readIfThere(this.#completePath)?.toString() === `${format}\n`
  }

  /** After the last one. */
  end(): void {
    if (!this.#isComplete) rmSync(this.#completePath, { force: true })
  }

  *readFolder(folder: string): Generator<KeptZone> {
    for (const file of readdirSync(folder)) {
      const path = join(folder, file)
      // Begun and never put in place.
      if (file.endsWith('.new')) rmSync(path, { force: true })
      const domainId = domainOfFile(file)
      if (domainId !== null) yield* this.readFile(path, domainId)
    }
  }

  *readFile(path: string, domainId: number): Generator<KeptZone> {
    const setAside = (): void => {
      this.#isComplete = false
      this.#sizes.delete(domainId)
      this.#onFault(new Error(`${path} is damaged or of another version. The zone is asked for again.`))
      renameSync(path, `${path}.unused`)
    }
    const updates = this.#readZone(path, domainId)
    if (updates === null) setAside()
    else yield { updates, setAside }
  }

  /** The file of the domain was read as it was written, here or in another thread. */
  noteRead(domainId: number, { whole, end }: Pick<ZoneFile, 'whole' | 'end'>): void {
    this.#sizes.set(domainId, { whole, changes: end - whole })
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
  #readZone(path: string, domainId: number): readonly ZoneUpdate[] | null {
    const read = readZoneFile(path, domainId)
    if (read === null) return null
    // A line that was cut off was never said to be kept.
    if (read.end < read.length) truncateSync(path, read.end)
    this.noteRead(domainId, read)
    return read.updates
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

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
