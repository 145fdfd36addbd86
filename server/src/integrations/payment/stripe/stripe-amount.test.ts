import { describe, expect, it } from 'vitest'
import { centsOfStripe, stripeAmount } from './stripe-amount.ts'

describe('an amount in cents', () => {
  it.each<[number, string, number | null]>([
    [1, 'CNY', 1],
    [1999, 'USD', 1999],
    [50_000, 'JPY', 500],
    [50_001, 'JPY', null],
    [100, 'KRW', 1],
    [99, 'VND', null],
    [1234, 'KWD', 12_340],
    [500, 'ISK', 500],
    [550, 'ISK', null],
    [0, 'CNY', 0],
    [-1, 'CNY', null],
    [0.5, 'CNY', null],
    [Number.NaN, 'CNY', null],
    [9_007_199_254_740_991, 'KWD', null],
  ])('%d of %s is %s for Stripe', (cents, currency, amount) => expect(stripeAmount(cents, currency)).toBe(amount))

  it.each<[number, string, number | null]>([
    [500, 'JPY', 50_000],
    [500, 'CNY', 500],
    [12_340, 'KWD', 1234],
    [12_345, 'KWD', null],
    [1.5, 'CNY', null],
    [-1, 'CNY', null],
    [9_007_199_254_740_991, 'JPY', null],
  ])('%d of %s from Stripe is %s', (amount, currency, cents) => expect(centsOfStripe(amount, currency)).toBe(cents))

  it.each(['CNY', 'JPY', 'KWD', 'ISK', 'USD', 'XAF'])('comes back the same in %s, or is refused', (currency) => {
    for (let cents = 0; cents < 3000; cents++) {
      const amount = stripeAmount(cents, currency)
      if (amount !== null) expect(centsOfStripe(amount, currency)).toBe(cents)
    }
  })
})
