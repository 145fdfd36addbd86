import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { changeSet as calls } from '@nameplane/contract/dns/change-set'
import type { ZoneText } from '@nameplane/contract/dns/zone-texts'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { change, lockName } from '../../../changes/change.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { readLineNames } from '../record/record-lines.store.ts'
import { isApprovalAsked } from '../record/record-thresholds.ts'
import { tellApprovers } from './approval-messages.ts'
import { withRight } from './author.ts'
import { cancelWaiting, requireSet, rowWithin, settleSet } from './change-set.store.ts'
import { planDomains } from './domain-create.ts'
import { insertRows, insertSet, type Asked, type Confirmed } from './new-set.ts'
import { newDomains } from './new-domains.ts'
import { createWork, refuseUnknownPlaceholders } from './record-create.ts'
import { cutAside, importWork, storeTexts, type ImportAsked } from './record-import.ts'
import { planSave, saveWork, storedWrites } from './record-save-work.ts'
import { refuseUnfit, updateAskedOf, updateWork } from './record-update.ts'
import { GrowingPlan, planRecords, settlePlan, type Planned } from './set-plan.ts'
import { listedTargets, targetsOf, type Target } from './targets.ts'
import { submitUndo } from './undo.ts'
import { watchedRows } from './watch-figures.ts'
import { endWatch, undoRightOf } from './watch-undo.ts'

type Plan = Answered<typeof calls.recordUpdate>['data']
type Submission = Pick<Received<typeof calls.recordUpdate>, 'acknowledged' | 'confirm' | 'key' | 'at' | 'dryRun' | 'watchMinutes' | 'watchThreshold'>

const latestMs = 90 * 86_400_000

/**
 * Plans a set, and submits it unless it is only looked at. The same submission sent again is the set that it was.
 * @throws Problem change_set_key_used: the key stands for a submission of other content
 */
async function submitted<Sent extends Submission>(
  db: Db,
  actor: Actor,
  what: Asked,
  sent: Sent,
  planned: () => Promise<Planned & { targets: readonly Target[]; texts?: readonly ZoneText[] }>,
  digest = digestOf(what, sent),
): Promise<Plan> {
  const known = await submittedBefore(db, actor, sent, digest)
  if (known) return known
  if (sent.at && (sent.at.getTime() < Date.now() - 60_000 || sent.at.getTime() > Date.now() + latestMs))
    throw new Problem('moment_unfit', { fields: { at: 'moment_unfit' } })
  // It is undone as its author may: where that takes more than the change itself, it is asked for at once.
  if (sent.watchMinutes !== undefined && what.undoNeeds !== undefined) withRight(actor, what.undoNeeds)
  const { plan: found, targets, versions, texts = [] } = await planned()
  const needsApproval = found.confirm !== null && (await isApprovalAsked(db))
  const plan = needsApproval ? { ...found, confirm: null, needsApproval } : found
  if (sent.dryRun) return plan
  settlePlan(plan, sent)
  const id = await change(db, actor, 'change_set.create', async ({ tx, audit, nothingChanged }) => {
    if (sent.key !== undefined) await lockName(tx, `change_set:${actor.accountId}:${sent.key}`)
    const same = await findByKey(tx, actor, sent.key, digest)
    if (same !== undefined) {
      nothingChanged()
      return same
    }
    const id = await insertSet(tx, actor, { ...what, asked: { ...what.asked, confirmed: confirmedBy(plan), digest }, sent, undoesId: null, needsApproval })
    await insertRows(
      tx,
      id,
      targets.map((target, index) => {
        const { problem, params, thresholds } = plan.domains[index]!
        return {
          ...target,
          ofId: null,
          problem,
          params,
          isConfirmed: thresholds.length > 0,
          versionPlanned: needsApproval || what.kind === 'record_save' ? versions[index]! : null,
        }
      }),
    )
    await storeTexts(tx, id, texts)
    const watch = sent.watchMinutes === undefined ? {} : { watchMinutes: sent.watchMinutes, watchThreshold: sent.watchThreshold }
    if (sent.watchMinutes !== undefined)
      await tx.insertInto('change_set_watch').values({ change_set_id: id, minutes: sent.watchMinutes, threshold: sent.watchThreshold }).execute()
    audit({
      type: 'change_set',
      id,
      name: `#${id}`,
      after: { kind: what.kind, ...what.summary, domains: targets.length, acknowledged: sent.acknowledged, needsApproval, ...watch },
    })
    return id
  })
  await settleSet(db, id)
  if (needsApproval) await tellApprovers(db, id)
  return { ...plan, id }
}

/** What the same submission was before, if it was sent before. @throws Problem change_set_key_used */
async function submittedBefore(db: Db, actor: Actor, sent: Pick<Submission, 'key' | 'dryRun'>, digest: string | undefined): Promise<Plan | null> {
  const id = sent.dryRun ? undefined : await findByKey(db, actor, sent.key, digest)
  return id === undefined ? null : { ...(await new GrowingPlan().finished(db, actor.accessScope)), id }
}

