/*
 * Stripe counts in the smallest unit of a currency, we in hundredths (docs.stripe.com/currencies). Most currencies have
 * hundredths. A fraction that Stripe cannot express is refused, never rounded: the order says what is owed.
 */

/** Currencies without a smaller unit: 500 yen are 500. */
const zeroDecimal = new Set(['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'])
/** Currencies with thousandths, of which Stripe takes tens only. */
const threeDecimal = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])
/** Written with hundredths as a relic, but only whole amounts are taken. */
const wholeHundreds = new Set(['ISK', 'UGX'])

/** Stripe's integer for an amount in cents; null where the currency has no such amount. */
export function stripeAmount(cents: number, currency: string): number | null {
  if (!Number.isSafeInteger(cents) || cents < 0) return null
  if (zeroDecimal.has(currency)) return cents % 100 === 0 ? cents / 100 : null
  if (threeDecimal.has(currency)) return Number.isSafeInteger(cents * 10) ? cents * 10 : null
  if (wholeHundreds.has(currency) && cents % 100 !== 0) return null
  return cents
}

/** Cents of Stripe's integer; null for what are not whole cents. */
export function centsOfStripe(amount: number, currency: string): number | null {
  if (!Number.isSafeInteger(amount) || amount < 0) return null
  const cents = zeroDecimal.has(currency) ? amount * 100 : threeDecimal.has(currency) ? amount / 10 : amount
  return Number.isSafeInteger(cents) ? cents : null
}
