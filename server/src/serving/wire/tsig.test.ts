import { describe, expect, it } from 'vitest'
import { tsigPlace } from './tsig-place.ts'
import { checkTsig, lowerWire, TsigSigner, TsigVerifier, withRefusal, type TsigKey } from './tsig.ts'
import { plainWire, queryPacket } from './wire-client.testing.ts'
import { expandedName, keyOfWire } from './wire-key.ts'

const key: TsigKey = { name: lowerWire('acme.zone.test'), algorithm: 'hmac-sha256', secret: Buffer.from('a secret of thirty-two characters') }
const keys = new Map([[keyOfWire(key.name), key]])
const now = 1_800_000_000

/** The query as dnspython sends it (certbot and others): the name of its key is a label, then a pointer to the name of the question. */
function compressed(label = 'acme', target = 12): Buffer {
  const signed = new TsigSigner(key).sign(queryPacket({ name: 'zone.test', type: 6 }), now)
  const place = tsigPlace(signed)
  return Buffer.concat([
    signed.subarray(0, place),
    label === '' ? Buffer.alloc(0) : plainWire(label).subarray(0, -1),
    Buffer.of(0xc0, target),
    signed.subarray(place + key.name.length),
  ])
}

describe('a signature whose key has a compressed name', () => {
  it('is good, and what answers it can be verified', () => {
    const query = compressed()
    const check = checkTsig(query, tsigPlace(query), keys, now)
    if (check.kind !== 'good') throw new Error(check.kind)
    expect(check.keyName).toBe(keyOfWire(key.name))
    const answer = new TsigSigner(check.key, check.mac).sign(queryPacket({ name: 'zone.test', type: 6, flags: 0x8400 }), now)
    expect(new TsigVerifier(key, check.mac).take(answer, tsigPlace(answer), now)).toBe(null)
  })

  it('is refused with the whole name of the key, where there is none such', () => {
    const query = compressed('other')
    const check = checkTsig(query, tsigPlace(query), keys, now)
    if (check.kind !== 'refused') throw new Error(check.kind)
    const answer = withRefusal(queryPacket({ name: 'zone.test', type: 6, flags: 0x8400 }), check.refusal, now)
    expect(answer.includes(Buffer.from(lowerWire('other.zone.test')))).toBe(true)
  })

  it('is malformed where the pointer does not point back', () => {
    const place = tsigPlace(compressed(''))
    for (const target of [place, place + 1, 255]) {
      const query = compressed('', target)
      expect([target, checkTsig(query, tsigPlace(query), keys, now).kind]).toEqual([target, 'malformed'])
    }
  })
})

describe('a compressed name', () => {
  const pointer = (target: number): number[] => [0xc0, target]
  it.each([
    ['that is whole', [1, 97, 0], 0, [1, 97, 0]],
    ['with one pointer', [1, 97, 0, 1, 98, ...pointer(0)], 3, [1, 98, 1, 97, 0]],
    ['with two pointers', [1, 97, 0, 1, 98, ...pointer(0), ...pointer(3)], 7, [1, 98, 1, 97, 0]],
    ['to itself', [1, 97, ...pointer(0)], 0, null],
    ['to a pointer that comes back', [1, 97, ...pointer(2), 1, 98, ...pointer(0)], 4, null],
    ['to what comes after it', [...pointer(2), 1, 97, 0], 0, null],
    ['that ends too early', [1, 97], 0, null],
    ['with half a pointer', [1, 97, 0, 0xc0], 3, null],
    ['with a label of another kind', [0x41, 97, 0], 0, null],
    ['with 255 bytes', [...Array.from({ length: 127 }, () => [1, 97]).flat(), 0], 0, [...Array.from({ length: 127 }, () => [1, 97]).flat(), 0]],
    ['with more', [...Array.from({ length: 127 }, () => [1, 97]).flat(), 0, 1, 98, ...pointer(0)], 255, null],
  ])('%s', (_, bytes, at, name) => {
    const read = expandedName(Uint8Array.from(bytes), at)
    expect(read === null ? null : [...read]).toEqual(name)
  })
})
