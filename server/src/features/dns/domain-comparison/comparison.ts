import type { ComparedSet, ComparisonState } from '@nameplane/contract/dns/domain-comparison'
import { comparisonStates } from '@nameplane/contract/dns/domain-comparison'
import { printRcode, type DnsMessage } from '@nameplane/dns-text/message'
import { parseRdata } from '@nameplane/dns-text/rdata'
import { typeByMnemonic } from '@nameplane/dns-text/record-types'
import type { Explanation } from '../../../serving/answer/explain.ts'

export type Question = { readonly name: string; readonly type: string }
type Value = { readonly type: string; readonly value: string }
/** What our side answers; `isShared` where weights let one answer hold only some of the values. */
export type OurAnswer = { readonly values: readonly Value[]; readonly ttlSeconds: number | null; readonly isShared: boolean }
type Failure = NonNullable<ComparedSet['theirs'][number]['failure']>
export type TheirAnswer =
  | { readonly kind: 'answered'; readonly values: readonly Value[]; readonly ttlSeconds: number | null }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly code: string }

const rcodes = { success: 0, noSuchName: 3 } as const
/** Shares are sums of fractions. */
const certain = 1 - 1e-6

const folded = (name: string): string => name.toLowerCase().replace(/\.$/, '')

type AnyRecord = Value & { readonly name: string; readonly ttlSeconds: number }

/** The records of what was asked, or the CNAME in their place. */
function recordsFor<Record extends AnyRecord>(records: readonly Record[], { name, type }: Question): Record[] {
  const ofName = records.filter((record) => folded(record.name) === folded(name))
  const asked = ofName.filter((record) => record.type === type)
  return asked.length > 0 ? asked : ofName.filter((record) => record.type === 'CNAME')
}

export function ourAnswer(explanation: Explanation, question: Question): OurAnswer {
  const [step] = explanation.steps
  // A delegation is told by its NS records, which are in no answer.
  if (question.type === 'NS' && step?.outcome === 'delegation' && folded(step.owner) === folded(question.name)) {
    const { candidates } = step
    return { values: candidates, ttlSeconds: candidates[0]?.ttlSeconds ?? null, isShared: false }
  }
  const records = recordsFor(explanation.answer, question)
  return { values: records, ttlSeconds: records[0]?.ttlSeconds ?? null, isShared: records.some(({ probability }) => probability < certain) }
}

/** What a message of a name server says to a question about a zone. */
export function theirAnswer(message: DnsMessage, question: Question, zone: string): TheirAnswer {
  if (message.rcode !== rcodes.success && message.rcode !== rcodes.noSuchName) return { kind: 'failed', failure: 'failed', code: printRcode(message.rcode) }
  const nameservers = message.authorities.filter(({ type }) => type === 'NS')
  const records = recordsFor(question.type === 'NS' ? [...message.answers, ...nameservers] : message.answers, question)
  // A server that does not have the zone says nothing of it either, and one that delegates the name within it does.
  const isReferral = nameservers.some(({ name }) => folded(name).endsWith(`.${folded(zone)}`))
  if (records.length === 0 && !message.isAuthoritative && !isReferral) return { kind: 'failed', failure: 'not_authoritative', code: '' }
  return { kind: 'answered', values: records, ttlSeconds: records[0]?.ttlSeconds ?? null }
}

/** Letters of names count in either case, those of anything else as they are. */
function comparable({ type, value }: Value): string {
  const nameFields = typeByMnemonic(type)?.fields.filter(({ kind }) => kind === 'name') ?? []
  if (nameFields.length === 0) return `${type} ${value}`
  try {
    const { fields } = parseRdata(type, value)
    const lower = Object.fromEntries(nameFields.map(({ name }) => [name, folded(fields[name] ?? '')]))
    return `${type} ${JSON.stringify({ ...fields, ...lower })}`
  } catch {
    // Another server may send what breaks the rules of its type.
    return `${type} ${value}`
  }
}

export function stateOf(ours: OurAnswer, theirs: TheirAnswer): ComparisonState {
  if (theirs.kind === 'failed') return 'no_answer'
  const [here, there] = [new Set(ours.values.map(comparable)), new Set(theirs.values.map(comparable))]
  if (there.size === 0) return here.size === 0 ? 'equal' : 'missing'
  const areHere = [...there].every((value) => here.has(value))
  return areHere && (ours.isShared || here.size === there.size) ? 'equal' : 'different'
}

/** The worst of several. */
export const worstState = (states: readonly ComparisonState[]): ComparisonState => comparisonStates.find((state) => states.includes(state)) ?? 'equal'

/** As people read it: a CNAME in the place of what was asked says that it is one. */
export const shownValues = (values: readonly Value[], { type }: Question): string[] =>
  values.map((one) => (one.type === type ? one.value : `${one.type} ${one.value}`)).toSorted()
