import { mostIgnored, type health as calls } from '@nameplane/contract/dns/health'
import { healthScore, zoneHealthSteps, type ZoneHealth } from '@nameplane/contract/dns/zone-health'
import { healthKeyOf, type HealthFinding } from '@nameplane/contract/dns/zone-health-finding'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { JobResult } from '../../../jobs/job-work.ts'
import { Problem } from '../../../problem.ts'
import { inSlices } from '../../../serving/zone/slices.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { fitResolvers, resolversOf, type Asking } from '../nameserver-check/delegation.ts'
import { findShownRecords } from '../record/record.store.ts'
import { learnFacts, newMemory, type Facts, type Memory } from './health-facts.ts'
import {
  findHealth,
  findJudged,
  nextDue,
  readAuthority,
  readHealthRows,
  readIgnored,
  saveHealth,
  setScore,
  type Ignored,
  type JudgedDomain,
  type SavedHealth,
} from './health.store.ts'

type Shown = Answered<typeof calls.detail>['data']
type ShownFinding = Shown['findings'][number]
type ShownFix = NonNullable<ShownFinding['fixes']>[number]

/** A domain with at most so many records is judged again at each look, with what was learned of other names at the last check. */
const judgedAtOnce = 10_000

async function requireJudged(db: Db, { accessScope }: Pick<Actor, 'accessScope'>, id: number): Promise<JudgedDomain> {
  const domain = await findJudged(db, accessScope, id)
  if (!domain) throw new Problem('domain_missing')
  return domain
}

async function judge(db: Db, domain: JudgedDomain, facts: Facts, rows: Awaited<ReturnType<typeof readHealthRows>>): Promise<ZoneHealth> {
  const known = { ...facts, nameservers: domain.nameservers, authority: await readAuthority(db) }
  return inSlices(zoneHealthSteps(rows, { name: domain.name, nameservers: domain.defaultServers }, known))
}

/** What a look at a domain finds now: its records as they are where there are not too many, else what the last check found. */
async function healthNow(db: Db, domain: JudgedDomain, saved: SavedHealth): Promise<ZoneHealth & { isOld: boolean }> {
  if (domain.recordCount > judgedAtOnce) return { findings: saved.findings, total: saved.total, isOld: saved.version !== domain.version }
  return { ...(await judge(db, domain, saved.facts, await readHealthRows(db, domain.id))), isOld: false }
}

const keysOf = (ignored: readonly Ignored[]): ReadonlySet<string> => new Set(ignored.map(healthKeyOf))

/** The health of a domain as its page shows it. */
export async function showHealth(db: Db, actor: Actor, id: number): Promise<Shown> {
  const domain = await requireJudged(db, actor, id)
  const saved = await findHealth(db, id)
  if (!saved) return { score: null, checkTime: null, isOld: false, asked: 0, unanswered: 0, findings: [], total: 0 }
  const { findings, total, isOld } = await healthNow(db, domain, saved)
  const ignored = await readIgnored(db, id)
  const byKey = new Map(ignored.map((one) => [healthKeyOf(one), one]))
  const ids = findings.flatMap(({ fixes }) => (fixes ?? []).flatMap((fix) => fix.id ?? []))
  const records = await findShownRecords(db, actor, [...new Set(ids)])
  return {
    score: healthScore(findings, keysOf(ignored)),
    checkTime: saved.checkTime,
    isOld,
    asked: saved.facts.asked,
    unanswered: saved.facts.unanswered,
    findings: findings.map(({ fixes, ...finding }): ShownFinding => {
      const of = byKey.get(healthKeyOf(finding))
      return { ...finding, fixes: fixes && shownFixes(fixes, records), ignored: of ? { reason: of.reason, by: of.by, time: of.time } : null }
    }),
    total,
  }
}

/** The changes with the records as they are; null where one of these has gone. */
function shownFixes(fixes: NonNullable<HealthFinding['fixes']>, records: Awaited<ReturnType<typeof findShownRecords>>): ShownFix[] | null {
  const shown = fixes.map(({ op, id, record }): ShownFix => ({ op, base: id === null ? null : (records.get(id) ?? null), record: record && { ...record } }))
  return shown.some(({ op, base }) => op !== 'add' && base === null) ? null : shown
}

type Asked = { resolvers: readonly Asking[]; memory: Memory; now: Date }
type Found = Omit<SavedHealth, 'score'>

/** Learns what the records of a domain need to be judged, and judges them. */
async function look(db: Db, domain: JudgedDomain, { resolvers, memory, now }: Asked): Promise<Found> {
  const rows = await readHealthRows(db, domain.id)
  const facts = await learnFacts(db, { rows, zone: domain.name, resolvers, memory })
  const { findings, total } = await judge(db, domain, facts, rows)
  return { version: domain.version, checkTime: now, findings: [...findings], total, facts }
}

/** Keeps what was found. Answers the score. */
async function keep(tx: Tx, actor: Actor, { id }: JudgedDomain, found: Found): Promise<number> {
  // It may have left meanwhile.
  await requireJudged(tx, actor, id)
  const score = healthScore(found.findings, keysOf(await readIgnored(tx, id)))
  await saveHealth(tx, id, { ...found, score })
  return score
}

