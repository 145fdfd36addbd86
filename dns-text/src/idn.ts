// oxlint-disable-next-line typescript/triple-slash-reference -- the package has no types, and those who import this file need ours too
/// <reference path="./punycode.d.ts" />
import punycode from 'punycode/punycode.js'
import { DnsTextError, refusalOf } from './errors.ts'

// RFC 5895 §2.4 and what Chinese and Japanese keyboards give: 。．｡
const dots = /[.\u3002\uff0e\uff61]/u

// RFC 5892 §2.6, §2.7: code points whose class does not follow from Unicode's properties.
const validExceptions = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/u
const disallowedExceptions = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u
// RFC 5892 §2.9: old Hangul jamo.
const oldHangul = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u
const letterDigits = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]$/u
const ignorable = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]/u
// Code points of canonical combining class Virama in the Brahmic scripts that use joiners (RFC 5892 A.1).
const virama = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0f84\u1039\u17d2\u1a60]/u
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const cursive = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u

/** Splits at every character that stands for a dot between labels; backslash escapes are not for people's names. */
export function splitAtDots(domain: string): string[] {
  return domain.split(dots)
}

/** RFC 5892 Appendix A: may the code point stand here? undefined when it is no contextual code point. */
function contextAllows(points: readonly string[], index: number): boolean | undefined {
  const point = points[index] as string
  const before = points[index - 1] ?? ''
  const after = points[index + 1] ?? ''
  const label = points.join('')
  switch (point) {
    case '\u200c':
      // Joining types are not among the properties of the language: between two cursive letters is the reading taken here.
      return virama.test(before) || (cursive.test(before) && cursive.test(after))
    case '\u200d':
      return virama.test(before)
    case '\u00b7':
      return before === 'l' && after === 'l'
    case '\u0375':
      return /\p{Script=Greek}/u.test(after)
    case '\u05f3':
    case '\u05f4':
      return /\p{Script=Hebrew}/u.test(before)
    case '\u30fb':
      return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label.replaceAll('\u30fb', ''))
    default:
      if (/[\u0660-\u0669]/u.test(point)) return !/[\u06f0-\u06f9]/u.test(label)
      if (/[\u06f0-\u06f9]/u.test(point)) return !/[\u0660-\u0669]/u.test(label)
      return undefined
  }
}

/** RFC 5892 §3: is the code point protocol-valid at this place? */
function isAllowed(points: readonly string[], index: number): boolean {
  const point = points[index] as string
  if (validExceptions.test(point)) return true
  if (disallowedExceptions.test(point)) return false
  const byContext = contextAllows(points, index)
  if (byContext !== undefined) return byContext
  if (point === '-' || /[a-z0-9]/.test(point)) return true
  if (point.normalize('NFKC').toLowerCase().normalize('NFKC') !== point) return false
  return letterDigits.test(point) && !ignorable.test(point) && !oldHangul.test(point)
}

/** Checks a U-label (RFC 5891 §4.2.3, §5.4; RFC 5893 in its plain consequence: no label of both directions). */
function checkUnicodeLabel(label: string): void {
  const points = Array.from(label)
  if (label.startsWith('-') || label.endsWith('-')) throw new DnsTextError('hyphen_at_edge', { label })
  if (points[2] === '-' && points[3] === '-') throw new DnsTextError('hyphens_three_four', { label })
  if (/^\p{M}/u.test(label)) throw new DnsTextError('idn_leading_mark', { label })
  points.forEach((point, index) => {
    if (!isAllowed(points, index)) throw new DnsTextError('idn_bad_code_point', { label, character: point })
  })
  if (rightToLeft.test(label)) {
    const otherEmail = points.some((point) => /\p{L}/u.test(point) && !rightToLeft.test(point))
    if (otherEmail || /^[\p{Nd}]/u.test(label) || label.endsWith('-')) {
      throw new DnsTextError('idn_mixed_direction', { label })
    }
  }
}

/** Full-width and half-width forms to their plain ones, lower case, NFC (RFC 5895 §2). */
function mapTyped(label: string): string {
  const plainWidth = label.replace(/[\uff01-\uffef]/gu, (wide) => wide.normalize('NFKC'))
  return plainWidth.normalize('NFC').toLowerCase().normalize('NFC')
}

function decodeAceLabel(label: string): string {
  let unicode: string
  try {
    unicode = punycode.decode(label.slice(4))
  } catch {
    throw new DnsTextError('idn_bad_punycode', { label })
  }
  // An A-label must be the one spelling of its U-label (RFC 5891 §5.4), and say something ASCII cannot.
  if (!/[^\0-\x7f]/.test(unicode) || unicode.normalize('NFC') !== unicode || `xn--${punycode.encode(unicode)}` !== label) {
    throw new DnsTextError('idn_bad_punycode', { label })
  }
  checkUnicodeLabel(unicode)
  return unicode
}

/** One label as typed to its ASCII form. ASCII labels pass in lower case (with `_` and `*`); A-labels are checked. */
export function labelToAscii(typed: string): string {
  const label = mapTyped(typed)
  if (!/[^\0-\x7f]/.test(label)) {
    if (label.startsWith('xn--')) decodeAceLabel(label)
    return label
  }
  checkUnicodeLabel(label)
  const ascii = `xn--${punycode.encode(label)}`
  // RFC 5890 §2.3.2.1: the A-label has the same limit as any other.
  if (ascii.length > 63) throw new DnsTextError('label_too_long', { name: label, max: 63 })
  return ascii
}

/** Is the label marked as encoded, but decodes to nothing? Letters that it may not hold are another matter. */
export function isBrokenPunycode(label: string): boolean {
  return /^xn--/i.test(label) && refusalOf(() => decodeAceLabel(label.toLowerCase()))?.code === 'idn_bad_punycode'
}

/** A valid A-label in its readable form, anything else unchanged. */
export function labelToUnicode(label: string): string {
  if (!/^xn--/i.test(label)) return label
  try {
    return decodeAceLabel(label.toLowerCase())
  } catch (error) {
    if (error instanceof DnsTextError) return label
    throw error
  }
}
