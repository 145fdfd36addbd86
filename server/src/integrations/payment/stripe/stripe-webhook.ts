import { createHmac, timingSafeEqual } from 'node:crypto'
import { NotificationProblem } from '../payment.ts'

/*
 * The signature of Stripe's webhooks (docs.stripe.com/webhooks/signature): `Stripe-Signature: t=seconds,v1=hex[,v1=hex…]`,
 * each v1 the HMAC-SHA256 of "t.body" with one of the endpoint's secrets. Several stand there while a secret is being
 * replaced. Other schemes (v0 is a test's) are passed over and never believed.
 */

/** How old an event may be, and how far ahead of our clock. Seconds. */
export const stripeToleranceSeconds = 300

const signaturesAtMost = 8

/** The v1 signature of a body at a time, in hexadecimal. */
export function stripeSignature(secret: string, timestamp: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

function parts(header: string): { timestamp: string; signatures: string[] } {
  const timestamps: string[] = []
  const signatures: string[] = []
  for (const part of header.split(',')) {
    const cut = part.indexOf('=')
    if (cut < 1) throw new NotificationProblem('malformed', 'stripe: the signature header is not a list of name=value')
    const [scheme, value] = [part.slice(0, cut), part.slice(cut + 1)]
    if (scheme === 't') timestamps.push(value)
    if (scheme === 'v1') signatures.push(value)
  }
  const [timestamp] = timestamps
  if (timestamp === undefined || timestamps.length > 1)
    throw new NotificationProblem('malformed', 'stripe: the signature header does not have exactly one time')
  if (!/^[1-9]\d{8,10}$/.test(timestamp)) throw new NotificationProblem('malformed', 'stripe: the time of the signature is not a time')
  if (signatures.length > signaturesAtMost) throw new NotificationProblem('malformed', 'stripe: too many signatures')
  return { timestamp, signatures }
}

/**
 * Proves that a webhook's bytes come from Stripe, and lately.
 * @throws NotificationProblem
 */
export function verifyStripeSignature(header: string | undefined, body: Buffer, secrets: readonly string[], now: Date): void {
  if (header === undefined || header === '') throw new NotificationProblem('signature', 'stripe: no signature')
  if (body.length === 0) throw new NotificationProblem('malformed', 'stripe: the body is empty')
  const usable = secrets.filter((secret) => secret.trim() !== '')
  if (usable.length === 0) throw new NotificationProblem('key', 'stripe: no webhook secret is set')
  const { timestamp, signatures } = parts(header)
  const expected = usable.map((secret) => Buffer.from(stripeSignature(secret, timestamp, body)))
  const isGenuine = signatures.some((signature) => {
    const given = Buffer.from(signature)
    return expected.some((wanted) => wanted.length === given.length && timingSafeEqual(wanted, given))
  })
  if (!isGenuine) throw new NotificationProblem('signature', 'stripe: no signature matches this body')
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) > stripeToleranceSeconds)
    throw new NotificationProblem('stale', 'stripe: the signature is older than five minutes, or from the future')
}
