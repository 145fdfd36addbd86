import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePrivateFolder } from './cluster.ts'
import type { DatabaseUser } from './launcher.ts'
import { serverPort } from './settings.ts'

// The address of a unix socket holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const longestSocketPathBytes = 100

/**
 * The folder of a socket, which only its user and root may enter: below `folder` where the path is short enough for a socket's
 * address, else a short one in the temporary folder, the same at every start.
 */
export function makeSocketFolder(folder: string, user: DatabaseUser | null, socketName = `.s.PGSQL.${serverPort}`): string {
  const inside = join(folder, 'socket')
  if (Buffer.byteLength(join(inside, socketName)) <= longestSocketPathBytes) {
    makePrivateFolder(inside, user)
    return inside
  }
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
  const outside = join(tmpdir(), `nameplane-${digest}`)
  return takeOutside(outside, user) ? outside : makeUnguessable(user)
}

/** The temporary folder is everybody's: a folder or link that somebody else put there is not ours to use. */
function takeOutside(folder: string, user: DatabaseUser | null): boolean {
  const owner = user?.uid ?? process.getuid?.()
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (user !== null) chownSync(folder, user.uid, user.gid)
    return true
  } catch {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    return found !== undefined && found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
  }
}

function makeUnguessable(user: DatabaseUser | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-'))
  chmodSync(folder, 0o700)
  if (user !== null) chownSync(folder, user.uid, user.gid)
  return folder
}
