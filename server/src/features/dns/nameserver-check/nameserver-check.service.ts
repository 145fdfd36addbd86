import { setTimeout as pauseFor } from 'node:timers/promises'
import { messageTypes } from '@nameplane/contract/account/message'
import { limits } from '@nameplane/contract/limits'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import type { JobResult } from '../../../jobs/job-work.ts'
import { queueEmails } from '../../../integrations/email/email-queue.ts'
import { platformLanguage } from '../../../settings/platform-language.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { saveMessage } from '../../account/message/message.service.ts'
import { recycleDomains } from '../domain/domain.service.ts'
import { checkWords, type CheckWords } from './check-words.ts'
import { fitResolvers, resolversOf, seenBy, unfit, type Asked, type Seen } from './delegation.ts'
import { findStanding, forgetVerdict, nextDue, noteVerdict, removedSince, warnedAt, type DueDomain, type Standing } from './nameserver-check.store.ts'
import { verdictOf, type Verdict } from './verdict.ts'
import { warningMessage, type Warning } from './warning.ts'

export type NameserverCheck = {
  everyHours: number
  runSeconds: number
  signal: AbortSignal
  write: (line: string) => void
  now: () => Date
  /** The resolvers of the setting when absent. */
  resolvers?: readonly Asked[]
}

const actor = platformActor('nameserver_check')
const hourMs = 3_600_000

/** Checks the domains that are due, one after the other, for as long as a run may go on. */
export async function checkNameservers(db: Db, { everyHours, runSeconds, signal, write, now, resolvers }: NameserverCheck): Promise<JobResult> {
  const setting = await readSettingOrDefault(db, nsCheck)
  const isDue = (): ReturnType<typeof nextDue> => nextDue(db, new Date(now().getTime() - everyHours * hourMs), now())
  // Without anything to ask about it does not matter whether anybody answers.
  if (!(await isDue())) return { zh: '没有到时间的域名', en: 'No domain is due' }
  const words = checkWords(await platformLanguage(db))
  const skipped: Seen[] = []
  const fit = await fitResolvers(resolvers ?? resolversOf(setting.resolvers), (address, reason) => {
    skipped.push(unfit(address, reason))
    write(words.skippedResolver(address, reason))
  })
  if (fit.length === 0) throw new Problem('run_no_resolver')
  if (fit.length === 1) write(words.oneResolver)
  const endMs = performance.now() + runSeconds * 1000
  const counts = { correct: 0, partial: 0, wrong: 0, unknown: 0, removed: 0 }
  while (performance.now() < endMs) {
    signal.throwIfAborted()
    const domain = await isDue()
    if (!domain) break
    const { verdict, seen } = await lookAt(domain, fit, skipped)
    counts[verdict.state] += 1
    const standing = await noteVerdict(db, { id: domain.id, verdict, seen, now: now(), isRemovalOn: setting.isRemovalOn })
    if (verdict.state === 'wrong') write(words.wrong(domain.name, standing?.days ?? null, verdict.found))
    if (verdict.state === 'wrong' && standing && setting.isRemovalOn) {
      const isRemoved = await actOn(db, domain, standing, verdict.found, { mostPerDay: setting.mostRemovalsPerDay, now: now(), write, words })
      if (isRemoved) counts.removed += 1
    }
    await pauseFor(setting.pauseSeconds * 1000, undefined, { signal })
  }
  const { correct, partial, wrong, unknown, removed } = counts
  return {
    zh: `正确 ${correct}，部分正确 ${partial}，错误 ${wrong}，无法判断 ${unknown}，移除 ${removed}`,
    en: `${correct} correct, ${partial} partly correct, ${wrong} incorrect, ${unknown} unclear, ${removed} removed`,
  }
}

/** Asks the resolvers that are fit about a domain; those that are not are kept beside them. */
async function lookAt(
  { name, nameservers, groupNameservers }: Pick<DueDomain, 'name' | 'nameservers' | 'groupNameservers'>,
  fit: readonly Asked[],
  skipped: readonly Seen[],
): Promise<{ verdict: Verdict; seen: Seen[] }> {
  const said = await Promise.all(fit.map((resolver) => resolver.ask(name)))
  const ds = await Promise.all(fit.map((resolver) => resolver.delegationSigners(name)))
  return {
    verdict: verdictOf(nameservers, said, groupNameservers),
    seen: [...fit.map((resolver, index) => seenBy(resolver, said[index]!, ds[index]!)), ...skipped],
  }
}

