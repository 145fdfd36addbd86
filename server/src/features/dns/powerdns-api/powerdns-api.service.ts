import type { Right } from '@nameplane/contract/right'
import type { PowerdnsFields, PowerdnsZone, SentSet } from '@nameplane/contract/dns/powerdns-api'
import { DomainName } from '@nameplane/contract/dns/domain'
import type * as z from 'zod/mini'
import { nowhere, type AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import { atOneMoment, type Db } from '../../../db/connection.ts'
import { ForeignProblem } from '../../../http/foreign-api.ts'
import { Problem } from '../../../problem.ts'
import { inSlices } from '../../../serving/zone/slices.ts'
import { createDomainWithin, changeDomain, recycleDomains } from '../domain/domain.service.ts'
import { requireDomain, settleBulk, type BulkNote } from '../record/record-save.ts'
import { changeSets, changeSetsWithin, SetsRefused } from '../record/record-sets.service.ts'
import { lockedRecordsOf } from '../record/record.store.ts'
import { findZone, readDefaultLine, zonesAfter, type ZoneRecord, type ZoneRow } from './powerdns-api.store.ts'
import { askedSets, refusalOfSets, requireOwnNameservers, requireOwnZone, type AskedSet } from './zone-body.ts'
import { exportText, fixedRecords, zoneObject, zoneText } from './zone-text.ts'

/** `example.com.` as a path names it, with or without the final dot; `=2E` is how PowerDNS writes a printable character by its number. */
function zoneNameOf(id: string): string {
  const name = id.replaceAll(/=([2-7][0-9A-F])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return name.replace(/\.$/, '').toLowerCase()
}

/** @throws ForeignProblem that says which zone there is not */
async function requireZone(db: Db, accessScope: AccessScope, id: string): Promise<ZoneRow> {
  const zone = await findZone(db, accessScope, zoneNameOf(id))
  if (!zone) throw new ForeignProblem('domain_missing', `Could not find domain '${id}'`)
  return zone
}

/** Which records are asked for: all, those of a name or type, or none (null). */
export type Asked = { name?: string | undefined; type?: string | undefined } | null

type Seen = { zone: ZoneRow; records: ZoneRecord[] }

/** A zone of one moment: its serial goes with its records. */
async function readZone(db: Db, accessScope: AccessScope, id: string, asked: Asked): Promise<Seen> {
  return atOneMoment(db, async (tx) => {
    const zone = await requireZone(tx, accessScope, id)
    if (asked === null) return { zone, records: [] }
    const fixed = fixedRecords(lockedRecordsOf(await requireDomain(tx, accessScope, zone.id)))
    const host = asked.name === undefined ? undefined : hostWithin(zone.name, asked.name)
    const only = { host, type: asked.type?.toUpperCase() }
    const isAsked = (record: ZoneRecord): boolean => (host ?? record.host) === record.host && (only.type ?? record.type) === record.type
    return { zone, records: [...fixed.filter(isAsked), ...(await readDefaultLine(tx, zone.id, only))] }
  })
}

/** The host of an absolute name; a name of another zone is no host of this one. */
function hostWithin(zone: string, name: string): string {
  const plain = name.replace(/\.$/, '').toLowerCase()
  return plain === zone ? '@' : plain.endsWith(`.${zone}`) ? plain.slice(0, -zone.length - 1) : name
}

export async function showZone(db: Db, accessScope: AccessScope, id: string, asked: Asked): Promise<string> {
  const { zone, records } = await readZone(db, accessScope, id, asked)
  return inSlices(zoneText(zone, asked && records))
}

export async function exportZone(db: Db, accessScope: AccessScope, id: string): Promise<string> {
  const { zone, records } = await readZone(db, accessScope, id, {})
  return inSlices(exportText(zone.name, records))
}

const portion = 1_000

/** All zones within reach as a JSON list, in portions: PowerDNS has no pages. */
export async function* listZones(db: Db, accessScope: AccessScope, name: string | undefined): AsyncGenerator<string> {
  if (name !== undefined) {
    const zone = await findZone(db, accessScope, zoneNameOf(name))
    return yield JSON.stringify(zone ? [zoneObject(zone)] : [])
  }
  let last = 0
  let isFirst = true
  for (;;) {
    const zones = await zonesAfter(db, accessScope, last, portion)
    const texts = zones.map((zone) => JSON.stringify(zoneObject(zone)))
    if (texts.length > 0 || isFirst) yield `${isFirst ? '[' : ','}${texts.join(',')}`
    isFirst = false
    last = zones.at(-1)?.id ?? last
    if (zones.length < portion) break
  }
  yield ']'
}

/** Does what sets ask for; what is wrong with them is said by their names. */
async function saveAsked(asked: readonly AskedSet[], save: (sets: NonNullable<AskedSet['change']>[]) => Promise<void>): Promise<void> {
  const sets = asked.flatMap(({ change: one }) => one ?? [])
  if (sets.length === 0) return
  try {
    await save(sets)
  } catch (cause) {
    throw cause instanceof SetsRefused ? refusalOfSets(asked, cause) : cause
  }
}

export async function patchZone(db: Db, actor: Actor, id: string, sets: readonly SentSet[]): Promise<void> {
  const zone = await requireZone(db, actor.accessScope, id)
  const locked = lockedRecordsOf(await requireDomain(db, actor.accessScope, zone.id))
  await saveAsked(askedSets(zone.name, sets, locked), (changes) => changeSets(db, actor, zone.id, changes))
}

/** The caller as far as a right reaches. @throws Problem right_missing */
function withRight(actor: Actor, right: Right): Actor {
  if (!actor.rights.has(right)) throw new Problem('right_missing')
  return { ...actor, accessScope: actor.accessScopes.get(right) ?? nowhere }
}

/** Adds a domain with its records, all or nothing. Answers the zone as it is then. */
export async function createZone(db: Db, actor: Actor, sent: z.output<typeof PowerdnsZone>): Promise<string> {
  requireOwnZone(sent)
  if (!sent.name.endsWith('.')) throw new ForeignProblem('invalid_domain', `${sent.name}: the name must be absolute, with a final dot`)
  const read = DomainName.safeParse(sent.name)
  if (!read.success) throw new ForeignProblem('invalid_domain', `${sent.name}: not a valid domain name`)
  const name = read.data
  const rrsets = sent.rrsets ?? []
  const records = rrsets.length > 0 ? withRight(actor, 'record.write') : actor
  const bulk: BulkNote = { isDue: false }
  try {
    await change(db, actor, 'domain.create', async (open) => {
      const { id } = await createDomainWithin(open, { domain: name, remark: sent.account ?? '' })
      const locked = lockedRecordsOf(await requireDomain(open.tx, actor.accessScope, id))
      requireOwnNameservers(sent.nameservers, locked)
      await saveAsked(askedSets(name, rrsets, locked), (sets) => changeSetsWithin({ ...open, actor: records }, id, sets, bulk))
    })
  } finally {
    await settleBulk(db, bulk)
  }
  // Whoever may not look at records is told of the zone alone.
  return showZone(db, actor.accessScope, name, actor.rights.has('record.read') ? {} : null)
}

/** Changes what a domain has of the fields of a zone; the others must say what is so. */
export async function putZone(db: Db, actor: Actor, id: string, sent: PowerdnsFields): Promise<void> {
  requireOwnZone(sent)
  if (sent.rrsets && sent.rrsets.length > 0) throw new ForeignProblem('invalid_input', 'rrsets: use PATCH to change records')
  const zone = await requireZone(db, actor.accessScope, id)
  if (sent.account == null || sent.account === zone.remark) return
  await changeDomain(db, actor, { id: zone.id, remark: sent.account })
}

/** Moves the domain to the recycle bin. */
export async function deleteZone(db: Db, actor: Actor, id: string): Promise<void> {
  const zone = await requireZone(db, actor.accessScope, id)
  await recycleDomains(db, actor, [zone.id])
}
