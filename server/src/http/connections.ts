import type { Server } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import { maskBytes, parseIpv6, printIpv6 } from '@nameplane/dns-text/addresses'

/** How many connections may be open: of all, and of one address or, of IPv6, one /64 network, which is what one subscriber has. */
export type ConnectionLimits = { total: number; perAddress: number }

export const usualConnections: ConnectionLimits = { total: 10_000, perAddress: 200 }

/** This machine itself: what runs here need not come over the network, and is often a proxy. */
export const loopback = ['127.0.0.0/8', '::1'] as const

/** Closes what comes beyond the limits; `exempt` addresses and networks, such as proxies, speak for many and have no limit of their own. */
export function limitConnections(server: Server, { total, perAddress }: ConnectionLimits, exempt: readonly string[]): void {
  server.maxConnections = total
  const many = new BlockList()
  for (const network of exempt) addNetwork(many, network)
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    if (isIP(address) === 0 || many.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
    const from = subscriberOf(address)
    const count = (open.get(from) ?? 0) + 1
    if (count > perAddress) return void socket.destroy()
    open.set(from, count)
    socket.once('close', () => {
      const left = open.get(from)! - 1
      if (left === 0) open.delete(from)
      else open.set(from, left)
    })
  })
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}

/** The address, or the network that it is in. */
function subscriberOf(address: string): string {
  return isIPv6(address) ? printIpv6(maskBytes(parseIpv6(address.split('%')[0]!), 64)) : address
}
