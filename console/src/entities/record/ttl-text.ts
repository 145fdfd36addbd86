import { limits } from '@nameplane/contract/limits'
import { isTtl, parseTtl } from '@nameplane/dns-text/ttl'

/** A TTL as typed: seconds, or with units such as `10m` or `1h30m`; null when it is none or out of bounds. */
export function ttlOf(text: string): number | null {
  const typed = text.trim()
  if (!isTtl(typed)) return null
  try {
    const seconds = parseTtl(typed)
    return seconds >= limits.recordTtlSeconds.min ? seconds : null
  } catch {
    return null
  }
}
