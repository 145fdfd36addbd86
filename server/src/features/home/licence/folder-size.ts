import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of what lies directly in a folder, each with everything below it, the largest first. What disappears meanwhile counts for nothing. */
export async function sizesIn(folder: string): Promise<{ name: string; bytes: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => ({ name, bytes: await bytesOf(join(folder, name)) })))
  return sizes.toSorted((a, b) => b.bytes - a.bytes)
}

async function bytesOf(path: string): Promise<number> {
  const entry = await lstat(path).catch(() => null)
  if (!entry) return 0
  if (!entry.isDirectory()) return entry.size
  let bytes = 0
  // One after the other: a database has thousands of files, and nobody waits for this one.
  for (const name of await readdir(path).catch(() => [])) bytes += await bytesOf(join(path, name))
  return bytes
}
