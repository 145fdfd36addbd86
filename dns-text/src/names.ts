import { DnsTextError } from './errors.ts'
import { labelToAscii, labelToUnicode, splitAtDots } from './idn.ts'

/** Octets of one label (RFC 1035 §2.3.4). */
export const maxLabelBytes = 63
/** Octets of a whole name in wire form, the length octets and the root included (RFC 1035 §2.3.4). */
export const maxNameBytes = 255

const dot = 0x2e
const backslash = 0x5c

// Filled and copied out within one synchronous call, so one buffer serves all.
const scratch = new Uint8Array(maxNameBytes + 1)

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Reads the escape at `text[index] === '\\'`: `\DDD` (decimal octet) or `\X` (RFC 1035 §5.1). */
export function readEscape(text: string, index: number): { octet: number; length: 2 | 4 } {
  const first = text.charCodeAt(index + 1)
  if (isDigit(first)) {
    const octet = Number(text.slice(index + 1, index + 4))
    if (!/^\d{3}$/.test(text.slice(index + 1, index + 4)) || octet > 255) {
      throw new DnsTextError('bad_escape', { text: text.slice(index, index + 4) })
    }
    return { octet, length: 4 }
  }
  // Also refuses a lone backslash at the end, where charCodeAt gives NaN.
  if (!(first >= 0x20 && first < 0x7f)) throw new DnsTextError('bad_escape', { text: text.slice(index, index + 2) })
  return { octet: first, length: 2 }
}

/** Characters that end a name or begin something else in a zone file; inside a name they must be escaped. */
function mustBeEscaped(code: number): boolean {
  return code <= 0x20 || code === 0x7f || code === 0x22 || code === 0x28 || code === 0x29 || code === 0x3b
}

function closeLabel(name: string, labelStart: number, position: number): void {
  const length = position - labelStart - 1
  if (length === 0) throw new DnsTextError('empty_label', { name })
  scratch[labelStart] = length
}

/**
 * Presentation name to wire form. The final dot is optional; when `origin` (wire form) is given, a name without a final dot
 * is completed by it. Throws empty_name, empty_label, label_too_long, name_too_long, name_not_ascii, bad_character,
 * bad_escape. RFC 1035 §3.1, §5.1.
 */
export function nameToWire(name: string, origin?: Uint8Array): Uint8Array {
  if (name === '.') return new Uint8Array(1)
  if (name === '') throw new DnsTextError('empty_name')
  const end = name.length
  let labelStart = 0
  let position = 1
  let index = 0
  let absolute = false
  while (index < end) {
    let code = name.charCodeAt(index)
    if (code === dot) {
      closeLabel(name, labelStart, position)
      labelStart = position
      position += 1
      index += 1
      absolute = index === end
      if (position > maxNameBytes) throw new DnsTextError('name_too_long', { name, max: maxNameBytes })
      continue
    }
    if (code === backslash) {
      const escape = readEscape(name, index)
      code = escape.octet
      index += escape.length
    } else {
      if (code > 0x7f) throw new DnsTextError('name_not_ascii', { name })
      if (mustBeEscaped(code)) throw new DnsTextError('bad_character', { name, character: name.charAt(index) })
      index += 1
    }
    if (position - labelStart > maxLabelBytes) throw new DnsTextError('label_too_long', { name, max: maxLabelBytes })
    // One octet is kept for the root.
    if (position >= maxNameBytes - 1) throw new DnsTextError('name_too_long', { name, max: maxNameBytes })
    scratch[position] = code
    position += 1
  }
  if (absolute) {
    // The last dot already opened the place of the root label.
    scratch[labelStart] = 0
    return scratch.slice(0, position)
  }
  closeLabel(name, labelStart, position)
  if (origin === undefined) {
    scratch[position] = 0
    return scratch.slice(0, position + 1)
  }
  if (position + origin.length > maxNameBytes) throw new DnsTextError('name_too_long', { name, max: maxNameBytes })
  const wire = new Uint8Array(position + origin.length)
  wire.set(scratch.subarray(0, position))
  wire.set(origin, position)
  return wire
}

// How each octet is printed inside a label: plain, \X for what a zone file reads otherwise, \DDD for the rest.
const printedOctets: readonly string[] = Array.from({ length: 256 }, (_, octet) => {
  if (octet <= 0x20 || octet >= 0x7f) return `\\${String(octet).padStart(3, '0')}`
  const character = String.fromCharCode(octet)
  return '".;\\()@$'.includes(character) ? `\\${character}` : character
})

function printLabel(bytes: Uint8Array, start: number, length: number): string {
  let text = ''
  for (let index = start; index < start + length; index += 1) text += printedOctets[bytes[index] as number]
  return text
}

/**
 * Wire form at `offset` to a presentation name with its final dot; `end` is the offset behind the name. With compression
 * 'followed', `bytes` must be the whole message (RFC 1035 §4.1.4). Throws bad_wire.
 */
