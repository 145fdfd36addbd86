import type { ApexSource, RecordSource } from '../zone/zone-rows.ts'
import type { ZoneChange } from '../zone/zone-patch.ts'
import { catalogDomainId } from '../zone/rrset.ts'
import type { ZoneSource } from '../zone/zone.ts'
import { DEFAULT_LINE } from '../lines/line-table.ts'

/** Zones by the id of their domain. */
type Members = Iterable<readonly [id: number, zone: string]> & { get(id: number): string | undefined }

const ttlSeconds = 60
/** Servers follow changes by NOTIFY; without it, by this time. It never expires: zones would be lost with it (RFC 9432 §4.1). */
const soa = { mname: 'invalid', rname: 'invalid', refresh: 600, retry: 60, expire: 0x7fffffff, minimum: ttlSeconds, ttlSeconds }

/** What a catalog zone has besides its members (RFC 9432 §4.1): no name server, and the version of the format. */
export function catalogApex(name: string, serial: number): ApexSource {
  return { name, serial, soa, nameservers: [{ name: 'invalid', ttlSeconds }] }
}

/** A catalog zone (RFC 9432) of these zones. */
export function catalogSource(name: string, serial: number, members: Members): ZoneSource {
  const version = { host: 'version', type: 'TXT', line: DEFAULT_LINE, value: '"2"', ttlSeconds, weight: null }
  return { ...catalogApex(name, serial), domainId: catalogDomainId, records: [version, ...Array.from(members, ([id, zone]) => memberRecord(id, zone))] }
}

/** What changes where these domains have come or gone. */
export function catalogChange(name: string, serial: number, changedIds: readonly number[], members: Members): ZoneChange {
  const present = changedIds.flatMap((id) => {
    const zone = members.get(id)
    return zone === undefined ? [] : [memberRecord(id, zone)]
  })
  return { ...catalogApex(name, serial), from: 0, hosts: changedIds.map(hostOf), changedIds, records: present }
}

/** A domain that is deleted for good and added again is another member: what servers keep for the zone begins anew (RFC 9432 §5.4). */
function hostOf(domainId: number): string {
  return `d${domainId}.zones`
}

function memberRecord(id: number, zone: string): RecordSource {
  return { id, host: hostOf(id), type: 'PTR', line: DEFAULT_LINE, value: zone.endsWith('.') ? zone : `${zone}.`, ttlSeconds, weight: null }
}
