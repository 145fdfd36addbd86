import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { nodesServing } from '../../changes/nodes-serving.ts'
import { publicationChannel, restoredNotice } from '../../changes/publication.ts'
import type { Db } from '../../db/connection.ts'
import { listenTo } from '../../db/notifications.ts'
import type { EngineDriver } from '../node/driver.ts'
import { ProbeFailure } from '../node/soa-probe.ts'
import type { CompiledZone } from '../zone/rrset.ts'
import { inSlices, type Steps } from '../zone/slices.ts'
import { compileSteps } from '../zone/zone.ts'
import { patchZone } from '../zone/zone-patch.ts'
import { readWantedZones, type WantedZone } from './zone-source.ts'

export type ReconcilerOptions = { db: Db; pool: Pool; nodeId: number; driver: EngineDriver; log: (line: Record<string, unknown>) => void }

/** Brings one node to what the database wants and keeps it there. */
export type Reconciler = {
  /** Loads every zone; the node answers for none of them before. */
  load(): Promise<{ zones: number }>
  /** Wakes the loop now. */
  wake(): void
  stop(): Promise<void>
}

/** A zone as the node has it, and the version of the domain's records that it was made of. */
type ServedZone = { zone: CompiledZone; version: number }

const loadBatch = 500
const roundSize = 200
const verifiersAtOnce = 16
/** Without a notification the loop looks again after this long: a lost one delays, never loses, a change. */
const idleMs = 2_000
const longestPauseSeconds = 60

/**
 * Desired state from the database, apply, verify by a real query, note it; a failure is tried again with growing
 * pauses. The table is the outbox; the notification only wakes.
 */
