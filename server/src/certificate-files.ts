import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContext } from 'node:tls'

/** Files in PEM: the certificate with those above it, and its private key without passphrase. */
export type CertificateFiles = { readonly certificate: string; readonly key: string }

export type Pem = { readonly cert: Buffer; readonly key: Buffer }

/** TLS 1.2 at least (RFC 8310 §5, RFC 9325 §3.1.1). */
export const tlsVersions = { minVersion: 'TLSv1.2' } as const

/** @throws when a file cannot be read, is not what it has to be, or the key is another certificate's */
export function readCertificate({ certificate, key }: CertificateFiles): { pem: Pem; context: SecureContext } {
  const pem: Pem = { cert: readFileSync(certificate), key: readFileSync(key) }
  return { pem, context: createSecureContext({ ...pem, ...tlsVersions }) }
}
