import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { lstat, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the key folder: a publisher's key, or the reason why it is none. */
export type KeyFile = { file: string } & (
  | { key: KeyObject; fingerprint: string; unusable: null }
  | { key: null; fingerprint: null; unusable: 'private' | 'not_ed25519' | 'unreadable' }
)

export type TrustedKey = Extract<KeyFile, { unusable: null }>

const largestKeyFileBytes = 8192
const mostKeyFiles = 64

// RFC 8410 §4: a SubjectPublicKeyInfo of Ed25519 is these twelve octets and the 32 of the key.
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')
const pemPattern = /^-----BEGIN PUBLIC KEY-----\s([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/

/** Every `.pem` file of the folder in the order of names; the folder is made when it is missing. */
export async function readKeyFiles(folder: string): Promise<KeyFile[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.pem'))
    .sort()
    .slice(0, mostKeyFiles)
  return Promise.all(files.map(async (file) => readKeyFile(join(folder, file), file)))
}

export function isTrusted(key: KeyFile): key is TrustedKey {
  return key.unusable === null
}

/** The key that has signed these bytes, if any of them has. */
export function signerOf(keys: readonly KeyFile[], bytes: Buffer, signature: Buffer): TrustedKey | undefined {
  return keys.filter(isTrusted).find((candidate) => verify(null, bytes, candidate.key, signature))
}

async function readKeyFile(path: string, file: string): Promise<KeyFile> {
  const unusable = (reason: 'private' | 'not_ed25519' | 'unreadable'): KeyFile => ({ file, key: null, fingerprint: null, unusable: reason })
  const entry = await lstat(path)
  if (!entry.isFile() || entry.size > largestKeyFileBytes) return unusable('unreadable')
  const text = await readFile(path, 'utf8').then(
    (read) => read,
    () => null,
  )
  if (text === null) return unusable('unreadable')
  // Whoever holds the private key could sign; it has no business on a server that only checks.
  if (text.includes('PRIVATE KEY')) return unusable('private')
  const pem = pemPattern.exec(text)
  const der = Buffer.from(pem?.[1] ?? '', 'base64')
  if (der.length !== ed25519Prefix.length + 32 || !der.subarray(0, ed25519Prefix.length).equals(ed25519Prefix)) return unusable('not_ed25519')
  return { file, key: createPublicKey({ key: der, format: 'der', type: 'spki' }), fingerprint: createHash('sha256').update(der).digest('hex'), unusable: null }
}
