import { DnsTextError } from './errors.ts'
import type { DnsTextCode, DnsTextParams } from './errors.ts'
import { withLineFeeds } from './line-ends.ts'
import { canonicalName, canonicalSortKey, domainToAscii, lowerWireName, maxNameBytes, nameToWire, relativeHost, wireToName } from './names.ts'
import { parseRdataTokens } from './rdata.ts'
import { isStorableType, parseTypeName, printTypeName } from './record-types.ts'
import type { Tokens } from './tokens.ts'
import { isTtl, parseTtl } from './ttl.ts'
import { expandGenerate } from './zone-generate.ts'
import { ZoneLines } from './zone-lines.ts'
import type { TakeLine, ZoneLine } from './zone-lines.ts'

export interface ZoneRecord {
  /** Absolute, lower case, with final dot. */
  name: string
  /** Mnemonic, or TYPEnnn. */
  type: string
  ttlSeconds: number
  /** Canonical presentation; names absolute with final dot. */
  value: string
}

export interface ParsedZoneRecord extends ZoneRecord {
  /** Of the entry's first physical line, from 1. */
  lineNumber: number
}

export interface ZoneRefusal {
  lineNumber: number
  code: DnsTextCode
  params: DnsTextParams
  /** The entry as written, shortened. */
  text: string
}

/** How a record was read where a reader may have meant another thing. */
export interface ZoneNote {
  lineNumber: number
  code: 'host_like_keyword' | 'name_completed' | 'text_in_pieces'
  params: DnsTextParams
}

export interface ParsedZoneFile {
  /** The zone, absolute, lower case, with final dot. */
  origin: string
  /** The last $TTL of the file, if any. */
  defaultTtlSeconds: number | undefined
  /** In the order of the file. */
  records: ParsedZoneRecord[]
  /** Every entry that was not taken, in the order of the file. */
  refusals: ZoneRefusal[]
  /** Of records that were taken, in the order of the file. */
  notes: ZoneNote[]
}

export interface ZoneFileOptions {
  /** The zone the file is for; records outside are refused. */
  origin: string
  /** For records that have no TTL where neither $TTL, nor a record before, nor the SOA gives one. */
  defaultTtlSeconds: number
  /** Reading stops with too_many_records after as many. */
  maxRecords?: number
  /** Takes lines that are none of a zone file out of it. */
  takeLine?: TakeLine
}

const soaCode = 6
const textCode = 16
/** NS, CNAME, PTR, MX, SRV, DNAME: their value ends with a name. */
const namedTypes = new Set([2, 5, 12, 15, 33, 39])
const classIn = new Set(['IN', 'CLASS1'])
const otherClass = /^(?:CH|CHAOS|HS|HESIOD|CS|NONE|ANY|CLASS\d+)$/

/** Does the lower-case wire name end with the lower-case zone, at a label? */
function isWithin(wire: Uint8Array, zone: Uint8Array): boolean {
  let position = 0
  while (wire.length - position > zone.length) position += (wire[position] as number) + 1
  if (wire.length - position !== zone.length) return false
  for (let index = 0; index < zone.length; index += 1) {
    if (wire[position + index] !== zone[index]) return false
  }
  return true
}

// Relative names without anything to judge, which nearly all owners are.
const plainRelative = /^(?:[0-9A-Za-z_*-]{1,63}\.)*[0-9A-Za-z_*-]{1,63}$/

class ZoneFileReader {
  records: ParsedZoneRecord[] = []
  refusals: ZoneRefusal[] = []
  notes: ZoneNote[] = []
  defaultTtlSeconds: number | undefined
  #options: ZoneFileOptions
  #zone: Uint8Array
  #origin: Uint8Array = new Uint8Array(1)
  /** What completes a relative name, and how long a plain one may be that this alone makes a name of the zone. */
  #dottedOrigin = '.'
  #plainLength = 0
  /** The owner blank lines repeat; undefined after an owner that could not be read. */
  #owner: { name: string; isWithinZone: boolean } | undefined
  #ownerText: string | undefined
  /** What stands for $TTL in a file that begins with a SOA without TTL: its minimum. */
  #impliedTtlSeconds: number | undefined
  #previousTtlSeconds: number | undefined
  #generated = 0

