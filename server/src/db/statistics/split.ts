import { packNumbers, unpackNumbers } from './packed-numbers.ts'

/** What the answers of a domain are told apart by; the order is that of the stored bytes. */
export const splitNames = ['node', 'line', 'type', 'rcode'] as const
export type SplitName = (typeof splitNames)[number]

/** Answers by the numbers of nodes, lines (`query_line`), types and codes. What is in none of them is "other". */
export type Split = Readonly<Record<SplitName, Map<number, number>>>

/** So many of each are kept of a domain for good; the others are counted in its answers alone. */
export const mostKept = 20
/** So many while an hour is still running, so that the largest of it are known at its end. */
export const mostWhileRunning = 200

export const emptySplit = (): Split => ({ node: new Map(), line: new Map(), type: new Map(), rcode: new Map() })

export function addTo(counts: Map<number, number>, key: number, answers: number): void {
  counts.set(key, (counts.get(key) ?? 0) + answers)
}

/** Adds one to another. */
export function addSplit(to: Split, from: Split): void {
  for (const name of splitNames) for (const [key, answers] of from[name]) addTo(to[name], key, answers)
}

/** As it is stored: of each the largest, as their number and then key and count of each. */
export function packSplit(split: Split, most: number): Buffer {
  return packNumbers(
    splitNames.flatMap((name) => {
      const largest = [...split[name]].sort(([keyA, a], [keyB, b]) => b - a || keyA - keyB).slice(0, most)
      return [largest.length, ...largest.flat()]
    }),
  )
}

export function unpackSplit(bytes: Uint8Array): Split {
  const split = emptySplit()
  addPackedSplit(split, bytes)
  return split
}

/** Adds one as it is stored. */
export function addPackedSplit(to: Split, bytes: Uint8Array): void {
  const numbers = unpackNumbers(bytes)
  let at = 0
  for (const name of splitNames) {
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
