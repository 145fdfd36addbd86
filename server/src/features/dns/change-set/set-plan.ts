import type { ChangeSetPlan, PlannedDomain, RefusedLine } from '@nameplane/contract/dns/change-set-plan'
import type { Answered } from '@nameplane/contract/endpoint'
import type { changeSet as calls } from '@nameplane/contract/dns/change-set'
import { limits } from '@nameplane/contract/limits'
import { isProblemCode, type ProblemCode } from '@nameplane/contract/problems'
import { sql } from 'kysely'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import { atOneMoment, type Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { Problem } from '../../../problem.ts'
import { lineOf } from '../record/record-save.ts'
import { thresholdsOf } from '../record/record-thresholds.ts'
import { findDomainOfRecords, type DomainOfRecords } from '../record/record.store.ts'
import type { NewDomains } from './new-domains.ts'
import { countsOf, placeOf, type DomainPlan, type RecordWork } from './record-work.ts'
import type { Target } from './targets.ts'

type Plan = Answered<typeof calls.recordUpdate>['data']

/** Refused lines that a preview names. */
const toldLines = 500
/** Domains that a refusal names. */
const toldDomains = 100
/** Differences that a preview shows. */
const sampled = 200

const nothing = { added: 0, updated: 0, deleted: 0, unchanged: 0, warnings: 0, thresholds: [] }
const refused = (domain: string, problem: string, params: Record<string, unknown> = {}): PlannedDomain => ({ domain, ...nothing, problem, params })

/** The set as it grows domain by domain. */
export class GrowingPlan {
  readonly #plan: Omit<ChangeSetPlan, 'queries'>
  readonly #warnings = new Map<string, ChangeSetPlan['warnings'][number]>()
  readonly #touched = new Map<string, { domainId: number | null; userId: number | null }>()
  #changed = 0

  constructor() {
    this.#plan = {
      id: null,
      domains: [],
      added: 0,
      updated: 0,
      deleted: 0,
      unchanged: 0,
      touchedDomains: 0,
      touchedUsers: 0,
      warnings: [],
      confirm: null,
      needsApproval: false,
      refusedLines: [],
      refusedCount: 0,
      sample: [],
    }
  }

  /** A line of a text that is not imported. */
  refuseLine(line: RefusedLine): void {
    this.#plan.refusedCount += 1
    if (this.#plan.refusedLines.length < toldLines) this.#plan.refusedLines.push(line)
  }

  refuse(target: Target, problem: string, params?: Record<string, unknown>): void {
    this.#plan.domains.push(refused(target.domain, problem, params))
  }

  /** A domain with its difference; the first error keeps it from being changed at all. `isAdded`: the domain itself is new. */
  add(target: Target, plan: DomainPlan, thresholds: PlannedDomain['thresholds'], isAdded = false): void {
    const errors = plan.findings.filter(({ severity }) => severity === 'error')
    const { source } = plan
    if (source !== undefined)
      for (const { lineNumber, code, params } of [...errors, ...(plan.skipped ?? [])])
        this.refuseLine({ domain: target.domain, source, lineNumber, code, params })
    const [error] = errors
    if (error) {
      const record = plan.writes.find(({ change }) => change === error.change)
      return this.refuse(target, error.code, { ...error.params, ...placeOf(error), ...(record?.after ? { subject: lineOf(record.after) } : {}) })
    }
    const counts = countsOf(plan)
    const warnings = plan.findings.filter(({ severity }) => severity === 'warning')
    this.#plan.domains.push({ domain: target.domain, ...counts, warnings: warnings.length, problem: null, params: {}, thresholds })
    for (const name of ['added', 'updated', 'deleted', 'unchanged'] as const) this.#plan[name] += counts[name]
    if (plan.writes.length === 0 && !isAdded) return
    this.#touched.set(target.domain, target)
    this.#changed += counts.updated + counts.deleted
    if (thresholds.length > 0) this.#plan.confirm = 0
    for (const { code, params } of warnings) {
      const known = this.#warnings.get(code)
      if (known) known.count += 1
      else this.#warnings.set(code, { code, params, count: 1, domain: target.domain })
    }
    for (const { op, before, after } of plan.writes) {
      if (this.#plan.sample.length >= sampled) break
      this.#plan.sample.push({ domain: target.domain, op, before: before && lineOf(before), after: after && lineOf(after) })
    }
    if (this.#changed > limits.bulkRecords || this.#plan.added > limits.bulkRecords)
      throw new Problem('too_many_records', { params: { maximum: limits.bulkRecords } })
  }

  async finished(db: Db, accessScope: AccessScope): Promise<Plan> {
    const touched = [...this.#touched.values()]
    const ids = touched.flatMap(({ domainId }) => domainId ?? [])
    return {
      ...this.#plan,
      touchedDomains: touched.length,
      touchedUsers: new Set(touched.flatMap(({ userId }) => userId ?? [])).size,
      warnings: [...this.#warnings.values()],
      confirm: this.#plan.confirm === null ? null : this.#changed,
      queries: await readQueries(db, accessScope, ids),
    }
  }
}

const dayMs = 86_400_000

/** Answers of the last 24 hours: of these domains, and of all within reach. */
async function readQueries(db: Db, accessScope: AccessScope, ids: readonly number[]): Promise<Plan['queries']> {
  const row = await db
    .selectFrom('query_domain_minute')
    .where('at', '>=', hourOf(new Date(Date.now() - dayMs)))
    .$if(accessScope !== 'all', (figures) =>
      figures.where('domain_id', 'in', (of) => of.selectFrom('domain').select('domain.id').where(domainWithin(accessScope))),
    )
    .select([
      sql<number>`coalesce(sum(answers), 0)::bigint`.as('all'),
      sql<number>`coalesce(sum(answers) filter (where domain_id = any(${ids}::bigint[])), 0)::bigint`.as('touched'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** A domain of a set that was submitted: its place there, and the version that it was submitted for. */
export type SubmittedTarget = Target & { position: number; versionPlanned: number | null }

/** A plan, and the version of each of its domains, null where it was refused or is added. */
export type Planned = { plan: Plan; versions: (number | null)[] }

/**
 * What a work on records would do to these domains, as they are at one moment; and to those that it adds, if it adds some. Of a submitted
 * set, those that have changed since are refused.
 */
export async function planRecords(
  db: Db,
  accessScope: AccessScope,
  work: RecordWork,
  targets: readonly (Target | SubmittedTarget)[],
  { plan = new GrowingPlan(), added }: { plan?: GrowingPlan; added?: NewDomains | undefined } = {},
): Promise<Planned> {
  /** Answers the version it was planned for. */
  const place = async (tx: Db, target: Target | SubmittedTarget, index: number): Promise<number | null> => {
    const submitted = 'position' in target ? target : null
    const isNew = target.domainId === null && added !== undefined
    const domain = isNew ? await added.find(tx, target.domain) : await findTarget(tx, accessScope, work, target)
    if (typeof domain === 'string') plan.refuse(target, domain, { name: target.domain })
    else if (submitted && !isNew && submitted.versionPlanned !== domain.version) plan.refuse(target, 'changed_since_submitted')
    else {
      const planned = await work.plan(tx, domain, submitted?.position ?? index + 1)
      plan.add(target, planned, thresholdsOf(domain, planned.writes), isNew)
      return isNew ? null : domain.version
    }
    return null
  }
  return atOneMoment(db, async (tx) => {
    const versions: (number | null)[] = []
    for (const [index, target] of targets.entries()) versions.push(await place(tx, target, index))
    return { plan: await plan.finished(tx, accessScope), versions }
  })
}

async function findTarget(tx: Db, accessScope: AccessScope, { lines }: RecordWork, { domainId }: Target): Promise<DomainOfRecords | ProblemCode> {
  const domain = domainId === null ? undefined : await findDomainOfRecords(tx, accessScope, domainId, lines)
  if (!domain || domain.isDeleted) return 'domain_missing'
  if (domain.isTransferred) return 'domain_transferred'
  return domain.isLocked ? 'domain_locked' : domain
}

/** Refuses to submit what nobody could want, or what was not acknowledged or confirmed. */
export function settlePlan(plan: Plan, sent: { acknowledged: readonly string[]; confirm?: number | undefined }): void {
  if (plan.touchedDomains === 0) {
    const refused = plan.domains.filter(({ problem }) => problem !== null)
    throw new Problem('nothing_to_change', { params: { domains: refused.slice(0, toldDomains).map(({ domain, problem }) => ({ domain, problem })) } })
  }
  const open = plan.warnings.filter(({ code }) => !sent.acknowledged.includes(code))
  if (open.length > 0)
    throw new Problem('warnings_not_acknowledged', { params: { count: open.length, codes: open.map(({ code }) => code).filter(isProblemCode) } })
  if (plan.confirm !== null && sent.confirm !== plan.confirm)
    throw new Problem('change_set_confirm_due', { fields: { confirm: 'change_set_confirm_due' }, params: { count: plan.confirm } })
}
