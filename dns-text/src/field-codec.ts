import { DnsTextError } from './errors.ts'
import { nameToWire, wireToName } from './names.ts'
import type { Field } from './record-type.ts'
import type { Tokens } from './tokens.ts'
import type { WireReader, WireWriter } from './wire.ts'

/** What earlier fields of the record hold: the number, or the length of a text. */
export type SeenFields = Record<string, number>

export interface FieldContext {
  /** Completes names without a final dot; without it they are absolute. Wire form. */
  origin: Uint8Array | undefined
  seen: SeenFields
}

export interface FieldCodec {
  parse(tokens: Tokens, field: Field, out: WireWriter, context: FieldContext): void
  print(wire: WireReader, field: Field, seen: SeenFields): string
}

/** The next word as a name in wire form; `@` is the origin where there is one. */
export function nextName(tokens: Tokens, context: FieldContext): Uint8Array {
  const text = tokens.next()
  return text === '@' && context.origin !== undefined ? context.origin : nameToWire(text, context.origin)
}

export function printName(wire: WireReader): string {
  const { name, end } = wireToName(wire.message, wire.offset, wire.compression)
  if (end > wire.end) throw new DnsTextError('bad_wire', { offset: wire.offset })
  wire.offset = end
  return name
}
