/**
 * Names on the hot path are *keys*: the wire form without the root byte, lower-cased in ASCII only (RFC 4343), as a latin1 string.
 * `www.example.com` is `\x03www\x07example\x03com`. A suffix of the name is a suffix of the key, and slicing it allocates no copy.
 */

/** A key with the places where its labels begin. `starts` is valid up to `labels`. */
export type NameKey = { key: string; starts: Uint8Array; labels: number }

const lowered = Buffer.alloc(256)

/** A name object to be filled again and again; one per purpose, never kept across queries. */
export function emptyNameKey(): NameKey {
  return { key: '', starts: new Uint8Array(128), labels: 0 }
}

/**
 * Reads an uncompressed name at `offset` into `name`.
 * @returns the offset behind the name, or -1 when it is malformed: a pointer, past the end, or over 255 bytes (RFC 1035 §2.3.4)
 */
export function readNameKey(bytes: Uint8Array, offset: number, name: NameKey): number {
  let at = offset
  let labels = 0
  for (;;) {
    if (at >= bytes.length) return -1
    const length = bytes[at] as number
    if (length === 0) break
    if (length > 63) return -1
    const start = at - offset
    const next = at + 1 + length
    if (next - offset > 254 || next >= bytes.length) return -1
    name.starts[labels] = start
    labels += 1
    lowered[start] = length
    for (let i = at + 1; i < next; i += 1) {
      const byte = bytes[i] as number
      lowered[i - offset] = byte >= 65 && byte <= 90 ? byte | 32 : byte
    }
    at = next
  }
  name.key = lowered.toString('latin1', 0, at - offset)
  name.labels = labels
  return at + 1
}

/**
 * A name that may be compressed (RFC 1035 §4.1.4), without pointers. Null when it is malformed.
 * Every pointer has to point further back than where it was read from on, so that none is followed twice.
 */
export function expandedName(bytes: Uint8Array, offset: number): Uint8Array | null {
  const name: number[] = []
  let from = offset
  for (let at = offset; at < bytes.length;) {
    const length = bytes[at] as number
    if (length >= 0xc0) {
      if (at + 1 >= bytes.length) return null
      const target = ((length & 0x3f) << 8) | (bytes[at + 1] as number)
      if (target >= from) return null
      from = at = target
      continue
    }
    const next = at + 1 + length
    if (length > 63 || next > bytes.length || name.length + 1 + length > 255) return null
    for (; at < next; at += 1) name.push(bytes[at] as number)
    if (length === 0) return Uint8Array.from(name)
  }
  return null
}

/** The key of a whole, well-formed wire name. */
export function keyOfWire(wire: Uint8Array): string {
  const name = emptyNameKey()
  if (readNameKey(wire, 0, name) < 0) throw new RangeError('malformed wire name')
  return name.key
}

/** True when `key` is `zoneKey` or below it; compares label-wise because both begin at a label. */
export function keyIsWithin(name: NameKey, zoneKey: string): boolean {
  const cut = name.key.length - zoneKey.length
  if (cut < 0) return false
  if (zoneKey === '' || cut === 0) return cut === 0 ? name.key === zoneKey : true
  if (!name.key.endsWith(zoneKey)) return false
  for (let i = 0; i < name.labels; i += 1) if (name.starts[i] === cut) return true
  return false
}

/** Presentation form of a key for logs and the explainer, final dot left out; bytes outside printable ASCII as `\DDD` (RFC 1035 §5.1). */
export function textOfKey(key: string): string {
  if (key === '') return '.'
  let text = ''
  for (let at = 0; at < key.length;) {
    const end = at + 1 + key.charCodeAt(at)
    if (at > 0) text += '.'
    for (let i = at + 1; i < end; i += 1) {
      const code = key.charCodeAt(i)
      if (code === 0x2e || code === 0x5c) text += `\\${key[i]}`
      else if (code > 0x20 && code < 0x7f) text += key[i]
      else text += `\\${String(code).padStart(3, '0')}`
    }
    at = end
  }
  return text
}
