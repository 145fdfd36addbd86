import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const gibibyte = 1024 ** 3

/**
 * Where databases that only tests use are kept: in memory where the machine has it to spare, since they are synced to the disk at each
 * write and a busy disk takes a hundred times as long. What is proven about disks uses the ordinary temporary folder.
 */
export function quickFolder(): string {
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
