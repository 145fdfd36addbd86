import { DnsTextError, refusalOf } from './errors.ts'
import { readEscape } from './names.ts'
import { endOfQuoted } from './tokens.ts'

/** Octets of one character-string (RFC 1035 §3.3). */
export const maxStringBytes = 255

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
// Text in which a character is its octet: printable ASCII and TAB, no backslash.
const plainText = /^[\t\x20-\x5b\x5d-\x7e]*$/

function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** The octets of a word of presentation format: escapes resolved, other characters as UTF-8. Throws bad_escape, bad_text. */
export function decodeText(text: string): Uint8Array {
  if (plainText.test(text)) return asciiBytes(text)
  if (!text.isWellFormed()) throw new DnsTextError('bad_text', { text })
  if (!text.includes('\\')) return encoder.encode(text)
  const octets: number[] = []
  let index = 0
  while (index < text.length) {
    if (text[index] === '\\') {
      const escape = readEscape(text, index)
      octets.push(escape.octet)
      index += escape.length
    } else {
      const character = String.fromCodePoint(text.codePointAt(index) as number)
      octets.push(...encoder.encode(character))
      index += character.length
    }
  }
  return Uint8Array.from(octets)
}

const printedOctets: readonly string[] = Array.from({ length: 256 }, (_, octet) => {
  if (octet < 0x20 || octet >= 0x7f) return `\\${String(octet).padStart(3, '0')}`
  const character = String.fromCharCode(octet)
  return character === '"' || character === '\\' ? `\\${character}` : character
})

/** Octets as a quoted word; what is not printable ASCII as \DDD (RFC 1035 §5.1). */
export function printText(bytes: Uint8Array): string {
  let text = '"'
  for (const octet of bytes) text += printedOctets[octet]
  return `${text}"`
}

/** Octets cut into character-strings of at most 255; no octets are one empty string. */
export function splitStrings(bytes: Uint8Array): Uint8Array[] {
  const strings = [bytes.subarray(0, maxStringBytes)]
  for (let start = maxStringBytes; start < bytes.length; start += maxStringBytes) {
    strings.push(bytes.subarray(start, start + maxStringBytes))
  }
  return strings
}

/**
 * Raw text, exactly as it shall reach the reader of the record, as presentation: UTF-8, quoted, split at 255 octets. Nothing
 * in it is read as an escape or a quote. Throws bad_text for half surrogates.
 */
export function quoteText(raw: string): string {
  if (!raw.isWellFormed()) throw new DnsTextError('bad_text', { text: raw })
  return splitStrings(encoder.encode(raw)).map(printText).join(' ')
}

/** Does the text consist of quoted words only, so that it is meant as presentation and not as raw text? */
function isQuotedPresentation(text: string): boolean {
  let index = 0
  const trimmed = text.trim()
  while (index < trimmed.length) {
    if (/\s/.test(trimmed.charAt(index))) {
      index += 1
      continue
    }
    const end = trimmed.startsWith('"', index) ? endOfQuoted(trimmed, index) : -1
    if (end < 0 || refusalOf(() => decodeText(trimmed.slice(index + 1, end))) !== undefined) return false
    index = end + 1
  }
  return trimmed !== ''
}

/**
 * Raw text on one line: white space and line breaks at its ends come from copying it, and so do line breaks within, which
 * where texts are published only wrap them (RFC 6376 §3.6.1, RFC 7208 §3.3 and RFC 7489 §6.3 know spaces, not line breaks).
 */
function onOneLine(raw: string): string {
  return raw.trim().replace(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/gu, ' ')
}

/**
 * What a person typed into a text field, as presentation: quoted words stay what they are, anything else is raw text on one
 * line. Who means white space at an end, or a line break, writes it in quotes (`"\010"`).
 */
export function typedTextToPresentation(typed: string): string {
  return isQuotedPresentation(typed) ? typed.trim() : quoteText(onOneLine(typed))
}

/**
 * What to show in a text field for these strings, so that typedTextToPresentation gives them back: raw text when they are
 * one text (cut at 255 octets or not cut) of printable characters, else the quoted words.
 */
export function stringsToTyped(strings: readonly Uint8Array[]): string {
  const presentation = strings.map(printText).join(' ')
  const total = strings.reduce((sum, string) => sum + string.length, 0)
  const joined = new Uint8Array(total)
  let offset = 0
  for (const string of strings) {
    joined.set(string, offset)
    offset += string.length
  }
  let raw: string
  try {
    raw = strictDecoder.decode(joined)
  } catch {
    return presentation
  }
  const isReadable = !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(raw) && raw.trim() === raw
  // A text without length octets is one string of any length here, and cut like any other when it is typed.
  const typedAgain = strings.length === 1 ? splitStrings(joined).map(printText).join(' ') : presentation
  return isReadable && typedTextToPresentation(raw) === typedAgain ? raw : presentation
}
