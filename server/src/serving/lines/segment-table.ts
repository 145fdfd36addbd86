/**
 * The line table of the shipped data: which lines and which autonomous system an address belongs to.
 * One file in the data folder's cache, built once from the npm packages and rebuilt when they or the standard lines change.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { LineMatch, LineSegment, LineTable } from './line-table.ts'
import { COUNTRY_CORRECTIONS } from './base-corrections.ts'
import { sourceVersions } from './base-sources.ts'
import { isCountry } from './countries.ts'
import { queryAddressOf } from './query-address.ts'
import type { AddressWords } from './range-index.ts'
import { bytesOfWords, RangeIndex } from './range-index.ts'
import { readSegmentFile, SegmentFileProblem, writeSegmentFile } from './segment-file.ts'
import type { FamilyParts, SegmentParts } from './segment-parts.ts'
import { combineLayers, readBaseLayers } from './segment-parts.ts'
import { STANDARD_LINES } from './standard-lines.ts'

/** Who announces an address, and where. */
export type AddressOrigin = {
  readonly asNumber: number | null
  readonly asName: string | null
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string | null
  readonly chain: readonly string[]
  /** The addresses of which all this holds. */
  readonly segment: LineSegment
}

/** A stretch of addresses with one chain, as it goes into the tables of other engines. */
export type TableStretch = { readonly first: Uint8Array; readonly last: Uint8Array; readonly classId: number }

/** The addresses of one family that belong to a line. */
export type LineExtent = {
  /** Stretches, neighbours joined. */
  readonly count: number
  /** Addresses in them; exact for IPv4, rounded for IPv6. */
  readonly addresses: number
  /** The first of them. */
  readonly sample: readonly { readonly first: Uint8Array; readonly last: Uint8Array }[]
}

type Family = { readonly classRanges: RangeIndex; readonly classIds: Uint16Array; readonly originRanges: RangeIndex; readonly originIds: Uint32Array }

export class SegmentTable implements LineTable {
  /** Chain of each class id. */
  readonly classes: readonly (readonly string[])[]
  readonly #idOfChain: ReadonlyMap<string, number>
  /** All that it is made of, to be handed to another thread. */
  readonly parts: SegmentParts
  readonly #ipv4: Family
  readonly #ipv6: Family

  constructor(parts: SegmentParts) {
    this.parts = parts
    this.classes = parts.classes.map((chain) => Object.freeze([...chain]))
    this.#idOfChain = new Map(this.classes.map((chain, id) => [chain.join(' '), id]))
    this.#ipv4 = familyOf(parts.ipv4, 1)
    this.#ipv6 = familyOf(parts.ipv6, 4)
  }

  match(address: Uint8Array, prefixLength: number): LineMatch {
    const query = queryAddressOf(address, prefixLength)
    if (query.nothingKnown) return { chain: this.#chainOfClass(0), scope: 0, segment: null, classId: 0 }
    const { classRanges, classIds } = query.wordsPerAddress === 1 ? this.#ipv4 : this.#ipv6
    const range = classRanges.find(query.words)
    const classId = classIds[range] as number
    const scope = classRanges.scopeWithin(range, query.words) + query.scopeShift
    return new TableMatch(this.#chainOfClass(classId), scope, classId, classRanges, range)
  }

  /** AS number, its name, country and lines of one address of 4 or 16 bytes. @throws RangeError on other lengths */
  asOf(address: Uint8Array): AddressOrigin {
    const query = queryAddressOf(address, 128)
    const { originRanges, originIds } = query.wordsPerAddress === 1 ? this.#ipv4 : this.#ipv6
    const range = originRanges.find(query.words)
    const origin = originIds[range] as number
    const asNumber = this.parts.originAs[origin] as number
    const country = this.parts.countries[this.parts.originCountries[origin] as number] ?? ''
    return {
      asNumber: asNumber === 0 ? null : asNumber,
      asName: asNumber === 0 ? null : this.asName(asNumber),
      country: isCountry(country) ? country : null,
      chain: this.match(address, 128).chain,
      segment: segmentOf(originRanges, range),
    }
  }

  /** Name of an autonomous system as its registry prints it, or null. */
  asName(asNumber: number): string | null {
    const { asNumbers, asNameOffsets, asNameBytes } = this.parts
    let low = 0
    let high = asNumbers.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((asNumbers[middle] as number) <= asNumber) low = middle
      else high = middle - 1
    }
    if (asNumbers[low] !== asNumber) return null
    return new TextDecoder().decode(asNameBytes.subarray(asNameOffsets[low], asNameOffsets[low + 1]))
  }

  /** All stretches of one family in the order of addresses, without gaps. */
  *stretches(family: 4 | 6): Generator<TableStretch> {
    const { classRanges, classIds } = family === 4 ? this.#ipv4 : this.#ipv6
    for (let range = 0; range < classRanges.count; range += 1) {
      const { first, last } = segmentOf(classRanges, range)
      yield { first, last, classId: classIds[range] as number }
    }
  }

  /** Which addresses of a family belong to a line, itself or through a line below it. Walks all ranges, some milliseconds. */
  extentOf(code: string, family: 4 | 6, sampleSize: number): LineExtent {
    const { classRanges, classIds } = family === 4 ? this.#ipv4 : this.#ipv6
    const belongs = Uint8Array.from(this.classes, (chain) => (chain.includes(code) ? 1 : 0))
    const sample: { first: Uint8Array; last: Uint8Array }[] = []
    let count = 0
    let addresses = 0
    for (let range = 0; range < classRanges.count; range += 1) {
      if (belongs[classIds[range] as number] !== 1) continue
      const from = range
      while (range + 1 < classRanges.count && belongs[classIds[range + 1] as number] === 1) range += 1
      count += 1
      const first = classRanges.startWords(from)
      const last = classRanges.lastWords(range)
      addresses += sizeOf(first, last, classRanges.wordsPerAddress)
      if (sample.length < sampleSize) {
        sample.push({ first: bytesOfWords(first, classRanges.wordsPerAddress), last: bytesOfWords(last, classRanges.wordsPerAddress) })
      }
    }
    return { count, addresses, sample }
  }

  /** The class id of a chain, or undefined when no address of the table has it. */
  classIdOf(chain: readonly string[]): number | undefined {
    return this.#idOfChain.get(chain.join(' '))
  }

  #chainOfClass(classId: number): readonly string[] {
    return this.classes[classId] as readonly string[]
  }
}

