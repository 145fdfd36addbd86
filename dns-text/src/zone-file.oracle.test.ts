import { spawn, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFullProof, proofLength } from '../../tests/support/proof-length.ts'
import { canonicalAddress } from './addresses.ts'
import { refusedLines, takenLines } from './edge-lines.testing.ts'
import { furtherTypes } from './further-types.ts'
import { writtenLabel, writtenRdata, writtenRdataOf } from './generated-records.testing.ts'
import { canonicalName, wireToName } from './names.ts'
import { canonicalRdata, parseRdata } from './rdata.ts'
import { printTypeName } from './record-types.ts'
import { WireReader, printHex } from './wire.ts'
import { parseZoneFile, printZoneFile } from './zone-file.ts'
import type { ZoneRecord } from './zone-file.ts'

// The oracle is BIND's own reader of zone files (Debian: bind9-utils).
const oracle = 'named-compilezone'
const isOracleThere = spawnSync(oracle, ['-v']).status === 0
const origin = 'example.com'

/** What BIND makes of a zone file: octets in its raw format, or text with one record a line. Empty when it refuses the file. */
async function compile(zoneFile: string, format: 'raw' | 'text'): Promise<{ output: Buffer; log: string }> {
  // Names, glue and TTL clashes are the record editor's concern: only reading is compared here.
  const lenient = ['-k', 'ignore', '-n', 'ignore', '-m', 'ignore', '-r', 'ignore', '-i', 'none', '-M', 'ignore', '-S', 'ignore', '-W', 'ignore']
  const child = spawn(oracle, [...lenient, '-f', 'text', '-F', format, '-s', 'full', '-o', '-', origin, '-'])
  const output: Buffer[] = []
  const log: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.end(zoneFile)
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { output: status === 0 ? Buffer.concat(output) : Buffer.alloc(0), log: Buffer.concat(log).toString() }
}

/** Runs `check` over all values, a few at a time: the oracle is a program of its own for each file. */
async function forEachAtOnce<Value>(values: readonly Value[], check: (value: Value) => Promise<void>): Promise<void> {
  const waiting = [...values]
  const worker = async (): Promise<void> => {
    for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) await check(value)
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

/** BIND's raw zone format: 24 octets of header, then sets of records: lengths and numbers, owner, record data. */
function readRaw(raw: Buffer, showsTtl: boolean): string[] {
  const lines: string[] = []
  const wire = new WireReader(raw, 24)
  while (wire.remaining > 0) {
    const set = new WireReader(raw, wire.offset + 4, wire.offset + wire.uint32())
    wire.offset = set.end
    set.uint16()
    const type = printTypeName(set.uint16())
    set.uint16()
    const ttlSeconds = set.uint32()
    const count = set.uint32()
    const owner = canonicalName(wireToName(set.bytes(set.uint16())).name)
    for (let index = 0; index < count; index += 1) {
      lines.push(rawLine(owner, type, ttlSeconds, set.bytes(set.uint16()), showsTtl))
    }
  }
  return lines.toSorted()
}

function rawLine(owner: string, type: string, ttlSeconds: number, wire: Uint8Array, showsTtl: boolean): string {
  return `${owner} ${type} ${showsTtl ? ttlSeconds : 'any TTL'} ${printHex(wire)}`
}

/**
 * Were the records of a set written with different TTLs? Which one BIND then takes, for the set and for lines without TTL
 * below it, is its own affair.
 */
function hasClash(records: readonly ZoneRecord[]): boolean {
  const ttls = new Map<string, number>()
  return records.some(({ name, type, ttlSeconds }) => {
    const known = ttls.get(`${name} ${type}`)
    ttls.set(`${name} ${type}`, ttlSeconds)
    return known !== undefined && known !== ttlSeconds
  })
}

function asRaw(records: readonly ZoneRecord[], showsTtl: boolean): string[] {
  const lines = records.map(({ name, type, ttlSeconds, value }) => rawLine(name, type, ttlSeconds, parseRdata(type, value).wire, showsTtl))
  return [...new Set(lines)].toSorted()
}

/** Each record once, and one TTL for each set. */
function withoutClashes(records: readonly ZoneRecord[]): ZoneRecord[] {
  const ttls = new Map<string, number>()
  const kept = new Map<string, ZoneRecord>()
  for (const record of records) {
    const set = `${record.name} ${record.type}`
    const ttlSeconds = ttls.get(set) ?? record.ttlSeconds
    ttls.set(set, ttlSeconds)
    kept.set(`${set} ${record.value}`, { ...record, ttlSeconds })
  }
  return [...kept.values()]
}

const groupedTypes = new Set(['DS', 'TLSA', 'SSHFP', 'DNSKEY'])

/** Takes out the few differences of spelling that are BIND's own way of printing. */
function inBindSpelling(type: string, value: string): string {
  // BIND writes names for some numbers, zeros left out or groups of digits: what its text means is compared.
  if (furtherTypes.some(({ mnemonic }) => mnemonic === type)) return canonicalRdata(type, value)
  if (groupedTypes.has(type) || type.startsWith('TYPE')) return value.replaceAll(' ', '')
  // The names of newer keys are unknown to older versions, and mixed notation is a matter of taste (RFC 5952 §5).
  if (type === 'HTTPS' || type === 'SVCB') {
    return value.replaceAll(/(?<=[ ,=])(?:dohpath|key7)(?=[ ,=])/g, 'key7').replace(/(?<=ipv6hint=)\S+/, (list) => list.split(',').map(canonicalAddress).join())
  }
  return type === 'AAAA' ? canonicalAddress(value) : value
}

function readText(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, owner, ttlSeconds, type, value] = /^(\S+)\s+(\d+)\s+IN\s+(\S+)\s*(.*)$/.exec(line) ?? []
      if (owner === undefined || type === undefined || value === undefined) throw new Error(`not a record: ${line}`)
      return `${canonicalName(owner)} ${ttlSeconds} ${type} ${inBindSpelling(type, value)}`
    })
    .toSorted()
}

