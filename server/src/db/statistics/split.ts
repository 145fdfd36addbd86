import { packNumbers, unpackNumbers } from './packed-numbers.ts'

/** What the answers of a domain are told apart by; the order is that of the stored bytes. */
export const splitNames = ['node', 'line', 'type', 'rcode', 'country', 'name'] as const
export type SplitName = (typeof splitNames)[number]

/**
 * Answers by the numbers of nodes, lines and countries (both of `query_line`), types, codes and names (of the domain in that month).
 * What is in none of them is "other".
 */
export type Split = Readonly<Record<SplitName, Map<number, number>>>

/** So many of each are kept of a domain for good; the others are counted in its answers alone. */
export const mostKept = 20
/** So many while an hour is still running, so that the largest of it are known at its end. */
export const mostWhileRunning = 200

export const emptySplit = (): Split => ({ node: new Map(), line: new Map(), type: new Map(), rcode: new Map(), country: new Map(), name: new Map() })

export function addTo<Key>(counts: Map<Key, number>, key: Key, answers: number): void {
  counts.set(key, (counts.get(key) ?? 0) + answers)
}

/** Adds one to another. */
export function addSplit(to: Split, from: Split): void {
  for (const name of splitNames) for (const [key, answers] of from[name]) addTo(to[name], key, answers)
}

type Entry = readonly [key: number, answers: number]

/** The largest, and of those alike the ones with the smaller numbers; the smallest first. */
function largestOf(counts: ReadonlyMap<number, number>, most: number): Entry[] {
  const largest = counts.size > most ? [...counts].sort(([keyA, a], [keyB, b]) => b - a || keyA - keyB).slice(0, most) : [...counts]
  return largest.sort(([keyA, a], [keyB, b]) => a - b || keyA - keyB)
}

/*
 * A 0, and then of each the largest. Those that have as many answers stand together, since a domain that is asked little has many such:
 * the number of such groups, and of each its answers, how many there are, and their numbers. Answers and numbers ascend, and only the
 * steps are stored. A country that has the answers of the line with its number is not stored again.
 */

/** As it is stored. */
export function packSplit(split: Split, most: number): Buffer {
  const lines = largestOf(split.line, most)
  const written = [0]
  for (const name of splitNames) {
    if (name === 'country') writeCountries(written, largestOf(split.country, most), lines)
    else writeGroups(written, name === 'line' ? lines : largestOf(split[name], most))
  }
  return packNumbers(written)
}

/** @param entries the smallest first */
function writeGroups(written: number[], entries: readonly Entry[], more = 0): void {
  const at = written.push(more) - 1
  let before = 0
  let size = 0
  let next = 0
  for (const [key, answers] of entries) {
    if (answers === before) written[size]! += 1
    else {
      written[at]! += 1
      size = written.push(answers - before - 1, 0) - 1
      before = answers
      next = 0
    }
    written.push(key - next)
    next = key + 1
  }
}

/** Those that differ from their line, and the lines of which there is no such country; 0 where there are no countries at all. */
function writeCountries(written: number[], countries: readonly Entry[], lines: readonly Entry[]): void {
  if (countries.length === 0) return void written.push(0)
  const unlike = new Map(lines)
  const differing = countries.filter(([key, answers]) => unlike.get(key) !== answers || !unlike.delete(key))
  writeGroups(written, differing, 1)
  written.push(unlike.size)
  let next = 0
  for (const key of [...unlike.keys()].sort((a, b) => a - b)) {
    written.push(key - next)
    next = key + 1
  }
}

export function unpackSplit(bytes: Uint8Array): Split {
  const split = emptySplit()
  addPackedSplit(split, bytes)
  return split
}

/** Adds one as it is stored. */
export function addPackedSplit(to: Split, bytes: Uint8Array): void {
  const numbers = unpackNumbers(bytes)
  // There was no answer without a node, and the nodes came first.
  if (numbers[0] !== 0) return addUngrouped(to, numbers)
  let at = 1
  const next = (): number => numbers[at++] ?? 0
  const keys = (count: number, take: (key: number) => void): void => {
    for (let key = 0, each = 0; each < count; each += 1, key += 1) take((key += next()))
  }
  const groups = (count: number, take: (key: number, answers: number) => void): void => {
    for (let answers = 0, each = 0; each < count; each += 1) {
      answers += next() + 1
      keys(next() + 1, (key) => take(key, answers))
    }
  }
  const lines = new Map<number, number>()
  for (const name of splitNames) {
    const add = (key: number, answers: number): void => addTo(to[name], key, answers)
    if (name === 'line') groups(next(), (key, answers) => (lines.set(key, answers), add(key, answers)))
    else if (name !== 'country') groups(next(), add)
    else {
      const differing = next()
      if (differing === 0) continue
      groups(differing - 1, add)
      keys(next(), (key) => lines.delete(key))
      for (const [key, answers] of lines) add(key, answers)
    }
  }
}

const ungroupedNames = ['node', 'line', 'type', 'rcode'] as const

/** As it was stored before: of each the largest, as their number and then number and answers of each. */
function addUngrouped(to: Split, numbers: readonly number[]): void {
  let at = 0
  for (const name of ungroupedNames) {
    const count = numbers[at++] ?? 0
    for (let each = 0; each < count; each += 1) addTo(to[name], numbers[at++]!, numbers[at++]!)
  }
}

const minutesOfHour = 60

/** The answers of each minute of an hour, as they are stored: without the zeros at the end. */
export function packMinutes(minutes: readonly number[]): Buffer {
  const last = minutes.findLastIndex((answers) => answers > 0)
  return packNumbers(minutes.slice(0, last + 1))
}

/** Always sixty. */
export function unpackMinutes(bytes: Uint8Array): number[] {
  const stored = unpackNumbers(bytes)
  return Array.from({ length: minutesOfHour }, (_, minute) => stored[minute] ?? 0)
}

/** Adds the minutes of an hour as they are stored, without more memory: there are fifty thousand of them at a time. */
export function addPackedMinutes(to: Float64Array, bytes: Uint8Array): void {
  let [minute, number, unit] = [0, 0, 1]
  for (let half = 0; half < 2 * bytes.length; half += 1) {
    const byte = bytes[half >> 1]!
    const group = half % 2 === 0 ? byte >> 4 : byte & 15
    number += (group % 8) * unit
    if (group >= 8) unit *= 8
    else {
      if (minute < minutesOfHour) to[minute]! += number
      minute += 1
      number = 0
      unit = 1
    }
  }
}
