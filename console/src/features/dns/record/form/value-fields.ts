import { DnsTextError } from '@nameplane/dns-text/errors'
import { fieldsOfType, joinFields, splitFields } from '@nameplane/dns-text/rdata'
import { typeByMnemonic, typeCodeOf, type Field } from '@nameplane/dns-text/record-types'

export type TypedFields = Readonly<Record<string, string>>

/** The fields of a type; null for a text that is no type. */
export function fieldsFor(type: string): readonly Field[] | null {
  return typeCodeOf(type) === undefined ? null : fieldsOfType(type)
}

/** A stored value by field; null when it cannot be told by fields, so that the value itself is edited. */
export function typedFieldsOf(type: string, value: string): TypedFields | null {
  try {
    return splitFields(type, value)
  } catch {
    return null
  }
}

/** What nearly every record of a type holds: one mail server, or the first of several. */
const usualValues: Readonly<Record<string, TypedFields>> = { MX: { preference: '10' } }

/** Fields a new record of a type starts with: what is usual, the first known value of each choice, nothing elsewhere. */
export function blankFields(type: string): TypedFields {
  return Object.fromEntries(
    (fieldsFor(type) ?? []).map((field) => [
      field.name,
      usualValues[type]?.[field.name] ?? (field.options && field.kind !== 'caa-tag' ? field.options[0]!.value : ''),
    ]),
  )
}

/** SRV and URI have a weight of their own, which clients apply; the platform's weight of records is another matter. */
export function hasOwnWeight(fields: readonly Field[]): boolean {
  return fields.some((field) => field.name === 'weight')
}

/** The full name that a label alone was meant as, or `@`; null for a full name, and for one label that ends with its dot. */
export function fullNameOf(typed: string, zone: string): string | null {
  const name = typed.trim()
  if (name === '@') return zone
  return name === '' || /[.。．｡\s]/u.test(name) ? null : `${name}.${zone}`
}

export type ValueOutcome = { ok: true; value: string } | { ok: false; code: string; params: Readonly<Record<string, unknown>>; field: string | null }

/** What the fields hold as a value, or what is wrong with which field. */
export function valueOf(type: string, typed: TypedFields): ValueOutcome {
  try {
    return { ok: true, value: joinFields(type, typed) }
  } catch (error) {
    if (!(error instanceof DnsTextError)) throw error
    const field = error.params['field']
    return { ok: false, code: error.code, params: error.params, field: typeof field === 'string' ? field : null }
  }
}

/** An example value of a type, for a placeholder. */
export function exampleOf(type: string): string {
  return typeByMnemonic(type)?.example ?? '\\# 4 0A000001'
}