function asText(records: readonly ZoneRecord[]): string[] {
  return records.map(({ name, type, ttlSeconds, value }) => `${name} ${ttlSeconds} ${type} ${inBindSpelling(type, value)}`).toSorted()
}

const ttl = fc.constantFrom('', '', '0', '300', '1h', '2D', '1w1d', '2147483647')
const between = fc.constantFrom(' ', '\t', '  ', ' (\n', ' ;x\n (').map((space) => (space.includes(';') ? ' ' : space))

/** One line: owner (or blank), TTL and class in either order or missing, and data that may run over several lines. */
function writtenLine(owner: fc.Arbitrary<string>, rdata: fc.Arbitrary<{ type: string; text: string }>): fc.Arbitrary<string> {
  return fc
    .tuple(owner, ttl, fc.constantFrom('', 'IN', 'in', 'CLASS1'), fc.boolean(), rdata, between, fc.constantFrom('', ' ; comment "( ', '\n', '\n  ; \n'))
    .map(([name, seconds, className, isTtlFirst, { type, text }, space, end]) => {
      const middle = (isTtlFirst ? [seconds, className] : [className, seconds]).filter((word) => word !== '')
      const isOpen = space.includes('(')
      return `${[name, ...middle, type].join(' ')}${space}${text}${isOpen ? ' ; in between\n )' : ''}${end}`
    })
}

const commonOwner = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('@', 'www', 'WWW', 'mail', '*', '*.wild', '_sip._tcp', 'a.b.c', 'example.com.', 'x.Example.COM.') },
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: writtenLabel },
  { weight: 1, arbitrary: fc.constantFrom('outside.example.net.', 'com.') },
)

// These stand alone at their name, or may not stand at the apex or only with its key; a name of their own keeps each file
// acceptable as a zone.
const aloneTypes = ['CNAME', 'DNAME', 'NS', 'DS', 'CDS', 'CDNSKEY'] as const
const aloneRdata = fc.oneof(...aloneTypes.map(writtenRdataOf))
const sharedRdata = writtenRdata.filter(({ type }) => aloneTypes.every((alone) => alone !== type))

const directive = fc.oneof(
  fc.constantFrom('$TTL 77', '$TTL 1h5m', '$ttl 3D ; days', '$ORIGIN sub', '$ORIGIN sub.example.com.', '$ORIGIN example.com.', '$origin @'),
  fc
    .tuple(
      fc.nat(300),
      fc.nat(8),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('$', '${5}', '${0,4}', '${3,3,x}', '${0,5,n}', '${1,2,X}', '${0,4,o}', '${7,3,N}', 'x\\$$'),
    )
    .chain(([first, count, step, modifier]) =>
      fc
        .constantFrom('A 10.1.2.3', 'CNAME target-$', 'TXT "text-${10,5} $$"', 'MX "10 mail$.a"', 'IN AAAA 2001:db8::${0,0,x}', '60 IN PTR $.x', 'IN 60 NS ns$')
        .map((data) => `$GENERATE ${first}-${first + count}/${step} gen${step}-${first}.${modifier}-h ${data}`.replaceAll('N}-h', 'N}.h')),
    ),
)

