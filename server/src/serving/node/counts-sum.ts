import { mostNamesOfDomain } from './answer-counters.ts'
import type { AnswerCount, LimitedCounts } from './driver.ts'

/** What one thread has answered and not answered since the last drain. */
export type ThreadCounts = { readonly counts: readonly AnswerCount[]; readonly limited: LimitedCounts }

type Counts<Key> = readonly (readonly [Key, number])[]

/** What all threads together have. */
export function sumOfThreads(threads: readonly ThreadCounts[]): ThreadCounts {
  const byDomain = new Map<AnswerCount['domainId'], AnswerCount>()
  for (const { counts } of threads) {
    for (const count of counts) {
      const other = byDomain.get(count.domainId)
      byDomain.set(count.domainId, other === undefined ? count : sumOf(other, count))
    }
  }
  const limited = { dropped: 0, slipped: 0, spared: 0 }
  for (const { limited: ofThread } of threads) {
    limited.dropped += ofThread.dropped
    limited.slipped += ofThread.slipped
    limited.spared += ofThread.spared
  }
  return { counts: [...byDomain.values()], limited }
}

function sumOf(one: AnswerCount, other: AnswerCount): AnswerCount {
  const { countries, names } = one
  return {
    domainId: one.domainId,
    answers: one.answers + other.answers,
    lines: merged(one.lines, other.lines),
    types: merged(one.types, other.types),
    rcodes: merged(one.rcodes, other.rcodes),
    ...(countries && { countries: merged(countries, other.countries ?? []) }),
    ...(names && { names: largest(merged(names, other.names ?? [])) }),
  }
}

function merged<Key>(one: Counts<Key>, other: Counts<Key>): [Key, number][] {
  const sums = new Map(one)
  for (const [key, count] of other) sums.set(key, (sums.get(key) ?? 0) + count)
  return [...sums]
}

function largest(names: [string, number][]): [string, number][] {
  return names.length <= mostNamesOfDomain ? names : names.sort(([, a], [, b]) => b - a).slice(0, mostNamesOfDomain)
}
