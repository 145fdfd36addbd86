/**
 * A segment table as one file: magic, checksum, a JSON header, then the arrays as they lie in memory (little-endian, each
 * at a multiple of 8 bytes), so that loading is one read without parsing.
 */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FamilyParts, SegmentParts } from './segment-parts.ts'

/** Raise it when the layout or the meaning of an array changes: older files are then rebuilt. */
const MAGIC = 'NPLINES1'
/** Magic (8 bytes), CRC-32 of all that follows it (4), length of the JSON header (4). */
const PREAMBLE_BYTES = 16

const FAMILY_ARRAYS = ['classStarts', 'classIds', 'originStarts', 'originIds'] as const
const TABLE_ARRAYS = ['originAs', 'originCountries', 'asNumbers', 'asNameOffsets', 'asNameBytes'] as const

type ArrayAt = (bytes: ArrayBufferLike, offset: number, length: number) => NumberArray
const ARRAY_TYPES = {
  Uint8Array: (bytes, offset, length) => new Uint8Array(bytes, offset, length),
  Uint16Array: (bytes, offset, length) => new Uint16Array(bytes, offset, length),
  Uint32Array: (bytes, offset, length) => new Uint32Array(bytes, offset, length),
} as const satisfies Record<string, ArrayAt>
type NumberArray = Uint8Array | Uint16Array | Uint32Array

type Header = {
  readonly fingerprint: string
  readonly classes: readonly (readonly string[])[]
  readonly countries: readonly string[]
  readonly arrays: readonly { readonly name: string; readonly type: keyof typeof ARRAY_TYPES; readonly length: number }[]
}

/** The file is not a segment table we can use: damaged, cut short, of another layout, or built from other sources. */
export class SegmentFileProblem extends Error {
  override readonly name = 'SegmentFileProblem'
}

/** Writes beside the target and renames, so that a reader never sees half a file. @throws on a full or read-only disk */
export function writeSegmentFile(file: string, parts: SegmentParts, fingerprint: string): void {
  const arrays = namedArrays(parts)
  const header: Header = {
    fingerprint,
    classes: parts.classes,
    countries: parts.countries,
    arrays: arrays.map(({ name, array }) => ({ name, type: typeOf(array), length: array.length })),
  }
  const headerBytes = Buffer.from(JSON.stringify(header), 'utf8')
  const chunks: Uint8Array[] = [headerBytes]
  let length = PREAMBLE_BYTES + headerBytes.length
  for (const { array } of arrays) {
    const padding = padTo8(length) - length
    if (padding > 0) chunks.push(new Uint8Array(padding))
    chunks.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    length += padding + array.byteLength
  }
  const headerLength = Buffer.alloc(4)
  headerLength.writeUInt32LE(headerBytes.length)
  chunks.unshift(headerLength)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(chunks.reduce((sum, chunk) => crc32(chunk, sum), 0))

  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  try {
    const handle = openSync(draft, 'w', 0o600)
    try {
      for (const chunk of [Buffer.from(MAGIC, 'latin1'), checksum, ...chunks]) writeFileSync(handle, chunk)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Reads a file written by writeSegmentFile.
 * @throws SegmentFileProblem when it is damaged, or its fingerprint is not the expected one
 * @throws the error of the file system when it cannot be read
 */
export function readSegmentFile(file: string, expectedFingerprint: string): SegmentParts {
  const bytes = readWhole(file)
  if (bytes.length < PREAMBLE_BYTES || bytes.toString('latin1', 0, 8) !== MAGIC) {
    throw new SegmentFileProblem(`${file} is from another version`)
  }
  if (crc32(bytes.subarray(12)) !== bytes.readUInt32LE(8)) throw new SegmentFileProblem(`${file} is damaged (wrong checksum)`)
  const headerEnd = PREAMBLE_BYTES + bytes.readUInt32LE(12)
  // The checksum holds, so the header is what writeSegmentFile of this layout version wrote.
  const header = JSON.parse(bytes.toString('utf8', PREAMBLE_BYTES, headerEnd)) as Header
  if (header.fingerprint !== expectedFingerprint) throw new SegmentFileProblem(`${file} was built from other data`)
  const arrays = new Map<string, NumberArray>()
  let offset = headerEnd
  for (const { name, type, length } of header.arrays) {
    offset = padTo8(offset)
    const array = ARRAY_TYPES[type](bytes.buffer, bytes.byteOffset + offset, length)
    arrays.set(name, array)
    offset += array.byteLength
  }
  return partsOf(header, arrays)
}

/** Into memory of its own, which starts at a multiple of 8, as the arrays need, and which several threads may have. */
function readWhole(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.from(new SharedArrayBuffer(fstatSync(handle).size))
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(handle, bytes, filled, bytes.length - filled, filled)
      if (count === 0) throw new SegmentFileProblem(`${file} was truncated while it was read`)
      filled += count
    }
    return bytes
  } finally {
    closeSync(handle)
  }
}

function namedArrays(parts: SegmentParts): { name: string; array: NumberArray }[] {
  return [
    ...FAMILY_ARRAYS.map((name) => ({ name: `ipv4.${name}`, array: parts.ipv4[name] })),
    ...FAMILY_ARRAYS.map((name) => ({ name: `ipv6.${name}`, array: parts.ipv6[name] })),
    ...TABLE_ARRAYS.map((name) => ({ name, array: parts[name] })),
  ]
}

function partsOf(header: Header, arrays: ReadonlyMap<string, NumberArray>): SegmentParts {
  const wide = (name: string): Uint32Array => arrayOf(arrays, name, Uint32Array)
  const narrow = (name: string): Uint16Array => arrayOf(arrays, name, Uint16Array)
  const family = (name: string): FamilyParts => ({
    classStarts: wide(`${name}.classStarts`),
    classIds: narrow(`${name}.classIds`),
    originStarts: wide(`${name}.originStarts`),
    originIds: wide(`${name}.originIds`),
  })
  return {
    classes: header.classes,
    countries: header.countries,
    ipv4: family('ipv4'),
    ipv6: family('ipv6'),
    originAs: wide('originAs'),
    originCountries: narrow('originCountries'),
    asNumbers: wide('asNumbers'),
    asNameOffsets: wide('asNameOffsets'),
    asNameBytes: arrayOf(arrays, 'asNameBytes', Uint8Array),
  }
}

function arrayOf<T extends NumberArray>(arrays: ReadonlyMap<string, NumberArray>, name: string, type: new () => T): T {
  const array = arrays.get(name)
  if (!(array instanceof type)) throw new SegmentFileProblem(`${name} is missing from the line table`)
  return array
}

function typeOf(array: NumberArray): keyof typeof ARRAY_TYPES {
  if (array instanceof Uint8Array) return 'Uint8Array'
  return array instanceof Uint16Array ? 'Uint16Array' : 'Uint32Array'
}

function padTo8(offset: number): number {
  return Math.ceil(offset / 8) * 8
}
