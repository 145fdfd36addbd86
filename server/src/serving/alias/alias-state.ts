import type { AliasProblem } from '@nameplane/contract/dns/alias-target'

/** What resolvers say of one kind of address of a name. `failed`: nothing that could be relied on. */
export type FamilyAnswer =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[]; readonly ttlSeconds: number }
  | { readonly kind: 'none'; readonly problem: 'no_such_name' | 'no_address' }
  | { readonly kind: 'failed' }

/** One kind of address as it is answered, and when resolvers last said something of it. */
export type Family = { readonly addresses: readonly string[]; readonly answeredAt: Date | null }

/** What is known of a target. */
export type AliasState = {
  readonly ipv4: Family
  readonly ipv6: Family
  /** The most that clients may keep the addresses. */
  readonly ttlSeconds: number
  /** The TTLs of the last answers, the newest first: a resolver says what is left of one, so that a single one says little. */
  readonly recentTtls: readonly number[]
  /** Answers in a row in which a kind of address was not to be had. */
  readonly failures: number
  readonly problem: AliasProblem | null
}

/** Addresses of one kind that are answered; more are left out. */
export const mostAddresses = 32
/** How often a target is asked about: as its TTL says, within these. */
export const askingSeconds = { least: 30, most: 3600, withoutAddress: 60, failedMost: 300 } as const
/** The last addresses are answered for so long while resolvers fail. */
export const keptMs = 24 * 3_600_000

const keptTtls = 8
const within = (seconds: number): number => Math.min(Math.max(seconds, askingSeconds.least), askingSeconds.most)

/** What is known after resolvers were asked, and in how many seconds they are to be asked again. */
export function stateAfter(
  before: AliasState,
  answers: { readonly ipv4: FamilyAnswer; readonly ipv6: FamilyAnswer },
  now: Date,
): { state: AliasState; nextSeconds: number } {
  const ipv4 = familyAfter(before.ipv4, answers.ipv4, now)
  const ipv6 = familyAfter(before.ipv6, answers.ipv6, now)
  const both = [answers.ipv4, answers.ipv6]
  const hasFailed = both.some(({ kind }) => kind === 'failed')
  const hasAddress = ipv4.addresses.length + ipv6.addresses.length > 0
  const failures = hasFailed ? before.failures + 1 : 0
  const ttls = both.flatMap((answer) => (answer.kind === 'addresses' ? [within(answer.ttlSeconds)] : []))
  const answered = ttls.length === 0 ? null : Math.min(...ttls)
  const recentTtls = answered === null ? before.recentTtls : [answered, ...before.recentTtls].slice(0, keptTtls)
  const state = { ipv4, ipv6, ttlSeconds: ttlAfter(before.ttlSeconds, recentTtls), recentTtls, failures, problem: problemOf(both, hasFailed, hasAddress) }
  if (hasFailed) return { state, nextSeconds: Math.min(askingSeconds.least * 2 ** Math.min(failures - 1, 10), askingSeconds.failedMost) }
  return { state, nextSeconds: answered ?? askingSeconds.withoutAddress }
}

function familyAfter(before: Family, answer: FamilyAnswer, now: Date): Family {
  if (answer.kind === 'addresses') return { addresses: answer.addresses, answeredAt: now }
  if (answer.kind === 'none') return { addresses: [], answeredAt: now }
  const isKept = before.answeredAt !== null && now.getTime() - before.answeredAt.getTime() < keptMs
  return isKept ? before : { ...before, addresses: [] }
}

/**
 * A longer TTL counts at once. What is shorter may be the rest of the same one, so it counts once no recent answer had half as much: else
 * every answer would be a change of the zone.
 */
function ttlAfter(before: number, recent: readonly number[]): number {
  if (recent.length === 0) return before
  const longest = Math.max(...recent)
  if (longest > before || recent.length === 1) return longest
  return recent.length === keptTtls && longest < before / 2 ? longest : before
}

function problemOf(answers: readonly FamilyAnswer[], hasFailed: boolean, hasAddress: boolean): AliasProblem | null {
  if (hasFailed) return 'no_answer'
  if (hasAddress) return null
  return answers.every((answer) => answer.kind === 'none' && answer.problem === 'no_such_name') ? 'no_such_name' : 'no_address'
}

const sameTexts = (left: readonly string[], right: readonly string[]): boolean => left.length === right.length && left.every((text, at) => text === right[at])

/** Whether clients are given something else than before. */
export function isAnsweredOtherwise(before: AliasState, after: AliasState): boolean {
  return (
    before.ttlSeconds !== after.ttlSeconds || !sameTexts(before.ipv4.addresses, after.ipv4.addresses) || !sameTexts(before.ipv6.addresses, after.ipv6.addresses)
  )
}
