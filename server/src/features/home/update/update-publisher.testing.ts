import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/* A publisher of updates, for tests. Keys and signatures are made by openssl: what we check must be what others write. */

/** Where the keys lie; whoever imports this removes it. */
export const workshop = mkdtempSync(join(tmpdir(), 'nameplane-update-'))
export const archive = gzipSync('what a newer version would bring')

export function openssl(...parameters: string[]): void {
  execFileSync('openssl', parameters, { cwd: workshop, stdio: 'pipe' })
}

/** A trusted publisher's key, a stranger's, and two of other kinds, each as NAME.pem and NAME.pub.pem. */
export function makeKeys(): void {
  // Another file of the same worker may have removed it.
  mkdirSync(workshop, { recursive: true })
  openssl('genpkey', '-algorithm', 'ed25519', '-out', 'publisher.pem')
  openssl('pkey', '-in', 'publisher.pem', '-pubout', '-out', 'publisher.pub.pem')
  openssl('genpkey', '-algorithm', 'ed25519', '-out', 'stranger.pem')
  openssl('pkey', '-in', 'stranger.pem', '-pubout', '-out', 'stranger.pub.pem')
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', 'rsa.pem')
  openssl('pkey', '-in', 'rsa.pem', '-pubout', '-out', 'rsa.pub.pem')
  openssl('genpkey', '-algorithm', 'ed448', '-out', 'ed448.pem')
  openssl('pkey', '-in', 'ed448.pem', '-pubout', '-out', 'ed448.pub.pem')
}

export function sign(manifest: Buffer, key = 'publisher.pem'): Buffer {
  writeFileSync(join(workshop, 'manifest'), manifest)
  openssl('pkeyutl', '-sign', '-rawin', '-inkey', key, '-in', 'manifest', '-out', 'signature')
  return readFileSync(join(workshop, 'signature'))
}

export const fields = { format: 1, product: 'nameplane', version: '0.2.0', sha256: createHash('sha256').update(archive).digest('hex'), bytes: archive.length }

export function manifestOf(changed: Record<string, unknown> = {}): Buffer {
  return Buffer.from(JSON.stringify({ ...fields, ...changed }))
}

export type Part = { name: string; content: Buffer; isFile?: boolean }

export const parts = (manifest: Buffer, signature: Buffer, content: Buffer = archive): Part[] => [
  { name: 'manifest', content: manifest },
  { name: 'signature', content: signature },
  { name: 'archive', content },
]
export const signed = (changed: Record<string, unknown> = {}, content: Buffer = archive): Part[] =>
  parts(manifestOf(changed), sign(manifestOf(changed)), content)

export function bodyOf(sent: readonly Part[], boundary: string): Buffer {
  const pieces = sent.flatMap(({ name, content, isFile = true }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${isFile ? `; filename="../../${name}"` : ''}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}
