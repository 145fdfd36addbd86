import { webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { certificateOfFile, certificateOfPem, publicKeyInfoOf, recommendedTlsa, tlsaDataOf } from './certificate.ts'
import { DnsTextError, refusalOf } from './errors.ts'

// Made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=www.example.com`; its digests are OpenSSL's.
const pem = `-----BEGIN CERTIFICATE-----
MIIBizCCATGgAwIBAgIUaWzJ3CEfDM/DKcLPJGujCHujTgcwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPd3d3LmV4YW1wbGUuY29tMCAXDTI2MTEyMTA3NTkwNFoYDzIx
MjYxMDI4MDc1OTA0WjAaMRgwFgYDVQQDDA93d3cuZXhhbXBsZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATxDEKWhaI1IMFBdzAU+N3CLUAGVmlhp0XOTJmC
G5QnPOLHEbwM+hpMh5Ci9KzWEdAbM2dOxQgYMA6poEZoHsXXo1MwUTAdBgNVHQ4E
FgQUq3t2ttLD0NnmRjiSwv0FqBURVwAwHwYDVR0jBBgwFoAUq3t2ttLD0NnmRjiS
wv0FqBURVwAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAtt35
HlTNXnE+PrU1XHO5nH4Jo/QjZWzwwF6JdHflhVYCIB1xfebduNdWmHnzSMXEjPNy
btgtVCvPL7VJb8PEIDcP
-----END CERTIFICATE-----
`
const keyDigest = '331FF70E0A46104ED9B5E78720C7681075BAE2D96381212E1803694EAECCED18'
const wholeDigest = '71931426D78A0B541518E0A21922545FEB87E1E689186D20F5C73E35C2754A44'
const digest = async (algorithm: string, bytes: Uint8Array): Promise<Uint8Array> => new Uint8Array(await webcrypto.subtle.digest(algorithm, bytes.slice()))

describe('a TLSA record of a certificate', () => {
  test('is the digest of its public key, as recommended, or of the whole', async () => {
    expect(await tlsaDataOf(certificateOfPem(pem), recommendedTlsa, digest)).toBe(keyDigest)
    expect(await tlsaDataOf(certificateOfPem(pem), { selector: '0', matchingType: '1' }, digest)).toBe(wholeDigest)
  })

  test.each([
    ['2', '1'],
    ['1', '3'],
    ['', ''],
  ])('is not made for selector %s and matching type %s, which nobody has defined', async (selector, matchingType) => {
    expect(await tlsaDataOf(certificateOfPem(pem), { selector, matchingType }, digest)).toBeNull()
  })

  test.each([
    ['among other blocks', `-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n${pem}`],
    ['of a chain, the first', `${pem}-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n`],
    ['with the line breaks of another system', pem.replaceAll('\n', '\r\n')],
    ['under its older label', pem.replaceAll('CERTIFICATE', 'X509 CERTIFICATE')],
  ])('is read %s', async (_, text) => {
    expect(await tlsaDataOf(certificateOfFile(new TextEncoder().encode(text)), recommendedTlsa, digest)).toBe(keyDigest)
  })
})

describe('what is no certificate is refused', () => {
  const codeOf = (action: () => unknown): string | undefined => refusalOf(action)?.code

  test.each([
    ['nothing', '', 'no_certificate'],
    ['a key alone', '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----', 'no_certificate'],
    ['a block without an end', pem.slice(0, 300), 'no_certificate'],
    ['no Base64', '-----BEGIN CERTIFICATE-----\n???\n-----END CERTIFICATE-----', 'bad_certificate'],
    ['an empty sequence', '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----', 'bad_certificate'],
  ])('%s', (_, text, code) => {
    expect(codeOf(() => publicKeyInfoOf(certificateOfPem(text)))).toBe(code)
  })

  test('a certificate cut off anywhere, or with something behind it', () => {
    const whole = certificateOfPem(pem)
    for (let length = 0; length < whole.length; length += 1) expect(codeOf(() => publicKeyInfoOf(whole.subarray(0, length)))).toBe('bad_certificate')
    expect(codeOf(() => publicKeyInfoOf(Uint8Array.of(...whole, 0)))).toBe('bad_certificate')
  })

  test('a length that claims more than there is, in any of its forms', () => {
    for (const octets of [
      [0x30, 0x80],
      [0x30, 0x85, 1, 1, 1, 1, 1],
      [0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
      [0x30, 0x82, 1],
      [0x3f, 0x01, 0x00],
    ])
      expect(codeOf(() => publicKeyInfoOf(Uint8Array.from(octets)))).toBe('bad_certificate')
  })

  test('any octet changed gives a refusal or a key, never another failure', () => {
    const whole = certificateOfPem(pem)
    for (let at = 0; at < whole.length; at += 1) {
      for (const octet of [0x00, 0x7f, 0x80, 0xff]) {
        const changed = whole.slice()
        changed[at] = octet
        const refusal = refusalOf(() => publicKeyInfoOf(changed))
        if (refusal) expect(refusal).toBeInstanceOf(DnsTextError)
      }
    }
  })
})
