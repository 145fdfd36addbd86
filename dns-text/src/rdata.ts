import { stringsToTyped, typedTextToPresentation } from './character-strings.ts'
import { DnsTextError } from './errors.ts'
import type { DnsTextParams } from './errors.ts'
import { nameToWire } from './names.ts'
import { fieldCodecs } from './rdata-fields.ts'
import type { FieldContext, SeenFields } from './field-codec.ts'
import { parseTypeName, printTypeName, typeByCode } from './record-types.ts'
import type { Field, RecordType } from './record-types.ts'
import { Tokens, tokeniseValue } from './tokens.ts'
import { WireReader, WireWriter, parseHex, printHex } from './wire.ts'

/** Octets of one record's data (RFC 1035 §3.2.1, RDLENGTH). */
export const maxRdataBytes = 65_535

/** The field under which types without a row show their data: hexadecimal digits. */
export const unknownField: Field = { name: 'rdata', kind: 'hex', mayBeEmpty: true }

export interface ParsedRdata {
  wire: Uint8Array
  /** Canonical presentation: one spelling for one wire form, names absolute with final dot. */
  text: string
  /** The same by field, as the form of the type shows them. */
  fields: Record<string, string>
}

function rethrowWith(error: unknown, params: DnsTextParams): never {
  if (error instanceof DnsTextError) throw new DnsTextError(error.code, { ...params, ...error.params })
  throw error
}

function parseKnown(type: RecordType, tokens: Tokens, origin: Uint8Array | undefined): Uint8Array {
  const out = new WireWriter()
  const context: FieldContext = { origin, seen: {} }
  for (const field of type.fields) {
    if (field.optional === true && tokens.isAtEnd) continue
    try {
      fieldCodecs[field.kind].parse(tokens, field, out, context)
    } catch (error) {
      rethrowWith(error, { field: field.name })
    }
  }
  if (!tokens.isAtEnd) throw new DnsTextError('too_many_fields', { text: tokens.texts[tokens.position] as string })
  if (out.length > maxRdataBytes) throw new DnsTextError('rdata_too_long', { bytes: out.length, max: maxRdataBytes })
  return out.finish()
}

/** RFC 3597 §5: `\# length hex…`, the first word already recognised. */
function parseGeneric(tokens: Tokens): Uint8Array {
  tokens.position += 1
  const length = tokens.next()
  const digits = tokens.isAtEnd ? '' : tokens.rest()
  const wire = parseHex(digits)
  if (!/^\d{1,5}$/.test(length) || Number(length) !== wire.length) {
    throw new DnsTextError('bad_unknown_rdata', { length, actualBytes: wire.length })
  }
  if (wire.length > maxRdataBytes) throw new DnsTextError('rdata_too_long', { bytes: wire.length, max: maxRdataBytes })
  return wire
}

/** Any record data in the form of RFC 3597 §5. */
export function printUnknownRdata(wire: Uint8Array): string {
  return wire.length === 0 ? '\\# 0' : `\\# ${wire.length} ${printHex(wire)}`
}

function printFields(type: RecordType, wire: WireReader): string {
  const seen: SeenFields = {}
  let text = ''
  for (const field of type.fields) {
    if (field.optional === true && wire.remaining === 0) continue
    const printed = fieldCodecs[field.kind].print(wire, field, seen)
    text += text === '' ? printed : ` ${printed}`
  }
  if (wire.remaining > 0) throw new DnsTextError('bad_wire', { offset: wire.offset })
  return text
}

/** Prints what a reader holds up to its end; in a reader over a message, names may be compressed. Throws bad_wire. */
export function printRdataFrom(typeCode: number, wire: WireReader): string {
  const type = typeByCode(typeCode)
  if (type === undefined) return printUnknownRdata(wire.rest())
  const text = printFields(type, wire)
  // An address prefix list may be empty: no text at all, which nothing would take for a value.
  return text === '' ? printUnknownRdata(new Uint8Array()) : text
}

/** Record data in canonical presentation form. Throws bad_wire, unknown_type. */
export function printRdata(type: string, wire: Uint8Array): string {
  return printRdataFrom(parseTypeName(type), new WireReader(wire))
}

/** The words of one record's data to wire form and canonical text; the way of the zone-file parser. Errors as parseRdata. */
export function parseRdataTokens(typeCode: number, tokens: Tokens, origin: Uint8Array | undefined): { wire: Uint8Array; text: string } {
  const wire = parseRdataWire(typeCode, tokens, origin)
  return { wire, text: printRdataFrom(typeCode, new WireReader(wire)) }
}

/** The same without the text, which nobody needs who only answers. */
export function parseRdataWire(typeCode: number, tokens: Tokens, origin: Uint8Array | undefined): Uint8Array {
  const type = typeByCode(typeCode)
  if (tokens.peek() === '\\#' && tokens.quoted[tokens.position] === false) {
    const wire = parseGeneric(tokens)
    // The rules of a known type hold in this spelling as well; they are applied to what it means.
    return type === undefined ? wire : parseKnown(type, tokeniseValue(printFields(type, new WireReader(wire))), undefined)
  }
  if (type === undefined) {
    // A mnemonic without a row: the type exists, but only its generic spelling is understood.
    const name = printTypeName(typeCode)
    throw new DnsTextError(name.startsWith('TYPE') ? 'bad_unknown_rdata' : 'unsupported_type', { type: name })
  }
  return parseKnown(type, tokens, origin)
}

