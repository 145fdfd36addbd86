import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { linkProtocol, type NodeHello, type NodeNotice } from './node-calls.ts'
import { LinkPeer } from './peer.ts'
import type { AskUpdate } from '../update/updates.ts'
import type { UpdateRequest } from '../update/update-message.ts'
import { RCODE } from '../wire/wire-types.ts'
import { RemoteNode } from './remote-node.ts'

export type ConnectedNode = { readonly node: RemoteNode; readonly hello: NodeHello; readonly closed: Promise<void> }
export type ControlEnd = { stop(): Promise<void> }

/** Another control plane listens there. */
export class LinkTaken extends Error {}

/**
 * Listens for nodes that connect; whoever may enter the folder of the socket may.
 * @param onNode told of each node that says hello
 * @param onUpdate executes updates that nodes have been sent
 * @throws LinkTaken
 */
export async function startControlEnd(
  path: string,
  onNode: (node: ConnectedNode) => void,
  onUpdate: AskUpdate = async () => RCODE.SERVFAIL,
): Promise<ControlEnd> {
  if (existsSync(path)) {
    if (await isListenedOn(path)) throw new LinkTaken(path)
    rmSync(path, { force: true })
  }
  const peers = new Set<LinkPeer>()
  const server = createServer((socket) => {
    let node: RemoteNode | null = null
    const peer = new LinkPeer(socket, async (call, payload) => {
      if (call === 'notified' && node !== null) return (node.notified(payload as NodeNotice), null)
      if (call === 'update') return onUpdate(payload as UpdateRequest)
      if (call !== 'hello') throw new Error(`unknown call: ${call}`)
      const hello = payload as NodeHello
      // One of another release is not asked for more than to end.
      node = new RemoteNode(peer)
      onNode({ node, hello: hello.protocol === linkProtocol ? hello : { ...hello, version: '' }, closed: peer.closed })
      return null
    })
    peers.add(peer)
    void peer.closed.then(() => peers.delete(peer))
  })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
  return {
    async stop() {
      const closed = new Promise((settle) => server.close(settle))
      for (const peer of peers) peer.close()
      await closed
    },
  }
}

/** Whether a control plane lives behind the socket. */
export function isListenedOn(path: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(path)
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('connect', () => socket.destroy())
  })
}
