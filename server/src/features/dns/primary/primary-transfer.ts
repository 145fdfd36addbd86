import { limits } from '@nameplane/contract/limits'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { unseal } from '../../../secrets/seal.ts'
import { primarySecretPlace } from '../../../secrets/sealed-places.ts'
import type { Primary } from '../../../serving/transfer/primary-connection.ts'
import { transferProblemCodes, TransferProblem } from '../../../serving/transfer/transfer-problem.ts'
import { askSerial, retrieveZone } from '../../../serving/transfer/zone-retrieval.ts'
import { lowerWire } from '../../../serving/wire/tsig.ts'
import { inSlices } from '../../../serving/zone/slices.ts'
import { writesOf } from '../record/import/record-import.service.ts'
import { changeRecordsWithin, settleBulk, type BulkNote } from '../record/record-save.ts'
import { readAllRecords } from '../record/record.store.ts'
import { giveBack, type DuePrimary, type PrimaryRow } from './primary.store.ts'
import { TransferredZone } from './transferred-zone.ts'

const platform = platformActor('transfer')
const serialPatienceMs = 15_000
const zonePatienceMs = 120_000
/** For all primaries of a domain together: less than another process waits before it takes the domain. */
const wholePatienceMs = 165_000

/** Of what primaries ask for, between these: one that says a second would be asked without end, one that says a year never. */
const refreshSeconds = { min: 60, max: 7 * 86_400 }
/** Until the first transfer, where no SOA says it, and after a NOTIFY. */
const retrySeconds = 60

/** Asks the primaries of a domain for its serial, transfers it where that is newer, and notes what came of it. */
export async function followPrimaries(db: Db, due: DuePrimary, now: () => Date, stopping: AbortSignal, patienceMs = wholePatienceMs): Promise<void> {
  const isOver = AbortSignal.timeout(patienceMs)
  let problem = new TransferProblem('unreachable')
  let serialThere: number | null = null
  for (const primary of primariesOf(due)) {
    if (isOver.aborted) break
    try {
      serialThere = await askSerial(primary, due.name, AbortSignal.any([stopping, isOver, AbortSignal.timeout(serialPatienceMs)]))
      if (!isWanted(due, serialThere)) return await noteChecked(db, due, serialThere, now())
      const zone = new TransferredZone(due.name)
      const bounds = {
        records: limits.transferredRecords,
        bytes: limits.zoneFileBytes,
        signal: AbortSignal.any([stopping, isOver, AbortSignal.timeout(zonePatienceMs)]),
      }
      await retrieveZone(primary, due.name, bounds, (records) => zone.take(records))
      return await saveTransferred(db, due, zone, primary.host, now())
    } catch (cause) {
      if (!(cause instanceof TransferProblem)) throw cause
      // Whoever goes on in our place begins at once.
      if (stopping.aborted) return giveBack(db, due)
      problem = cause
    }
  }
  await noteFailed(db, due, problem, serialThere, now())
}

function primariesOf({ domain_id: domainId, addresses, port, key_name: keyName, algorithm, secret }: PrimaryRow): Primary[] {
  const key = secret === null ? null : { name: lowerWire(keyName), algorithm, secret: Buffer.from(unseal(secret, primarySecretPlace(domainId)), 'base64') }
  return addresses.map((host) => ({ host, port, key, mayBeInside: true }))
}

/** RFC 1982: newer is what is less than half the numbers ahead. */
function isWanted({ is_whole_wanted: isWholeWanted, serial }: PrimaryRow, there: number): boolean {
  return isWholeWanted || serial === null || ((there - serial) | 0) > 0
}

/** Whether the primaries, and how they are asked, are still those that were asked. */
function isAsAsked(row: PrimaryRow | undefined, due: DuePrimary): row is PrimaryRow {
  return row !== undefined && row.row_version === due.row_version
}

const isNotifiedSince = (row: PrimaryRow, due: DuePrimary): boolean => row.notified_at?.getTime() !== due.notified_at?.getTime()

type Note = Partial<Pick<PrimaryRow, 'serial_there' | 'state' | 'problem' | 'problem_code' | 'next_check_at' | 'expires_at' | 'checked_at'>>

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)
const within = (seconds: number): number => Math.min(Math.max(seconds, refreshSeconds.min), refreshSeconds.max)

