import * as z from 'zod'
import type { Endpoint } from '@nameplane/contract/endpoint'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
}

/** The input of an endpoint as JSON Schema: which fields it has and what they look like. */
export function inputSchemaOf(endpoint: Endpoint): JsonSchema {
  return z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** A value of about the right shape, for endpoints that nobody has written a better one for. */
export function plainValue(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return plainValue(schema.anyOf[0]!)
  switch (schema.type) {
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'array':
      return [plainValue(schema.items ?? {})]
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, plainValue(schema.properties?.[name] ?? {})]))
    default:
      return '1'
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values that have broken servers: wrong types, edges of numbers, odd text, injections, size and depth. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  Number.MIN_VALUE,
  '',
  ' ',
  '\t\n',
  '0',
  '-1',
  '1.5',
  '1e3',
  '1e999',
  '0x10',
  '0b1',
  '1,2',
  '1,,2',
  ',',
  '1,',
  '9'.repeat(17),
  '9'.repeat(40),
  'NaN',
  'Infinity',
  '-Infinity',
  'true',
  'null',
  'undefined',
  '[object Object]',
  [],
  [null],
  [[]],
  ['1'],
  [1, 'x'],
  [{}],
  {},
  { length: 1 },
  { id: 1 },
  { $ne: null },
  { toString: 1 },
  { valueOf: 'x' },
  { then: 1 },
  { __proto__: null },
  { constructor: { prototype: { isSuper: true } } },
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202eabc',
  '\ufeff',
  '\u200b',
  'é'.normalize('NFD'),
  '例子',
  '🙂'.repeat(20),
  'İ',
  'ﬃ',
  '\u0001\u001b[31m',
  "'",
  '"',
  '\\',
  "' or 1=1 --",
  '1; select pg_sleep(9)',
  '%',
  '%%',
  '_',
  '%00',
  '%c0%ae',
  '../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  '#{7*7}',
  '*',
  '*.*',
  '@',
  '.',
  '..',
  '-',
  '--help',
  '\r\nX-Injected: 1',
  '=cmd()',
  '(?:a+)+$',
  '$where',
  '\\u0000',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '.'.repeat(5_000),
  '例'.repeat(5_000),
  Array.from({ length: 2_000 }, (_, index) => index + 1),
  Array.from({ length: 300 }, () => 'x'),
  nested(60),
]

/** Whole bodies that are no object of fields. */
export const hostileBodies: readonly unknown[] = [
  null,
  true,
  1,
  'text',
  '',
  [],
  [1],
  [{}],
  {},
  nested(200),
  { a: nested(1_000) },
  Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index])),
]

/** Bodies that are not even JSON, or are JSON that no honest client writes. */
export const brokenJson: readonly string[] = [
  '{',
  '{"a":',
  '[',
  '"',
  '{"a":1}}',
  '{"a":01}',
  "{'a':1}",
  '\u0000',
  '{"__proto__":{"isSuper":true}}',
  '{"constructor":{"prototype":{"isSuper":true}}}',
  '{"a":1e99999}',
  `${'['.repeat(20_000)}`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"a":"\\ud800"}',
  'NaN',
  '\ufeff{}',
]

/** `only`: the one field that is hostile, where that is all that is; `undefined` stands for one that is missing. */
export type HostileInput = { readonly what: string; readonly input: unknown; readonly only?: { readonly field: string; readonly value: unknown } }

/** A sound input with one thing wrong after the other: each field missing, each field replaced by each hostile value, fields within fields too. */
export function* hostileInputs(endpoint: Endpoint, valid: Record<string, unknown>): Generator<HostileInput> {
  const schema = inputSchemaOf(endpoint)
  for (const name of Object.keys(schema.properties ?? {})) {
    const { [name]: _, ...without } = valid
    yield { what: `${name} missing`, input: without, only: { field: name, value: undefined } }
    for (const [index, value] of hostileValues.entries())
      yield { what: `${name}: hostile value ${index} ${short(value)}`, input: { ...valid, [name]: value }, only: { field: name, value } }
    const inner = innerObject(valid[name])
    if (!inner) continue
    for (const field of Object.keys(inner.fields)) {
      for (const [index, value] of hostileValues.entries())
        yield { what: `${name}.${field}: hostile value ${index} ${short(value)}`, input: { ...valid, [name]: inner.with(field, value) } }
    }
  }
  for (const name of ['page', 'limit', 'sidx', 'order', 'isSuper', 'admin', 'constructor', 'hasOwnProperty', '__proto__', 'then', 'toString']) {
    for (const value of ['x', -1, [], {}])
      yield { what: `unasked ${name}: ${short(value)}`, input: Object.defineProperty({ ...valid }, name, { value, enumerable: true }) }
  }
}

/** The fields of the first object in a list of objects, one level down (and `record` one further). */
function innerObject(value: unknown): { fields: Record<string, unknown>; with: (name: string, value: unknown) => unknown } | null {
  if (!Array.isArray(value) || value.length === 0 || value[0] === null || typeof value[0] !== 'object') return null
  const first = value[0] as Record<string, unknown>
  const record = first['record'] as Record<string, unknown> | undefined
  if (record && typeof record === 'object') {
    return {
      fields: { ...first, ...record },
      with: (name, hostile) => [name in record ? { ...first, record: { ...record, [name]: hostile } } : { ...first, [name]: hostile }, ...value.slice(1)],
    }
  }
  return { fields: first, with: (name, hostile) => [{ ...first, [name]: hostile }, ...value.slice(1)] }
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}
