import type { Delegation } from './delegation.ts'

/** What was found about a domain. `agreeing`: how many resolvers saw it delegated elsewhere or not at all. */
export type Verdict =
  | { state: 'correct' }
  | { state: 'partial'; found: string[] }
  | { state: 'wrong'; found: string[]; agreeing: number }
  | { state: 'unknown' }

/**
 * One resolver that sees our name servers is enough to be right: caches elsewhere may be older. Wrong means that nobody
 * sees any of ours; who did not answer is not counted. A domain that should show other names than those of its service group is
 * delegated to the platform by either.
 */
export function verdictOf(expected: readonly string[], answers: readonly Delegation[], ofGroup: readonly string[] = expected): Verdict {
  const ours = new Set(expected)
  const anyOfOurs = new Set([...expected, ...ofGroup])
  const known = answers.filter((answer) => answer.kind !== 'unknown').map((answer) => (answer.kind === 'names' ? answer.names : []))
  if (known.length === 0) return { state: 'unknown' }
  if (known.some((names) => names.length > 0 && names.every((name) => ours.has(name)))) return { state: 'correct' }
  const mixed = known.find((names) => names.some((name) => anyOfOurs.has(name)))
  if (mixed) return { state: 'partial', found: mixed }
  return { state: 'wrong', found: known.find((names) => names.length > 0) ?? [], agreeing: known.length }
}
