import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { makeCertificate } from './exim.ts'

/*
 * Pebble, the certificate authority that Let's Encrypt made for testing clients. It speaks TLS under an authority of the test, which the
 * platform does not know and cannot be told of; so a small gate on loopback stands before it, which tests put in the place of `origin`.
 * The gate hands on every call as it is, Host header included: Pebble believes to be at `origin`.
 */

export type Pebble = {
  readonly origin: string
  readonly directoryUrl: string
  /** Where the gate listens: http://127.0.0.1:port */
  readonly baseUrl: string
  /** Pebble itself, for clients that can be told of its authority: https://127.0.0.1:port, and the file with its certificate. */
  readonly ownUrl: string
  readonly authorityFile: string
  /** How many good nonces it has refused so far. */
  refusals(): number
  stop(): Promise<void>
}

/** Absolute path of Pebble, or null. */
export function findPebble(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  return folders.map((folder) => join(folder, 'pebble')).find((path) => existsSync(path)) ?? null
}

async function freePort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as { port: number }
  await new Promise((settle) => server.close(settle))
  return port
}

/**
 * @param bindingKeys keys of external bindings by number; with them Pebble asks for a binding
 * @param refusedNonces how many of a hundred good nonces Pebble refuses
 * @param resolver address and port of the resolver that it validates with; that of the system when absent
 */
export async function startPebble({
  bindingKeys,
  refusedNonces = 0,
  resolver,
}: { bindingKeys?: Readonly<Record<string, string>>; refusedNonces?: number; resolver?: string } = {}): Promise<Pebble> {
  const program = findPebble()
  if (program === null) throw new Error('Pebble is not here: install the package pebble')
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-pebble-'))
  const { authority } = makeCertificate(folder, 'IP:127.0.0.1')
  const port = await freePort()
  const settings = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: '127.0.0.1:0',
    certificate: join(folder, 'cert.pem'),
    privateKey: join(folder, 'key.pem'),
    httpPort: 5002,
    tlsPort: 5001,
    ocspResponderURL: '',
    externalAccountBindingRequired: bindingKeys !== undefined,
    ...(bindingKeys ? { externalAccountMACKeys: bindingKeys } : {}),
  }
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble: settings }))
  let said = ''
  const daemon = spawn(program, ['-config', join(folder, 'pebble.json'), ...(resolver === undefined ? [] : ['-dnsserver', resolver]), '-strict'], {
    env: { ...process.env, PEBBLE_WFE_NONCEREJECT: String(refusedNonces), PEBBLE_VA_NOSLEEP: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [daemon.stdout, daemon.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((settle) => daemon.once('exit', () => settle()))
  let refusals = 0
  const gate = await openGate(port, authority, (body) => (refusals += body.includes(':badNonce') ? 1 : 0))
  const origin = 'https://pebble.example'
  const baseUrl = `http://127.0.0.1:${(gate.address() as { port: number }).port}`
  const stop = async (): Promise<void> => {
    gate.closeAllConnections()
    await new Promise((settle) => gate.close(settle))
    daemon.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await answers(baseUrl)); tries += 1) {
    if (tries === 100) {
      await stop()
      throw new Error(`Pebble did not start: ${said}`)
    }
    await new Promise((settle) => setTimeout(settle, 100))
  }
  const ownUrl = `https://127.0.0.1:${port}`
  return { origin, directoryUrl: `${origin}/dir`, baseUrl, ownUrl, authorityFile: join(folder, 'ca.pem'), refusals: () => refusals, stop }
}

async function openGate(port: number, ca: string, seen: (body: string) => void): Promise<Server> {
  const gate = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const call = request({ host: '127.0.0.1', port, ca, method, path, headers, servername: '' }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
      let body = ''
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()))
      answer.on('end', () => seen(body))
    })
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  await new Promise<void>((settle) => gate.listen(0, '127.0.0.1', settle))
  return gate
}

async function answers(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/dir`).then(
    ({ ok }) => ok,
    () => false,
  )
}
