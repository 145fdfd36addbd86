import { isNetwork } from '@nameplane/dns-text/addresses'
import { domainPlaceholder, filledRecord, placeholdersOf } from '@nameplane/contract/dns/record-template-text'
import type { RecordTemplateDetail } from '@nameplane/contract/dns/record-template'
import { registrableNameProblem } from '@nameplane/dns-text/host-names'
import { checkRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import { readRecord, type FieldProblem } from '../form/typed-record.ts'
import { draftAfter, editOfRow, withAdded, withDeleted, type RecordDraft, type RecordRow, type Tray } from '../tray/tray.ts'
import { wordsOf, type ParameterName, type RecordTemplate, type TemplateParameter } from './built-in-templates.ts'

/** What was typed for the parameters. */
export type Given = Readonly<Partial<Record<ParameterName, string>>>

/** A record of a template, or the first thing that is wrong with it. */
export type GivenRecord =
  | { readonly draft: RecordDraft; readonly problem: null }
  | { readonly draft: Pick<RecordDraft, 'host' | 'type'>; readonly problem: FieldProblem }

export type Filled = {
  readonly records: readonly GivenRecord[]
  /** Parameters without which there are no records yet, and those that are wrong. */
  readonly missing: readonly string[]
  readonly wrong: readonly string[]
}

/** What the parameters hold at first. */
export function startOf(template: RecordTemplate, zone: string): Given {
  return Object.fromEntries(template.parameters.map(({ name, options, initial }) => [name, options?.[0] ?? initial?.(zone) ?? '']))
}

const isEmail = (text: string): boolean => /^[^\s@,;!]+@[^\s@,;!]+\.[^\s@,;!]+$/.test(text)
// A name that is included may have underscores, which no host has.
const isName = (name: string): boolean => registrableNameProblem(name.replaceAll('_', 'x')) === undefined

function isWrong({ kind }: TemplateParameter, text: string): boolean {
  if (text === '') return false
  if (kind === 'email') return !isEmail(text)
  if (kind === 'names') return !wordsOf(text).every(isName)
  return kind === 'networks' && !wordsOf(text).every(isNetwork)
}

/** The records that a template gives with these parameters, judged as the form judges one. */
export function fill(template: RecordTemplate, given: Given, zone: Zone, ttl: number): Filled {
  const typed = (name: ParameterName): string => (given[name] ?? '').trim()
  const missing = template.parameters.filter((one) => !one.isOptional && typed(one.name) === '').map(({ name }) => name)
  const wrong = template.parameters.filter((one) => isWrong(one, typed(one.name))).map(({ name }) => name)
  if (missing.length + wrong.length > 0) return { records: [], missing, wrong }
  const records = template.records(typed, zone.name).map(({ host, type, fields }): GivenRecord => {
    const draft = { host, type, line: 'default', value: '', ttl, weight: null, remark: '', status: 1 }
    const read = readRecord({ draft, ttl: String(ttl), weight: '', typed: fields }, zone)
    if ('draft' in read) return { draft: read.draft, problem: null }
    return { draft, problem: Object.values(read.problems)[0]! }
  })
  return { records, missing, wrong }
}

/** The same of a template of the administrators' own: what was given stands in the place of its placeholders. */
export function fillOwn(records: RecordTemplateDetail['records'], given: Readonly<Record<string, string | undefined>>, zone: Zone): Filled {
  const typed = (name: string): string => (given[name] ?? '').trim()
  const missing = placeholdersOf(records).filter((name) => typed(name) === '')
  if (missing.length > 0) return { records: [], missing, wrong: [] }
  const filled = records.map((record) => filledRecord(record, (name) => (name === domainPlaceholder ? zone.name : typed(name))))
  return { records: filled.map((record) => judged({ ...record, status: 1 }, zone)), missing, wrong: [] }
}

function judged(draft: RecordDraft, zone: Zone): GivenRecord {
  const { record, found } = checkRecord(draft, zone)
  const error = found.find(({ severity }) => severity === 'error')
  if (error) return { draft, problem: { code: error.code, params: error.params } }
  return { draft: record ?? draft, problem: null }
}

/** What a record is the only one of at its host: the policies of RFC 7208 §3.2 and RFC 7489 §6.6.3. */
const policyOf = ({ type, value }: RecordDraft): string | undefined =>
  type === 'TXT' ? /^"(v=spf1|v=dmarc1)(?![^ ;"])/i.exec(value)?.[1]?.toLowerCase() : undefined

const valueKey = ({ type, value }: RecordDraft): string => (type === 'TXT' ? value : value.toLowerCase())
const isOfSet = (one: RecordDraft, other: RecordDraft): boolean =>
  one.type === other.type && one.line === other.line && one.host.toLowerCase() === other.host.toLowerCase()
const isSame = (one: RecordDraft, other: RecordDraft): boolean => isOfSet(one, other) && valueKey(one) === valueKey(other)

/** Mail goes to one provider, and there is one policy: what else is there would keep the template from working. */
const isRival = (present: RecordDraft, draft: RecordDraft): boolean =>
  isOfSet(present, draft) && (draft.type === 'MX' || (policyOf(draft) !== undefined && policyOf(draft) === policyOf(present)))

export type Settled = {
  /** Those that are not there yet, with the TTL of the sets they join. */
  readonly added: readonly RecordDraft[]
  readonly there: readonly RecordDraft[]
  /** Saved records that these take the place of. */
  readonly rivals: readonly RecordRow[]
}

/** Beside what the domain has and the tray holds. */
export function settle(drafts: readonly RecordDraft[], saved: readonly RecordRow[], tray: Tray): Settled {
  const kept = saved.filter((row) => editOfRow(tray, row.id)?.op !== 'delete').map((row) => ({ row, record: draftAfter(tray, row) }))
  const present = [...kept.map(({ record }) => record), ...tray.edits.flatMap((edit) => (edit.op === 'add' ? [edit.draft] : []))]
  const isThere = (draft: RecordDraft): boolean => present.some((one) => isSame(one, draft))
  const rivals = kept
    .filter(({ record }) => drafts.some((draft) => isRival(record, draft)) && !drafts.some((draft) => isSame(record, draft)))
    .map(({ row }) => row)
  const staying = present.filter((one) => !rivals.some((row) => isSame(draftAfter(tray, row), one)))
  // Two records of a template may become one by what was given.
  const isFirst = (draft: RecordDraft, index: number): boolean => drafts.findIndex((one) => isSame(one, draft)) === index
  const added = drafts
    .filter((draft, index) => !isThere(draft) && isFirst(draft, index))
    .map((draft) => ({ ...draft, ttl: staying.find((one) => isOfSet(one, draft))?.ttl ?? draft.ttl }))
  return { added, there: drafts.filter(isThere), rivals }
}

/** The tray with what a template adds and takes away. */
export function withTemplate(tray: Tray, added: readonly RecordDraft[], removed: readonly RecordRow[], newKey: () => string): Tray {
  return withAdded(
    withDeleted(tray, removed),
    added.map((draft) => ({ key: newKey(), draft })),
  )
}
