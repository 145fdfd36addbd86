import { checkRecord, type Zone } from '@nameplane/contract/dns/record-checks'
import { limits } from '@nameplane/contract/limits'
import { ttlOf } from '../../../../entities/record/ttl-text.ts'
import { changedMembers, type RecordDraft } from '../tray/tray.ts'
import { blankFields, fieldsFor, fullNameOf, typedFieldsOf, valueOf, type TypedFields } from './value-fields.ts'

/* What the form of a record holds: the draft, and beside it as texts what may be none of its kind yet. Pure, so that it can be tested. */
export type TypedRecord = {
  readonly draft: RecordDraft
  readonly ttl: string
  readonly weight: string
  /** The value by field; null while it is typed as one text, in the draft. */
  readonly typed: TypedFields | null
}

/** What is wrong with a field: a text of the form, or a code of the checks. */
export type FieldProblem =
  | { readonly said: 'ttlWrong' | 'weightWrong' | 'required' }
  | { readonly code: string; readonly params: Readonly<Record<string, unknown>> | undefined }
export type FieldProblems = Readonly<Record<string, FieldProblem>>

/** What the form begins with. */
export function beginningWith(draft: RecordDraft): TypedRecord {
  return {
    draft,
    ttl: String(draft.ttl),
    weight: draft.weight === null ? '' : String(draft.weight),
    typed: draft.value === '' ? blankFields(draft.type) : typedFieldsOf(draft.type, draft.value),
  }
}

/** Another type begins with an empty value. */
export function ofType(form: TypedRecord, type: string): TypedRecord {
  return { ...form, draft: { ...form.draft, type, value: '' }, typed: blankFields(type) }
}

/** What the form holds for the next record: the same but for what names this one. */
export function nextAfter(form: TypedRecord): TypedRecord {
  const { draft } = form
  return { ...form, draft: { ...draft, host: '', value: '', remark: '' }, typed: blankFields(draft.type) }
}

/** Whether leaving the form would lose something. */
export function isTouched(initial: RecordDraft, { draft, ttl, weight, typed }: TypedRecord): boolean {
  const begun = beginningWith(initial)
  return (
    ttl !== begun.ttl ||
    weight !== begun.weight ||
    changedMembers(initial, { ...draft, value: initial.value }).length > 0 ||
    (typed === null ? draft.value !== initial.value : isDifferent(typed, begun.typed ?? {}))
  )
}

const isDifferent = (typed: TypedFields, before: TypedFields): boolean =>
  [...Object.keys(typed), ...Object.keys(before)].some((name) => (typed[name] ?? '') !== (before[name] ?? ''))

function weightOf(text: string): number | null | 'wrong' {
  const typed = text.trim()
  if (typed === '') return null
  return /^\d{1,3}$/.test(typed) && Number(typed) <= limits.recordWeight.max ? Number(typed) : 'wrong'
}

/** The record as typed, or what is wrong with which field; of several things, the first. */
export function readRecord({ draft, ttl, weight, typed }: TypedRecord, zone: Zone): { draft: RecordDraft } | { problems: FieldProblems } {
  const found: Record<string, FieldProblem> = {}
  const seconds = ttlOf(ttl)
  if (seconds === null) found['ttl'] = { said: 'ttlWrong' }
  const share = weightOf(weight)
  if (share === 'wrong') found['weight'] = { said: 'weightWrong' }
  const value = typed && fieldsFor(draft.type) ? valueOf(draft.type, typed) : ({ ok: true, value: draft.value.trim() } as const)
  const next: RecordDraft = { ...draft, value: value.ok ? value.value : '', ttl: seconds ?? draft.ttl, weight: share === 'wrong' ? draft.weight : share }
  for (const { name, kind } of (typed && fieldsFor(draft.type)) ?? []) {
    const text = typed?.[name] ?? ''
    const full = kind === 'name' ? fullNameOf(text, zone.name) : null
    if (full !== null) found[`value.${name}`] = { code: 'target_single_label', params: { target: text.trim(), name: full } }
    // An empty text is a value, but nobody leaves the field empty to say so.
    if (kind === 'texts' && text.trim() === '') found[`value.${name}`] = { said: 'required' }
  }
  if (!value.ok) found[value.field === null ? 'value' : `value.${value.field}`] = { code: value.code, params: value.params }
  else if (next.value.trim() === '') found['value'] = { said: 'required' }
  else {
    for (const { severity, field, code, params } of checkRecord(next, zone).found)
      if (severity === 'error' && !(field in found)) found[field] = { code, params }
  }
  return Object.keys(found).length > 0 ? { problems: found } : { draft: next }
}
