import { DnsTextError } from './errors.ts'

/** The largest TTL in seconds (RFC 2181 §8). */
export const maxTtlSeconds = 2 ** 31 - 1

const secondsPerUnit: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 }

/** Does the word look like a TTL: digits, or digits with units? */
export function isTtl(text: string): boolean {
  return /^(?:\d+|(?:\d+[wdhms])+)$/i.test(text)
}

/**
 * Seconds from `3600` or `1h30m`: numbers with the units w, d, h, m, s in any case and order, as BIND reads them. Throws
 * bad_ttl, number_out_of_range (`max` defaults to the largest TTL).
 */
export function parseTtl(text: string, max: number = maxTtlSeconds): number {
  if (!isTtl(text)) throw new DnsTextError('bad_ttl', { text })
  let seconds = 0
  for (const [, count, unit] of text.toLowerCase().matchAll(/(\d+)([wdhms]?)/g)) {
    seconds += Number(count) * (secondsPerUnit[unit || 's'] as number)
  }
  if (seconds > max) throw new DnsTextError('number_out_of_range', { text, min: 0, max })
  return seconds
}

/** The shortest spelling with units (`1h30m`); parseTtl reads it back. */
export function printTtl(seconds: number): string {
  let rest = seconds
  let text = ''
  for (const [unit, size] of Object.entries(secondsPerUnit)) {
    const count = Math.floor(rest / size)
    if (count > 0) text += `${count}${unit}`
    rest -= count * size
  }
  return text === '' ? '0' : text
}