/** The segment is worked out only when it is asked for: the node never does, the explainer does. */
class TableMatch implements LineMatch {
  readonly chain: readonly string[]
  readonly scope: number
  readonly classId: number
  readonly #ranges: RangeIndex
  readonly #range: number

  constructor(chain: readonly string[], scope: number, classId: number, ranges: RangeIndex, range: number) {
    this.chain = chain
    this.scope = scope
    this.classId = classId
    this.#ranges = ranges
    this.#range = range
  }

  get segment(): LineSegment {
    return segmentOf(this.#ranges, this.#range)
  }
}

function segmentOf(ranges: RangeIndex, range: number): LineSegment {
  return {
    first: bytesOfWords(ranges.startWords(range), ranges.wordsPerAddress),
    last: bytesOfWords(ranges.lastWords(range), ranges.wordsPerAddress),
    source: 'base',
  }
}

function sizeOf(first: AddressWords, last: AddressWords, wordCount: 1 | 4): number {
  if (wordCount === 1) return last.w0 - first.w0 + 1
  return (last.w0 - first.w0) * 2 ** 96 + (last.w1 - first.w1) * 2 ** 64 + (last.w2 - first.w2) * 2 ** 32 + (last.w3 - first.w3) + 1
}

function familyOf(parts: FamilyParts, wordsPerAddress: 1 | 4): Family {
  return {
    classRanges: new RangeIndex(parts.classStarts, wordsPerAddress),
    classIds: parts.classIds,
    originRanges: new RangeIndex(parts.originStarts, wordsPerAddress),
    originIds: parts.originIds,
  }
}

/** Changes with everything the file is made of, so that an outdated file is recognised. */
export function segmentFingerprint(): string {
  const lines = STANDARD_LINES.map(({ code, kind, parent, asNumbers, asNamePrefixes, blocks }) => ({ code, kind, parent, asNumbers, asNamePrefixes, blocks }))
  return createHash('sha256')
    .update(JSON.stringify([sourceVersions(), lines, COUNTRY_CORRECTIONS]))
    .digest('hex')
}

/** Builds the table from the installed data and saves it; about two seconds. @throws when data or disk fail */
export function buildSegmentTable(file: string): SegmentTable {
  writeSegmentFile(file, combineLayers(readBaseLayers()), segmentFingerprint())
  return loadSegmentTable(file)
}

/** Loads a saved table. @throws SegmentFileProblem when it is damaged or outdated; the file system's error when it is missing */
export function loadSegmentTable(file: string): SegmentTable {
  return new SegmentTable(readSegmentFile(file, segmentFingerprint()))
}

/**
 * The table of that file, built first when it is missing, damaged or outdated.
 * @param onBuild told before a build, which takes a moment: the reason, in words for the operator
 */
export function openSegmentTable(file: string, onBuild: (reason: string) => void = () => {}): SegmentTable {
  if (!existsSync(file)) {
    onBuild('no line table yet')
    return buildSegmentTable(file)
  }
  try {
    return loadSegmentTable(file)
  } catch (problem) {
    if (!(problem instanceof SegmentFileProblem)) throw problem
    onBuild(problem.message)
    return buildSegmentTable(file)
  }
}
