/*
 * Money is whole cents everywhere; only the outer world writes decimals. Reading and writing them is exact: no number
 * with a fraction is ever made on the way.
 */

/** Below it, sums of cents stay exact: 90 000 000 000 of the currency in one amount. */
const largestCents = 9_000_000_000_000

/**
 * Cents of a decimal such as `12`, `12.3`, `12.30`; null for anything else: signs, blanks, exponents, grouping,
 * leading zeros, or more than two places that are not zeros.
 */
export function centsFromDecimal(text: string): number | null {
  const found = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2})0{0,16})?$/.exec(text)
  if (!found) return null
  const cents = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return cents <= largestCents ? cents : null
}

/** Cents as a decimal with two places: 1230 is `12.30`. @throws RangeError for what are not whole cents */
export function decimalFromCents(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
