import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { NotificationProblem, type NotificationReason } from '../payment.ts'
import { stripeSignature, stripeToleranceSeconds, verifyStripeSignature } from './stripe-webhook.ts'

const secret = 'whsec_test_secret'
const seconds = 1_492_774_577
const now = new Date(seconds * 1000)
const body = Buffer.from(JSON.stringify({ id: 'evt_test_webhook', object: 'event' }, null, 2))
const known = 'c2f890decbc5ede7c5060bb9a6d31e0626a4342bacb9aeae2adb1bcea72f9812'
const good = `t=${seconds},v1=${known}`

const reasonOf = (header: string | undefined, given: Buffer = body, secrets: readonly string[] = [secret], at = now): NotificationReason | null => {
  try {
    verifyStripeSignature(header, given, secrets, at)
    return null
  } catch (cause) {
    if (cause instanceof NotificationProblem) return cause.reason
    throw cause
  }
}

describe('the signature of a webhook', () => {
  // The known answers of stripe-node at 6639421, test/crypto/helpers.ts: HMAC-SHA256 with the key test_secret.
  it.each([
    ['nothing', '', 'f7f9bd47fb987337b5796fdc1fdb9ba221d0d5396814bfcaf9521f43fd8927fd'],
    ['JSON', '{"obj1":"hello","obj2":"world"}', 'bebb1a643997f419b315ddba19e6f5411e1ce7f810ba6d3617ce72823092f363'],
    ['UTF-8', '\u{1F600}', '837da296d05c4fe31f61d5d7ead035099d9585a5bcde87de952012a78f0b0c43'],
  ])('rests on the HMAC of Stripe’s known answers: %s', (_, text, answer) =>
    expect(createHmac('sha256', 'test_secret').update(text).digest('hex')).toBe(answer),
  )

  it('is the known one for the event of Stripe’s own tests', () => expect(stripeSignature(secret, String(seconds), body)).toBe(known))

  it('is the one that Stripe’s library makes, and Stripe’s library takes ours', () => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body.toString(), secret, timestamp: seconds })
    expect(header).toBe(good)
    expect(reasonOf(header)).toBeNull()
    expect(Stripe.webhooks.constructEvent(body, good, secret, stripeToleranceSeconds, undefined, now.getTime()).id).toBe('evt_test_webhook')
  })

  it.each<[string, string]>([
    ['with several v1, of which one is right', `t=${seconds},v1=${'0'.repeat(64)},v1=${known}`],
    ['with a v0 beside it', `t=${seconds},v0=${'0'.repeat(64)},v1=${known}`],
    ['whatever the order', `v1=${known},t=${seconds}`],
  ])('is believed %s', (_, header) => expect(reasonOf(header)).toBeNull())

  it('is believed with either secret while one is replaced', () => {
    expect(reasonOf(good, body, ['whsec_new', secret])).toBeNull()
    expect(reasonOf(`t=${seconds},v1=${stripeSignature('whsec_new', String(seconds), body)}`, body, ['whsec_new', secret])).toBeNull()
  })

  it.each([-300, -1, 0, 1, 300])('is believed %i seconds away', (away) => expect(reasonOf(good, body, [secret], new Date((seconds + away) * 1000))).toBeNull())

  const flipped = (at: number): Buffer => {
    const other = Buffer.from(body)
    other[at] = other[at]! ^ 1
    return other
  }
  const signedAt = (time: string): string => `t=${time},v1=${stripeSignature(secret, time, body)}`
  it.each<[string, string | undefined, Buffer, readonly string[], NotificationReason]>([
    ['no header', undefined, body, [secret], 'signature'],
    ['an empty header', '', body, [secret], 'signature'],
    ['an empty body', signedAt(String(seconds)), Buffer.alloc(0), [secret], 'malformed'],
    ['an empty body that is signed', `t=${seconds},v1=${stripeSignature(secret, String(seconds), Buffer.alloc(0))}`, Buffer.alloc(0), [secret], 'malformed'],
    ['no secret', good, body, [], 'key'],
    ['an empty secret', `t=${seconds},v1=${stripeSignature('', String(seconds), body)}`, body, [''], 'key'],
    ['a blank secret', `t=${seconds},v1=${stripeSignature(' ', String(seconds), body)}`, body, [' '], 'key'],
    ['another secret', good, body, ['whsec_other'], 'signature'],
    ['the secret with a blank behind', good, body, [`${secret} `], 'signature'],
    ['the secret in capitals', good, body, [secret.toUpperCase()], 'signature'],
    ['the first bit of the body flipped', good, flipped(0), [secret], 'signature'],
    ['the last bit of the body flipped', good, flipped(body.length - 1), [secret], 'signature'],
    ['a line break behind the body', good, Buffer.concat([body, Buffer.from('\n')]), [secret], 'signature'],
    ['the body without its white space', good, Buffer.from(JSON.stringify(JSON.parse(body.toString()))), [secret], 'signature'],
    ['one digit of the signature changed', `t=${seconds},v1=d${known.slice(1)}`, body, [secret], 'signature'],
    ['the signature in capitals', `t=${seconds},v1=${known.toUpperCase()}`, body, [secret], 'signature'],
    ['half the signature', `t=${seconds},v1=${known.slice(0, 32)}`, body, [secret], 'signature'],
    ['an empty signature', `t=${seconds},v1=`, body, [secret], 'signature'],
    ['a longer signature', `t=${seconds},v1=${known}00`, body, [secret], 'signature'],
    ['a blank before the signature', `t=${seconds},v1= ${known}`, body, [secret], 'signature'],
    ['only the scheme v0', `t=${seconds},v0=${known}`, body, [secret], 'signature'],
    ['only the scheme v2', `t=${seconds},v2=${known}`, body, [secret], 'signature'],
    ['the scheme V1', `t=${seconds},V1=${known}`, body, [secret], 'signature'],
    ['no signature', `t=${seconds}`, body, [secret], 'signature'],
    ['no time', `v1=${known}`, body, [secret], 'malformed'],
    ['two times', `t=${seconds},t=${seconds},v1=${known}`, body, [secret], 'malformed'],
    ['two different times', `t=${seconds + 1},t=${seconds},v1=${known}`, body, [secret], 'malformed'],
    ['another time', `t=${seconds + 1},v1=${known}`, body, [secret], 'signature'],
    ['an empty time', signedAt(''), body, [secret], 'malformed'],
    ['a time with a sign', signedAt(`+${seconds}`), body, [secret], 'malformed'],
    ['a time with a fraction', signedAt(`${seconds}.0`), body, [secret], 'malformed'],
    ['a time with words', signedAt(`${seconds}abc`), body, [secret], 'malformed'],
    ['a time with a leading zero', signedAt(`0${seconds}`), body, [secret], 'malformed'],
    ['a time in milliseconds', signedAt(`${seconds}000`), body, [secret], 'malformed'],
    ['a time in hexadecimal', signedAt(`0x${seconds.toString(16)}`), body, [secret], 'malformed'],
    ['a time of another script', signedAt('１４９２７７４５７７'), body, [secret], 'malformed'],
    ['a part without =', `t=${seconds},v1=${known},x`, body, [secret], 'malformed'],
    ['words', 'I am no header', body, [secret], 'malformed'],
    ['nine signatures', `t=${seconds}${`,v1=${known}`.repeat(9)}`, body, [secret], 'malformed'],
    ['a body of another time joined on', `t=${seconds},v1=${stripeSignature(secret, `${seconds}.{}`, body)}`, body, [secret], 'signature'],
    ['the plain SHA-256', `t=${seconds},v1=${createHmac('sha256', '').update(`${seconds}.`).update(body).digest('hex')}`, body, [secret], 'signature'],
    ['HMAC-SHA1', `t=${seconds},v1=${createHmac('sha1', secret).update(`${seconds}.`).update(body).digest('hex')}`, body, [secret], 'signature'],
    ['the signature in base64', `t=${seconds},v1=${Buffer.from(known, 'hex').toString('base64')}`, body, [secret], 'signature'],
  ])('is not believed with %s', (_, header, given, secrets, reason) => expect(reasonOf(header, given, secrets)).toBe(reason))

  it.each([-301, 301, 3600, 86_400, -86_400, 315_360_000])('is not believed %i seconds away', (away) =>
    expect(reasonOf(good, body, [secret], new Date((seconds + away) * 1000))).toBe('stale'),
  )
})
