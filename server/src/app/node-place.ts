import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeSocketFolder } from '../db/embedded/socket-folder.ts'
import { dataFolderNames } from '../data-folder.ts'
import type { EncryptedDns, NodeEnvironment } from '../environment.ts'

/** Where the node beside a control plane listens and keeps what it needs. Both work it out from the same variables. */
export type NodePlace = {
  readonly host: string
  readonly port: number
  /** Where HTTP is answered with redirects; 0: nowhere. */
  readonly redirectPort: number
  /** Where DNS is answered by TLS and HTTPS; null: nowhere. */
  readonly encrypted: EncryptedDns | null
  /** Of this node alone: another one in the same data folder has another port. */
  readonly folder: string
  /** The control plane's socket for it. */
  readonly linkPath: string
  readonly linesFile: string
  /** How many of them answer. */
  readonly threads: number
}

/** Whether the node has all its zones on its disk, so that it serves without anybody's help. */
export function hasKeptZones({ folder }: NodePlace): boolean {
  return existsSync(join(folder, 'zones', 'complete'))
}

export function nodePlaceOf({ dataFolder, dnsHost, dnsPort, redirectPort, encrypted, dnsThreads, link }: NodeEnvironment): NodePlace {
  const folder = join(dataFolder, dataFolderNames.nodes, `${dnsHost.replaceAll(':', '_')}_${dnsPort}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    host: dnsHost,
    port: dnsPort,
    redirectPort,
    encrypted,
    folder,
    linkPath: link ?? join(makeSocketFolder(folder, null, 'link.sock'), 'link.sock'),
    linesFile: join(dataFolder, 'lines.segments'),
    threads: dnsThreads,
  }
}
