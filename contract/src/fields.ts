import type * as z from 'zod/mini'
import { readInput } from './issues.ts'

/*
 * What a schema says of its fields, for those who draw, fill in or try them: forms, and the sweeps that open every form.
 */

/**
 * How a field is filled in: a line of text, several `lines`, `code` (names, addresses and keys, set in a fixed-width type),
 * a `secret`, a `number`, a yes or no (`flag`), one of several values (`choice`), or a `list` of texts.
 */
export type FieldKind = 'text' | 'lines' | 'code' | 'secret' | 'number' | 'flag' | 'choice' | 'list'

export type FieldRule = {
  readonly kind: FieldKind
  /** Leaving it empty is refused; what always has a value cannot be left empty. */
  readonly isRequired: boolean
  /** The number counts seconds. */
  readonly isSeconds: boolean
  /** Nothing is a value of its own: null, which is not the same as absent. */
  readonly isNullable: boolean
  /** What a form begins with: the schema's own default, else nothing in the field's kind. */
  readonly blank: unknown
  /** The values of a choice, and no and yes of a flag, the default first; else empty. */
  readonly values: readonly (string | number | boolean)[]
  /** The most characters of a text, where there is such a bound. */
  readonly longest: number | undefined
}

type Schema = z.core.$ZodType
type Marked = 'lines' | 'code' | 'secret'

const marks = new WeakMap<Schema, Marked>()

function mark(kind: Marked) {
  return <S extends Schema>(schema: S): S => {
    marks.set(schema, kind)
    return schema
  }
}

/** A text of several lines. Say it of the finished schema: a further `.check` makes another one. */
export const asLines = mark('lines')
/** A name, address or key, which people compare letter by letter. */
export const asCode = mark('code')
/** A text that is not shown while it is typed. */
export const asSecret = mark('secret')

const spans = new WeakSet<Schema>()

/** A number of seconds, which large ones are read in minutes, hours and days. */
export function asSeconds<S extends Schema>(schema: S): S {
  spans.add(schema)
  return schema
}

const needed = new WeakSet<Schema>()

/** A member that has to be filled in wherever it is asked for, though it may be empty: the value of another one decides. */
export function asNeeded<S extends Schema>(schema: S): S {
  needed.add(schema)
  return schema
}

type Definition = {
  type: string
  innerType?: Schema
  in?: Schema
  out?: Schema
  options?: readonly Schema[]
  defaultValue?: unknown
  shape?: Readonly<Record<string, Schema>>
  entries?: Readonly<Record<string, string | number>>
  values?: readonly (string | number)[]
  checks?: readonly { _zod: { def: { check: string; maximum?: number; value?: number; minimum?: number } } }[]
}

const definitionOf = (schema: Schema): Definition => schema._zod.def

const wrappers: ReadonlySet<string> = new Set(['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'])

/** The schema that decides how a field looks, below what wraps it; with the default and the mark found on the way. */
function inner(schema: Schema): { schema: Schema; defaultValue: unknown; marked: Marked | undefined; isSeconds: boolean; isNullable: boolean } {
  let at = schema
  let defaultValue: unknown
  let marked = marks.get(at)
  let isSeconds = spans.has(at)
  let isNullable = false
  for (;;) {
    const definition = definitionOf(at)
    const next = below(definition)
    if (next === undefined) return { schema: at, defaultValue, marked, isSeconds, isNullable }
    if (defaultValue === undefined) ({ defaultValue } = definition)
    isNullable ||= definition.type === 'nullable'
    at = next
    marked ??= marks.get(at)
    isSeconds ||= spans.has(at)
  }
}

function below(definition: Definition): Schema | undefined {
  if (wrappers.has(definition.type)) return definition.innerType
  if (definition.type === 'pipe') return definitionOf(definition.in!).type === 'transform' ? definition.out : definition.in
  // “Empty, or …” is filled in like what stands beside the empty text.
  if (definition.type === 'union') {
    const others = definition.options!.filter((option) => !isEmptyText(option))
    if (others.length === 1) return others[0]
  }
  return undefined
}

const isEmptyText = (schema: Schema): boolean => definitionOf(schema).type === 'literal' && definitionOf(schema).values?.[0] === ''

