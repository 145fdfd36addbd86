import { createServer } from 'node:net'
import type { Environment } from '../environment.ts'
import { dohPath } from '../serving/encrypted/doh-request.ts'
import type { NodePlace } from './node-place.ts'

/** A port that another program holds, or an address this machine does not have. */
export class ListenProblem extends Error {}

/** Tries the address of the console before anything is made that a failed start would leave behind. @throws ListenProblem */
export async function tryConsoleAddress(environment: Pick<Environment, 'host' | 'port'>): Promise<void> {
  await tryAddress(environment).catch((error: unknown) => {
    throw consoleProblem(error, environment)
  })
}

/** The same for the ports that the node opens beside that of DNS. @throws ListenProblem */
export async function trySidePorts({ host, redirectPort, encrypted }: Pick<NodePlace, 'host' | 'redirectPort' | 'encrypted'>): Promise<void> {
  const sides = [
    [redirectPort, 'Redirect address', 'NAMEPLANE_REDIRECT_PORT'],
    [encrypted?.tlsPort ?? 0, 'DNS over TLS address', 'NAMEPLANE_DOT_PORT'],
    [encrypted?.httpsPort ?? 0, 'DNS over HTTPS address', 'NAMEPLANE_DOH_PORT'],
  ] as const
  for (const [port, what, variable] of sides) {
    if (port === 0) continue
    await tryAddress({ host, port }).catch((error: unknown) => {
      throw listenProblem(error, `${what} ${host}:${port}`, variable)
    })
  }
}

/** What the operator is told of them at the start, one line each. */
export function sidePortLines({ host, redirectPort, encrypted }: Pick<NodePlace, 'host' | 'redirectPort' | 'encrypted'>): string[] {
  const lines = [
    redirectPort !== 0 && `HTTP     redirects on ${host} port ${redirectPort}`,
    encrypted && encrypted.tlsPort !== 0 && `DoT      ${host} port ${encrypted.tlsPort}`,
    encrypted && encrypted.httpsPort !== 0 && `DoH      https://${host.includes(':') ? `[${host}]` : host}:${encrypted.httpsPort}${dohPath}`,
  ]
  return lines.filter((line) => typeof line === 'string')
}

async function tryAddress({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ host, port }, resolve))
  await new Promise((settle) => server.close(settle))
}

export function consoleProblem(error: unknown, { host, port }: Pick<Environment, 'host' | 'port'>): unknown {
  return listenProblem(error, `Console address ${host}:${port}`, 'NAMEPLANE_PORT')
}

export function dnsProblem(error: unknown, { dnsHost, dnsPort }: Pick<Environment, 'dnsHost' | 'dnsPort'>): unknown {
  return listenProblem(error, `DNS address ${dnsHost}:${dnsPort}`, 'NAMEPLANE_DNS_PORT')
}

function listenProblem(error: unknown, what: string, variable: string): unknown {
  const code = (error as { code?: string }).code
  if (code === 'EADDRINUSE') return new ListenProblem(`${what} is in use by another program. Set ${variable} to a free port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ListenProblem(`${what} is not an address of this machine. Set ${variable === 'NAMEPLANE_PORT' ? 'NAMEPLANE_HOST' : 'NAMEPLANE_DNS_HOST'}.`)
  if (code === 'EACCES') return new ListenProblem(`No permission to open ${what}. Ports below 1024 require root or CAP_NET_BIND_SERVICE.`)
  return error
}
