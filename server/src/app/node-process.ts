import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../jobs/worker.ts'
import { startNodeEnd } from '../serving/link/node-end.ts'
import { openSegmentTable } from '../serving/lines/segment-table.ts'
import { BuiltInNode } from '../serving/node/built-in-node.ts'
import type { EncryptedOptions } from '../serving/encrypted/encrypted-ports.ts'
import type { EncryptedDns } from '../environment.ts'
import type { NodePlace } from './node-place.ts'
import { version } from './version.ts'

export type NodeProcess = { stop(): Promise<void> }

/** A node that has zones but no control plane waits so long for one to say that they are all, then serves what it has. */
const loneMs = 15_000
/** A node whose control plane has gone with whoever started it serves on for so long: time for both to be started again. */
const orphanMs = 10 * 60_000
const lookMs = 1_000

/** A control plane of an earlier release says nothing of them. */
function encryptedOf(place: EncryptedDns | null | undefined): { encrypted?: EncryptedOptions } {
  if (!place) return {}
  const { tlsPort, httpsPort, ...files } = place
  return { encrypted: { files, tlsPort: tlsPort === 0 ? null : tlsPort, httpsPort: httpsPort === 0 ? null : httpsPort } }
}

/**
 * The node as a process of its own: it answers from the zones that it kept, whether or not anybody else is there, and takes what is
 * new from the control plane when that is.
 * @param isSpawned whether the control plane has started it, so that it may not stay for ever without it
 * @param onEnd called when it has to end by itself, or is told to
 */
export async function startNodeProcess(place: NodePlace, isSpawned: boolean, log: Log, onEnd: () => void): Promise<NodeProcess> {
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  const node = new BuiltInNode({
    host: place.host,
    port: place.port,
    redirectPort: place.redirectPort === 0 ? null : place.redirectPort,
    ...encryptedOf(place.encrypted),
    zonesFolder: join(place.folder, 'zones'),
    sharesPort: true,
    threads: place.threads,
    onFault: (fault) => log({ level: 'error', event: 'node fault', error: String(fault) }),
  })
  const useLines = (): void => void node.useLines(openSegmentTable(place.linesFile))
  // The control plane makes the table at its first start; until then there is nothing to serve.
  let hasLines = existsSync(place.linesFile)
  if (hasLines) useLines()
  const { isComplete } = await node.load()
  if (isComplete) await node.start()
  const pidFile = join(place.folder, 'pid')
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })

  const end = startNodeEnd({
    path: place.linkPath,
    node,
    version,
    onConnected() {
      if (!hasLines) useLines()
      hasLines = true
    },
    onEnd,
  })

  const parent = process.ppid
  let alone = Date.now()
  const timer = setInterval(() => {
    if (end.isConnected()) alone = Date.now()
    const aloneMs = Date.now() - alone
    const isOrphan = isSpawned && process.ppid !== parent
    if (isOrphan && (aloneMs > orphanMs || !existsSync(place.folder))) onEnd()
    else if (aloneMs > loneMs) void serveWhatThereIs()
  }, lookMs)

  async function serveWhatThereIs(): Promise<void> {
    const { state, zones } = await node.health()
    if (state === 'up' || zones === 0) return
    log({ level: 'warn', event: 'serving without a control plane', zones })
    await node.start().catch((error: unknown) => log({ level: 'error', event: 'node cannot listen', error: String(error) }))
  }

  return {
    async stop() {
      clearInterval(timer)
      await end.stop()
      await node.end()
      // Another process may have taken our place.
      if (readFileSync(pidFile, 'utf8').trim() === String(process.pid)) rmSync(pidFile)
    },
  }
}
