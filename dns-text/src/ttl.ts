import { DnsTextError } from './errors.ts';

/** The largest TTL in seconds (RFC 2181 §8). */
export const maxTtlSeconds = 2 ** 31 - 1;

const secondsPerUnit: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** Does the word look like a TTL: digits, or digits with units? */
export function isTtl(text: string): boolean {
  return /^(?:\d+|(?:\d+[wdhms])+)$/i.test(text);
}

/**
 * Seconds from `3600` or `1h30m`: units w, d, h, m, s in any case, each at most once and in this order, as zone files of BIND
 * write them. Throws bad_ttl, number_out_of_range (`max` defaults to the largest TTL).
 */
export function parseTtl(text: string, max: number = maxTtlSeconds): number {
  let seconds: number;
  if (/^\d+$/.test(text)) {
    seconds = Number(text);
  } else {
    const parts = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/i.exec(text);
    if (parts === null || text === '') throw new DnsTextError('bad_ttl', { text });
    seconds = Object.values(secondsPerUnit).reduce((sum, unit, index) => sum + Number(parts[index + 1] ?? 0) * unit, 0);
  }
  if (seconds > max) throw new DnsTextError('number_out_of_range', { text, min: 0, max });
  return seconds;
}

/** The shortest spelling with units (`1h30m`); parseTtl reads it back. */
export function printTtl(seconds: number): string {
  let rest = seconds;
  let text = '';
  for (const [unit, size] of Object.entries(secondsPerUnit)) {
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text === '' ? '0' : text;
}