const zone = fc
  .tuple(
    writtenRdataOf('SOA'),
    ttl,
    fc.constantFrom('', '$TTL 300\n', '$TTL 1h\n'),
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: writtenLine(commonOwner, sharedRdata) },
        { weight: 3, arbitrary: writtenLine(fc.constant('UNIQUE'), aloneRdata) },
        { weight: 2, arbitrary: directive },
      ),
      { minLength: 4, maxLength: 24 },
    ),
  )
  .map(([soa, soaTtl, head, lines]) => {
    let standsAlone = false
    const numbered = lines.map((line, index) => {
      if (line.startsWith('$')) return line.replace(/^(\$GENERATE \S+) /, `$1 g${index}.`)
      if (line.startsWith(' ')) return standsAlone ? `www${line}` : line
      standsAlone = line.startsWith('UNIQUE')
      return line.replace(/^UNIQUE/, `only-${index}`)
    })
    return `${head}@ ${soaTtl} SOA ${soa.text}\n@ NS ns.example.net.\n${numbered.join('\n')}\n`
  })

// A developer without the oracle sees these as skipped, by this name; where every test must run, its absence is a failure.
const isOptional = process.env['CI'] === undefined
/** BIND is started twice for each zone, a thousand times in the long proof, on a machine that may have other things to do. */
const patient = { timeout: 600_000 }

describe.skipIf(!isOracleThere && isOptional)(`zone files against BIND's ${oracle} (Debian: bind9-utils)`, () => {
  test('the oracle is installed', () => {
    expect(isOracleThere).toBe(true)
  })

  test('written zones hold the same records here and there, and our export of each comes back from BIND as it was', patient, async () => {
    const count = proofLength({ full: 500, part: 120 })
    // The same for everybody, as the order of the tests is; the long proof draws others each time.
    const zones = fc.sample(zone, isFullProof ? count : { numRuns: count, seed: 1035 })
    let records = 0
    let comparedTtls = 0
    await forEachAtOnce(zones, async (zoneFile) => {
      const ours = parseZoneFile(zoneFile, { origin, defaultTtlSeconds: 600 })
      const unexpected = ours.refusals.filter((refusal) => refusal.code !== 'out_of_zone')
      expect(unexpected, zoneFile).toEqual([])
      const theirs = await compile(zoneFile, 'raw')
      expect(theirs.output.length, `${theirs.log}\n${zoneFile}`).toBeGreaterThan(0)
      const showsTtl = !hasClash(ours.records)
      expect(asRaw(ours.records, showsTtl), zoneFile).toEqual(readRaw(theirs.output, showsTtl))
      comparedTtls += showsTtl ? 1 : 0
      const sets = withoutClashes(ours.records)
      const exported = printZoneFile(origin, sets)
      const back = await compile(exported, 'text')
      expect(readText(back.output.toString('latin1')), `${back.log}\n${exported}`).toEqual(asText(sets))
      records += sets.length
    })
    expect(records).toBeGreaterThan(10 * count)
    expect(comparedTtls).toBeGreaterThan(count / 2)
  })

  const head = '$TTL 60\n@ SOA a b 1 2 3 4 5\n@ NS ns.example.net.\n'

  test('as many records as $GENERATE may make are the same here and there', patient, async () => {
    const zoneFile = `${head}$GENERATE 10-131080/2 h\${-10,5,X}.\${0,7,n}.\${1,0,o} 60 IN CNAME t$.\${2,8}.net.\n`
    const { output, log } = await compile(zoneFile, 'raw')
    expect(output.length, log).toBeGreaterThan(0)
    const { records, refusals } = parseZoneFile(zoneFile, { origin, defaultTtlSeconds: 600 })
    expect([records.length, refusals]).toEqual([65_536 + 2, []])
    expect(asRaw(records, true)).toEqual(readRaw(output, true))
  })

  test('what stands at the edge of the grammar is taken here and there', patient, async () => {
    await forEachAtOnce(takenLines, async (line) => {
      const zoneFile = `${head}h ${line}\n`
      const { output, log } = await compile(zoneFile, 'raw')
      expect(output.length, `${line}: ${log}`).toBeGreaterThan(0)
      const { records, refusals } = parseZoneFile(zoneFile, { origin, defaultTtlSeconds: 600 })
      expect(refusals).toEqual([])
      expect(asRaw(records, true)).toEqual(readRaw(output, true))
    })
  })

  test('what stands beyond it is refused here and there', patient, async () => {
    await forEachAtOnce(refusedLines, async (line) => {
      const zoneFile = `${head}h ${line}\n`
      expect((await compile(zoneFile, 'raw')).output.length, line).toBe(0)
      expect(parseZoneFile(zoneFile, { origin, defaultTtlSeconds: 600 }).refusals, line).toHaveLength(1)
    })
  })
})