/** Checks one domain because somebody asks for it. */
export async function checkHealthNow(db: Db, actor: Actor, id: number, now: Date): Promise<void> {
  const domain = await requireJudged(db, actor, id)
  if (domain.recordCount > limits.healthRecords) throw new Problem('too_many_records', { params: { maximum: limits.healthRecords } })
  const { resolvers } = await readSettingOrDefault(db, nsCheck)
  const found = await look(db, domain, { resolvers: await fitResolvers(resolversOf(resolvers)), memory: newMemory(), now })
  await change(db, actor, 'domain.health_check', async ({ tx, audit }) => {
    const score = await keep(tx, actor, domain, found)
    audit({ type: 'domain', id, name: domain.name, after: { score, findings: found.total } })
  })
}

/** Refuses what no look at the domain finds: only a finding becomes a row. */
export async function ignoreFinding(db: Db, actor: Actor, sent: Received<typeof calls.ignore>): Promise<void> {
  const { id, reason, ...subject } = sent
  const key = healthKeyOf(subject)
  await change(db, actor, 'domain.health_ignore', async ({ tx, audit }) => {
    const domain = await requireJudged(tx, actor, id)
    const saved = await findHealth(tx, id)
    const found = saved && (await healthNow(tx, domain, saved)).findings
    if (!found?.some((finding) => healthKeyOf(finding) === key)) throw new Problem('health_finding_missing')
    const ignored = await readIgnored(tx, id)
    if (ignored.length >= mostIgnored && !keysOf(ignored).has(key)) throw new Problem('too_many_ignored', { params: { maximum: mostIgnored } })
    const set = { reason, ignored_by: actor.name, ignored_at: new Date() }
    await tx
      .insertInto('zone_health_ignored')
      .values({ domain_id: id, ...subject, ...set })
      .onConflict((conflict) => conflict.columns(['domain_id', 'code', 'host', 'type', 'line']).doUpdateSet(set))
      .execute()
    await setScore(tx, id, healthScore(found, new Set([...keysOf(ignored), key])))
    audit({ type: 'domain', id, name: domain.name, after: { finding: wordsOf(subject), reason } })
  })
}

export async function heedFinding(db: Db, actor: Actor, { id, ...subject }: Received<typeof calls.heed>): Promise<void> {
  await change(db, actor, 'domain.health_heed', async ({ tx, audit }) => {
    const domain = await requireJudged(tx, actor, id)
    const { code, host, type, line } = subject
    const gone = await tx
      .deleteFrom('zone_health_ignored')
      .where('domain_id', '=', id)
      .where('code', '=', code)
      .where('host', '=', host)
      .where('type', '=', type)
      .where('line', '=', line)
      .returning('reason')
      .executeTakeFirst()
    if (!gone) throw new Problem('health_ignored_missing')
    const saved = await findHealth(tx, id)
    if (saved) await setScore(tx, id, healthScore((await healthNow(tx, domain, saved)).findings, keysOf(await readIgnored(tx, id))))
    audit({ type: 'domain', id, name: domain.name, before: { finding: wordsOf(subject), reason: gone.reason } })
  })
}

/** As the audit trail names a finding. */
const wordsOf = ({ code, host, type, line }: { code: string; host: string; type: string; line: string }): string =>
  [code, host, type, line].filter((part) => part !== '').join(' ')

export type HealthCheck = {
  everyHours: number
  runSeconds: number
  signal: AbortSignal
  now: () => Date
  /** The resolvers of the setting when absent. */
  resolvers?: readonly Asking[]
}

const ofPlatform = platformActor('health_check')
const hourMs = 3_600_000
/** Domains that are read at a time. */
const slice = 200

/** Checks the domains that are due, one after the other, for as long as a run may go on. */
export async function checkHealth(db: Db, { everyHours, runSeconds, signal, now, resolvers: given }: HealthCheck): Promise<JobResult> {
  const endMs = performance.now() + runSeconds * 1000
  const startedAt = now().getTime()
  const memory = newMemory()
  const setting = await readSettingOrDefault(db, nsCheck)
  const resolvers = await fitResolvers(given ?? resolversOf(setting.resolvers))
  let [checked, sum] = [0, 0]
  for (;;) {
    const due = await nextDue(db, { before: new Date(startedAt - everyHours * hourMs), changedBefore: new Date(startedAt - hourMs), limit: slice })
    for (const domain of due) {
      signal.throwIfAborted()
      if (performance.now() >= endMs) return wordsOfRun(checked, sum)
      try {
        sum += await checkDue(db, domain, { resolvers, memory, now: now() })
        checked += 1
      } catch (error) {
        // It left while it was looked at.
        if (!(error instanceof Problem)) throw error
      }
    }
    if (due.length < slice) return wordsOfRun(checked, sum)
  }
}

async function checkDue(db: Db, domain: JudgedDomain, asked: Asked): Promise<number> {
  const found = await look(db, domain, asked)
  return change(db, ofPlatform, 'domain.health_check', async ({ tx, isObserved }) => {
    isObserved()
    return keep(tx, ofPlatform, domain, found)
  })
}

function wordsOfRun(checked: number, sum: number): JobResult {
  if (checked === 0) return { zh: '没有到时间的域名', en: 'No domain is due' }
  const average = Math.round(sum / checked)
  return { zh: `检查 ${checked} 个域名，平均 ${average} 分`, en: `${checked} checked, average score ${average}` }
}
