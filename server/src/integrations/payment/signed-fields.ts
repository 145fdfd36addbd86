/*
 * Several gateways sign `name=value` pairs joined by `&` without escaping anything. Such a text says only one thing while
 * every name is there once, holds none of the two signs, and no value holds `&`. What breaks that is refused here, before
 * a signature is computed: otherwise the end of one field could be moved into the next without changing what was signed.
 */

/** Named texts that were read from outside, each name once. */
export type SignedFields = ReadonlyMap<string, string>

/** What was sent is not a plain list of named texts. The message names the field at most, never a value. */
export class FieldsProblem extends Error {
  override name = 'FieldsProblem'
}

const fieldsAtMost = 64
const longestText = 4096
const fieldName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

function add(fields: Map<string, string>, name: string, text: string, isFree = false): void {
  if (!fieldName.test(name)) throw new FieldsProblem('invalid field name')
  if (fields.has(name)) throw new FieldsProblem(`${name} is repeated`)
  if (isFree) return void fields.set(name, text)
  if (text.length > longestText) throw new FieldsProblem(`${name} is too long`)
  if (/[\p{Cc}&]/u.test(text)) throw new FieldsProblem(`${name} contains a character that could start another field`)
  if (fields.size >= fieldsAtMost) throw new FieldsProblem('too many fields')
  fields.set(name, text)
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new FieldsProblem('the text is not UTF-8', { cause })
  }
}

/**
 * The fields of a URL's query, undecoded, without its question mark.
 * @throws FieldsProblem for a name that is repeated, broken percent signs, bytes that are not UTF-8
 */
export function queryFields(query: string): SignedFields {
  const fields = new Map<string, string>()
  for (const pair of query === '' ? [] : query.split('&')) {
    const cut = pair.indexOf('=')
    if (cut < 0) throw new FieldsProblem('a part of the query is not name=value')
    add(fields, decoded(pair.slice(0, cut)), decoded(pair.slice(cut + 1)))
  }
  return fields
}

function decoded(text: string): string {
  if (!/^(?:[!$'()*+,\-./0-9:;=?@A-Z_a-z~]|%[0-9A-Fa-f]{2})*$/.test(text)) throw new FieldsProblem('the query is not percent-encoded')
  const bytes = text.replaceAll('+', ' ').replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return utf8(Buffer.from(bytes, 'latin1'))
}

/** White space, a string, a number, a word, or one of the signs of a flat object; JSON as RFC 8259 has it. */
const token = /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([{}:,]))/uy

/**
 * The fields of one JSON object without objects or lists in it. Numbers keep their digits as they were sent, `true` and
 * `false` are these words, and a member that is null is left out. `free` names members that may hold any text, such as
 * the address of a page: nothing is concluded from what stands beside them.
 * @throws FieldsProblem for a name that is repeated (which JSON.parse would let pass), anything nested, anything else than JSON
 */
export function jsonFields(bytes: Buffer, free: readonly string[] = []): SignedFields {
  const text = utf8(bytes)
  const fields = new Map<string, string>()
  const names = new Set<string>()
  token.lastIndex = 0
  const next = (): RegExpExecArray => {
    const found = token.exec(text)
    if (!found) throw new FieldsProblem('the body is not a flat JSON object')
    return found
  }
  const sign = (wanted: string): boolean => next()[4] === wanted
  const nameOf = (found: RegExpExecArray): string => {
    if (found[1] === undefined || !sign(':')) throw new FieldsProblem('the body is not a flat JSON object')
    return JSON.parse(found[1]) as string
  }
  if (!sign('{')) throw new FieldsProblem('the body is not a JSON object')
  for (let found = next(); found[4] !== '}' || names.size > 0; found = next()) {
    const name = nameOf(found)
    if (names.has(name)) throw new FieldsProblem('a name is repeated')
    names.add(name)
    const value = next()
    if (value[4] !== undefined) throw new FieldsProblem('a member is not a text, a number or a word')
    if (value[3] !== 'null') add(fields, name, value[1] === undefined ? (value[2] ?? value[3] ?? '') : (JSON.parse(value[1]) as string), free.includes(name))
    const after = next()[4]
    if (after === '}') break
    if (after !== ',') throw new FieldsProblem('the body is not a flat JSON object')
  }
  if (/[^ \t\r\n]/.test(text.slice(token.lastIndex))) throw new FieldsProblem('something follows the JSON object')
  return fields
}

/**
 * What is signed: the fields with a text, in the order of their names' bytes, as `name=value` joined by `&`.
 * `isEmpty` says which texts count as none.
 */
export function signedText(fields: SignedFields, left: readonly string[], isEmpty: (text: string) => boolean = (text) => text === ''): string {
  return [...fields]
    .filter(([name, text]) => !left.includes(name) && !isEmpty(text))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `${name}=${text}`)
    .join('&')
}
