import { statSync } from 'node:fs'
import type { SecureContext } from 'node:tls'
import { readCertificate, type CertificateFiles, type Pem } from '../../certificate-files.ts'

/**
 * The certificate with which a node says who it is. The files are looked at again and again, since whatever renews them does not know
 * about us: new connections have the new certificate, those that are open go on. What cannot be used changes nothing.
 */
export class NodeCertificate {
  readonly #files: CertificateFiles
  readonly #onFault: (fault: unknown) => void
  readonly #followers = new Set<(pem: Pem) => void>()
  readonly #timer: NodeJS.Timeout
  #seen: string
  #current: { pem: Pem; context: SecureContext }

  /** @throws as `readCertificate` */
  constructor(files: CertificateFiles, lookMs: number, onFault: (fault: unknown) => void) {
    this.#files = files
    this.#onFault = onFault
    this.#seen = this.#look()
    this.#current = readCertificate(files)
    this.#timer = setInterval(() => this.#follow(), lookMs).unref()
  }

  get pem(): Pem {
    return this.#current.pem
  }

  get context(): SecureContext {
    return this.#current.context
  }

  /** Calls `follower` with each certificate that takes the place of another. Returns how to end that. */
  follow(follower: (pem: Pem) => void): () => void {
    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #follow(): void {
    try {
      const seen = this.#look()
      if (seen === this.#seen) return
      // Said once: the same files are not tried again.
      this.#seen = seen
      this.#current = readCertificate(this.#files)
      for (const follower of this.#followers) follower(this.#current.pem)
    } catch (fault) {
      this.#onFault(fault)
    }
  }

  /** What changes whenever one of the files does, links to them included. */
  #look(): string {
    return [this.#files.certificate, this.#files.key]
      .map((path) => {
        const stat = statSync(path, { throwIfNoEntry: false })
        return stat === undefined ? 'gone' : `${stat.ino} ${stat.size} ${stat.mtimeMs}`
      })
      .join('\n')
  }
}
