import { DnsTextError, refusalOf } from './errors.ts'
import { domainToAscii, maxNameBytes, nameToWire, splitLabels } from './names.ts'

function checkLabel(label: string, pattern: RegExp, name: string): void {
  if (label.startsWith('-') || label.endsWith('-')) throw new DnsTextError('hyphen_at_edge', { name, label })
  if (!pattern.test(label)) throw new DnsTextError('not_a_host_name', { name, label })
}

function checkHostName(name: string): void {
  for (const label of splitLabels(name)) checkLabel(label, /^[0-9a-z-]+$/i, name)
}

/** What keeps an ASCII name from being a host name: letters, digits and inner hyphens only (RFC 952, RFC 1123 §2.1). */
export function hostNameProblem(name: string): DnsTextError | undefined {
  return refusalOf(() => checkHostName(name))
}

/**
 * What keeps an ASCII name from being a domain that one can register and host: a host name of two labels or more, every
 * A-label valid (RFC 5890), `--` at the third and fourth place only in A-labels (RFC 5891 §4.2.3.1), the last label not all
 * digits (RFC 3696 §2).
 */
export function registrableNameProblem(name: string): DnsTextError | undefined {
  return refusalOf(() => {
    checkHostName(name)
    domainToAscii(name)
    const labels = splitLabels(name)
    if (labels.length < 2) throw new DnsTextError('too_few_labels', { name, min: 2 })
    if (/^\d+$/.test(labels.at(-1) as string)) throw new DnsTextError('numeric_top_level', { name })
    const reserved = labels.find((label) => label.startsWith('--', 2) && !/^xn--/i.test(label))
    if (reserved !== undefined) throw new DnsTextError('hyphens_three_four', { name, label: reserved })
  })
}

/**
 * What keeps `host` from being the host part of a record in `zone` (ASCII): '@', or labels of letters, digits, hyphens,
 * underscores (RFC 8552), `+` and `/` (RFC 2317 §4), or of an asterisk alone, which is a wildcard as the leftmost one only
 * (RFC 4592 §2.1.1); at most 255 octets with the zone.
 */
export function recordHostProblem(host: string, zone: string): DnsTextError | undefined {
  return refusalOf(() => {
    if (host === '@') return
    if (host.endsWith('.')) throw new DnsTextError('empty_label', { name: host })
    const labels = splitLabels(host)
    labels.forEach((label) => {
      if (label === '*') return
      if (label.includes('*')) throw new DnsTextError('bad_wildcard', { name: host })
      // `\\` keeps escapes out: what needs one is no label a person means.
      if (label.includes('\\')) throw new DnsTextError('bad_character', { name: host, character: label })
      checkLabel(label, /^[0-9a-z_+/-]+$/i, host)
    })
    const bytes = nameToWire(host).length - 1 + nameToWire(zone).length
    if (bytes > maxNameBytes) throw new DnsTextError('name_too_long', { name: host, max: maxNameBytes })
  })
}