/**
 * A value in presentation form, on one line, to its wire form, canonical text and fields. Names without a final dot are
 * absolute, or completed by `options.origin`, for which '@' then stands. `\# n hex` (RFC 3597) is read for every type. Throws
 * DnsTextError with `params.field` where a field is at fault.
 */
export function parseRdata(type: string, text: string, options: { origin?: string } = {}): ParsedRdata {
  const typeCode = parseTypeName(type)
  const origin = options.origin === undefined ? undefined : nameToWire(options.origin)
  const parsed = parseRdataTokens(typeCode, tokeniseValue(text), origin)
  return { ...parsed, fields: fieldsOf(typeCode, parsed.wire) }
}

/** The canonical text alone, where its fields are not asked for. Errors as parseRdata. */
export function canonicalRdata(type: string, text: string): string {
  return parseRdataTokens(parseTypeName(type), tokeniseValue(text), undefined).text
}

function stringsOf(kind: Field['kind'], wire: WireReader): Uint8Array[] {
  if (kind === 'long-text' || kind === 'web-address') return [wire.rest()]
  const strings = [wire.bytes(wire.uint8())]
  while (kind === 'texts' && wire.remaining > 0) strings.push(wire.bytes(wire.uint8()))
  return strings
}

function isTextKind(kind: Field['kind']): boolean {
  return kind === 'text' || kind === 'texts' || kind === 'long-text' || kind === 'naptr-regexp' || kind === 'web-address'
}

function fieldsOf(typeCode: number, bytes: Uint8Array): Record<string, string> {
  const type = typeByCode(typeCode)
  if (type === undefined) return { [unknownField.name]: printHex(bytes) }
  const wire = new WireReader(bytes)
  const fields: Record<string, string> = {}
  const seen: SeenFields = {}
  for (const field of type.fields) {
    fields[field.name] = isTextKind(field.kind) ? stringsToTyped(stringsOf(field.kind, wire)) : fieldCodecs[field.kind].print(wire, field, seen)
  }
  return fields
}

/** The fields of a type: its row's, or the one field of a type without a row. Throws unknown_type. */
export function fieldsOfType(type: string): readonly Field[] {
  return typeByCode(parseTypeName(type))?.fields ?? [unknownField]
}

/**
 * A value by field, as the record form shows it: numbers, names and addresses in canonical form, texts without quotes where
 * they can be told back (see stringsToTyped). joinFields gives the same value back. Errors as parseRdata.
 */
export function splitFields(type: string, text: string): Record<string, string> {
  return parseRdata(type, text).fields
}

/**
 * What a record form holds to a canonical value. In text fields everything is taken literally, unless it consists of quoted
 * words. Throws DnsTextError with `params.field`: field_missing for an empty field that must not be, else as parseRdata.
 */
export function joinFields(type: string, fields: Readonly<Record<string, string>>, options: { origin?: string } = {}): string {
  const typeCode = parseTypeName(type)
  const row = typeByCode(typeCode)
  if (row === undefined) {
    const digits = (fields[unknownField.name] ?? '').replace(/\s+/g, '')
    try {
      return printUnknownRdata(parseHex(digits))
    } catch (error) {
      return rethrowWith(error, { field: unknownField.name })
    }
  }
  const tokens = new Tokens()
  for (const field of row.fields) {
    const typed = fields[field.name] ?? ''
    if (typed.trim() === '' && field.optional === true) continue
    try {
      pushTyped(tokens, field, typed)
    } catch (error) {
      rethrowWith(error, { field: field.name })
    }
  }
  const origin = options.origin === undefined ? undefined : nameToWire(options.origin)
  return parseRdataTokens(typeCode, tokens, origin).text
}

// Kinds that take all words to the end, and may therefore be typed as several.
const openKinds: ReadonlySet<Field['kind']> = new Set(['texts', 'hex', 'base64', 'svc-params', 'location', 'type-list', 'prefixes', 'host-identity'])

function pushTyped(tokens: Tokens, field: Field, typed: string): void {
  const isText = isTextKind(field.kind)
  if (!isText && typed.trim() === '') throw new DnsTextError('field_missing')
  const words = tokeniseValue(isText ? typedTextToPresentation(typed) : typed)
  if (words.texts.length > 1 && !openKinds.has(field.kind)) {
    // A long literal text is cut into strings only where the type allows several.
    if (field.kind !== 'long-text' && field.kind !== 'web-address') {
      throw isText ? new DnsTextError('text_too_long', { max: 255 }) : new DnsTextError('too_many_fields', { text: words.texts[1] as string })
    }
    tokens.push(words.texts.join(''), true, false)
    return
  }
  words.texts.forEach((text, index) => tokens.push(text, words.quoted[index] === true, words.glued[index] === true))
}
