/*
 * A zone file that Cloudflare exported differs from others in two ways: a TTL of 1 means that Cloudflare chooses it, and the comment of a
 * line is the record's own, followed by tags.
 */

const tags = /(?:^|\s)cf_tags=(.*)$/

/** Is the zone file an export of Cloudflare? */
export function isOfCloudflare(text: string): boolean {
  return text.includes('cf_tags=') || (/^;; Domain:\s/m.test(text) && /^;; Exported:\s/m.test(text))
}

/** A TTL that is chosen by Cloudflare. */
export const automaticTtlSeconds = 1

/** What the comment of a line says of its record. */
export function saidByCloudflare(comment: string): { remark: string; isProxied: boolean } {
  const found = tags.exec(comment)
  return { remark: (found ? comment.slice(0, found.index) : comment).trim(), isProxied: /\bcf-proxied:true\b/.test(found?.[1] ?? '') }
}
