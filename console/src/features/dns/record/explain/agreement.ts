import type { Explanation, WireAnswer } from '@nameplane/contract/dns/explain'
import type * as z from 'zod/mini'

export type Explained = z.output<typeof Explanation>
export type Wire = z.output<typeof WireAnswer>

/**
 * Where the node's answer is not what the explanation says.
 * - `rcode`: none of the codes that were possible; `authoritative`: the AA flag;
 * - `missing`: records that every answer holds; `unexpected`: records that no answer holds; `ttl`: right records, another TTL.
 */
export type Disagreement =
  | { readonly kind: 'rcode'; readonly expected: readonly string[]; readonly actual: string }
  | { readonly kind: 'authoritative'; readonly expected: boolean }
  | { readonly kind: 'missing' | 'unexpected' | 'ttl'; readonly records: readonly string[] }

/** The explainer leaves the rest untold behind so many steps. */
const mostSteps = 64
/** Shares are sums of fractions: a certain record may be told as 0.9999999999999999. */
const certain = 1 - 1e-6

/** Whether what the node said is what the explanation expects; an empty list says yes. Where weights decide, any of the possible answers will do. */
export function disagreementsOf(explanation: Explained, wire: Wire): Disagreement[] {
  const found: Disagreement[] = []
  const rcodes = possibleRcodes(explanation)
  if (!rcodes.includes(wire.rcode)) found.push({ kind: 'rcode', expected: rcodes, actual: wire.rcode })
  const isOurs = explanation.zone !== null && !explanation.zone.isExpired && explanation.steps[0]?.outcome !== 'delegation'
  if (wire.isAuthoritative !== isOurs) found.push({ kind: 'authoritative', expected: isOurs })

  const expected = new Map(explanation.answer.map((record) => [keyOf(record), record]))
  const given = new Set(wire.answers.map(keyOf))
  const unexpected = wire.answers.filter((record) => !expected.has(keyOf(record)))
  if (unexpected.length > 0 && explanation.steps.length < mostSteps) found.push({ kind: 'unexpected', records: unexpected.map(textOf) })
  // An answer that was cut says nothing about what is not in it.
  if (!wire.isTruncated) {
    const missing = explanation.answer.filter((record) => record.probability >= certain && !given.has(keyOf(record)))
    // Of records that share the answers, one must be there.
    const shared = explanation.answer.filter((record) => record.probability < certain)
    const isNoneGiven = shared.length > 0 && !shared.some((record) => given.has(keyOf(record)))
    const lacking: AnyRecord[] = [...(isNoneGiven && missing.length === 0 ? shared : missing), ...missingDelegation(explanation, wire)]
    if (lacking.length > 0) found.push({ kind: 'missing', records: lacking.map(textOf) })
  }
  const otherTtl = wire.answers.filter((record) => {
    const known = expected.get(keyOf(record))
    return known !== undefined && known.ttlSeconds !== record.ttlSeconds
  })
  if (otherTtl.length > 0) found.push({ kind: 'ttl', records: otherTtl.map((record) => `${textOf(record)} · ${record.ttlSeconds}`) })
  return found
}

/** Where every answer is a referral: servers of the zone below that it does not name. */
function missingDelegation({ steps }: Explained, wire: Wire): AnyRecord[] {
  const given = new Set(wire.authorities.map(keyOf))
  return steps
    .filter((step) => step.outcome === 'delegation' && step.probability >= certain)
    .flatMap((step) => step.candidates.filter((one) => one.taken).map(({ type, value }) => ({ name: step.owner, type, value })))
    .filter((record) => !given.has(keyOf(record)))
}

/** The codes that an answer can have: one for each end that a chain of names can come to. */
export function possibleRcodes({ zone, steps, answer }: Explained): string[] {
  if (zone === null) return ['REFUSED']
  if (zone.isExpired) return ['SERVFAIL']
  const codes = new Set<string>()
  steps.forEach((step, index) => {
    if (step.outcome === 'no_such_name') return codes.add('NXDOMAIN')
    if (step.outcome === 'dname') {
      // RFC 6672 §2.2: the name that the DNAME makes is too long, so there is no CNAME for it.
      if (!answer.some((record) => record.type === 'CNAME' && keyName(record.name) === keyName(step.name))) codes.add('YXDOMAIN')
      return undefined
    }
    if (step.outcome !== 'cname') return codes.add('NOERROR')
    // A chain that comes back to a name it has been at ends there.
    const before = steps.slice(0, index + 1).map(({ name }) => keyName(name))
    return step.candidates.some((one) => one.taken && before.includes(keyName(one.value))) ? codes.add('NOERROR') : undefined
  })
  return codes.size === 0 ? ['NOERROR'] : [...codes]
}

type AnyRecord = { readonly name: string; readonly type: string; readonly value: string }

function keyName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function keyOf(record: AnyRecord): string {
  return `${keyName(record.name)} ${record.type} ${record.value}`
}

function textOf({ name, type, value }: AnyRecord): string {
  return `${name} ${type} ${value}`
}
