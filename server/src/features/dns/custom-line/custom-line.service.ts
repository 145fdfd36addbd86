import { customLineCode, isCustomLine } from '@nameplane/contract/dns/custom-line-code'
import type { customLine as calls } from '@nameplane/contract/dns/custom-line'
import { firstOverlap, printSegment, printSegments, readSegments } from '@nameplane/contract/dns/line-segments'
import type { Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { freePlan } from '@nameplane/contract/system/settings/free-plan'
import { lineFinder } from '@nameplane/dns-text/record-text/line-names'
import type { Actor } from '../../../access/actor.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { refuseStale, updateRows } from '../../../db/versioned-rows.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { countRecordsOn, domainsOfLines, lockDomainsOfLines, readLinesOf, readStandardLines, type DomainOfLines } from './custom-line.store.ts'

type Written = { name: string; segments: string }
type Line = Awaited<ReturnType<typeof readLinesOf>>[number]

function refuseUnusable(domain: DomainOfLines): void {
  if (domain.isLocked) throw new Problem('domain_locked', { params: { name: domain.name } })
}

/** Refuses a name by which another line is found: a standard one by any of its names, or one of a domain by its code. */
async function refuseNameOfOthers(tx: Tx, name: string): Promise<void> {
  const looksLikeCode = isCustomLine(name.toLowerCase().replace(/[\s-]/g, '_'))
  if (looksLikeCode || lineFinder(await readStandardLines(tx))(name) !== undefined)
    throw new Problem('line_name_taken', { fields: { name: 'line_name_taken' } })
}

/** The ranges in their one spelling. @throws Problem where one of them lies in another line of the domain */
function settledSegments(sent: string, others: readonly Line[]): string {
  const read = readSegments(sent)
  // The shape of the call has refused what cannot be read.
  if ('problem' in read) throw new Problem(read.problem, { fields: { segments: read.problem }, params: read.params })
  const taken = others.flatMap((line) => {
    const own = readSegments(line.segments)
    return 'problem' in own ? [] : own.ranges.map(({ range }) => ({ range, name: line.name }))
  })
  const overlap = firstOverlap(read.ranges, taken)
  if (overlap !== null && 'name' in overlap.other) {
    const params = { number: overlap.number, range: printSegment(overlap.range), name: overlap.other.name }
    throw new Problem('custom_line_range_taken', { fields: { segments: 'custom_line_range_taken' }, params })
  }
  return printSegments(read.ranges)
}

/** Adds a line to a domain. */
export async function addCustomLine(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<{ id: number; code: string }> {
  return change(db, actor, 'custom_line.create', async ({ tx, audit, publish }) => {
    const [domain] = await lockDomainsOfLines(tx, actor.accessScope, [sent.domainId])
    if (!domain || domain.isDeleted) throw new Problem('domain_missing')
    refuseUnusable(domain)
    await refuseNameOfOthers(tx, sent.name)
    const others = await readLinesOf(tx, domain.id)
    if (others.length >= limits.customLines) throw new Problem('too_many_custom_lines', { params: { maximum: limits.customLines } })
    const { customLines: limit } = await readSettingOrDefault(tx, freePlan)
    if (limit !== null && others.length >= limit) throw new Problem('quota_custom_lines', { params: { limit } })
    const after: Written = { name: sent.name, segments: settledSegments(sent.segments, others) }
    const { id } = await tx
      .insertInto('custom_line')
      .values({ domain_id: domain.id, ...after })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'domain', id: domain.id, name: domain.name, after: { line: customLineCode(id), ...after } })
    publish([domain.id])
    return { id, code: customLineCode(id) }
  })
}

/** The named lines with their domains locked, in this order: whoever saves records of these domains waits, and the other way round. */
async function openLines({ tx, actor }: Change, ids: readonly number[]): Promise<{ domains: DomainOfLines[]; lines: Line[]; all: Line[] }> {
  const missing = new Problem('custom_line_missing')
  const domainIds = await domainsOfLines(tx, ids)
  if (domainIds.length === 0) throw missing
  const domains = await lockDomainsOfLines(tx, actor.accessScope, domainIds)
  const usable = domains.filter((domain) => !domain.isDeleted)
  const all: Line[] = []
  for (const { id } of usable) all.push(...(await readLinesOf(tx, id)))
  const wanted = new Set(ids)
  const lines = all.filter(({ id }) => wanted.has(id))
  if (lines.length !== wanted.size) throw missing
  for (const domain of usable) refuseUnusable(domain)
  return { domains: usable, lines, all }
}

/** Changes a line as its editor saw it. */
export async function changeCustomLine(db: Db, actor: Actor, sent: Received<typeof calls.update>): Promise<void> {
  await change(db, actor, 'custom_line.update', async (open) => {
    const { domains, lines, all } = await openLines(open, [sent.id])
    const [domain] = domains
    const [before] = lines
    if (!domain || !before) throw new Problem('custom_line_missing')
    refuseStale(sent.rowVersion, before.row_version)
    await refuseNameOfOthers(open.tx, sent.name)
    const others = all.filter(({ id }) => id !== sent.id)
    const after: Written = { name: sent.name, segments: settledSegments(sent.segments, others) }
    await updateRows(open.tx, 'custom_line', [sent.id], after)
    const line = customLineCode(sent.id)
    open.audit({
      ...{ type: 'domain', id: domain.id, name: domain.name },
      ...{ before: { line, name: before.name, segments: before.segments }, after: { line, ...after } },
    })
    if (after.segments !== before.segments) open.publish([domain.id])
  })
}

/** Deletes lines that no record is on. */
export async function deleteCustomLines(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'custom_line.delete', async (open) => {
    const { domains, lines } = await openLines(open, ids)
    const counts = await countRecordsOn(
      open.tx,
      domains.map(({ id }) => id),
      lines.map(({ id }) => customLineCode(id)),
    )
    const used = lines.find(({ id }) => counts.has(customLineCode(id)))
    if (used) throw new Problem('custom_line_in_use', { params: { name: used.name, count: counts.get(customLineCode(used.id)) } })
    await open.tx
      .deleteFrom('custom_line')
      .where('id', 'in', [...ids])
      .execute()
    for (const { id, domain_id: domainId, name, segments } of lines) {
      const domain = domains.find((one) => one.id === domainId)
      if (domain) open.audit({ type: 'domain', id: domain.id, name: domain.name, before: { line: customLineCode(id), name, segments } })
    }
    open.publish(domains.map(({ id }) => id))
  })
}
