import { statfs } from 'node:fs/promises'
import { Problem } from '../problem.ts'

/** What the embedded database keeps for itself: its journal has to go on, or it could not even be read. */
export const scarceBytes = 64 * 1024 * 1024

/** So long the room that was seen is not looked for again: far less than it takes to fill what is kept back. */
const seenForMs = 50

/** Writes that give room or bring what is there to safety, and those without which nobody could sign in to do so. */
const goesOn = /^session\.|^wechat\.finish$|^log\.retain$|^schedule\.(run|pause|logStop)$|^backup\.(export|exportWithKey|download)$|\.(delete|remove|purge)$/

/**
 * Judges writes by the room that is left on the disk of the data folder; `name` is `<noun>.<verb>` of the contract. The database may
 * be asked for more than there is by its own upkeep: what is saved for that is not given away to new writes.
 * @throws Problem storage_full
 */
export function refuseOnFullDisk(dataFolder: string): (name: string) => Promise<void> {
  let seenAt = -Infinity
  let seen: Promise<{ bavail: number; bsize: number } | null> = Promise.resolve(null)
  return async (name) => {
    if (goesOn.test(name)) return
    if (performance.now() - seenAt > seenForMs) {
      seenAt = performance.now()
      // Where the room cannot be told, the disk itself says when it is full.
      seen = statfs(dataFolder).catch(() => null)
    }
    const room = await seen
    if (room !== null && room.bavail * room.bsize < scarceBytes) throw new Problem('storage_full', { status: 503 })
  }
}
