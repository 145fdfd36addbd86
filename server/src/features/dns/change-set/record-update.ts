import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { asStoredName } from '@nameplane/dns-text/names'
import { isTtl, parseTtl } from '@nameplane/dns-text/ttl'
import type { changeSet as calls } from '@nameplane/contract/dns/change-set'
import { checkRecord, type CanonicalRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import { LineCode, RecordSent } from '@nameplane/contract/dns/record'
import type { Received } from '@nameplane/contract/endpoint'
import { readInput } from '@nameplane/contract/issues'
import { limits } from '@nameplane/contract/limits'
import type { ProblemCode } from '@nameplane/contract/problems'
import { containing } from '../../../db/containing.ts'
import type { Db } from '../../../db/connection.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../problem.ts'
import { inSlices, type Steps } from '../../../serving/zone/slices.ts'
import { findingOf } from '../record/record-findings.ts'
import { isSame } from '../record/record-save.ts'
import type { DomainOfRecords, SavedRecord } from '../record/record.store.ts'
import { judged, recordOf, type DomainPlan, type RecordWork } from './record-work.ts'
import { replacedValue, wanted } from './replaced-value.ts'

type Sent = Received<typeof calls.recordUpdate>

/** Which records, and what becomes of them. */
export type UpdateAsked = Pick<Sent, 'host' | 'type' | 'line' | 'value' | 'pattern' | 'action' | 'find' | 'isPart' | 'to'>

export function updateAskedOf({ host, type, line, value, pattern, action, find, isPart, to }: Sent): UpdateAsked {
  return { host, type, line, value, pattern, action, find, isPart, to: action === 'ttl' && isTtl(to) ? secondsOf(to) : to }
}

/** `5400` for `1h30m`. What is too long stays too long. */
const secondsOf = (ttl: string): string => String(Math.min(parseTtl(ttl, Infinity), Number.MAX_SAFE_INTEGER))

/** Fewer letters are in nearly every value. */
const shortestFound = 3
const patternMs = 20_000
const backReference = /\\[1-9]/

/** Refuses what its action cannot take, at its field. */
export async function refuseUnfit(db: Db, asked: UpdateAsked): Promise<void> {
  const refuse = (field: string, code: ProblemCode, params: Record<string, unknown> = {}): never => {
    throw new Problem(code, { fields: { [field]: code }, params })
  }
  if (asked.value && asked.value.length < shortestFound) refuse('value', 'value_too_short_to_find')
  if (asked.action === 'replace') {
    if (asked.find === '') refuse('find', 'required')
    if (asked.find.length < shortestFound) refuse('find', 'value_too_short_to_find')
  }
  if (['value', 'host', 'line', 'ttl'].includes(asked.action) && asked.to === '') refuse('to', 'required')
  const schema = { line: LineCode, ttl: RecordSent.shape.ttl, weight: RecordSent.shape.weight, status: RecordSent.shape.status } as const
  if (asked.action in schema && asked.to !== '') {
    const read = readInput(schema[asked.action as keyof typeof schema], asked.to)
    if (!read.isRight) {
      const { code, params } = read.issues[0]!
      if (asked.action === 'ttl' && !isTtl(asked.to)) refuse('to', 'bad_ttl', { text: asked.to })
      refuse('to', code, params)
    }
  }
  if (asked.action === 'status' && asked.to === '') refuse('to', 'required')
  if (!asked.pattern) return
  if (backReference.test(asked.pattern)) refuse('pattern', 'pattern_unfit')
  // SQLSTATE invalid_regular_expression.
  const tried = db.transaction().execute((tx) => inPatternTime(tx, asked, () => sql`select '' ~ ${asked.pattern}`.execute(tx)))
  await tried.catch((cause: { code?: unknown }) => {
    if (cause.code === '2201B') refuse('pattern', 'pattern_unfit')
    throw cause
  })
}

/** Condition on the table `record` of a query: the record is one of those that are meant. */
export function isMeant({ host, type, line, value, pattern, action, find }: UpdateAsked): Expression<SqlBool> {
  const of = expressionBuilder<Tables, 'record'>()
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (host) conditions.push(of('record.host', '=', asStoredName(host).toLowerCase()))
  if (type) conditions.push(of('record.type', '=', type.toUpperCase()))
  if (line) conditions.push(of('record.line', '=', line))
  if (value) conditions.push(of('record.value', 'ilike', containing(asStoredName(value))))
  if (pattern) conditions.push(sql<SqlBool>`record.value ~ ${pattern}`)
  if (action === 'replace') conditions.push(of('record.value', 'ilike', containing(wanted(find))))
  return of.and(conditions)
}

/** Runs a statement that matches by a pattern of the caller's within a time. @throws Problem pattern_too_slow */
export async function inPatternTime<Result>(tx: Db, asked: Pick<UpdateAsked, 'pattern'>, work: () => Promise<Result>): Promise<Result> {
  if (!asked.pattern) return work()
  await sql`select set_config('statement_timeout', ${String(patternMs)}, true)`.execute(tx)
  try {
    const result = await work()
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    return result
  } catch (cause) {
    // SQLSTATE query_canceled.
    if ((cause as { code?: unknown }).code === '57014') throw new Problem('pattern_too_slow', { fields: { pattern: 'pattern_too_slow' } })
    throw cause
  }
}

/** @throws Problem pattern_too_slow, too_many_records */
async function findMeant(db: Db, domainId: number, asked: UpdateAsked): Promise<SavedRecord[]> {
  const rows = await inPatternTime(db, asked, () =>
    db
      .selectFrom('record')
      .select(['id', 'host', 'type', 'line', 'value', 'ttl_seconds as ttl', 'weight', 'remark', 'status', 'version'])
      .where('domain_id', '=', domainId)
      .where(isMeant(asked))
      .orderBy('host')
      .orderBy('type')
      .orderBy('line')
      .orderBy('id')
      .limit(limits.bulkRecords + 1)
      .execute(),
  )
  if (rows.length > limits.bulkRecords) throw new Problem('too_many_records', { params: { maximum: limits.bulkRecords } })
  return rows
}

export function updateWork(asked: UpdateAsked): RecordWork {
  return {
    lines: asked.action === 'line' ? [asked.to] : [],
    async plan(db, domain) {
      return judged(db, domain, await inSlices(planning(domain, await findMeant(db, domain.id, asked), asked)))
    },
  }
}

/** Records that are taken together without a pause. */
const stride = 64

function* planning(domain: DomainOfRecords, meant: readonly SavedRecord[], asked: UpdateAsked): Steps<DomainPlan> {
  const zone: Zone = { name: domain.name, nameservers: domain.nameservers }
  const plan: DomainPlan = { writes: [], findings: [], unchanged: 0 }
  const isLineMissing = asked.action === 'line' && !domain.knownLines.includes(asked.to)
  let characters = 0
  for (const [change, before] of meant.entries()) {
    if (change % stride === 0) yield
    const after = changedBy(asked, recordOf(before))
    characters += after.value.length
    if (characters > limits.zoneFileBytes) throw new Problem('records_too_large')
    if (isSame(after, before)) {
      plan.unchanged += 1
      continue
    }
    if (isLineMissing) {
      plan.findings.push({ change, lineNumber: null, severity: 'error', code: 'line_missing', field: 'line', params: { line: asked.to } })
      continue
    }
    const { record, found } = checkRecord(after, zone, ['replace', 'value', 'host'].includes(asked.action) ? 'typed' : 'canonical')
    plan.findings.push(...found.map((one) => findingOf(one, change)))
    if (record && isSame(record, before)) plan.unchanged += 1
    else if (record) plan.writes.push({ op: 'update', id: before.id, before, after: record, change })
  }
  return plan
}

function changedBy({ action, find, isPart, to }: UpdateAsked, record: CanonicalRecord): CanonicalRecord {
  switch (action) {
    case 'replace':
      return { ...record, value: replacedValue(record.value, wanted(find), to, isPart) }
    case 'ttl':
    case 'status':
      return { ...record, [action]: Number(to) }
    case 'weight':
      return { ...record, weight: to === '' ? null : Number(to) }
    default:
      return { ...record, [action]: to }
  }
}
