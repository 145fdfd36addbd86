import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from './exim.ts'
import { freePort } from './free-port.ts'
import { findProgram, startDaemon } from './programs.ts'

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
export const findPebble = (): string | null => findProgram('pebble')

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
  const words = ['-config', join(folder, 'pebble.json'), ...(resolver === undefined ? [] : ['-dnsserver', resolver]), '-strict']
  const daemon = startDaemon(program, words, folder, { ...process.env, PEBBLE_WFE_NONCEREJECT: String(refusedNonces), PEBBLE_VA_NOSLEEP: '1' })
  let refusals = 0
  const gate = await openGate(port, authority, (body) => (refusals += body.includes(':badNonce') ? 1 : 0))
  const origin = 'https://pebble.example'
  const baseUrl = `http://127.0.0.1:${(gate.address() as { port: number }).port}`
  const stop = async (): Promise<void> => {
    gate.closeAllConnections()
    await new Promise((settle) => gate.close(settle))
    await daemon.stop()
  }
  for (let tries = 0; !(await answers(baseUrl)); tries += 1) {
    if (tries === 100) {
      await stop()
      throw new Error(`Pebble did not start: ${daemon.said()}`)
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
