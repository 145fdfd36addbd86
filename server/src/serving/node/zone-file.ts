import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { joined, type RecordPiece, type UpdateHead, type ZoneUpdate } from '../zone/zone-update.ts'

/** Each line of a file is a checksum and a value; the first one tells the format. */
export const format = 1

export type Head = UpdateHead & { readonly format: number }

/** What a file holds: a whole and the changes after it. */
export type ZoneFile = {
  readonly updates: readonly ZoneUpdate[]
  /** Bytes of the whole, and of all lines that were written to their end; `length` has what was cut off too. */
  readonly whole: number
  readonly end: number
  readonly length: number
}

/** The number of the domain by the name of its file; null for other files. */
export function domainOfFile(file: string): number | null {
  const digits = /^(\d+)\.zone$/.exec(file)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Null when it is not as it was written. */
export function readZoneFile(path: string, domainId: number): ZoneFile | null {
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf(0x0a) + 1
  const pieces: RecordPiece[] = []
  const changes: ZoneUpdate[] = []
  let head: Head | undefined
  let whole = 0
  for (let from = 0; from < end;) {
    const to = bytes.indexOf(0x0a, from)
    const value = valueOf(bytes.subarray(from, to))
    from = to + 1
    if (value === null) return null
    if (head === undefined) head = value as Head
    else if (Array.isArray(value)) pieces.push(value as RecordPiece)
    else changes.push(value as ZoneUpdate)
    if (changes.length === 0) whole = from
    if (head.format !== format) return null
  }
  if (head === undefined || head.update.domainId !== domainId || head.update.source === null || pieces.length !== head.pieces) return null
  return { updates: [joined(head, pieces), ...changes], whole, end, length: bytes.length }
}

export function lineOf(value: unknown): string {
  const text = JSON.stringify(value)
  return `${sumOf(text)} ${text}\n`
}

/** The value of a line; null when it is not what was written. */
function valueOf(line: Buffer): unknown {
  const text = line.subarray(9)
  return line.toString('latin1', 0, 9) === `${sumOf(text)} ` ? JSON.parse(text.toString()) : null
}

function sumOf(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, '0')
}
