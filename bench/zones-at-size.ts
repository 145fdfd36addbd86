import type { ZoneUpdate } from '../server/src/serving/zone/zone-update.ts'
import type { RecordSource } from '../server/src/serving/zone/zone-rows.ts'
import type { ZoneSource } from '../server/src/serving/zone/zone.ts'
import { zoneFromLines } from '../server/src/serving/zone/zones.testing.ts'
import type { MixedQuery } from './dns-load.ts'

/** Saved records of each domain. Those of the apex that the service group gives are beside them. */
const recordsOfDomain = 40

export function domainsOf(records: number): number {
  return records / recordsOfDomain
}

export function nameOf(domain: number): string {
  return `domain-${String(domain).padStart(5, '0')}.example`
}

/** Default lines only: Knot serves no others. */
export function zoneOf(domain: number): ZoneSource {
  const name = nameOf(domain)
  const address = (host: number): string => `10.${host}.${(domain >> 8) & 255}.${domain & 255}`
  const lines = [
    `@ A ${address(1)}`,
    `@ MX 10 mail.${name}.`,
    `@ MX 20 mail.elsewhere.example.`,
    `@ TXT "v=spf1 mx -all"`,
    `www A ${address(2)}`,
    `www AAAA 2001:db8::${domain.toString(16)}`,
    `mail A ${address(3)}`,
    `alias CNAME www.${name}.`,
    `*.wild A ${address(4)}`,
    `_dmarc TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@${name}"`,
  ]
  for (let host = lines.length; host < recordsOfDomain; host += 1) {
    if (host % 10 === 0) lines.push(`host${host} CNAME www.${name}.`)
    else if (host % 5 === 0) lines.push(`host${host} AAAA 2001:db8:${host}::${domain.toString(16)}`)
    else lines.push(`host${host} A ${address(host)}`)
  }
  const source = zoneFromLines(name, lines.join('\n'), { domainId: domain + 1, serial: 1 })
  return { ...source, records: source.records.map((record, i) => ({ ...record, id: domain * recordsOfDomain + i + 1 })) }
}

export function updateOf(domain: number): ZoneUpdate {
  const source = zoneOf(domain)
  return { domainId: source.domainId, name: source.name, serial: source.serial, version: 1, source, change: null }
}

const versions = new Map<number, number>()

/** Another address for one host, over the state that the change before has left. */
export function changeOf(domain: number): ZoneUpdate {
  const { domainId, name, soa, nameservers, records } = zoneOf(domain)
  const from = versions.get(domain) ?? 1
  const version = from + 1
  versions.set(domain, version)
  const changed = records.find(({ host }) => host === 'mail') as RecordSource & { id: number }
  const standing = [...records.filter(({ host }) => host === '@'), { ...changed, value: `192.0.2.${version % 256}` }]
  const change = { name, serial: version, soa, nameservers, from, hosts: ['mail'], records: standing, changedIds: [changed.id] }
  return { domainId, name, serial: version, version, source: null, change }
}

/** Half addresses of the apex, then CNAMEs, wildcards, mail, nothing of that type, and names of others. */
export function mixedQuery(i: number, domains: number): MixedQuery {
  const zone = nameOf((i * 7919) % domains)
  const part = (i * 37) % 100
  if (part < 30) return { name: zone, type: 'A', rcode: 0 }
  if (part < 50) return { name: `host${11 + (i % 4)}.${zone}`, type: 'A', rcode: 0 }
  if (part < 70) return { name: `alias.${zone}`, type: 'A', rcode: 0 }
  if (part < 85) return { name: `n${i % 500}.wild.${zone}`, type: 'A', rcode: 0 }
  if (part < 90) return { name: zone, type: 'MX', rcode: 0 }
  if (part < 97) return { name: `mail.${zone}`, type: 'AAAA', rcode: 0 }
  return { name: `www.elsewhere${i % 50}.test`, type: 'A', rcode: 5 }
}
