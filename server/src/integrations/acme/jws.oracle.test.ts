import { createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPythonThere } from '../../../../tests/support/cloud-judge.ts'
import { startJwsJudge, type JwsProgram } from '../../../../tests/support/jws-judge.ts'
import { bindingJws, jwkThumbprint, keyOfText, keyText, macOf, newAccountKey, publicJwk, signatureOf, signedJws } from './jws.ts'

/* Signatures beside the examples of the RFCs and beside Python. */

/** RFC 7515, appendix A.3: a key of P-256, what was signed, and a signature of it. */
const es256 = {
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  },
  text: 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
  signature: 'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
} as const

/** RFC 7515, appendix A.1. */
const hs256 = {
  key: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  text: 'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
  signature: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
} as const

/** RFC 7638 §3.1. */
const rsaKey = {
  e: 'AQAB',
  kty: 'RSA',
  n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
} as const
const rsaThumbprint = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'

const privateKey = createPrivateKey({ key: es256.key, format: 'jwk' })
const { x, y } = es256.key
const jwk = { crv: 'P-256', kty: 'EC', x, y } as const

/** Another letter in place of the one there, so that it stays base64url. */
const altered = (text: string, at: number): string => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

describe('the examples of the RFCs', () => {
  it('ES256: Node takes the signature, and ours of the same text', () => {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const isRight = (signature: string): boolean =>
      verify('sha256', Buffer.from(es256.text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
    expect(isRight(es256.signature)).toBe(true)
    expect(isRight(signatureOf(es256.text, privateKey))).toBe(true)
    expect(isRight(altered(es256.signature, 20))).toBe(false)
  })
  it('HS256: the very same bytes', () => expect(macOf(hs256.text, Buffer.from(hs256.key, 'base64url'))).toBe(hs256.signature))
  it('thumbprint: the very same, in whatever order the members stand', () => {
    const { e, kty, n } = rsaKey
    expect(jwkThumbprint({ n, kty, e })).toBe(rsaThumbprint)
  })
  it('the public key is the one of the example', () => expect(publicJwk(privateKey)).toEqual(jwk))
})

it('a key comes back from its text', () => {
  const key = newAccountKey()
  expect(publicJwk(keyOfText(keyText(key)))).toEqual(publicJwk(key))
  expect(publicJwk(newAccountKey())).not.toEqual(publicJwk(key))
})

describe.runIf(isPythonThere)('Python', () => {
  let judge: JwsProgram
  beforeAll(() => void (judge = startJwsJudge()))
  afterAll(() => judge.close())

  it('judges the examples as the RFCs do, and altered ones as wrong', async () => {
    expect(await judge.es256(es256.text, es256.signature, jwk)).toBe(true)
    expect(await judge.hs256(hs256.text, hs256.signature, hs256.key)).toBe(true)
    expect(await judge.thumbprint(rsaKey)).toBe(rsaThumbprint)
    for (const at of [0, 20, 42, 43, 60, 84]) expect(await judge.es256(es256.text, altered(es256.signature, at), jwk), String(at)).toBe(false)
    expect(await judge.es256(altered(es256.text, 30), es256.signature, jwk)).toBe(false)
    expect(await judge.hs256(altered(hs256.text, 30), hs256.signature, hs256.key)).toBe(false)
    // A point that is not on the curve.
    expect(await judge.es256(es256.text, es256.signature, { ...jwk, y: altered(y, 3) })).toBe(false)
  })

  it('takes what we sign, fifty times with fifty keys', async () => {
    for (let count = 0; count < 50; count += 1) {
      const key = newAccountKey()
      const made = signedJws({ nonce: `nonce-${count}`, url: 'https://ca.example/a', jwk: publicJwk(key) }, count % 2 === 0 ? null : { count }, key)
      expect(made.payload === '').toBe(count % 2 === 0)
      expect(await judge.es256(`${made.protected}.${made.payload}`, made.signature, publicJwk(key))).toBe(true)
      expect(await judge.thumbprint(publicJwk(key))).toBe(jwkThumbprint(publicJwk(key)))
    }
  })

  it('takes what we bind', async () => {
    const made = bindingJws({ keyId: 'kid-1', macKey: Buffer.from(hs256.key, 'base64url') }, 'https://ca.example/new-account', jwk)
    expect(await judge.hs256(`${made.protected}.${made.payload}`, made.signature, hs256.key)).toBe(true)
    expect(JSON.parse(Buffer.from(made.protected, 'base64url').toString())).toEqual({ alg: 'HS256', kid: 'kid-1', url: 'https://ca.example/new-account' })
    expect(JSON.parse(Buffer.from(made.payload, 'base64url').toString())).toEqual(jwk)
  })
})
