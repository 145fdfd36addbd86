/**
 * Queries a second of the built-in node beside Knot's: the same zones, the same mix, the same client, in turns. Codes are checked
 * first, because a server that refuses everything looks fast.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findKnot, startKnot } from '../tests/support/knot.ts'
import type { ZoneSource } from '../server/src/serving/zone/zone.ts'
import { zoneFromLines } from '../server/src/serving/zone/zones.testing.ts'
import { checkCodes, loadClient, type MixedQuery } from './dns-load.ts'
import { startOwnNode } from './own-node.ts'

export interface Comparison {
  readonly name: string
  readonly ours: number
  readonly peer: number
  /** Ours divided by the peer's. */
  readonly ratio: number
  readonly unit: string
}

const zoneCount = 1000
const rounds = 5
const roundSeconds = 2
const queriesInMix = 20_000

/** Takes about 40 seconds. Empty, with a word why, where there is no Knot. */
export async function nodeAgainstKnot(): Promise<Comparison[]> {
  const program = findKnot()
  if (program === null) {
    process.stdout.write('built-in node against Knot: skipped, knotd is not installed\n')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-'))
  const sources = Array.from({ length: zoneCount }, (_, i) => benchZone(i))
  const knot = await startKnot(program, sources)
  const own = await startOwnNode(folder, sources)
  try {
    const mix = Array.from({ length: queriesInMix }, (_, i) => mixedQuery(i))
    for (const port of [own.port, knot.port]) await checkCodes(port, mix.slice(0, 1000))
    const measure = loadClient(folder, mix)
    await measure(own.port, 1) // warm
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(own.port, roundSeconds))
      theirs.push(await measure(knot.port, roundSeconds))
    }
    const ratio = median(ours.map((figure, i) => figure / (theirs[i] as number)))
    return [{ name: 'built-in node, mixed queries by UDP, beside Knot', ours: median(ours), peer: median(theirs), ratio, unit: 'queries/s' }]
  } finally {
    await Promise.all([own.stop(), knot.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

function benchZone(i: number): ZoneSource {
  const zone = `zone${i}.test`
  return zoneFromLines(
    zone,
    `
    @ A 192.0.2.1
    @ MX 10 mail.${zone}.
    mail A 192.0.2.2
    www CNAME ${zone}.
    *.wild A 192.0.2.3
    ns1 A 192.0.2.4`,
    { domainId: i },
  )
}

/** Half addresses of the apex, then CNAMEs, wildcards, mail, nothing of that type, and names of others. */
function mixedQuery(i: number): MixedQuery {
  const zone = `zone${(i * 7919) % zoneCount}.test`
  const part = (i * 37) % 100
  if (part < 50) return { name: zone, type: 'A', rcode: 0 }
  if (part < 70) return { name: `www.${zone}`, type: 'A', rcode: 0 }
  if (part < 85) return { name: `n${i % 500}.wild.${zone}`, type: 'A', rcode: 0 }
  if (part < 90) return { name: zone, type: 'MX', rcode: 0 }
  if (part < 97) return { name: `mail.${zone}`, type: 'AAAA', rcode: 0 }
  return { name: `www.elsewhere${i % 50}.example`, type: 'A', rcode: 5 }
}

function median(figures: readonly number[]): number {
  return figures.toSorted((left, right) => left - right)[figures.length >> 1] ?? Number.NaN
}