/** Every member of an object schema, by its dotted path; members of objects within it by theirs. */
export function fieldsOf(schema: Schema, above = ''): ReadonlyMap<string, FieldRule> {
  const rules = new Map<string, FieldRule>()
  for (const [name, member] of Object.entries(definitionOf(inner(schema).schema).shape ?? {})) {
    const path = `${above}${name}`
    if (definitionOf(inner(member).schema).type === 'object') for (const [nested, rule] of fieldsOf(member, `${path}.`)) rules.set(nested, rule)
    else rules.set(path, ruleOf(member))
  }
  return rules
}

function ruleOf(member: Schema): FieldRule {
  const found = inner(member)
  const values = valuesOf(found.schema)
  const kind = kindOf(found.schema, found.marked, values)
  const empty = { list: [], flag: values[0] ?? false, number: '', choice: '', text: '', lines: '', code: '', secret: '' }[kind]
  const blank = found.defaultValue === undefined ? empty : found.defaultValue
  const given = values.includes(blank as never) ? [blank as string, ...values.filter((value) => value !== blank)] : values
  return {
    kind,
    isRequired:
      needed.has(member) ||
      (kind !== 'flag' &&
        !(kind === 'choice' && found.defaultValue !== undefined) &&
        !readInput(member, kind === 'list' ? [] : kind === 'number' ? undefined : '').isRight),
    isSeconds: found.isSeconds,
    isNullable: found.isNullable,
    blank,
    values: given,
    // The bound of a list counts its entries.
    longest: kind === 'list' ? undefined : checksOf(found.schema).find(({ check }) => check === 'max_length')?.maximum,
  }
}

function kindOf(schema: Schema, marked: Marked | undefined, values: FieldRule['values']): FieldKind {
  if (marked) return marked
  const { type, options } = definitionOf(schema)
  if (isFlag(schema)) return 'flag'
  if (values.length > 0) return 'choice'
  if (type === 'number') return 'number'
  if (type === 'array' || options?.some((option) => definitionOf(inner(option).schema).type === 'array')) return 'list'
  return 'text'
}

/** Yes or no: a boolean however it is sent, or a number from 0 to 1. */
function isFlag(schema: Schema): boolean {
  const { type, options } = definitionOf(schema)
  return type === 'boolean' || (options?.some((option) => definitionOf(option).type === 'boolean') ?? false) || isZeroOrOne(schema)
}

function isZeroOrOne(schema: Schema): boolean {
  if (definitionOf(schema).type !== 'number') return false
  const bounds = checksOf(schema)
  return bounds.some(({ check, value }) => check === 'greater_than' && value === 0) && bounds.some(({ check, value }) => check === 'less_than' && value === 1)
}

function valuesOf(schema: Schema): (string | number | boolean)[] {
  const { type, entries, values, options } = definitionOf(schema)
  if (isFlag(schema)) return type === 'number' ? [0, 1] : [false, true]
  if (type === 'enum') return Object.values(entries!)
  if (type === 'literal') return [...values!]
  if (type === 'union' && options!.every((option) => definitionOf(option).type === 'literal')) return options!.flatMap((option) => valuesOf(option))
  return []
}

const checksOf = (schema: Schema) => (definitionOf(schema).checks ?? []).map((check) => check._zod.def)

/** The fields' blanks as one object: what a new form begins with. */
export function blankOf(rules: ReadonlyMap<string, FieldRule>): Record<string, unknown> {
  const blank: Record<string, unknown> = {}
  for (const [path, rule] of rules) put(blank, path, rule.blank)
  return blank
}

/** What a form over a saved row begins with: the members of the same name, nothing where the row has none. */
export function valuesFrom(rules: ReadonlyMap<string, FieldRule>, row: object): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [path, rule] of rules) {
    const held = memberAt(row, path)
    put(values, path, held === undefined || (held === null && !rule.isNullable) ? rule.blank : held)
  }
  return values
}

/** The member at a dotted path; undefined where there is none. */
export function memberAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) => (at !== null && typeof at === 'object' && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined),
      object,
    )
}

function put(object: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop()!
  let at = object
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>
  at[last] = value
}
