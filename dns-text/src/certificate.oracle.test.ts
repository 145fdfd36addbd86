import { spawnSync } from 'node:child_process'
import { webcrypto, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificateOfFile, certificateOfPem, publicKeyInfoOf, tlsaDataOf } from './certificate.ts'

// The oracle is OpenSSL: it makes certificates of every kind and says what their digests are.
const isOracleThere = spawnSync('openssl', ['version']).status === 0
let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'nameplane-certificate-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function openssl(parameters: readonly string[], input?: Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync('openssl', [...parameters], { cwd: folder, input })
  if (status !== 0) throw new Error(stderr.toString())
  return stdout
}

const digest = async (algorithm: string, bytes: Uint8Array): Promise<Uint8Array> => new Uint8Array(await webcrypto.subtle.digest(algorithm, bytes.slice()))
const digestBy = (name: string, bytes: Uint8Array): string =>
  openssl(['dgst', `-${name}`, '-r'], bytes)
    .toString()
    .split(' ')[0]!
    .toUpperCase()

describe.runIf(isOracleThere)('a certificate made by OpenSSL', () => {
  test.each<[string, string[]]>([
    ['RSA with many names', ['-newkey', 'rsa:2048', '-addext', `subjectAltName=${Array.from({ length: 200 }, (_, n) => `DNS:h${n}.example.com`).join()}`]],
    ['ECDSA P-256', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['ECDSA P-384', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
    ['Ed25519', ['-newkey', 'ed25519']],
    ['with a large serial and a long subject', ['-newkey', 'ed25519', '-set_serial', `0x7F${'AB'.repeat(18)}`, '-subj', `/O=${'x'.repeat(60)}/OU=北京/CN=a`]],
  ])('is recognised by the digests OpenSSL computes: %s', async (_, parameters) => {
    openssl(['req', '-x509', '-nodes', '-utf8', '-days', '30', '-subj', '/CN=www.example.com', '-keyout', 'key.pem', '-out', 'certificate.pem', ...parameters])
    const pem = readFileSync(join(folder, 'certificate.pem'), 'utf8')
    const whole = openssl(['x509', '-in', 'certificate.pem', '-outform', 'DER'])
    const key = openssl(['pkey', '-pubin', '-outform', 'DER'], openssl(['x509', '-in', 'certificate.pem', '-noout', '-pubkey']))
    const certificate = certificateOfPem(pem)
    expect(Buffer.from(certificate).equals(whole)).toBe(true)
    expect(Buffer.from(publicKeyInfoOf(certificate)).equals(key)).toBe(true)
    for (const [selector, selected] of [
      ['0', whole],
      ['1', key],
    ] as const) {
      expect(await tlsaDataOf(certificate, { selector, matchingType: '1' }, digest)).toBe(digestBy('sha256', selected))
      expect(await tlsaDataOf(certificate, { selector, matchingType: '2' }, digest)).toBe(digestBy('sha512', selected))
      expect(await tlsaDataOf(certificate, { selector, matchingType: '0' }, digest)).toBe(selected.toString('hex').toUpperCase())
    }
    expect(certificateOfFile(new Uint8Array(whole))).toEqual(certificate)
    expect(certificateOfFile(Buffer.from(`Bag Attributes\n${readFileSync(join(folder, 'key.pem'), 'utf8')}${pem}${pem}`))).toEqual(certificate)
  })

  test('of the first version, which names none, is read as well', () => {
    openssl(['req', '-new', '-newkey', 'ed25519', '-nodes', '-subj', '/CN=old', '-keyout', 'key.pem', '-out', 'request.pem'])
    openssl(['x509', '-req', '-in', 'request.pem', '-signkey', 'key.pem', '-days', '30', '-out', 'old.pem'])
    const pem = readFileSync(join(folder, 'old.pem'), 'utf8')
    const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' })
    expect(Buffer.from(publicKeyInfoOf(certificateOfPem(pem))).equals(key)).toBe(true)
  })
})