export function startReconciler({ db, pool, nodeId, driver, log }: ReconcilerOptions): Reconciler {
  let isStopped = false
  let wakeLoop: () => void = () => {}
  let isWoken = false
  let isRestored = false
  let wasHeard = false
  // Until everything is loaded the loop waits: it would compile the same zones a second time.
  let isLoaded = false
  // What the node was given and, as far as it was asked, has: changes are laid over it.
  const served = new Map<number, ServedZone>()
  // The names of all zones that the node was given and not told to remove.
  const given = new Set<string>()
  // Rises when a backup is restored: what was read before says nothing about versions of now.
  let era = 0
  const wake = (): void => {
    isWoken = true
    wakeLoop()
  }

  async function load(): Promise<{ zones: number }> {
    try {
      return await loadAll()
    } finally {
      isLoaded = true
      wake()
    }
  }

  async function loadAll(): Promise<{ zones: number }> {
    let after = 0
    let zones = 0
    for (;;) {
      const ids = (
        await db
          .selectFrom('domain')
          .select('id')
          .where('id', '>', after)
          .where('status', '=', 1)
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .limit(loadBatch)
          .execute()
      ).map((row) => row.id)
      if (ids.length === 0) break
      after = ids.at(-1)!
      zones += (await loadAndApply(ids)).filter(isThere).length
    }
    // Whoever was added while this node did not run is wanted from now on.
    await sql`
      insert into publication (node_id, domain_id, wanted_serial, wanted_at)
      select node.id, domain.id, domain.serial, clock_timestamp()
      from node join domain on ${nodesServing('domain')}
      where node.id = ${nodeId} and not exists (select from publication where publication.node_id = node.id and publication.domain_id = domain.id)`.execute(db)
    return { zones }
  }

  /** Reads domains as they are wanted now, makes zones of them, and hands these to the node. */
  async function loadAndApply(domainIds: readonly number[]): Promise<WantedZone[]> {
    const before = new Map<number, ServedZone>()
    const eraOfReading = era
    for (const id of domainIds) {
      const zone = served.get(id)
      if (zone !== undefined) before.set(id, zone)
      // Until this has gone well nothing is known of what the node has.
      served.delete(id)
    }
    const versions = new Map([...before].map(([id, { version }]) => [id, version]))
    let wanted = await readWantedZones(db, domainIds, versions)
    const compiled = await inSlices(zonesOf(wanted, before))
    const unclear = wanted.filter((zone) => isThere(zone) && !compiled.has(zone.domainId)).map((zone) => zone.domainId)
    if (unclear.length > 0) {
      const whole = await readWantedZones(db, unclear)
      for (const [id, zone] of await inSlices(zonesOf(whole, before))) compiled.set(id, zone)
      wanted = [...wanted.filter((zone) => !unclear.includes(zone.domainId)), ...whole]
    }
    for (const [id, { zone }] of compiled) noteProblems(zone, before.get(id)?.zone)
    const removed = wanted.filter((zone) => !isThere(zone)).map((zone) => zone.name)
    if (removed.length > 0) await driver.removeZones(removed)
    for (const name of removed) given.delete(name)
    if (compiled.size > 0) await driver.applyZones([...compiled.values()].map(({ zone }) => zone))
    for (const { zone } of compiled.values()) given.add(zone.name)
    if (era === eraOfReading) for (const [id, zone] of compiled) served.set(id, zone)
    return wanted
  }

  /** After a restore: versions are not what they were, and zones of domains that are gone are served no longer. */
  async function forgetBeforeRestore(): Promise<void> {
    era += 1
    const names = [...given]
    served.clear()
    const rows = await sql<{ name: string }>`
      select gone.name from unnest(${names}::text[]) as gone (name) where not exists (select from domain where domain.name = rtrim(gone.name, '.'))`.execute(db)
    const gone = rows.rows.map((row) => row.name)
    if (gone.length > 0) await driver.removeZones(gone)
    for (const name of gone) given.delete(name)
  }

  function noteProblems(zone: CompiledZone, before: CompiledZone | undefined): void {
    if (zone.problems.length === 0) return
    const known = new Set(before?.problems)
    const problems = zone.problems.filter((problem) => !known.has(problem))
    if (problems.length > 0) log({ level: 'warn', event: 'records left out', zone: zone.name, problems: problems.slice(0, 20) })
  }

  /** Null when a real query to the node shows the wanted state, else what it showed. */
  async function verifyProblem(zone: WantedZone): Promise<string | null> {
    try {
      const { serial } = await driver.verify(zone.name)
      if (!isThere(zone)) return `still answers with serial ${serial}`
      return serial === zone.serial ? null : `answers with serial ${serial}`
    } catch (error) {
      // A removed zone is not answered for any more, which is what we want to see; silence proves nothing.
      if (!isThere(zone) && error instanceof ProbeFailure && error.reason !== 'timeout' && error.reason !== 'unreachable') return null
      return error instanceof Error ? error.message : String(error)
    }
  }

  async function verify(zone: WantedZone): Promise<void> {
    const problem = await verifyProblem(zone)
    if (problem === null) {
      await sql`update publication set live_serial = ${zone.serial}, live_at = clock_timestamp(), attempts = 0, problem = null where node_id = ${nodeId} and domain_id = ${zone.domainId}`.execute(
        db,
      )
      return
    }
    served.delete(zone.domainId)
    log({ level: 'warn', event: 'zone not live', zone: zone.name, serial: zone.serial, problem })
    await sql`
      update publication set attempts = attempts + 1, problem = ${problem.slice(0, 300)}, next_try_at = clock_timestamp() + least(power(2, attempts), ${longestPauseSeconds}) * interval '1 second'
      where node_id = ${nodeId} and domain_id = ${zone.domainId}`.execute(db)
  }

  /** One round over what is due; answers how many there were. */
  async function round(): Promise<number> {
    const due = await db
      .selectFrom('publication')
      .select('domain_id')
      .where('node_id', '=', nodeId)
      .where(sql<boolean>`live_serial is distinct from wanted_serial`)
      .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
      .orderBy('wanted_at')
      .limit(roundSize)
      .execute()
    if (due.length === 0) return 0
    const queue = await loadAndApply(due.map((row) => row.domain_id))
    await Promise.all(
      Array.from({ length: Math.min(verifiersAtOnce, queue.length) }, async () => {
        for (let zone = queue.shift(); zone; zone = queue.shift()) await verify(zone)
      }),
    )
    return due.length
  }

  const loop = (async () => {
    while (!isStopped) {
      let count = 0
      isWoken = false
      try {
        if (isLoaded && isRestored) {
          isRestored = false
          await forgetBeforeRestore()
        }
        if (isLoaded) count = await round()
      } catch (error) {
        log({ level: 'error', event: 'publication failed', error: error instanceof Error ? error.message : String(error) })
        await pause(500)
      }
      if (count > 0 || isWoken || isStopped) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs)
        wakeLoop = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wakeLoop = () => {}
    }
  })()

  const listening = listenTo(pool, publicationChannel, {
    notice: (said) => {
      isRestored ||= said === restoredNotice
      wake()
    },
    // What was said meanwhile may have been that.
    gap: () => {
      isRestored ||= wasHeard
      wasHeard = true
      wake()
    },
    unheard: (error) => log({ level: 'warn', event: 'notifications not received', error: error instanceof Error ? error.message : String(error) }),
  })
  return {
    load,
    wake,
    async stop() {
      isStopped = true
      wake()
      await loop
      await listening.stop()
    },
  }
}

function isThere(zone: WantedZone): boolean {
  return zone.source !== null || zone.change !== null
}

/** The zones of what is wanted, changed from `before` or compiled whole. A change that cannot be laid over its zone gives none. */
function* zonesOf(wanted: readonly WantedZone[], before: ReadonlyMap<number, ServedZone>): Steps<Map<number, ServedZone>> {
  const zones = new Map<number, ServedZone>()
  for (const { domainId, version, source, change } of wanted) {
    const base = before.get(domainId)
    const zone = source !== null ? yield* compileSteps(source) : change !== null && base !== undefined ? patchZone(base.zone, change) : null
    if (zone !== null) zones.set(domainId, { zone, version })
    yield
  }
  return zones
}
