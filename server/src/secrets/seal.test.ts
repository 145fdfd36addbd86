import { beforeEach, describe, expect, it } from 'vitest'
import { keyedDigest, seal, SealProblem, sealedWith, setSecretKeys, unseal } from './seal.ts'

const setKey = (rootKey: Buffer): void => setSecretKeys({ byId: new Map([[1, rootKey]]), sealingId: 1 })

beforeEach(() => setKey(Buffer.alloc(32, 1)))

describe('a sealed secret', () => {
  it.each(['', 'a password', '密码 🔑', 'x'.repeat(10_000)])('opens where it was sealed for: %s', (text) => {
    expect(unseal(seal(text, 'mail:password'), 'mail:password')).toBe(text)
  })

  it('shows neither its text nor that it is the same as another', () => {
    const [one, other] = [seal('a password', 'here'), seal('a password', 'here')]
    expect(one).not.toBe(other)
    expect(Buffer.from(one.slice(3), 'base64url').toString('latin1')).not.toContain('password')
  })

  it('opens at no other place', () => {
    expect(() => unseal(seal('text', 'totp:1'), 'totp:2')).toThrow(SealProblem)
  })

  it('opens with no other master key', () => {
    const sealed = seal('text', 'here')
    setKey(Buffer.alloc(32, 2))
    expect(() => unseal(sealed, 'here')).toThrow(SealProblem)
  })

  it('opens no more when any byte is another, or one is missing', () => {
    const bytes = Buffer.from(seal('text', 'here').slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => unseal(`s1.${changed.toString('base64url')}`, 'here')).toThrow(SealProblem)
    }
    expect(() => unseal(`s1.${bytes.subarray(1).toString('base64url')}`, 'here')).toThrow(SealProblem)
  })

  it.each(['', 's1.', 'plain text', 's2.AAAA'])('is not %j', (text) => {
    expect(() => unseal(text, 'here')).toThrow(SealProblem)
  })
})

describe('with several root keys', () => {
  const keys = (sealingId: number, ...numbers: number[]) => ({ byId: new Map(numbers.map((number) => [number, Buffer.alloc(32, number)])), sealingId })

  it('the newest seals, and each opens what it has sealed', () => {
    const before = seal('text', 'here')
    setSecretKeys(keys(2, 1, 2))
    const after = seal('text', 'here')
    expect([sealedWith(before), sealedWith(after), sealedWith('s9')]).toEqual([1, 2, null])
    expect([unseal(before, 'here'), unseal(after, 'here')]).toEqual(['text', 'text'])
    setSecretKeys(keys(1, 1))
    expect(() => unseal(after, 'here')).toThrow('encrypted with the unknown key 2')
  })

  it('one does not open what another has sealed under its number', () => {
    const sealed = seal('text', 'here')
    setSecretKeys(keys(2, 1, 2))
    expect(() => unseal(sealed.replace('s1.', 's2.'), 'here')).toThrow(SealProblem)
  })

  it('digests stay on the first', () => {
    const digest = keyedDigest('123456', 'here')
    setSecretKeys(keys(2, 1, 2))
    expect(keyedDigest('123456', 'here')).toEqual(digest)
  })
})

describe('a digest', () => {
  it('is the same for the same text at the same place with the same key only', () => {
    const digest = keyedDigest('123456', 'reset:1')
    expect(keyedDigest('123456', 'reset:1')).toEqual(digest)
    expect(keyedDigest('123457', 'reset:1')).not.toEqual(digest)
    expect(keyedDigest('123456', 'reset:2')).not.toEqual(digest)
    setKey(Buffer.alloc(32, 2))
    expect(keyedDigest('123456', 'reset:1')).not.toEqual(digest)
  })
})
