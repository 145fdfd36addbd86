import { DnsTextError } from './errors.ts'
import { parseBase64, printHex } from './wire.ts'

/*
 * What a TLSA record takes from an X.509 certificate (RFC 6698 §2.1, RFC 5280 §4.1): as little of DER as leads to the public
 * key. Nothing here judges a certificate; whoever connects does.
 */

const sequence = 0x30
const integer = 0x02
const versionTag = 0xa0

type Element = { readonly tag: number; readonly start: number; readonly content: number; readonly end: number }

/** One element of DER at `start`: tag, length in definite form, content (X.690 §8.1, §10.1). */
function elementAt(der: Uint8Array, start: number, within: number): Element {
  const refuse = (): never => {
    throw new DnsTextError('bad_certificate')
  }
  const tag = der[start] ?? refuse()
  const first = der[start + 1] ?? refuse()
  let content = start + 2
  let length = first
  if (first >= 0x80) {
    const octets = first & 0x7f
    // 0x80 is the indefinite form, which DER has not; four octets are more than any certificate needs.
    if (octets === 0 || octets > 4) refuse()
    length = 0
    for (const end = content + octets; content < end; content += 1) length = length * 256 + (der[content] ?? refuse())
  }
  if ((tag & 0x1f) === 0x1f || content + length > within) refuse()
  return { tag, start, content, end: content + length }
}

/** The elements that fill the content of `outer`. */
function elementsOf(der: Uint8Array, outer: Element): Element[] {
  const elements: Element[] = []
  for (let at = outer.content; at < outer.end; at = elements.at(-1)!.end) elements.push(elementAt(der, at, outer.end))
  return elements
}

/**
 * The SubjectPublicKeyInfo of a certificate, whole, as selector 1 takes it.
 * @throws DnsTextError bad_certificate
 */
export function publicKeyInfoOf(certificate: Uint8Array): Uint8Array {
  const outer = elementAt(certificate, 0, certificate.length)
  const [signed, algorithm, signature] = outer.tag === sequence ? elementsOf(certificate, outer) : []
  if (outer.end !== certificate.length || signed?.tag !== sequence || algorithm?.tag !== sequence || !signature) throw new DnsTextError('bad_certificate')
  const parts = elementsOf(certificate, signed)
  // TBSCertificate: [0] version of v2 and v3, serial number, signature algorithm, issuer, validity, subject, public key.
  const [serial, ...others] = parts[0]?.tag === versionTag ? parts.slice(1) : parts
  const keyInfo = others[4]
  if (serial?.tag !== integer || !keyInfo || others.slice(0, 5).some(({ tag }) => tag !== sequence)) throw new DnsTextError('bad_certificate')
  return certificate.slice(keyInfo.start, keyInfo.end)
}

/**
 * The first certificate of a PEM text (RFC 7468 §5), which in a chain is the server's own; whatever else the text holds, such as
 * a private key, is passed over.
 * @throws DnsTextError no_certificate, bad_certificate
 */
export function certificateOfPem(text: string): Uint8Array {
  const block = /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]*)-----END (?:X509 )?CERTIFICATE-----/.exec(text)
  if (!block) throw new DnsTextError('no_certificate')
  try {
    return parseBase64(block[1]!.replace(/\s+/g, ''))
  } catch (error) {
    if (error instanceof DnsTextError) throw new DnsTextError('bad_certificate')
    throw error
  }
}

/**
 * A certificate's DER out of the bytes of a file, which holds PEM or the DER itself.
 * @throws DnsTextError no_certificate, bad_certificate
 */
export function certificateOfFile(bytes: Uint8Array): Uint8Array {
  return bytes[0] === sequence ? bytes.slice() : certificateOfPem(new TextDecoder('latin1').decode(bytes))
}

/** A server's own certificate, by the SHA-256 of its public key, so that a renewed certificate still fits (RFC 7671 §5.1). */
export const recommendedTlsa = { usage: '3', selector: '1', matchingType: '1' } as const

/**
 * The certificate association data of a TLSA record, in hexadecimal: the whole certificate (selector 0) or its public key (1),
 * as it is (matching type 0) or as SHA-256 (1) or SHA-512 (2). Null for a selector or type of another number.
 * @param digest what browsers and servers come with
 * @throws DnsTextError bad_certificate
 */
export async function tlsaDataOf(
  certificate: Uint8Array,
  { selector, matchingType }: { readonly selector: string; readonly matchingType: string },
  digest: (algorithm: 'SHA-256' | 'SHA-512', bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<string | null> {
  const keyInfo = publicKeyInfoOf(certificate)
  const selected = selector === '0' ? certificate : selector === '1' ? keyInfo : null
  if (selected === null) return null
  if (matchingType === '0') return printHex(selected)
  if (matchingType === '1') return printHex(await digest('SHA-256', selected))
  return matchingType === '2' ? printHex(await digest('SHA-512', selected)) : null
}