export function wireToName(bytes: Uint8Array, offset = 0, compression: 'refused' | 'followed' = 'refused'): { name: string; end: number } {
  let name = ''
  let position = offset
  let end = -1
  let length = 1
  for (;;) {
    const octet = bytes[position]
    if (octet === undefined) throw new DnsTextError('bad_wire', { offset: position })
    if (octet === 0) break
    if (octet <= maxLabelBytes) {
      length += octet + 1
      if (length > maxNameBytes || position + octet >= bytes.length) {
        throw new DnsTextError('bad_wire', { offset: position })
      }
      name += `${printLabel(bytes, position + 1, octet)}.`
      position += octet + 1
      continue
    }
    const target = ((octet & 0x3f) << 8) | (bytes[position + 1] ?? 0)
    // A pointer may only lead backwards, which also rules out circles.
    if (octet < 0xc0 || compression === 'refused' || position + 1 >= bytes.length || target >= position) {
      throw new DnsTextError('bad_wire', { offset: position })
    }
    if (end < 0) end = position + 2
    position = target
  }
  return { name: name === '' ? '.' : name, end: end < 0 ? position + 1 : end }
}

/** A copy of the wire name with ASCII letters in lower case (RFC 4343 §3). Length octets are below 64 and stay as they are. */
export function lowerWireName(wire: Uint8Array): Uint8Array {
  return wire.map((octet) => (octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet))
}

// Names of which the canonical form only differs in case: no escape, no character that would need one.
const plainName = /^(?:[0-9A-Za-z_*-]{1,63}\.)+$/

function isPlainAbsolute(name: string): boolean {
  return name.length < maxNameBytes && plainName.test(name)
}

/** Lower case, escapes normalised, final dot: two names are equal exactly when these are (RFC 4343). Throws as nameToWire. */
export function canonicalName(name: string): string {
  if (isPlainAbsolute(name)) return name.toLowerCase()
  return wireToName(lowerWireName(nameToWire(name))).name
}

/**
 * `text` as written in a zone file, completed by `origin` when it has no final dot; '@' is the origin itself. The case is
 * kept, escapes are normalised. Throws as nameToWire.
 */
export function absoluteName(text: string, origin: string): string {
  if (text === '@') return wireToName(nameToWire(origin)).name
  if (isPlainAbsolute(text)) return text
  return wireToName(nameToWire(text, nameToWire(origin))).name
}

/** Is `name` equal to `zone` or below it? Both absolute, final dot optional. Throws as nameToWire. */
export function isSubdomain(name: string, zone: string): boolean {
  const inner = canonicalName(name)
  const outer = canonicalName(zone)
  if (inner === outer || outer === '.') return true
  // `a\.example.` is one label: the dot in front of the zone must not be an escaped one.
  if (!inner.endsWith(`.${outer}`)) return false
  const before = inner.slice(0, inner.length - outer.length - 1)
  return (/\\*$/.exec(before)?.[0].length ?? 0) % 2 === 0
}

/** The host part of an absolute name inside `zone`: '@' at the apex, else relative without final dot. Throws out_of_zone. */
export function relativeHost(absolute: string, zone: string): string {
  const name = isPlainAbsolute(absolute) ? absolute : wireToName(nameToWire(absolute)).name
  const outer = canonicalName(zone)
  if (!isSubdomain(name, outer)) throw new DnsTextError('out_of_zone', { name, zone: outer })
  if (name.length === outer.length) return '@'
  if (outer === '.') return name.slice(0, -1)
  return name.slice(0, name.length - outer.length - 1)
}

/** The labels of a name in presentation form, leftmost first, without the root. */
export function splitLabels(name: string): string[] {
  const wire = nameToWire(name)
  const labels: string[] = []
  for (let position = 0; wire[position] !== 0; position += (wire[position] as number) + 1) {
    labels.push(printLabel(wire, position + 1, wire[position] as number))
  }
  return labels
}

/** A string that sorts (by code unit) as the name does in canonical order; for sorting many names (RFC 4034 §6.1). */
export function canonicalSortKey(name: string): string {
  const wire = lowerWireName(nameToWire(name))
  let key = ''
  for (let position = 0; wire[position] !== 0; position += (wire[position] as number) + 1) {
    let label = ''
    const end = position + (wire[position] as number)
    // Octets move up by one so that the separator sorts below every octet.
    for (let index = position + 1; index <= end; index += 1) label += String.fromCharCode((wire[index] as number) + 1)
    key = `${label}\u0000${key}`
  }
  return key
}

/** Canonical DNS name order (RFC 4034 §6.1): negative, zero or positive. */
export function compareNames(left: string, right: string): number {
  const leftKey = canonicalSortKey(left)
  const rightKey = canonicalSortKey(right)
  return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0
}

/**
 * A domain as a person types it to its ASCII form, lower case: ideographic and full-width dots are dots, labels beyond ASCII
 * become A-labels (RFC 5891, mapping of RFC 5895). A final dot is kept. Throws the codes of nameToWire and idn_*.
 */
export function domainToAscii(domain: string): string {
  if (domain === '') throw new DnsTextError('empty_name')
  const labels = splitAtDots(domain)
  const final = labels.length > 1 && labels.at(-1) === '' ? '.' : ''
  if (final !== '') labels.pop()
  const ascii = labels.map(labelToAscii).join('.') + final
  if (ascii !== '.') nameToWire(ascii)
  return ascii
}

/** A name that may be typed in Unicode as records have it; any other text stays as it is. */
export function asStoredName(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text
  try {
    return domainToAscii(text)
  } catch (cause) {
    if (cause instanceof DnsTextError) return text
    throw cause
  }
}

/** The readable form of an ASCII domain. A label that is not a valid A-label stays as it is; never throws. */
export function domainToUnicode(ascii: string): string {
  return ascii.split('.').map(labelToUnicode).join('.')
}
