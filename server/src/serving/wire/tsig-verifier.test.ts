import { describe, expect, it } from 'vitest'
import { tsigPlace } from './tsig-place.ts'
import { checkTsig, lowerWire, TSIG_ERROR, TsigSigner, TsigVerifier, withRefusal, type TsigKey } from './tsig.ts'
import { queryPacket } from './wire-client.testing.ts'
import { keyOfWire } from './wire-key.ts'

const key: TsigKey = { name: lowerWire('a.key'), algorithm: 'hmac-sha256', secret: Buffer.from('a secret of thirty-two characters') }
const now = 1_800_000_000
const message = (name: string): Buffer => queryPacket({ name, type: 252, flags: 0x8400 })

/** A query, and the messages that answer it: each signed, or as it is. */
function reply(signs: readonly boolean[]): { mac: Uint8Array; messages: Buffer[] } {
  const query = new TsigSigner(key)
  query.sign(message('zone.test'), now)
  const signer = new TsigSigner(key, query.mac)
  return { mac: query.mac, messages: signs.map((isSigned, at) => (isSigned ? signer.sign(message(`m${at}.zone.test`), now) : message(`m${at}.zone.test`))) }
}

function errorsOf(mac: Uint8Array, messages: readonly Buffer[], nowSeconds = now): { errors: (number | null)[]; isSettled: boolean } {
  const verifier = new TsigVerifier(key, mac)
  const errors = messages.map((one) => verifier.take(one, tsigPlace(one), nowSeconds))
  return { errors, isSettled: verifier.isSettled }
}

describe('the signatures of one reply', () => {
  it('are good one after the other', () => {
    const { mac, messages } = reply([true, true, true])
    expect(errorsOf(mac, messages)).toEqual({ errors: [null, null, null], isSettled: true })
  })

  it('cover what was sent unsigned before them, and nothing is settled until they do', () => {
    // BIND signs each message, others every hundredth: the digest is over all since the last one.
    const query = new TsigSigner(key)
    query.sign(message('zone.test'), now)
    const signer = new TsigSigner(key, query.mac)
    const first = signer.sign(message('first.zone.test'), now)
    const between = [message('one.zone.test'), message('two.zone.test')]
    expect(errorsOf(query.mac, [first, ...between])).toEqual({ errors: [null, null, null], isSettled: false })
    // Signed as if there had been nothing between.
    const last = signer.sign(message('last.zone.test'), now)
    expect(errorsOf(query.mac, [first, ...between, last]).errors.at(-1)).toBe(TSIG_ERROR.BADSIG)
  })

  it('are refused where a message is changed, left out, of another key or of another time', () => {
    const { mac, messages } = reply([true, true, true])
    const changed = messages.map((one) => Buffer.from(one))
    changed[1]![2]! ^= 1
    expect(errorsOf(mac, changed).errors).toEqual([null, TSIG_ERROR.BADSIG, TSIG_ERROR.BADSIG])
    expect(errorsOf(mac, [messages[0]!, messages[2]!]).errors).toEqual([null, TSIG_ERROR.BADSIG])
    expect(errorsOf(mac, messages, now + 301).errors[0]).toBe(TSIG_ERROR.BADTIME)
    expect(errorsOf(Buffer.alloc(32), messages).errors[0]).toBe(TSIG_ERROR.BADSIG)
    const other = new TsigVerifier({ ...key, name: lowerWire('other.key') }, mac)
    expect(other.take(messages[0]!, tsigPlace(messages[0]!), now)).toBe(TSIG_ERROR.BADKEY)
  })

  it('are no good where the server says in one that it has not taken the query, which covers that too', () => {
    const query = new TsigSigner(key)
    const sent = query.sign(message('zone.test'), now)
    const serverTime = now + 400
    const keys = new Map([[keyOfWire(key.name), key]])
    const check = checkTsig(sent, tsigPlace(sent), keys, serverTime)
    if (check.kind !== 'refused') throw new Error(check.kind)
    const answer = withRefusal(message('zone.test'), check.refusal, serverTime)
    expect(errorsOf(query.mac, [answer]).errors).toEqual([TSIG_ERROR.BADTIME])
    expect(checkTsig(answer, tsigPlace(answer), keys, now, query.mac)).toMatchObject({ kind: 'refused', refusal: { error: TSIG_ERROR.BADTIME } })
    const changed = Buffer.from(answer)
    changed[2]! ^= 1
    expect(errorsOf(query.mac, [changed]).errors).toEqual([TSIG_ERROR.BADSIG])
  })

  it('begin with the first message, and come at least every hundredth', () => {
    expect(errorsOf(Buffer.alloc(32), [message('zone.test')]).errors).toEqual([TSIG_ERROR.BADSIG])
    const { mac, messages } = reply([true, ...Array.from({ length: 100 }, () => false)])
    const { errors } = errorsOf(mac, messages)
    expect(errors.slice(0, 100).every((error) => error === null)).toBe(true)
    expect(errors[100]).toBe(TSIG_ERROR.BADSIG)
  })
})

describe('the place of a signature', () => {
  it('is that of the last record, and only there', () => {
    const [signed] = reply([true]).messages
    expect(tsigPlace(message('zone.test'))).toBe(0)
    expect(tsigPlace(signed!)).toBe(message('m0.zone.test').length)
    for (let length = 0; length < signed!.length; length += 1) expect(tsigPlace(signed!.subarray(0, length))).toBe(-1)
    // A record behind it.
    const followed = Buffer.concat([signed!, Buffer.from([0, 0, 41, 0, 0, 0, 0, 0, 0, 0, 0])])
    followed.writeUInt16BE(2, 10)
    expect(tsigPlace(followed)).toBe(-1)
  })
})
