import { isPlatformType, typeCodeOf } from '@nameplane/dns-text/record-types'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'

/** A domain as a zone; `name` without the final dot. */
export type ZoneRow = { id: number; name: string; serial: number; remark: string }

/** A record of the default line, with when it was changed last. */
export type ZoneRecord = { host: string; type: string; value: string; ttl: number; status: number; remark: string; updatedAt: Date }

function selectZones(db: Db, accessScope: AccessScope) {
  return db.selectFrom('domain').select(['id', 'name', 'serial', 'remark']).where('deleted_at', 'is', null).where(domainWithin(accessScope))
}

/** A domain within reach that is not in the recycle bin. */
export async function findZone(db: Db, accessScope: AccessScope, name: string): Promise<ZoneRow | undefined> {
  return selectZones(db, accessScope).where('name', '=', name).executeTakeFirst()
}

/** So many domains after the one with this number. */
export async function zonesAfter(db: Db, accessScope: AccessScope, id: number, limit: number): Promise<ZoneRow[]> {
  return selectZones(db, accessScope).where('id', '>', id).orderBy('id').limit(limit).execute()
}

/** The records of the default line that other programs know the types of: all, or those of one host or type. */
export async function readDefaultLine(db: Db, domainId: number, only: { host?: string | undefined; type?: string | undefined }): Promise<ZoneRecord[]> {
  let query = db
    .selectFrom('record')
    .select(['host', 'type', 'value', 'ttl_seconds as ttl', 'status', 'remark', 'updated_at as updatedAt'])
    .where('domain_id', '=', domainId)
    .where('line', '=', 'default')
  if (only.host !== undefined) query = query.where('host', '=', only.host)
  if (only.type !== undefined) query = query.where('type', '=', only.type)
  const rows = await query.orderBy('host').orderBy('type').orderBy('id').execute()
  return rows.filter(({ type }) => isForeignType(type))
}

/** Whether PowerDNS has such a type: all but those of this platform alone, of which ALIAS is the same there. */
export function isForeignType(type: string): boolean {
  const code = typeCodeOf(type)
  return code !== undefined && (type === 'ALIAS' || !isPlatformType(code))
}
