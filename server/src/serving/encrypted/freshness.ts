import { skipName } from '../wire/query.ts'

const headerBytes = 12

/**
 * Seconds for which a reply may be kept: the smallest TTL of the answer, else of the authority section, whose SOA says so of what is
 * not there (RFC 8484 §5.1). 0 without records.
 */
export function freshnessSeconds(reply: Uint8Array): number {
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength)
  let at = headerBytes
  for (let question = view.getUint16(4); question > 0; question -= 1) at = skipName(reply, at) + 4
  const answers = view.getUint16(6)
  let smallest = Number.POSITIVE_INFINITY
  for (let left = answers > 0 ? answers : view.getUint16(8); left > 0; left -= 1) {
    at = skipName(reply, at)
    smallest = Math.min(smallest, view.getUint32(at + 4))
    at += 10 + view.getUint16(at + 8)
  }
  return Number.isFinite(smallest) ? smallest : 0
}
