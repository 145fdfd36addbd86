import { decodeText, printText } from './character-strings.ts'
import { DnsTextError } from './errors.ts'
import type { Field } from './record-type.ts'
import type { WireReader } from './wire.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * An absolute http or https URL as the WHATWG URL standard writes it: lower-case host in ASCII, escaped path. Throws
 * bad_web_address, and web_address_with_login for a name or password, which would be shown to whoever asks.
 */
function canonicalWebAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:\/\//i.test(text.trim()) || !['http:', 'https:'].includes(url.protocol)) throw new DnsTextError('bad_web_address', { text })
  if (url.username !== '' || url.password !== '') throw new DnsTextError('web_address_with_login')
  return url.href
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** A word to the octets of the address. Throws as canonicalWebAddress, and web_address_too_long. */
export function parseWebAddress(word: string, { max = 1000 }: Field): Uint8Array {
  const text = textOf(decodeText(word))
  if (text === null) throw new DnsTextError('bad_web_address', { text: word })
  const address = canonicalWebAddress(text)
  if (address.length > max) throw new DnsTextError('web_address_too_long', { max })
  return new TextEncoder().encode(address)
}

/** What is left, in quotes. Throws bad_wire for anything but an address in its one form. */
export function printWebAddress(wire: WireReader, { max = 1000 }: Field): string {
  const { offset } = wire
  const bytes = wire.rest()
  const text = textOf(bytes)
  let isCanonical: boolean
  try {
    isCanonical = text !== null && text.length <= max && canonicalWebAddress(text) === text
  } catch (error) {
    if (!(error instanceof DnsTextError)) throw error
    isCanonical = false
  }
  if (!isCanonical) throw new DnsTextError('bad_wire', { offset })
  return printText(bytes)
}
