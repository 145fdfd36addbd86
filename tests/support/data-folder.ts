import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { processesNaming, type ServerProcess } from './server-process.ts'

/** A data folder of a test file's own, and the servers on it: whatever of them still runs afterwards is killed. */
export function useDataFolder(name: string): { readonly folder: string; readonly started: ServerProcess[] } {
  const folder = mkdtempSync(join(tmpdir(), `nameplane-${name}-`))
  const started: ServerProcess[] = []
  afterAll(async () => {
    for (const server of started) server.signal('SIGKILL')
    await Promise.all(started.map((server) => server.ended))
    for (const pid of await processesNaming(folder)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return { folder, started }
}
