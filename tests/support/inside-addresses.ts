import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/*
 * Ways to write an address that no call may reach: loopback, link-local, private, metadata of clouds, IPv4 in the disguise of IPv6,
 * each in whatever form a URL takes (S-13). Names are among them that resolve to such an address.
 */

const ownLinkLocal = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .filter(({ address }) => address.startsWith('fe80:') || address.startsWith('169.254.'))
  .map(({ address }) => (address.includes(':') ? `[${address}]` : address))

/** Hosts, as a URL has them. */
export const insideHosts: readonly string[] = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f000001',
  '0X7F000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '00000000',
  '0.1.2.3',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'canary.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1::1]',
  '[2001:0:7f00:1::80ff:fffe]',
  '[2001:db8::5efe:127.0.0.1]',
  '[2606:4700::5efe:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.1',
  '3232235521',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '169.254.1.1',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '168.63.129.16',
  '192.0.0.1',
  '192.0.0.9',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  ...ownLinkLocal,
]

/** Listens on every address of this machine and counts who comes. */
export type Canary = { readonly port: number; hits(): number; close(): Promise<void> }

export async function startCanary(): Promise<Canary> {
  let hits = 0
  const server = createServer((socket) => {
    hits += 1
    socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, '::', ready))
  return { port: (server.address() as { port: number }).port, hits: () => hits, close: () => new Promise((closed) => void server.close(() => closed())) }
}
