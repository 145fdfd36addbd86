import { nameToWire } from '@nameplane/dns-text/names'
import type { CompiledZone, ZoneProblem } from './rrset.ts'
import { zoneOfPacked, type PackedZone, type SentZone } from './packed-zone.ts'
import { atOnce, type Steps } from './slices.ts'
import { keyOfWire } from '../wire/wire-key.ts'
import { zoneOfRows } from './zone-build.ts'
import { nameserverRecords, readRow, readSoa, type ApexSource, type RecordSource, type Row } from './zone-rows.ts'

/**
 * What is saved of one domain, read in one transaction: the compiler's whole input. Paused records are left out by the reader.
 * All names are ASCII; the final dot is optional and means nothing, every name in a value is absolute. Times are in seconds.
 */
export type ZoneSource = ApexSource & { readonly domainId: number; readonly records: readonly RecordSource[] }

/** The zone's own name cannot be served; nothing of it can. */
export class UnservableZone extends Error {
  constructor(zoneName: string, cause: unknown) {
    super(`zone name ${JSON.stringify(zoneName)} cannot be served`, { cause })
    this.name = 'UnservableZone'
  }
}

/** Rows between two places where something else may run: some tenths of a millisecond. */
const rowsOfStep = 128

/**
 * Saved rows → a zone to answer from. Pure and total: a row that cannot be served is left out and listed in `problems`, and what
 * the rows mean together (one CNAME, nothing beside it, whole delegations) is settled here, so that answering never has to.
 * @throws {UnservableZone} only when the zone's own name is no name
 */
export function compileZone(source: ZoneSource): CompiledZone {
  return atOnce(compileSteps(source))
}

/** The same in steps, for zones whose compiling would hold up answers. */
export function* compileSteps(source: ZoneSource): Steps<CompiledZone> {
  return zoneOfPacked(yield* packedSteps(source, false))
}

/** The same for another thread. */
export function compileToSend(source: ZoneSource, isShared: boolean): SentZone {
  return atOnce(compileToSendSteps(source, isShared))
}

/** @param isShared for several threads at once, see `PackedNames.of` */
export function* compileToSendSteps(source: ZoneSource, isShared: boolean): Steps<SentZone> {
  const { beside, names } = yield* packedSteps(source, isShared)
  return { beside, names: names.parts }
}

function* packedSteps(source: ZoneSource, isShared: boolean): Steps<PackedZone> {
  const problems: ZoneProblem[] = []
  let origin: Uint8Array
  let zoneKey: string
  try {
    origin = source.name === '' ? new Uint8Array(1) : nameToWire(source.name)
    zoneKey = keyOfWire(origin)
  } catch (error) {
    throw new UnservableZone(source.name, error)
  }
  const rows: Row[] = []
  let count = 0
  for (const record of source.records) {
    readRow(rows, problems, record, origin, zoneKey)
    count += 1
    if (count % rowsOfStep === 0) yield
  }
  for (const record of nameserverRecords(source)) readRow(rows, problems, record, origin, zoneKey)
  return yield* zoneOfRows(
    {
      ...{ domainId: source.domainId, name: source.name, key: zoneKey, serial: source.serial >>> 0, problems },
      ...(source.lines === undefined ? {} : { lines: source.lines }),
      ...(source.isExpired === true ? { isExpired: true } : {}),
    },
    rows,
    readSoa(source, origin, problems),
    isShared,
  )
}
