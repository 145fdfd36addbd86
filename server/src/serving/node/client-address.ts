import { isIPv4, isIPv6 } from 'node:net'

const ipv4Bytes = new Uint8Array(4)

/**
 * A socket's address text to network-order bytes. IPv4 in IPv6 (`::ffff:192.0.2.1`) counts as IPv4, a zone index is dropped.
 * The array is overwritten by the next call for IPv4.
 * @throws RangeError for anything that is no address
 */
export function clientAddressBytes(text: string): Uint8Array {
  if (readIpv4(text, 0)) return ipv4Bytes
  const plain = text.includes('%') ? text.slice(0, text.indexOf('%')) : text
  if (!isIPv6(plain)) throw new RangeError(`not an address: ${text}`)
  const lastColon = plain.lastIndexOf(':')
  const tail = plain.slice(lastColon + 1)
  if (isIPv4(tail)) {
    if (plain.slice(0, lastColon).toLowerCase() === '::ffff') {
      readIpv4(tail, 0)
      return ipv4Bytes
    }
    const [a, b, c, d] = tail.split('.').map(Number) as [number, number, number, number]
    return ipv6Bytes(`${plain.slice(0, lastColon + 1)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`)
  }
  return ipv6Bytes(plain)
}

/** Once per packet, so without splitting or regular expressions. */
function readIpv4(text: string, from: number): boolean {
  let part = 0
  let value = 0
  let digits = 0
  for (let i = from; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) {
      value = value * 10 + code - 48
      digits += 1
      if (digits > 3 || value > 255) return false
    } else if (code === 46 && digits > 0 && part < 3) {
      ipv4Bytes[part] = value
      part += 1
      value = 0
      digits = 0
    } else return false
  }
  if (part !== 3 || digits === 0) return false
  ipv4Bytes[3] = value
  return true
}

function ipv6Bytes(text: string): Uint8Array {
  const [head = '', tail] = text.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...new Array<string>(Math.max(8 - left.length - right.length, 0)).fill('0'), ...right]
  const bytes = new Uint8Array(16)
  for (let i = 0; i < 8; i += 1) {
    const group = Number.parseInt(groups[i] ?? '0', 16)
    bytes[2 * i] = group >> 8
    bytes[2 * i + 1] = group & 255
  }
  return bytes
}

/** 127.0.0.0/8 and ::1. */
export function isLoopback(address: Uint8Array): boolean {
  if (address.length === 4) return address[0] === 127
  for (let i = 0; i < 15; i += 1) if (address[i] !== 0) return false
  return address[15] === 1
}
