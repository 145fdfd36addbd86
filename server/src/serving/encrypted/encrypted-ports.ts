import type { CertificateFiles } from '../../certificate-files.ts'
import type { Responder } from '../node/responder.ts'
import { SidePort, type SidePortOptions } from '../node/side-port.ts'
import { TcpListener, type TcpLimits } from '../node/tcp-listener.ts'
import { defaultDohLimits, DohListener, type DohLimits } from './doh-listener.ts'
import { NodeCertificate } from './node-certificate.ts'

export type EncryptedOptions = {
  readonly files: CertificateFiles
  /** TCP; 0 takes a free one, null: not answered. */
  readonly tlsPort: number | null
  readonly httpsPort: number | null
  /** How often the files are looked at. */
  readonly lookMs?: number
  readonly https?: DohLimits
}

/** What these ports share with the others of the node. */
export type NodeParts = {
  readonly host: string
  readonly sharesPort: boolean
  readonly responder: Responder
  readonly tcp: TcpLimits
  readonly clockMs: () => number
  readonly onFault: (fault: unknown) => void
}

const defaultLookMs = 10_000

/** Where a node answers DNS by TLS and HTTPS. Without a certificate that can be used it does not, and tries again. */
export class EncryptedPorts {
  readonly #options: EncryptedOptions
  readonly #onFault: (fault: unknown) => void
  readonly #tls: SidePort | null
  readonly #https: SidePort | null
  #certificate: NodeCertificate | null = null

  constructor(options: EncryptedOptions, { host, sharesPort, responder, tcp, clockMs, onFault }: NodeParts) {
    this.#options = options
    this.#onFault = onFault
    const side = (port: number | null, open: SidePortOptions['open']): SidePort | null =>
      port === null ? null : new SidePort({ host, port, sharesPort, open, onFault })
    this.#tls = side(options.tlsPort, async (address) => TcpListener.open(address, responder, tcp, clockMs, onFault, this.#usable()))
    this.#https = side(options.httpsPort, async (address) => DohListener.open(address, this.#usable(), responder, options.https ?? defaultDohLimits, onFault))
  }

  /** Null while nothing is listened on. */
  get tlsPort(): number | null {
    return this.#tls?.port ?? null
  }

  get httpsPort(): number | null {
    return this.#https?.port ?? null
  }

  async start(): Promise<void> {
    await Promise.all([this.#tls?.start(), this.#https?.start()])
  }

  /** Harmless when nothing is open. */
  async stop(): Promise<void> {
    await Promise.all([this.#tls?.stop(), this.#https?.stop()])
    this.#certificate?.end()
    this.#certificate = null
  }

  /** Leaves its ports to another process, for good. Settles once their connections have ended. */
  async leave(): Promise<void> {
    await Promise.all([this.#tls?.leave(), this.#https?.leave()])
    this.#certificate?.end()
  }

  /** @throws what reading it throws */
  #usable(): NodeCertificate {
    this.#certificate ??= new NodeCertificate(this.#options.files, this.#options.lookMs ?? defaultLookMs, this.#onFault)
    return this.#certificate
  }
}
