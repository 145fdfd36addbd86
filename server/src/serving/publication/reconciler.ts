import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { nodeAnswering } from '@nameplane/contract/system/settings/node-answering'
import { nodesServing } from '../../changes/nodes-serving.ts'
import { publicationChannel, restoredNotice, transfersNotice } from '../../changes/publication.ts'
import type { Db } from '../../db/connection.ts'
import { listenTo } from '../../db/notifications.ts'
import { settingChannel } from '../../settings/setting-rows.ts'
import type { EngineDriver } from '../node/driver.ts'
import { ProbeFailure } from '../node/soa-probe.ts'
import { isServed, type ZoneUpdate } from '../zone/zone-update.ts'
import { followRules } from './rules-follower.ts'
import { readZoneChanges } from './zone-change-source.ts'
import { readWantedZones } from './zone-source.ts'

export type ReconcilerOptions = { db: Db; pool: Pool; nodeId: number; driver: EngineDriver; log: (line: Record<string, unknown>) => void }

/** Brings one node to what the database wants and keeps it there. */
export type Reconciler = {
  /** Gives the node its rules and what it lacks of all zones, and takes away what is served no longer. */
  load(): Promise<{ zones: number }>
  /** Wakes the loop now. */
  wake(): void
  stop(): Promise<void>
}

const loadBatch = 500
/** What an expired zone is answered with, as a probe names it. */
const servfail = 'rcode_2'
const roundSize = 200
const verifiersAtOnce = 16
/** Without a notification the loop looks again after this long: a lost one delays, never loses, a change. */
const idleMs = 2_000
const longestPauseSeconds = 60
/**
 * So many rounds may follow each other at once, so that what is saved now and then is served at once; who saves without end is served in
 * rounds of this distance, since a round for several saves costs little more than one for one.
 */
