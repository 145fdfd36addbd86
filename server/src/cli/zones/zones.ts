import { counted } from '@nameplane/contract/counted'
import { problemText } from '@nameplane/contract/problems'
import { atOneMoment, type Db } from '../../db/connection.ts'
import { printZoneText } from '../../features/dns/record/import/record-text.ts'
import { requireDomain } from '../../features/dns/record/record-save.ts'
import { lockedRecordsOf, readAllRecords } from '../../features/dns/record/record.store.ts'
import { Problem } from '../../problem.ts'
import { accountOf } from '../account-of.ts'
import { OperatorProblem } from '../operator-problem.ts'
import { withPlatformDatabase } from '../platform-database.ts'
import type { Terminal } from '../terminal.ts'
import { complaintLine, countLine, differenceLines } from './zone-difference.ts'
import { makeFolder, pathFor, writeZoneFile, zoneFilesIn, type ZoneFile } from './zone-folder.ts'
import { actor, applyPlan, planZone, type Adding, type ZonePlan } from './zone-plan.ts'

/** A folder of zone files, or some of its domains. */
type Chosen = { readonly folder: string; readonly only: ReadonlySet<string> | null }

export type ZonesWish = Chosen & {
  /** Domains that there are not are added, to this account or to the first super administrator; null: they are refused. */
  readonly create: { readonly owner: string | null } | null
  /** Large changes were seen and are wanted. */
  readonly mayRisk: boolean
}

const exitCodes = { same: 0, refused: 1, different: 3 } as const

/** Says what apply would do. */
export function planZones(wish: ZonesWish, terminal: Terminal): Promise<number> {
  const { print } = terminal
  return eachZone(wish, terminal, async (_db, plan) => {
    const outcome = tell(plan, print)
    for (const risk of plan.risks) print(`${plan.file.domain}: ${risk}. To apply this, use --yes.`)
    return outcome === 'same' && plan.risks.length > 0 ? 'different' : outcome
  })
}

/** Makes each domain what its file says. */
export async function applyZones(wish: ZonesWish, terminal: Terminal): Promise<number> {
  const { print } = terminal
  const code = await eachZone(wish, terminal, async (db, plan, adding) => {
    const outcome = tell(plan, print)
    if (outcome === 'refused') return outcome
    for (const risk of plan.risks) print(`${plan.file.domain}: ${risk}.${wish.mayRisk ? '' : ' Not applied. To apply this, use --yes.'}`)
    if (plan.risks.length > 0 && !wish.mayRisk) return 'refused'
    if (outcome === 'same') return outcome
    try {
      await applyPlan(db, plan, adding)
      return outcome
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause
      print(`${plan.file.domain}: not applied. ${problemText(cause.code, 'en', cause.params)}`)
      return 'refused'
    }
  })
  return code === exitCodes.different ? exitCodes.same : code
}

type Outcome = keyof typeof exitCodes

/** Looks at each file and answers the exit code: a refusal counts more than a difference. */
async function eachZone(
  { folder, only, create }: ZonesWish,
  { variables, print }: Terminal,
  take: (db: Db, plan: ZonePlan, adding: Adding) => Promise<Outcome>,
): Promise<number> {
  const files = chosenFiles(zoneFilesIn(folder), only)
  const counts: Record<Outcome, number> = { same: 0, refused: 0, different: 0 }
  await withPlatformDatabase(variables, async ({ db }) => {
    const adding: Adding = create === null ? null : { ownerId: (await accountOf(db, create.owner, '--owner')).id }
    for (const file of files) counts[await take(db, await planZone(db, file, adding), adding)] += 1
    if (only === null) {
      const without = await countWithout(db, files)
      if (without > 0) print(`${counted(without, 'domain')} without a file in ${folder}, left as ${without === 1 ? 'it is' : 'they are'}`)
    }
  })
  print(`${counted(files.length, 'zone file')}: ${counts.different} with changes, ${counts.same} without, ${counts.refused} refused`)
  return counts.refused > 0 ? exitCodes.refused : counts.different > 0 ? exitCodes.different : exitCodes.same
}

/** @throws OperatorProblem for a domain without a file */
function chosenFiles(files: readonly ZoneFile[], only: ReadonlySet<string> | null): readonly ZoneFile[] {
  if (only === null) return files
  const chosen = files.filter((file) => only.has(file.domain))
  const missing = [...only].find((domain) => !chosen.some((file) => file.domain === domain))
  if (missing !== undefined) throw new OperatorProblem(`No zone file for ${missing}`)
  return chosen
}

function tell(plan: ZonePlan, print: Terminal['print']): Outcome {
  for (const complaint of plan.complaints) print(complaintLine(plan.file.path, complaint))
  if (plan.complaints.some(({ isRefusal }) => isRefusal)) return 'refused'
  if (plan.writes.length === 0 && !plan.isAdded) return 'same'
  print(countLine(plan))
  for (const line of differenceLines(plan.writes)) print(line)
  return 'different'
}

/** Domains that are asked for at once. */
const batch = 500

/** Writes the records of every domain to its file. A file that says the same keeps its order, comments and serial. */
export async function pullZones({ folder, only }: Chosen, { variables, print }: Terminal): Promise<number> {
  makeFolder(folder)
  const files = new Map(zoneFilesIn(folder).map((file) => [file.domain, file]))
  const seen = new Set<string>()
  let written = 0
  await withPlatformDatabase(variables, async ({ db }) => {
    for await (const { id, name } of domainsOf(db, only)) {
      seen.add(name)
      const file = files.get(name)
      if (file && isWhole(await planZone(db, file, null))) continue
      const path = file?.path ?? pathFor(folder, name)
      writeZoneFile(path, await zoneTextOf(db, id))
      print(`${path}: ${file ? 'updated' : 'written'}`)
      written += 1
    }
  })
  const missing = [...(only ?? [])].find((domain) => !seen.has(domain))
  if (missing !== undefined) throw new OperatorProblem(`Domain not found: ${missing}`)
  if (only === null) for (const { domain, path } of files.values()) if (!seen.has(domain)) print(`${path}: domain not found, left as it is`)
  print(`${counted(seen.size, 'domain')}: ${written} written, ${seen.size - written} the same already`)
  return 0
}

function isWhole({ writes, complaints, risks }: ZonePlan): boolean {
  return writes.length === 0 && risks.length === 0 && !complaints.some(({ isRefusal }) => isRefusal)
}

/** A domain of one moment: its serial goes with its records. */
function zoneTextOf(db: Db, id: number): Promise<string> {
  return atOneMoment(db, async (tx) => {
    const domain = await requireDomain(tx, actor.accessScope, id)
    return printZoneText(domain.name, await readAllRecords(tx, id), lockedRecordsOf(domain))
  })
}

async function* domainsOf(db: Db, only: ReadonlySet<string> | null): AsyncGenerator<{ id: number; name: string }> {
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('domain')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where('name', '>', last)
      .$if(only !== null, (query) => query.where('name', 'in', [...(only ?? [])]))
      .orderBy('name')
      .limit(batch)
      .execute()
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < batch) return
    last = end.name
  }
}

async function countWithout(db: Db, files: readonly ZoneFile[]): Promise<number> {
  const domains = new Set(files.map((file) => file.domain))
  let without = 0
  for await (const { name } of domainsOf(db, null)) if (!domains.has(name)) without += 1
  return without
}
