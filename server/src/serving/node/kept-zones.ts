import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SentZone } from '../zone/packed-zone.ts'
import type { KeptZone, ZoneStore } from './zone-store.ts'

/** Folders that are read by whoever is free: `next` counts those that are taken. */
export type ReaderTask = {
  readonly folders: readonly string[]
  readonly next: Int32Array<SharedArrayBuffer>
  /** See `PackedNames.of`. */
  readonly isShared: boolean
}

/** What another thread made of the files of a folder. */
export type FolderRead = {
  readonly folder: string
  readonly zones: readonly { readonly domainId: number; readonly version: number; readonly whole: number; readonly zone: SentZone }[]
  /** Files that the main thread has to read. */
  readonly left: readonly { readonly path: string; readonly domainId: number }[]
}

/** More would wait for the disk and for the one thread that takes what they have made. */
const mostReaders = 4

/** A thread takes longer to start than fewer zones to read; folders have about the same number of them. */
const zonesWorthThreads = 16

export function readersOfMachine(): number {
  return Math.min(mostReaders, availableParallelism())
}

export function nextFolder({ folders, next }: ReaderTask): string | null {
  return folders[Atomics.add(next, 0, 1)] ?? null
}

/** Nearly all that a thread makes is of no use a moment later: with more room for that, little of it is ever copied. */
const youngMegabytes = 96

/** Settles when the thread has ended, whether or not it has done its share. */
export async function readInThread(task: ReaderTask, onRead: (read: FolderRead) => void): Promise<void> {
  const worker = new Worker(new URL('./kept-zones.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  })
  worker.on('message', onRead)
  await new Promise((settle) => worker.once('error', settle).once('exit', settle))
}

/**
 * Reads all zones of a store: where there are many, threads read and compile them, and this one puts what they made in place and does
 * what they could not. A thread that fails costs time only.
 */
export async function readKeptZones(
  store: ZoneStore,
  { readers, isShared }: { readonly readers: number; readonly isShared: boolean },
  take: { readonly kept: (zone: KeptZone) => Promise<void>; readonly made: (zones: FolderRead['zones']) => void },
): Promise<void> {
  store.begin()
  const task: ReaderTask = { folders: store.folders, next: new Int32Array(new SharedArrayBuffer(4)), isShared }
  const unread = new Set(task.folders)
  const left: FolderRead['left'][number][] = []
  const startThread = (): Promise<void> =>
    readInThread(task, (read) => {
      unread.delete(read.folder)
      for (const made of read.zones) store.noteRead(made.domainId, { whole: made.whole, end: made.whole })
      take.made(read.zones)
      left.push(...read.left)
    })
  const readHere = async (folder: string): Promise<number> => {
    let count = 0
    unread.delete(folder)
    for (const kept of store.readFolder(folder)) {
      await take.kept(kept)
      count += 1
    }
    return count
  }
  const first = nextFolder(task)
  const isWorthThreads = first !== null && (await readHere(first)) >= zonesWorthThreads
  if (isWorthThreads) await Promise.all(Array.from({ length: readers }, startThread))
  // All of them, where no thread has helped.
  for (const folder of unread) await readHere(folder)
  for (const { path, domainId } of left) for (const kept of store.readFile(path, domainId)) await take.kept(kept)
  store.end()
}