const roundsAtOnce = 40
const msBetweenRounds = 20

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
  // The versions of the domains' records that the node has, as far as is known: changes are laid over them.
  const served = new Map<number, number>()
  // The names of all zones that the node was given and not told to remove.
  const given = new Set<string>()
  // Rises when a backup is restored: what was read before says nothing about versions of now.
  let era = 0
  const rules = followRules({ db, nodeId, driver, log })
  const wake = (): void => {
    isWoken = true
    wakeLoop()
  }

  async function load(): Promise<{ zones: number }> {
    await rules.give()
    const loaded = await loadAll()
    isLoaded = true
    wake()
    return loaded
  }

  async function loadAll(): Promise<{ zones: number }> {
    const held = new Map((await driver.heldZones()).map((zone) => [zone.domainId, zone]))
    for (const zone of held.values()) given.add(zone.name)
    let after = 0
    let zones = 0
    for (;;) {
      const rows = await readServed(after)
      if (rows.length === 0) break
      after = rows.at(-1)!.id
      zones += rows.length
      const lacking: number[] = []
      for (const { id, serial, live_serial: live, live_version: version } of rows) {
        const zone = held.get(id)
        held.delete(id)
        // Serials only rise, also over a restore; versions mean what they meant only where the node was seen with them since.
        if (zone !== undefined && zone.serial === live && zone.version === version) served.set(id, zone.version)
        if (zone?.serial !== serial) lacking.push(id)
      }
      await giveAll(lacking)
    }
    const gone = [...held.values()].map((zone) => zone.name)
    if (gone.length > 0) await driver.removeZones(gone)
    for (const name of gone) given.delete(name)
    await driver.complete()
    // Whoever was added while this node did not run is wanted from now on.
    await sql`
      insert into publication (node_id, domain_id, wanted_serial, wanted_at)
      select node.id, domain.id, domain.serial, clock_timestamp()
      from node join domain on ${nodesServing('domain')}
      where node.id = ${nodeId} and not exists (select from publication where publication.node_id = node.id and publication.domain_id = domain.id)`.execute(db)
    return { zones }
  }

  /** The next domains that are served, with what this node was last seen to serve of them. */
  async function readServed(after: number) {
    return db
      .selectFrom('domain')
      .leftJoin('publication', (join) => join.onRef('publication.domain_id', '=', 'domain.id').on('publication.node_id', '=', nodeId))
      .select(['domain.id', 'domain.serial', 'publication.live_serial', 'publication.live_version'])
      .where('domain.id', '>', after)
      .where('domain.status', '=', 1)
      .where('domain.deleted_at', 'is', null)
      .orderBy('domain.id')
      .limit(loadBatch)
      .execute()
  }

  /** Reads domains as they are wanted now and hands them to the node, as changes where it can be told what it has. */
  async function giveAll(domainIds: readonly number[]): Promise<ZoneUpdate[]> {
    const versions = new Map<number, number>()
    const eraOfReading = era
    for (const id of domainIds) {
      const version = served.get(id)
      if (version !== undefined) versions.set(id, version)
      // Until this has gone well nothing is known of what the node has.
      served.delete(id)
    }
    const changed = await readZoneChanges(db, versions)
    const isChanged = new Set(changed.map(({ domainId }) => domainId))
    const wanted = [
      ...changed,
      ...(await readWantedZones(
        db,
        domainIds.filter((id) => !isChanged.has(id)),
      )),
    ]
    const unclear = new Set((await give(wanted, eraOfReading)).map(({ domainId }) => domainId))
    if (unclear.size === 0) return wanted
    const whole = await readWantedZones(db, [...unclear])
    await give(whole, eraOfReading)
    return [...wanted.filter((zone) => !unclear.has(zone.domainId)), ...whole]
  }

  /** Returns what has to be given whole instead. */
  async function give(updates: readonly ZoneUpdate[], eraOfReading: number): Promise<ZoneUpdate[]> {
    const applied = updates.length === 0 ? [] : await driver.applyZones(updates)
    const unclear: ZoneUpdate[] = []
    for (const [at, update] of updates.entries()) {
      const { outcome, problems } = applied[at]!
      if (problems.length > 0) log({ level: 'warn', event: 'records left out', zone: update.name, problems: problems.slice(0, 20) })
      if (outcome === 'unclear') unclear.push(update)
      if (outcome !== 'applied') continue
      if (isServed(update)) given.add(update.name)
      else given.delete(update.name)
      if (era === eraOfReading && isServed(update)) served.set(update.domainId, update.version)
    }
    return unclear
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

  /** Null when a real query to the node shows the wanted state, else what it showed. */
  async function verifyProblem(zone: ZoneUpdate): Promise<string | null> {
    try {
      const { serial } = await driver.verify(zone.name)
      if (zone.source?.isExpired === true) return `still answers with serial ${serial}, although it has expired`
      if (!isServed(zone)) return `still answers with serial ${serial}`
      return serial === zone.serial ? null : `answers with serial ${serial}`
    } catch (error) {
      // A removed zone is not answered for any more, which is what we want to see; silence proves nothing.
      if (zone.source?.isExpired === true && error instanceof ProbeFailure && error.reason === servfail) return null
      if (!isServed(zone) && error instanceof ProbeFailure && error.reason !== 'timeout' && error.reason !== 'unreachable') return null
      return error instanceof Error ? error.message : String(error)
    }
  }

  // What was seen live while the last note was written waits for the next: a round of many domains needs few statements.
  let seenLive: { zone: ZoneUpdate; wantedAt: string }[] = []
  let noting: Promise<void> = Promise.resolve()

  /** @param wantedAt of the wish that was read before the zone was: a later one for the same serial is not what was seen */
  async function noteLive(zone: ZoneUpdate, wantedAt: string): Promise<void> {
    seenLive.push({ zone, wantedAt })
    noting = noting
      .catch(() => {})
      .then(async () => {
        const seen = seenLive
        seenLive = []
        if (seen.length === 0) return
        const zones = seen.map((one) => one.zone)
        // Not waited for until it is on the disk: if that is lost, the node is asked again.
        await sql`
        with unwaited as materialized (select set_config('synchronous_commit', 'off', true))
        update publication set live_serial = seen.serial, live_version = seen.version, live_at = clock_timestamp(), attempts = 0, problem = null
        from unnest(${zones.map(({ domainId }) => domainId)}::bigint[], ${zones.map(({ serial }) => serial)}::bigint[], ${zones.map(({ version }) => version)}::integer[], ${seen.map((one) => one.wantedAt)}::timestamptz[])
          as seen (domain_id, serial, version, wanted_at), unwaited
        where publication.node_id = ${nodeId} and publication.domain_id = seen.domain_id
          and (publication.wanted_serial <> seen.serial or publication.wanted_at = seen.wanted_at)`.execute(db)
      })
    return noting
  }

  async function verify(zone: ZoneUpdate, wantedAt: string): Promise<void> {
    const problem = await verifyProblem(zone)
    if (problem === null) return noteLive(zone, wantedAt)
    served.delete(zone.domainId)
    log({ level: 'warn', event: 'zone not live', zone: zone.name, serial: zone.serial, problem })
    await sql`
      update publication set attempts = attempts + 1, problem = ${problem.slice(0, 300)}, next_try_at = clock_timestamp() + least(power(2, attempts), ${longestPauseSeconds}) * interval '1 second'
      where node_id = ${nodeId} and domain_id = ${zone.domainId}`.execute(db)
  }

  /** One round over what is due; answers whether there may be more. */
  async function round(): Promise<boolean> {
    const due = await db
      .selectFrom('publication')
      // With its microseconds, which a Date does not have.
      .select(['domain_id', sql<string>`wanted_at::text`.as('wanted_at')])
      .where('node_id', '=', nodeId)
      .where(sql<boolean>`live_serial is distinct from wanted_serial`)
      .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
      .orderBy('wanted_at')
      .limit(roundSize)
      .execute()
    if (due.length === 0) return false
    const wishes = new Map(due.map((row) => [row.domain_id, row.wanted_at]))
    const queue = await giveAll([...wishes.keys()])
    await Promise.all(
      Array.from({ length: Math.min(verifiersAtOnce, queue.length) }, async () => {
        for (let zone = queue.shift(); zone; zone = queue.shift()) await verify(zone, wishes.get(zone.domainId)!)
      }),
    )
    return due.length === roundSize
  }

  // When the rounds until now would have ended, had there been one at each distance.
  let evenlyUntil = 0

  /** Milliseconds to wait before the next round, which is counted. */
  function pauseBeforeRound(): number {
    const now = performance.now()
    evenlyUntil = Math.max(evenlyUntil, now) + msBetweenRounds
    return evenlyUntil - now - roundsAtOnce * msBetweenRounds
  }

  const loop = (async () => {
    while (!isStopped) {
      let isMore = false
      const pauseMs = pauseBeforeRound()
      if (pauseMs > 0) await pause(pauseMs)
      isWoken = false
      try {
        if (isLoaded && isRestored) {
          isRestored = false
          await forgetBeforeRestore()
        }
        if (isLoaded) isMore = await round()
      } catch (error) {
        log({ level: 'error', event: 'publication failed', error: error instanceof Error ? error.message : String(error) })
        await pause(500)
      }
      if (isMore || isWoken || isStopped) continue
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

  const listening = listenTo(pool, [publicationChannel, settingChannel], {
    notice: (said, channel) => {
      if (channel === settingChannel) {
        if (said === nodeAnswering.key) void rules.give()
        return
      }
      if (said === transfersNotice) return void rules.give()
      if (said === restoredNotice) {
        isRestored = true
        void rules.give()
      }
      wake()
    },
    // What was said meanwhile may have been that.
    gap: () => {
      isRestored ||= wasHeard
      void rules.give()
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
      await rules.stop()
    },
  }
}
