/** How a field is written, checked, stored in the record data, and therefore also which control a form shows. */
export type FieldKind =
  | 'ipv4'
  | 'ipv6'
  /** A domain name; absolute in stored values. */
  | 'name'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  /** Seconds; units as in 1h30m are understood. */
  | 'seconds'
  /** One character-string of at most 255 octets (RFC 1035 §3.3). */
  | 'text'
  /** A character-string that is empty or a substitution expression (RFC 3402 §3.2). */
  | 'naptr-regexp'
  /** One or more character-strings (RFC 1035 §3.3.14). */
  | 'texts'
  /** Text that reaches to the end of the record data, without a length octet. */
  | 'long-text'
  | 'hex'
  | 'base64'
  | 'caa-tag'
  /** The key list of HTTPS and SVCB (RFC 9460 §2.1). */
  | 'svc-params'
  /** All of a LOC record (RFC 1876 §3). */
  | 'location'
  /** 6 or 8 octets in hexadecimal pairs with hyphens (RFC 7043). */
  | 'eui48'
  | 'eui64'
  /** 64 bits as the last four groups of an IPv6 address (RFC 6742 §2.1.2). */
  | 'half-ipv6'
  /** Names of record types, stored as a bit map (RFC 4034 §4.1.2). */
  | 'type-list'
  /** Networks of an address prefix list, each perhaps negated (RFC 3123 §4). */
  | 'prefixes'
  /** The gateway of an IPSECKEY: what it is depends on the field `gatewayType` (RFC 4025 §2.5). */
  | 'gateway'
  /** All of a HIP record (RFC 8005 §5). */
  | 'host-identity'
  /** One of the field's `options`, stored as its place among them. */
  | 'choice'
  /** An absolute http or https URL in the form the WHATWG URL standard gives it, of at most `max` characters. */
  | 'web-address'

export interface FieldOption {
  value: string
  label: string
}

export interface Field {
  name: string
  kind: FieldKind
  min?: number
  max?: number
  /** Known values: a select for numbers (the label is understood as well) and choices, suggestions for a caa-tag. */
  options?: readonly FieldOption[]
  /** May be left out in presentation form; then nothing is stored for it. */
  optional?: boolean
  /** May hold no octets or no characters. Hex, base64 and long texts without this must hold some. */
  mayBeEmpty?: boolean
  /** The fewest octets that digits may stand for. */
  minBytes?: number
  /** Length in octets this field must have, by the value of another field; other values leave it free. */
  lengthBy?: { field: string; bytes: Readonly<Record<string, number>> }
  /** A name that must be the root when the field named here holds text. */
  rootUnlessEmpty?: string
}

export interface RecordTypeRow<Mnemonic extends string> {
  mnemonic: Mnemonic
  code: number
  /** Where the type is defined. */
  rfc: string
  /** A value in canonical presentation form. */
  example: string
  fields: readonly Field[]
  /** At most one record of this type may stand at a name. */
  singleton: boolean
  /** May be created and changed in the record editor. */
  userEditable: boolean
  /** A type of the platform's own: never on the wire as itself, unknown to every other program. */
  isPlatformType?: boolean
  /** The field that names another host. */
  targetField?: string
}
