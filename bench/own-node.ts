import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ZoneSource } from '../server/src/serving/zone/zone.ts'

/** The built-in node in a process of its own, with these zones, which whoever measures it may transfer. */
export type OwnNode = { readonly port: number; stop(): Promise<void> }

export async function startOwnNode(folder: string, sources: readonly ZoneSource[]): Promise<OwnNode> {
  const zonesFile = join(folder, 'zones.json')
  writeFileSync(zonesFile, JSON.stringify(sources))
  const child = spawn(process.execPath, [new URL('./serve-built-in-node.ts', import.meta.url).pathname, zonesFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    port: Number(line.toString()),
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
