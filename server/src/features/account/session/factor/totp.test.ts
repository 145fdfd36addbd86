import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const secret = Secret.fromLatin1('12345678901234567890').base32

describe('the codes of RFC 6238 appendix B, their last six digits', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i', (second, code) => {
    expect(stepOfCode(secret, code.slice(2), second * 1000)).toBe(Math.floor(second / 30))
  })
})

describe('a code', () => {
  const at = 1_111_111_111_000
  const step = Math.floor(at / 30_000)

  it.each([
    [-2, null],
    [-1, step],
    [0, step],
    [1, step],
    [2, null],
  ])('looked at %i steps later is of step %j', (steps, expected) => {
    expect(stepOfCode(secret, '050471', at + steps * 30_000)).toBe(expected)
  })

  it.each(['050 471', ' 050471 '])('may be typed as %j', (typed) => {
    expect(stepOfCode(secret, typed, at)).toBe(step)
  })

  it.each(['', '50471', '0504711', '050472', '05047a', '٠٥٠٤٧١'])('is not %j', (typed) => {
    expect(stepOfCode(secret, typed, at)).toBeNull()
  })
})

it('a new secret has 160 bits (RFC 4226 §4 R6) and is another each time', () => {
  const made = [newTotpSecret(), newTotpSecret()]
  expect(Secret.fromBase32(made[0]!).bytes).toHaveLength(20)
  expect(made[0]).not.toBe(made[1])
})

it('the address for the QR code names issuer, account and secret', () => {
  const uri = new URL(totpUri(secret, 'Nameplane', 'admin@1'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Nameplane:admin@1'])
  expect(uri.searchParams.get('secret')).toBe(secret)
  expect(uri.searchParams.get('issuer')).toBe('Nameplane')
})