/** What holds once a primary has given the zone, or said that it is as it was. */
function noteOfSuccess({ soa }: NonNullable<PrimaryRow['apex']>, serialThere: number, now: Date, isNotified: boolean): Note {
  return {
    ...{ serial_there: serialThere, state: 'current', problem: null, problem_code: '', checked_at: now },
    // A NOTIFY that came meanwhile may be of a later change.
    next_check_at: isNotified ? now : after(now, within(soa.refresh)),
    expires_at: after(now, soa.expire),
  }
}

/** A check only sees what is elsewhere; a zone that has expired, or is back, is served otherwise. */
async function note(db: Db, due: DuePrimary, work: (row: PrimaryRow) => Note): Promise<void> {
  await change(db, platform, 'primary.check', async ({ tx, publish, isObserved }) => {
    isObserved()
    await tx.selectFrom('domain').select('id').where('id', '=', due.domain_id).forUpdate().execute()
    const row = await tx.selectFrom('domain_primary').selectAll().where('id', '=', due.id).executeTakeFirst()
    if (!isAsAsked(row, due)) return
    const noted = work(row)
    await tx.updateTable('domain_primary').set(noted).where('id', '=', row.id).execute()
    if ((noted.state === 'expired') !== (row.state === 'expired')) publish([due.domain_id])
  })
}

async function noteChecked(db: Db, due: DuePrimary, serialThere: number, now: Date): Promise<void> {
  await note(db, due, (row) => noteOfSuccess(row.apex!, serialThere, now, isNotifiedSince(row, due)))
}

/** @param serialThere what a primary has that was not taken, where one said it */
async function noteFailed(db: Db, due: DuePrimary, { failure, code }: TransferProblem, serialThere: number | null, now: Date): Promise<void> {
  await note(db, due, (row) => {
    const { apex, expires_at: expiresAt } = row
    const hasExpired = expiresAt !== null && expiresAt <= now
    // A NOTIFY that came meanwhile says that it is better now, but not that of a primary that fails each time.
    const isSoon = apex === null || isNotifiedSince(row, due)
    const retryAt = after(now, isSoon ? retrySeconds : within(apex.soa.retry))
    return {
      ...{ checked_at: now, problem: transferProblemCodes[failure], problem_code: code === failure ? '' : code },
      ...(serialThere === null ? {} : { serial_there: serialThere }),
      state: apex === null ? 'waiting' : hasExpired ? 'expired' : 'failing',
      next_check_at: expiresAt !== null && !hasExpired && expiresAt < retryAt ? expiresAt : retryAt,
    }
  })
}

/** One transaction: who sees the serial sees its records. */
export async function saveTransferred(db: Db, due: DuePrimary, zone: TransferredZone, address: string, now: Date, actor: Actor = platform): Promise<void> {
  const { apex, serial, entries } = zone
  const bulk: BulkNote = { isDue: false }
  try {
    await change(db, actor, 'record.transfer', async (open) => {
      await changeRecordsWithin(open, 'record.transfer', { domainId: due.domain_id, isTransfer: true }, bulk, async (tx, { domain }, save) => {
        const row = await tx.selectFrom('domain_primary').selectAll().where('id', '=', due.id).executeTakeFirst()
        if (!isAsAsked(row, due)) return open.nothingChanged()
        await tx
          .updateTable('domain_primary')
          .set({
            ...noteOfSuccess(apex, serial, now, isNotifiedSince(row, due)),
            serial,
            apex: JSON.stringify(apex),
            transferred_at: now,
            is_whole_wanted: false,
          })
          .where('id', '=', row.id)
          .execute()
        const { writes } = await inSlices(writesOf(entries, await readAllRecords(tx, domain.id), 'replace'))
        await save(writes, [])
        noteTransfer(open, { id: domain.id, name: domain.name, before: row.serial, serial, address })
      })
    })
  } catch (cause) {
    // In the recycle bin meanwhile, or deleted.
    if (!(cause instanceof Problem && cause.code === 'domain_missing')) throw cause
  } finally {
    await settleBulk(db, bulk)
  }
}

function noteTransfer(
  open: Change,
  { id, name, before, serial, address }: { id: number; name: string; before: number | null; serial: number; address: string },
): void {
  open.audit({ type: 'domain', id, name, before: { serial: before }, after: { serial, address } })
  open.publish([id])
}
