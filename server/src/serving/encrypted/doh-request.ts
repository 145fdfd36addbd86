/** A message that came by HTTP, or why there is none. */
export type DohRequest = { readonly packet: Buffer } | { readonly status: 400 | 404 | 405 | 413 | 415 }

export const dohPath = '/dns-query'
export const dohType = 'application/dns-message'
/** More than any question with all its options; a body longer than this is not read. */
export const longestQueryBytes = 4096

/** Reads a GET (RFC 8484 §4.1.1): the message is the variable `dns`, base64url without padding. */
export function readGet(path: string): DohRequest {
  const { searchParams } = new URL(path, 'http://node')
  const [text, ...more] = searchParams.getAll('dns')
  if (text === undefined || more.length > 0 || !/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return { status: 400 }
  const packet = Buffer.from(text, 'base64url')
  return packet.length > longestQueryBytes ? { status: 413 } : { packet }
}

/** What can be said of a request by its first line and headers; null when its body has to be read. */
export function readHead(method: string, path: string, type: string | undefined, length: string | undefined): DohRequest | null {
  if (!URL.canParse(path, 'http://node') || new URL(path, 'http://node').pathname !== dohPath) return { status: 404 }
  if (method === 'GET' || method === 'HEAD') return readGet(path)
  if (method !== 'POST') return { status: 405 }
  if (type?.split(';')[0]?.trim().toLowerCase() !== dohType) return { status: 415 }
  return Number(length ?? 0) > longestQueryBytes ? { status: 413 } : null
}
