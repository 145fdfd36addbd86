import { DnsTextError } from './errors.ts'
import type { Tokens } from './tokens.ts'
import type { WireReader, WireWriter } from './wire.ts'

// RFC 1876 §2: thousandths of a second of arc, counted from 2^31 at the equator and the prime meridian.
const origin = 2 ** 31
// Centimetres below the WGS 84 spheroid at which altitudes begin.
const altitudeBase = 10_000_000
// RFC 1876 §3: size 1 m, horizontal precision 10 km, vertical precision 10 m.
const defaultPrecisions = [0x12, 0x16, 0x13] as const

function refuse(text: string): never {
  throw new DnsTextError('bad_location', { text })
}

/** `d [m [s[.fff]]] N|S|E|W` in thousandths of a second. */
function parseAngle(tokens: Tokens, maxDegrees: number, positive: string, negative: string): number {
  const parts: string[] = []
  for (;;) {
    const text = tokens.next()
    const letter = text.toUpperCase()
    if (letter === positive || letter === negative) {
      const [degrees = '', minutes = '0', seconds = '0'] = parts
      if (!/^\d{1,3}$/.test(degrees) || !/^\d{1,2}$/.test(minutes)) refuse(parts.join(' '))
      if (!/^\d{1,2}(\.\d{1,3})?$/.test(seconds) || Number(minutes) > 59) refuse(parts.join(' '))
      const [whole = '0', fraction = ''] = seconds.split('.')
      if (Number(whole) > 59) refuse(parts.join(' '))
      const angle = (Number(degrees) * 3600 + Number(minutes) * 60 + Number(whole)) * 1000 + Number(fraction.padEnd(3, '0'))
      if (angle > maxDegrees * 3_600_000) refuse(parts.join(' '))
      return letter === positive ? origin + angle : origin - angle
    }
    parts.push(text)
    if (parts.length > 3) refuse(parts.join(' '))
  }
}

/** `[-]m[.cc][m]` in centimetres. */
function parseMetres(text: string): number {
  const parts = /^(-?)(\d{1,8})(?:\.(\d{1,2}))?m?$/i.exec(text)
  if (parts === null) refuse(text)
  const centimetres = Number(parts[2]) * 100 + Number((parts[3] ?? '').padEnd(2, '0'))
  return parts[1] === '-' ? -centimetres : centimetres
}

/** Centimetres as mantissa and power of ten, one decimal digit each (RFC 1876 §2, SIZE). Digits beyond the first are cut. */
function encodePrecision(centimetres: number): number {
  let mantissa = centimetres
  let exponent = 0
  while (mantissa > 9) {
    mantissa = Math.floor(mantissa / 10)
    exponent += 1
  }
  return (mantissa << 4) | exponent
}

/** Reads all of a LOC record (RFC 1876 §3). Throws bad_location, too_few_fields. */
export function parseLocation(tokens: Tokens, out: WireWriter): void {
  const latitude = parseAngle(tokens, 90, 'N', 'S')
  const longitude = parseAngle(tokens, 180, 'E', 'W')
  const altitudeText = tokens.next()
  const altitude = parseMetres(altitudeText) + altitudeBase
  if (altitude < 0 || altitude > 0xffffffff) refuse(altitudeText)
  out.uint8(0)
  for (const fallback of defaultPrecisions) {
    const text = tokens.isAtEnd ? undefined : tokens.next()
    const centimetres = text === undefined ? 0 : parseMetres(text)
    if (text !== undefined && (centimetres < 0 || Object.is(centimetres, -0) || centimetres > 9_000_000_000)) refuse(text)
    out.uint8(text === undefined ? fallback : encodePrecision(centimetres))
  }
  out.uint32(latitude)
  out.uint32(longitude)
  out.uint32(altitude)
}

function printAngle(value: number, positive: string, negative: string): string {
  const angle = Math.abs(value - origin)
  const thousandths = angle % 60_000
  const seconds = `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`
  const minutes = Math.floor(angle / 60_000)
  return `${Math.floor(minutes / 60)} ${minutes % 60} ${seconds} ${value >= origin ? positive : negative}`
}

function printCentimetres(centimetres: number): string {
  const magnitude = Math.abs(centimetres)
  const sign = centimetres < 0 ? '-' : ''
  return `${sign}${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, '0')}m`
}

function printPrecision(octet: number): string {
  const mantissa = octet >> 4
  const exponent = octet & 15
  if (mantissa > 9 || exponent > 9) throw new DnsTextError('bad_wire', { octet })
  const centimetres = mantissa * 10 ** exponent
  return centimetres >= 100 ? `${centimetres / 100}m` : printCentimetres(centimetres)
}

/** A LOC record with all of its parts. Throws bad_wire for another version than 0 and values out of range. */
export function printLocation(wire: WireReader): string {
  const version = wire.uint8()
  if (version !== 0) throw new DnsTextError('bad_wire', { version })
  const precisions = [wire.uint8(), wire.uint8(), wire.uint8()].map(printPrecision)
  const latitude = wire.uint32()
  const longitude = wire.uint32()
  const altitude = wire.uint32() - altitudeBase
  if (Math.abs(latitude - origin) > 90 * 3_600_000 || Math.abs(longitude - origin) > 180 * 3_600_000) {
    throw new DnsTextError('bad_wire', { latitude, longitude })
  }
  const place = `${printAngle(latitude, 'N', 'S')} ${printAngle(longitude, 'E', 'W')}`
  return `${place} ${printCentimetres(altitude)} ${precisions.join(' ')}`
}