/** How many records of each domain that passes a threshold change: what the typed number consists of, by its place in the set. */
function confirmedBy({ domains }: Plan): Confirmed {
  return Object.fromEntries(
    domains.flatMap(({ thresholds, updated, deleted }, index) => (thresholds.length === 0 ? [] : [[String(index + 1), updated + deleted] as const])),
  )
}

/** Tells what is sent under a key from anything else that is. */
function digestOf({ kind, asked }: Pick<Asked, 'kind' | 'asked'>, sent: Pick<Submission, 'key' | 'dryRun'>): string | undefined {
  if (sent.dryRun || sent.key === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([kind, asked, sent]))
    .digest('base64url')
}

/** @param digest that of what is sent now; sets that were submitted before it was kept are found by their key alone */
async function findByKey(db: Db, { accountId }: Actor, key: string | undefined, digest: string | undefined): Promise<number | undefined> {
  if (key === undefined || accountId === null) return undefined
  const set = await db
    .selectFrom('change_set')
    .select(['id', sql<string | null>`asked ->> 'digest'`.as('digest')])
    .where('author_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (set && set.digest !== null && set.digest !== digest) throw new Problem('change_set_key_used', { fields: { key: 'change_set_key_used' } })
  return set?.id
}

export async function submitRecordUpdate(db: Db, actor: Actor, sent: Received<typeof calls.recordUpdate>): Promise<Plan> {
  const asked = updateAskedOf(sent)
  await refuseUnfit(db, asked)
  const { host, type, line, value, pattern, action, find, to } = asked
  const what: Asked = { kind: 'record_update', asked, summary: { host, type, line, value, pattern, action, find, to } }
  return submitted(db, actor, what, sent, async () => {
    const targets = await db.transaction().execute((tx) => targetsOf(tx, actor.accessScope, { ...sent, ...asked }))
    return { targets, ...(await planRecords(db, actor.accessScope, updateWork(asked), targets)) }
  })
}

export async function submitRecordCreate(db: Db, actor: Actor, sent: Received<typeof calls.recordCreate>): Promise<Plan> {
  const { records, startAt } = sent
  refuseUnknownPlaceholders(records)
  const what: Asked = { kind: 'record_create', asked: { records, startAt }, summary: { records: records.length } }
  return submitted(db, actor, what, sent, async () => {
    const targets = await listedTargets(db, actor.accessScope, sent.domains)
    return { targets, ...(await planRecords(db, actor.accessScope, createWork({ records, startAt }), targets)) }
  })
}

/** What a save of one domain would do, as a set. It is done to the version that it was worked out for, and to no later one. */
export async function submitRecordSave(db: Db, actor: Actor, { call, sent, ...submission }: Received<typeof calls.recordSave>): Promise<Plan> {
  // Once it is done, what it was worked out from is there no more.
  const digest = digestOf({ kind: 'record_save', asked: { call, sent } }, submission)
  const known = await submittedBefore(db, actor, submission, digest)
  if (known) return known
  const { domain, writes, acknowledged, confirm } = await planSave(db, actor, call, sent)
  const asked = { call, writes: storedWrites(writes) }
  const what: Asked = { kind: 'record_save', asked, summary: { call, records: writes.length } }
  const plannedAgain = async () => {
    const targets = [{ domainId: domain.id, domain: domain.name, userId: domain.accountId }]
    const planned = await planRecords(db, actor.accessScope, saveWork(asked), targets)
    if (planned.versions[0] !== domain.version) throw new Problem('changed_meanwhile', { params: { version: planned.versions[0] } })
    return { targets, ...planned }
  }
  return submitted(db, actor, what, { ...submission, acknowledged: [...acknowledged], confirm, at: undefined }, plannedAgain, digest)
}

export async function submitDomainCreate(db: Db, actor: Actor, sent: Received<typeof calls.domainCreate>): Promise<Plan> {
  const { userId, serviceGroupId, remark, records, startAt } = sent
  refuseUnknownPlaceholders(records)
  if (records.length > 0) withRight(actor, 'record.write')
  const asked = { userId, serviceGroupId, remark, records, startAt }
  const what: Asked = { kind: 'domain_create', asked, summary: { records: records.length }, undoNeeds: 'domain.delete' }
  return submitted(db, actor, what, sent, async () => ({ ...(await planDomains(db, actor, sent.domains, asked)), versions: [] }))
}

export async function submitRecordImport(db: Db, actor: Actor, sent: Received<typeof calls.recordImport>): Promise<Plan> {
  const { files, mode, skipRefused, createMissing, userId, serviceGroupId } = sent
  const asked: ImportAsked = { mode, skipRefused, createMissing, userId, serviceGroupId }
  const adding = createMissing ? withRight(actor, 'domain.write') : null
  const what: Asked = { kind: 'record_import', asked, summary: { mode, files: files.length }, undoNeeds: createMissing ? 'domain.delete' : undefined }
  return submitted(db, actor, what, sent, async () => {
    // Custom lines are those of one domain, and known once that is read.
    const { zones: texts, homeless } = await cutAside({ sources: files, lines: await readLineNames(db, 0) })
    if (texts.length > limits.bulkDomains)
      throw new Problem('too_many_domains', { params: { maximum: limits.bulkDomains }, fields: { files: 'too_many_domains' } })
    if (texts.length === 0) throw new Problem('import_domain_unknown', { fields: { files: 'import_domain_unknown' } })
    const listed = await listedTargets(db, actor.accessScope, texts.map(({ domain }) => domain).join('\n'))
    const added = adding ? await newDomains(db, adding, asked) : undefined
    const targets = listed.map((target) => (added && target.domainId === null ? { ...target, userId: added.owner } : target))
    const plan = new GrowingPlan()
    for (const { source, lineNumber, code, line } of homeless) plan.refuseLine({ domain: null, source, lineNumber, code, params: { line } })
    const work = importWork(asked, async (_, position) => texts[position - 1]!)
    return { targets, texts, ...(await planRecords(db, actor.accessScope, work, targets, { plan, added })) }
  })
}

/** Ends a set before its time: by its author, or by whoever reaches all domains. Domains that are being changed are changed to their end. */
export async function cancelSet(db: Db, actor: Actor, id: number): Promise<void> {
  const set = await requireSet(db, actor, id)
  const reachesAll = actor.accessScopes.get(set.kind === 'domain_create' ? 'domain.write' : 'record.write') === 'all'
  if (!set.isOwn && !reachesAll) throw new Problem('change_set_of_other')
  await change(db, actor, 'change_set.cancel', async ({ tx, audit }) => {
    const cancelled = await cancelWaiting(tx, id)
    if (cancelled === 0) throw new Problem('change_set_ended')
    audit({ type: 'change_set', id, name: `#${id}`, before: { waiting: cancelled }, after: { cancelled } })
  })
  await settleSet(db, id)
}

/** Lets the domains that failed wait again. Its author alone does so, since the set acts as its author may. */
export async function retrySet(db: Db, actor: Actor, id: number): Promise<number> {
  const set = await requireSet(db, actor, id)
  if (!set.isOwn) throw new Problem('change_set_of_other')
  return change(db, actor, 'change_set.retry', async ({ tx, audit }) => {
    const isLetThrough = await tx
      .selectFrom('change_set')
      .select('id')
      .where('id', '=', id)
      .where('state', 'not in', ['awaiting', 'declined', 'expired'])
      .where((of) => of.or([of('approval_until', 'is', null), of('decided_at', 'is not', null)]))
      .forUpdate()
      .executeTakeFirst()
    // What nobody approved is not done by trying again what was refused beside it.
    if (!isLetThrough) throw new Problem('change_set_nothing_failed')
    const rows = await tx
      .updateTable('change_set_domain')
      .set({ state: 'waiting', problem: null, params: '{}', faults: 0, ended_at: null })
      .where('change_set_id', '=', id)
      .where('state', '=', 'failed')
      .returning('id')
      .execute()
    if (rows.length === 0) throw new Problem('change_set_nothing_failed')
    await tx.updateTable('change_set').set({ state: 'running', ended_at: null }).where('id', '=', id).execute()
    audit({ type: 'change_set', id, name: `#${id}`, before: { failed: rows.length }, after: { waiting: rows.length } })
    return rows.length
  })
}

/** Submits the undo of all that a set has done to domains within the caller's reach. Those of them that wait are not changed any more. */
export async function undoSet(db: Db, actor: Actor, id: number): Promise<number> {
  const set = await requireSet(db, actor, id)
  if (set.kind === 'undo') throw new Problem('change_set_is_undo')
  const acting = withRight(actor, undoRightOf(set.kind))
  const undo = await change(db, acting, 'change_set.undo', async ({ tx, audit }) => {
    // Before it is seen what was done: a domain that is being changed is waited for, and undone.
    const cancelled = await cancelWaiting(tx, id, rowWithin(acting))
    const { undo, domains } = await submitUndo(tx, acting, set)
    // Where others are still as the set made them, or will be, these are watched on.
    const isWhole = !(await isWaitedFor(tx, id)) && domains === (await watchedRows(tx, id).execute()).length
    if (isWhole) await endWatch(tx, id, { state: 'undone', by: actor.name })
    audit({ type: 'change_set', id, name: `#${id}`, after: { undo, domains, ...(cancelled === 0 ? {} : { cancelled }) } })
    return undo
  })
  await settleSet(db, id)
  return undo
}

async function isWaitedFor(tx: Tx, id: number): Promise<boolean> {
  const waiting = tx.selectFrom('change_set_domain').select('id').where('change_set_id', '=', id).where('state', '=', 'waiting').limit(1)
  return (await waiting.executeTakeFirst()) !== undefined
}