/** Asks the resolvers about one domain now, and notes what they say, or why none of them can. Warning and removing are the job's. */
export async function checkNow(db: Db, actor: Actor, id: number, now: Date): Promise<void> {
  const domain = await findStanding(db, actor.accessScope, id)
  if (!domain) throw new Problem('domain_missing')
  const setting = await readSettingOrDefault(db, nsCheck)
  const skipped: Seen[] = []
  const fit = await fitResolvers(resolversOf(setting.resolvers), (address, reason) => void skipped.push(unfit(address, reason)))
  const { verdict, seen } = await lookAt({ ...domain, nameservers: domain.expected }, fit, skipped)
  await change(db, actor, 'domain.check', async ({ tx, audit }) => {
    // It may have left meanwhile, and the recycle bin forgets nothing of it by this.
    if (!(await findStanding(tx, actor.accessScope, id))) throw new Problem('domain_missing')
    await noteVerdict(tx, { id, verdict, seen, now, isRemovalOn: setting.isRemovalOn })
    audit({ type: 'domain', id, name: domain.name, after: { nsState: verdict.state, nsFound: 'found' in verdict ? verdict.found : [] } })
  })
}

type Circumstances = { mostPerDay: number; now: Date; write: (line: string) => void; words: CheckWords }

/** Warns the owner, or removes the domain once its days are over and both warnings have gone out on earlier days. */
async function actOn(
  db: Db,
  domain: DueDomain,
  standing: Standing,
  found: readonly string[],
  { mostPerDay, now, write, words }: Circumstances,
): Promise<boolean> {
  const daysLeft = Math.max(0, limits.wrongNameserversRemovalDays - standing.days)
  const [first, last] = warnedAt
  const due = daysLeft <= last ? last : daysLeft <= first ? first : null
  if (due === null) return false
  if (standing.warnedDays === null || standing.warnedDays > due) {
    await warn(db, { domain: domain.unicodeName, found, expected: domain.nameservers, daysLeft: Math.max(daysLeft, 1) }, domain, due)
    write(words.warned(domain.name, Math.max(daysLeft, 1)))
    return false
  }
  if (daysLeft > 0) return false
  if ((await removedSince(db, actor.name, new Date(now.getTime() - 24 * hourMs))) >= mostPerDay) {
    write(words.atLimit(domain.name, mostPerDay))
    return false
  }
  try {
    await recycleDomains(db, actor, [domain.id])
  } catch (error) {
    // Locked, or gone meanwhile: somebody has decided about it.
    if (!(error instanceof Problem)) throw error
    write(words.refused(domain.name, error))
    return false
  }
  await forgetVerdict(db, domain.id)
  write(words.removed(domain.name))
  return true
}

async function warn(db: Db, warning: Warning, domain: DueDomain, due: number): Promise<void> {
  const owner = await db
    .selectFrom('account')
    .select(['username', 'email', 'language', 'status', 'type'])
    .where('id', '=', domain.accountId)
    .executeTakeFirstOrThrow()
  const language = owner.language === 'en' ? 'en' : 'zh'
  // The message first: should this end in between, the owner is told twice and not never.
  if (owner.status === 1) {
    await saveMessage(db, actor, {
      ...warningMessage(language, warning),
      // Administrators receive notices only (spec point 6).
      type: owner.type === 1 ? messageTypes.notice : messageTypes.letter,
      audience: 'selected',
      classes: [],
      accountIds: [domain.accountId],
      pinned: false,
      action: 'publish',
    })
  }
  await change(db, actor, 'domain.warn', async ({ tx, audit }) => {
    await tx.updateTable('domain').set({ ns_warned_days: due }).where('id', '=', domain.id).execute()
    await queueEmails(tx, [
      {
        scenario: 'domain_wrong_ns',
        to: owner.email,
        language,
        about: warning.domain,
        variables: {
          domain: warning.domain,
          found: warning.found.join(', ') || '—',
          expected: warning.expected.join(', '),
          days: String(warning.daysLeft),
          username: owner.username,
        },
      },
    ])
    audit({ type: 'domain', id: domain.id, name: domain.name, after: { daysLeft: warning.daysLeft, found: warning.found } })
  })
}