  constructor(options: ZoneFileOptions) {
    this.#options = options
    this.#zone = lowerWireName(nameToWire(options.origin))
    this.#setOrigin(this.#zone)
  }

  #setOrigin(origin: Uint8Array): void {
    this.#origin = origin
    const lower = lowerWireName(origin)
    this.#dottedOrigin = `.${wireToName(lower).name}`
    // Below a name outside the zone may lie the zone, or not.
    this.#plainLength = isWithin(lower, this.#zone) && lower.length > 1 ? maxNameBytes - 1 - lower.length : 0
  }

  read(text: string): ParsedZoneFile {
    const lines = new ZoneLines(withLineFeeds(text), this.#options.takeLine)
    for (let line = lines.next(); line !== undefined; line = lines.next()) {
      try {
        if (line.problem !== undefined) {
          this.#forgetOwner(line)
          throw line.problem
        }
        if (line.taken === undefined) this.#readLine(line)
        else if (line.taken.owner === undefined) this.#forgetOwner(line)
        else this.#readOwner(line.taken.owner)
      } catch (error) {
        if (!(error instanceof DnsTextError)) throw error
        const { code, params } = error
        this.refusals.push({ lineNumber: line.lineNumber, code, params, text: lines.source(line) })
        if (code === 'too_many_records') break
      }
    }
    const { records, refusals, notes, defaultTtlSeconds } = this
    return { origin: wireToName(this.#zone).name, defaultTtlSeconds, records, refusals, notes }
  }

  #forgetOwner(line: ZoneLine): void {
    if (line.startsBlank) return
    this.#owner = undefined
    this.#ownerText = undefined
  }

  #readLine(line: ZoneLine): void {
    const { tokens } = line
    const first = tokens.texts[0] as string
    if (!line.startsBlank && first.startsWith('$') && tokens.quoted[0] === false) this.#readDirective(line, first)
    else this.#readRecord(tokens, line.startsBlank, line.lineNumber)
  }

  #readDirective(line: ZoneLine, directive: string): void {
    const { tokens } = line
    tokens.position = 1
    switch (directive.toUpperCase()) {
      case '$ORIGIN':
        this.#setOrigin(this.#wireNameOf(onlyWord(tokens)))
        this.#ownerText = undefined
        return
      case '$TTL':
        this.defaultTtlSeconds = parseTtl(onlyWord(tokens))
        return
      case '$INCLUDE':
        // Another file of the server must never be reachable from an upload.
        throw new DnsTextError('include_refused')
      case '$GENERATE':
        for (const text of expandGenerate(tokens, this.#generated)) {
          this.#generated += 1
          const generated = new ZoneLines(text).next()
          if (generated === undefined) throw new DnsTextError('bad_generate', { text })
          if (generated.problem !== undefined) throw generated.problem
          this.#readGenerated(generated.tokens, line.lineNumber)
        }
        return
      default:
        throw new DnsTextError('unknown_directive', { directive })
    }
  }

  /** Generated lines leave the owner for blank lines as it was. */
  #readGenerated(tokens: Tokens, lineNumber: number): void {
    const [owner, ownerText] = [this.#owner, this.#ownerText]
    try {
      this.#readRecord(tokens, false, lineNumber)
    } finally {
      this.#owner = owner
      this.#ownerText = ownerText
    }
  }

  #wireNameOf(text: string): Uint8Array {
    return text === '@' ? this.#origin : nameToWire(inAscii(text), this.#origin)
  }

  /** Names in Unicode are looked for only once a name was refused for it: texts may hold any octet. */
  #readRdata(typeCode: number, tokens: Tokens): { wire: Uint8Array; text: string } {
    const start = tokens.position
    try {
      return parseRdataTokens(typeCode, tokens, this.#origin)
    } catch (error) {
      if (!(error instanceof DnsTextError) || error.code !== 'name_not_ascii') throw error
      tokens.texts = tokens.texts.map((text, index) => (index < start || tokens.quoted[index] === true ? text : inAscii(text)))
      tokens.position = start
      return parseRdataTokens(typeCode, tokens, this.#origin)
    }
  }

  #readOwner(text: string): void {
    if (text === this.#ownerText) return
    this.#owner = undefined
    this.#ownerText = undefined
    if (text.length <= this.#plainLength && plainRelative.test(text)) {
      this.#owner = { name: `${text.toLowerCase()}${this.#dottedOrigin}`, isWithinZone: true }
      this.#ownerText = text
      return
    }
    const lower = lowerWireName(this.#wireNameOf(text))
    this.#owner = { name: wireToName(lower).name, isWithinZone: isWithin(lower, this.#zone) }
    this.#ownerText = text
  }

  #readRecord(tokens: Tokens, isOwnerBlank: boolean, lineNumber: number): void {
    if (!isOwnerBlank) this.#readOwner(tokens.next())
    const owner = this.#owner
    if (owner === undefined) throw new DnsTextError('entry_without_owner')
    const explicitTtlSeconds = readTtlAndClass(tokens)
    if (tokens.isAtEnd) throw new DnsTextError('type_missing')
    const typeText = tokens.next()
    const typeCode = parseTypeName(typeText)
    const type = printTypeName(typeCode)
    if (!isStorableType(typeCode)) throw new DnsTextError('type_not_storable', { type })
    const { wire, text } = this.#readRdata(typeCode, tokens)
    const ttlSeconds = this.#ttlOf(explicitTtlSeconds, typeCode, wire)
    if (!owner.isWithinZone) {
      throw new DnsTextError('out_of_zone', { name: owner.name, zone: wireToName(this.#zone).name })
    }
    if (this.records.length >= (this.#options.maxRecords ?? Infinity)) {
      throw new DnsTextError('too_many_records', { max: this.records.length })
    }
    this.records.push({ name: owner.name, type, ttlSeconds, value: text, lineNumber })
    this.#noteReading(tokens, isOwnerBlank, typeCode, text, lineNumber)
  }

  /** What the standard reads so and a person may have meant otherwise. */
  #noteReading(tokens: Tokens, isOwnerBlank: boolean, typeCode: number, value: string, lineNumber: number): void {
    const note = (code: ZoneNote['code'], params: DnsTextParams): void => void this.notes.push({ lineNumber, code, params })
    const { texts, quoted } = tokens
    const first = texts[0] as string
    // White space in front gets lost in copying. Reverse zones have owners of digits.
    if (!isOwnerBlank && (classIn.has(first.toUpperCase()) || (/^\d{3,}$/.test(first) && Number(first) > 255))) note('host_like_keyword', { text: first })
    const last = texts.at(-1) as string
    if (namedTypes.has(typeCode)) {
      if (!last.endsWith('.') && last.includes('.')) note('name_completed', { text: last, name: value.slice(value.lastIndexOf(' ') + 1) })
    } else if (typeCode === textCode && texts.length > 1 && quoted.at(-1) === false && quoted.at(-2) === false && value.split('" "').length > 1)
      note('text_in_pieces', {})
  }

  /** RFC 2308 §4 ($TTL), else RFC 1035 §5.1 (the record before), and for a file with neither, as BIND does, the SOA minimum. */
  #ttlOf(explicitTtlSeconds: number | undefined, typeCode: number, wire: Uint8Array): number {
    if (explicitTtlSeconds !== undefined) {
      this.#previousTtlSeconds = explicitTtlSeconds
      return explicitTtlSeconds
    }
    if (this.defaultTtlSeconds !== undefined) return this.defaultTtlSeconds
    if (this.#impliedTtlSeconds !== undefined) return this.#impliedTtlSeconds
    if (this.#previousTtlSeconds !== undefined) return this.#previousTtlSeconds
    if (typeCode === soaCode) {
      this.#impliedTtlSeconds = new DataView(wire.buffer).getUint32(wire.length - 4)
      return this.#impliedTtlSeconds
    }
    return this.#options.defaultTtlSeconds
  }
}

/** BIND takes UTF-8 for the octets it is made of, which no client asks for: what is meant are A-labels (RFC 5891). */
function inAscii(name: string): string {
  return /[^\0-\x7f]/.test(name) ? domainToAscii(name) : name
}

function onlyWord(tokens: Tokens): string {
  const word = tokens.next()
  if (!tokens.isAtEnd) throw new DnsTextError('too_many_fields', { text: tokens.next() })
  return word
}

/** TTL and class may stand in either order, each may be missing (RFC 1035 §5.1). Only class IN is taken. */
function readTtlAndClass(tokens: Tokens): number | undefined {
  let ttlSeconds: number | undefined
  let hasClass = false
  for (;;) {
    const text = tokens.peek()
    if (text === undefined) return ttlSeconds
    const upper = text.toUpperCase()
    if (!hasClass && classIn.has(upper)) {
      hasClass = true
    } else if (!hasClass && otherClass.test(upper)) {
      throw new DnsTextError('bad_class', { class: text })
    } else if (ttlSeconds === undefined && isTtl(text)) {
      ttlSeconds = parseTtl(text)
    } else {
      return ttlSeconds
    }
    tokens.position += 1
  }
}

/**
 * Reads a zone file (RFC 1035 §5, RFC 2308 §4, $GENERATE as BIND). Never throws for what stands in the file: each entry is
 * either among the records or, with its line and a code, among the refusals. Throws only when `options.origin` is no name.
 */
export function parseZoneFile(text: string, options: ZoneFileOptions): ParsedZoneFile {
  return new ZoneFileReader(options).read(text)
}

// SOA first, then NS: the order people expect at the head of a zone and of a delegation.
function typeRank(type: string): string {
  return type === 'SOA' ? '0' : type === 'NS' ? '1' : `2${type}`
}

export interface ZonePrintOptions {
  /** Printed as $TTL, and left out of the records that have it. Without it every record shows its own. */
  defaultTtlSeconds?: number
  /** Printed as comment lines at the head. */
  comment?: string
}

/**
 * A zone file of these records that BIND and parseZoneFile read back to the same: names relative to the origin, values as
 * they are (their names absolute), SOA and apex first, then in canonical order. The values must be canonical presentation.
 * Throws out_of_zone, and as nameToWire for a bad name.
 */
export function printZoneFile(origin: string, records: readonly ZoneRecord[], options: ZonePrintOptions = {}): string {
  const zone = canonicalName(origin)
  const keyed = records.map((record) => ({ record, key: canonicalSortKey(record.name), rank: typeRank(record.type) }))
  const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
  keyed.sort((left, right) => order(left.key, right.key) || order(left.rank, right.rank))
  const lines: string[] = []
  for (const line of options.comment?.split(/\r\n|[\r\n]/) ?? []) lines.push(`; ${line}`.trimEnd())
  lines.push(`$ORIGIN ${zone}`)
  if (options.defaultTtlSeconds !== undefined) lines.push(`$TTL ${options.defaultTtlSeconds}`)
  for (const { record } of keyed) {
    const ttl = record.ttlSeconds === options.defaultTtlSeconds ? '' : String(record.ttlSeconds)
    lines.push(`${relativeHost(record.name, zone)}\t${ttl}\tIN\t${record.type}\t${record.value}`)
  }
  return `${lines.join('\n')}\n`
}
