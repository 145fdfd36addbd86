/** Reads and compiles the zones of some folders beside the main thread, and says of which files it could not, so that they are read there. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { compileToSend, UnservableZone } from '../zone/zone.ts'
import { nextFolder, type FolderRead, type ReaderTask } from './kept-zones.ts'
import { domainOfFile, readZoneFile } from './zone-file.ts'

const task = workerData as ReaderTask
for (let folder = nextFolder(task); folder !== null; folder = nextFolder(task)) {
  const { reply, bytes } = readWhole(folder)
  parentPort?.postMessage(reply, bytes)
}

function readWhole(folder: string): { reply: FolderRead; bytes: ArrayBuffer[] } {
  const reply = { folder, zones: new Array<FolderRead['zones'][number]>(), left: new Array<FolderRead['left'][number]>() }
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    // Begun and never put in place.
    if (file.endsWith('.new')) rmSync(path, { force: true })
    const domainId = domainOfFile(file)
    if (domainId === null) continue
    const read = readZoneFile(path, domainId)
    const [whole] = read?.updates ?? []
    const { source, version } = whole ?? {}
    // Changes are laid over, and what is damaged is set aside, in one place.
    if (read === null || read.updates.length !== 1 || read.end < read.length || !source || version === undefined) {
      reply.left.push({ path, domainId })
      continue
    }
    try {
      reply.zones.push({ domainId, version, whole: read.whole, zone: compileToSend(source, task.isShared) })
    } catch (error) {
      if (!(error instanceof UnservableZone)) throw error
      reply.left.push({ path, domainId })
    }
  }
  const buffers = reply.zones.map(({ zone }) => zone.names.bytes.buffer)
  return { reply, bytes: buffers.filter((buffer) => buffer instanceof ArrayBuffer) }
}
