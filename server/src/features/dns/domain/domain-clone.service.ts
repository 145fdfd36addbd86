import { customLineCode } from '@nameplane/contract/dns/custom-line-code'
import { checkRecord, type CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import type { domain as calls } from '@nameplane/contract/dns/domain'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Right } from '@nameplane/contract/rights'
import { nowhere, type AccessScope } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import { trailActor } from '../../../audit/audit.ts'
import { change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { beyondPlan, judge } from '../record/record-judgement.ts'
import { requireDomain } from '../record/record-save.ts'
import { isWrittenInBulk, numberWrites, sortIn, stateStatement, writeBulk, type RecordWrite } from '../record/record-write.store.ts'
import { readAllRecords, type DomainOfRecords, type SavedRecord } from '../record/record.store.ts'
import { addDomain } from './domain.service.ts'
import { lockDomains } from './domain.store.ts'
import { renamedValue } from './renamed-value.ts'

/** How far a right reaches that a call needs beside its own. @throws Problem right_missing */
function scopeOf({ rights, accessScopes }: Actor, right: Right): AccessScope {
  if (!rights.has(right)) throw new Problem('right_missing')
  return accessScopes.get(right) ?? nowhere
}

/** How many records a domain has, and how many of their values have names that end in its name. */
export async function readCloned(db: Db, actor: Actor, id: number): Promise<Answered<typeof calls.cloned>['data']> {
  const domain = await requireDomain(db, scopeOf(actor, 'record.read'), id)
  const rows = await readAllRecords(db, domain.id)
  return { records: rows.length, renamed: rows.filter(({ type, value }) => renamedValue(type, value, domain.name, '') !== value).length }
}

/** Adds a domain like another one: its owner, service group, name servers, TTL, SOA values, custom lines and records. Answers its id. */
export async function cloneDomain(db: Db, actor: Actor, sent: Received<typeof calls.clone>): Promise<number> {
  const [readable, writable] = [scopeOf(actor, 'record.read'), scopeOf(actor, 'record.write')]
  let isBulk = false
  try {
    return await change(db, actor, 'domain.clone', async (open) => {
      const { tx } = open
      const [source] = await lockDomains(tx, actor.accessScope, [sent.id])
      if (!source || source.isDeleted) throw new Problem('domain_missing')
      await requireDomain(tx, readable, source.id)
      const { userId, serviceGroupId, remark, defaultTtlSeconds, ownNameservers } = source
      const { id } = await addDomain(open, {
        ...{ domain: sent.domain, userId, serviceGroupId, remark, defaultTtlSeconds, ownNameservers },
        soa: {
          soa_refresh_seconds: source.soaRefreshSeconds,
          soa_retry_seconds: source.soaRetrySeconds,
          soa_expire_seconds: source.soaExpireSeconds,
          soa_minimum_seconds: source.soaMinimumSeconds,
        },
      })
      const [within] = await lockDomains(tx, writable, [id])
      if (!within) throw new Problem('beyond_reach')
      const domain = await requireDomain(tx, writable, id)
      const records = await readAllRecords(tx, source.id)
      const lines = await copyLines(tx, source.id, domain)
      const copies = await copiesFor(tx, domain, records, { from: source.domain, renames: sent.renames, lines })
      if (copies.length > 0) {
        const writes = await numberWrites(tx, copies)
        const state = { domainId: id, version: domain.version + 1, actor: trailActor(actor), action: 'domain.clone', acknowledged: [] }
        isBulk = isWrittenInBulk(writes)
        if (isBulk) await writeBulk(tx, state, writes)
        else open.writeLast(stateStatement(state, writes).compile(tx))
      }
      open.audit({
        type: 'domain',
        id,
        name: sent.domain,
        after: {
          domain: sent.domain,
          clonedFrom: source.domain,
          renames: sent.renames,
          userId,
          serviceGroupId,
          remark,
          defaultTtlSeconds,
          records: copies.length,
        },
      })
      return id
    })
  } finally {
    // Also after a failure: what was collected stays.
    if (isBulk) await sortIn(db).catch(() => undefined)
  }
}

/** Gives a domain custom lines like those of another one. Answers the codes of the new ones by those that they are like. */
async function copyLines(tx: Tx, from: number, { id: to, plan }: DomainOfRecords): Promise<Map<string, string>> {
  const lines = await tx.selectFrom('custom_line').select(['id', 'name', 'segments']).where('domain_id', '=', from).orderBy('id').execute()
  if (lines.length === 0) return new Map()
  const limit = plan.customLines
  if (limit !== null && lines.length > limit) throw new Problem('quota_custom_lines', { fields: { domain: 'quota_custom_lines' }, params: { limit } })
  const copies = await tx
    .insertInto('custom_line')
    .values(lines.map(({ name, segments }) => ({ domain_id: to, name, segments })))
    .returning(['id', 'name'])
    .execute()
  const idOf = new Map(copies.map(({ id, name }) => [name, id]))
  return new Map(lines.map(({ id, name }) => [customLineCode(id), customLineCode(idOf.get(name)!)]))
}

type Copy = RecordWrite & { op: 'add' }
/** Whose records are copied, whether names in their values become those of the new domain, and the lines of it by those that they are like. */
type Copying = { from: string; renames: boolean; lines: ReadonlyMap<string, string> }

/** The records as they are written in the new domain. @throws Problem clone_record_refused where one cannot be there */
async function copiesFor(tx: Tx, domain: DomainOfRecords, records: readonly SavedRecord[], { from, renames, lines }: Copying): Promise<Copy[]> {
  const to = domain.name
  // Names under a longer name may be too long, and a value that names the new domain may lead to itself there.
  const isDoubtful = ({ host, value }: CanonicalRecord): boolean => host.length + to.length > 250 || value.toLowerCase().includes(`${to}.`)
  let isAnyDoubtful = false
  const copies = records.map(({ host, type, line, value, ttl, weight, remark, status }): Copy => {
    const copy = { host, type, line: lines.get(line) ?? line, value: renames ? renamedValue(type, value, from, to) : value, ttl, weight, remark, status }
    if (isDoubtful(copy)) {
      isAnyDoubtful = true
      if (!checkRecord(copy, domain).record) throw refusedRecord(copy)
    }
    return { op: 'add', id: null, before: null, after: copy }
  })
  const planned = copies.map((copy, change) => ({ ...copy, change }))
  const [beyond] = await beyondPlan(tx, domain, planned, [])
  if (beyond) throw new Problem(beyond.code, { fields: { domain: beyond.code }, params: beyond.params })
  if (!isAnyDoubtful) return copies
  const found = await judge(tx, domain, planned, { all: [] })
  const error = found.find(({ severity }) => severity === 'error')
  if (error) throw refusedRecord(copies[error.change]!.after)
  return copies
}

function refusedRecord({ host, type }: CanonicalRecord): Problem {
  return new Problem('clone_record_refused', { fields: { domain: 'clone_record_refused' }, params: { host, type } })
}
