import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../server/src/db/embedded/postmaster.ts'
import { processesNaming } from './server-process.ts'

const gibibyte = 1024 ** 3

/**
 * Where databases that only tests use are kept: in memory where the machine has it to spare, since they are synced to the disk at each
 * write and a busy disk takes a hundred times as long. What is proven about disks uses the ordinary temporary folder.
 */
function quickFolder(): string {
  const inMemory = '/dev/shm'
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize > 4 * gibibyte && process.availableMemory() > 6 * gibibyte) return inMemory
  } catch {
    // Another system: it has none.
  }
  return tmpdir()
}

const kinds = ['database', 'templates', 'platform'] as const
const owned = new RegExp(`^nameplane-(?:${kinds.join('|')})-(\\d+)-`)

/** A new folder there, which bears the number of this process. Who makes it removes it. */
export function newQuickFolder(kind: (typeof kinds)[number]): string {
  return mkdtempSync(join(quickFolder(), `nameplane-${kind}-${process.pid}-`))
}

/**
 * Removes the folders of processes that were killed before they could. The nodes of their platforms serve on, as they do when an
 * operator's platform dies, and are ended with them.
 */
export async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(quickFolder())) {
    const [, owner] = owned.exec(name) ?? []
    const folder = join(quickFolder(), name)
    // Those of other people on the machine are not ours to remove.
    if (owner === undefined || isAlive(Number(owner)) || statSync(folder, { throwIfNoEntry: false })?.uid !== (process.getuid?.() ?? 0)) continue
    // Elsewhere there is no list of processes to read.
    const left = process.platform === 'linux' ? await processesNaming(folder) : []
    left.forEach(end)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (cause) {
    // It ended by itself meanwhile.
    if (isAlive(pid)) throw cause
  }
}
