import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { findProgram, startDaemon } from './programs.ts'

/* DHCP servers, unchanged, that register what they lease by DNS UPDATE with the name server on a port of 127.0.0.1. */

type Key = { readonly keyName: string; readonly algorithm: string; readonly secret: string }
/** A zone that a server updates, and with which key. */
export type UpdatedZone = { readonly name: string; readonly key: Key }
/** `client` is a byte that stands for it. */
type Lease = { readonly name: string; readonly address: string; readonly client: number }

export type DhcpServer = { readonly said: () => string; stop(): Promise<void> }

/** Kea’s daemon for DNS, told of leases as its DHCP servers tell it. */
export async function startKeaDns(
  forward: UpdatedZone,
  reverse: UpdatedZone,
  dnsPort: number,
): Promise<DhcpServer & { register(lease: Lease): void; release(lease: Lease): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-kea-'))
  const port = await freePort()
  const servers = [{ 'ip-address': '127.0.0.1', port: dnsPort }]
  const domains = (zone: UpdatedZone) => ({ 'ddns-domains': [{ name: `${zone.name}.`, 'key-name': zone.key.keyName, 'dns-servers': servers }] })
  const config = join(folder, 'kea.json')
  const settings = {
    'ip-address': '127.0.0.1',
    port,
    // After 500 ms, which is its default, it gives up a change that was saved, and with it those that come after in the same request.
    'dns-server-timeout': 20_000,
    'tsig-keys': [forward, reverse].map(({ key }) => ({ name: key.keyName, algorithm: key.algorithm.toUpperCase(), secret: key.secret })),
    'forward-ddns': domains(forward),
    'reverse-ddns': domains(reverse),
    loggers: [{ name: 'kea-dhcp-ddns', severity: 'INFO', output_options: [{ output: 'stdout' }] }],
  }
  writeFileSync(config, JSON.stringify({ DhcpDdns: settings }), { mode: 0o600 })
  const variables = { ...process.env, KEA_PIDFILE_DIR: folder, KEA_LOCKFILE_DIR: folder }
  const daemon = startDaemon(findProgram('kea-dhcp-ddns')!, ['-c', config], folder, variables)
  const socket = createSocket('udp4')
  /** A request as DHCP servers send it: its length, then JSON. */
  const tell = (changeType: 0 | 1, { name, address, client }: Lease): void => {
    const text = Buffer.from(
      JSON.stringify({
        'change-type': changeType,
        'forward-change': true,
        'reverse-change': true,
        fqdn: `${name}.`,
        'ip-address': address,
        // Kind of identifier, kind of digest, digest (RFC 4701 §3).
        dhcid: `000101${Buffer.alloc(32, client).toString('hex')}`,
        'lease-expires-on': '20991231235959',
        'lease-length': 3600,
        // Until 2.4, and since.
        'use-conflict-resolution': true,
        'conflict-resolution-mode': 'check-with-dhcid',
      }),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    socket.send(Buffer.concat([length, text]), port, '127.0.0.1')
  }
  while (!daemon.said().includes('DHCP_DDNS_STARTED')) {
    if (daemon.hasEnded()) throw new Error(`Kea does not run:\n${daemon.said()}`)
    await new Promise((settle) => setTimeout(settle, 20))
  }
  return {
    said: daemon.said,
    register: (lease) => tell(0, lease),
    release: (lease) => tell(1, lease),
    async stop() {
      socket.close()
      await daemon.stop()
    },
  }
}

/** Whether this user may make networks of its own here. */
export const canMakeNetworks = process.platform === 'linux' && spawnSync('unshare', ['-n', 'ip', 'link', 'add', 'type', 'veth']).status === 0

/**
 * ISC’s dhcpd and dhclient, each in a network of its own, joined by a cable; the client has a lease once this resolves, and gives it back on
 * `release`. dhcpd sends updates to port 53 alone, so that the network of it has a relay there.
 * @param host what the client calls itself; it gets its name below `dhcp` of the forward zone
 */
export async function startIscDhcp(
  forward: UpdatedZone,
  reverse: UpdatedZone,
  network: string,
  host: string,
  dnsPort: number,
): Promise<DhcpServer & { release(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-dhcp-'))
  const server = join(folder, 'dhcpd.conf')
  const keys = [forward, reverse].map(({ key }) => `key ${key.keyName} { algorithm ${key.algorithm}; secret "${key.secret}"; }`)
  const zones = [forward, reverse].map(({ name, key }) => `zone ${name}. { primary 127.0.0.1; key ${key.keyName}; }`)
  writeFileSync(
    server,
    `authoritative;
ddns-updates on;
ddns-update-style standard;
ddns-domainname "dhcp.${forward.name}";
default-lease-time 600;
${[...keys, ...zones].join('\n')}
subnet ${network}.0 netmask 255.255.255.0 { range ${network}.10 ${network}.10; }
`,
    { mode: 0o600 },
  )
  writeFileSync(join(folder, 'dhcpd.leases'), '')
  writeFileSync(join(folder, 'dhclient.conf'), `send host-name "${host}";\ninitial-interval 1;\n`)
  writeFileSync(
    join(folder, 'leased.sh'),
    '#!/bin/sh\n[ -z "$new_ip_address" ] || ip address replace "$new_ip_address/24" dev "$interface"\n[ "$reason" != BOUND ] || echo leased\n',
    { mode: 0o700 },
  )
  const program = fileURLToPath(new URL('dhcp-network.ts', import.meta.url))
  const child = spawn('unshare', ['-n', process.execPath, '--disable-warning=ExperimentalWarning', program, folder, network], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.on('message', ({ query, port }: { query: Uint8Array; port: number }) => {
    const socket = createSocket('udp4')
    socket.once('message', (answer) => {
      socket.close()
      if (child.connected) child.send({ answer, port })
    })
    socket.send(query, dnsPort, '127.0.0.1')
  })
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  const stop = async (): Promise<void> => {
    // It and what it has started end with the channel.
    if (child.connected) child.disconnect()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  while (!said.includes('leased\n')) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`no lease:\n${said}`)
    }
    await new Promise((settle) => setTimeout(settle, 20))
  }
  return { said: () => said, release: () => void child.send({ release: true }), stop }
}
