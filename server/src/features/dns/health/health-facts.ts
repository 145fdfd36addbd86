import { sql } from 'kysely'
import type { HealthRow, KnownFacts } from '@nameplane/contract/dns/zone-health-finding'
import { dmarcNamesToAsk, isDmarc, isSpf, spfNamesToAsk } from '@nameplane/contract/dns/zone-health-mail'
import { delegationsToAsk, targetNamesToAsk } from '@nameplane/contract/dns/zone-health-targets'
import { wildcardsAbove } from '@nameplane/contract/dns/record-set-rows'
import type { Db } from '../../../db/connection.ts'
import { placesOf } from '../../../db/full-names.ts'
import type { Asking } from '../nameserver-check/delegation.ts'

/*
 * What is learned of names outside a domain: from the other domains of the platform, and from resolvers. So many names and so long for
 * one domain, whatever its records point to.
 */

/** As they are kept. `asked`: names that were asked about; `unanswered`: those that no resolver said anything of. */
export type Facts = Pick<KnownFacts, 'names' | 'texts' | 'lame'> & { asked: number; unanswered: number }

export const noAnswers: Facts = { names: {}, texts: {}, lame: [], asked: 0, unanswered: 0 }

/** Names of one domain that are asked about, by what for. */
const most = { targets: 60, texts: 20, delegations: 10 }
/** Rounds in which an SPF text leads to the next. */
const textRounds = 4
/** A domain is not asked about any longer; what is under way then is waited for. */
const mostMs = 10_000
const atOnce = 8
/** Letters of a text that is kept: an SPF text that is longer reaches nobody. */
const textLength = 4096

/** What resolvers said of names, for the domains of one run: many point to the same ones. */
export type Memory = { readonly names: Map<string, boolean | null>; readonly texts: Map<string, string[] | null> }

export const newMemory = (): Memory => ({ names: new Map(), texts: new Map() })
const remembered = 20_000

function remember<Value>(memory: Map<string, Value>, name: string, value: Value): void {
  if (memory.size >= remembered) memory.clear()
  memory.set(name, value)
}

const bare = (name: string): string => name.replace(/\.$/, '')

/** Does this for each name, some at once, until the time is over. */
async function eachOf(names: readonly string[], endMs: number, work: (name: string) => Promise<void>): Promise<void> {
  const left = [...names]
  const worker = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined && performance.now() < endMs; name = left.shift()) await work(name)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, names.length) }, worker))
}

/** What all resolvers together say: a yes of one counts, a no only where no other says yes. */
async function isThere(resolvers: readonly Asking[], name: string): Promise<boolean | null> {
  const said = await Promise.all(resolvers.map((resolver) => resolver.exists(bare(name))))
  return said.includes(true) ? true : said.includes(false) ? false : null
}

async function textsAt(resolvers: readonly Asking[], name: string): Promise<string[] | null> {
  for (const resolver of resolvers) {
    const said = await resolver.texts(bare(name))
    if (said.kind === 'none') return []
    if (said.kind === 'texts') return said.texts.filter((text) => isSpf(text) || isDmarc(text)).map((text) => text.slice(0, textLength))
  }
  return null
}

/** Learns what the records of a zone need to be judged. Without resolvers only the platform's own domains are asked. */
export async function learnFacts(
  db: Db,
  { rows, zone, resolvers, memory }: { rows: readonly HealthRow[]; zone: string; resolvers: readonly Asking[]; memory: Memory },
): Promise<Facts> {
  const endMs = performance.now() + mostMs
  const names: Record<string, 'there' | 'missing'> = {}
  const texts: Record<string, string[]> = {}
  const lame: string[] = []
  const asked = new Set<string>()
  const answered = new Set<string>()

  const targets = targetNamesToAsk(rows, zone).slice(0, most.targets)
  const hosted = await hostedNames(db, targets)
  for (const [name, said] of hosted) names[name] = said
  if (resolvers.length === 0) return { ...noAnswers, names }

  await eachOf(
    targets.filter((name) => !hosted.has(name)),
    endMs,
    async (name) => {
      asked.add(name)
      if (!memory.names.has(name)) remember(memory.names, name, await isThere(resolvers, name))
      const said = memory.names.get(name) ?? null
      if (said === null) return
      answered.add(name)
      names[name] = said ? 'there' : 'missing'
    },
  )
  for (let round = 0; round < textRounds; round += 1) {
    const wanted = [...(round === 0 ? dmarcNamesToAsk(zone) : []), ...spfNamesToAsk(rows, zone, { texts })].filter((name) => !asked.has(name))
    const taken = wanted.slice(0, Math.max(0, most.texts - Object.keys(texts).length))
    if (taken.length === 0) break
    await eachOf(taken, endMs, async (name) => {
      asked.add(name)
      if (!memory.texts.has(name)) remember(memory.texts, name, await textsAt(resolvers, name))
      const said = memory.texts.get(name) ?? null
      if (said === null) return
      answered.add(name)
      texts[name] = said
    })
  }
  await eachOf(delegationsToAsk(rows).slice(0, most.delegations), endMs, async (host) => {
    const said = await Promise.all(resolvers.map((resolver) => resolver.ask(`${host}.${zone}`)))
    // A resolver answers so where it reached no name server that knows the zone (RFC 1035 §4.1.1).
    if (said.every((one) => one.kind === 'unknown' && one.why === 'ESERVFAIL')) lame.push(host)
  })
  return { names, texts, lame, asked: asked.size, unanswered: asked.size - answered.size }
}

/** Of these names, those that lie in domains of the platform, as far as these are really delegated to it. */
async function hostedNames(db: Db, names: readonly string[]): Promise<Map<string, 'there' | 'missing'>> {
  const places = names.map((name) => [name, placesWith(bare(name))] as const)
  const zones = [...new Set(places.flatMap(([, all]) => all.map(({ zone }) => zone)))]
  if (zones.length === 0) return new Map()
  const hosted = await db
    .selectFrom('domain')
    .select(['id', 'name'])
    .where('name', '=', sql<string>`any(${zones}::text[])`)
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .where('ns_state', '<>', 'wrong')
    .execute()
  const idOf = new Map(hosted.map(({ id, name }) => [name, id]))
  const asked = places.flatMap(([name, all]) => {
    const place = all.find(({ zone }) => idOf.has(zone))
    return place ? [{ name, host: place.host, domainId: idOf.get(place.zone)! }] : []
  })
  const said = new Map<string, 'there' | 'missing'>()
  for (const { name, host, domainId } of asked) {
    if (host === '@') said.set(name, 'there')
    else {
      const answer = await hostOf(db, domainId, host)
      if (answer !== null) said.set(name, answer)
    }
  }
  return said
}

function placesWith(name: string): { host: string; zone: string }[] {
  return [{ host: '@', zone: name }, ...placesOf(name)]
}

/** Whether a domain of the platform answers for a host; null where other servers do. */
async function hostOf(db: Db, domainId: number, host: string): Promise<'there' | 'missing' | null> {
  const above = wildcardsAbove(host).map((wildcard) => wildcard.replace(/^\*\.?/, '') || '@')
  const { rows } = await sql<{ is_cut: boolean; is_there: boolean }>`
    select
      exists (select from record where domain_id = ${domainId} and status = 1 and type in ('NS', 'DNAME') and host = any(${[host, ...above]}::text[])) as is_cut,
      exists (select from record where domain_id = ${domainId} and status = 1 and host = any(${[host, ...wildcardsAbove(host)]}::text[])) as is_there`.execute(
    db,
  )
  const [row] = rows
  if (!row || row.is_cut) return null
  return row.is_there ? 'there' : 'missing'
}
