import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zoneFromLines } from '../server/src/serving/zone/zones.testing.ts'
import { transferQuery } from '../server/src/serving/transfer/transfer-client.testing.ts'
import { framed } from '../server/src/serving/wire/tcp-client.testing.ts'
import { findKnot, startKnot } from '../tests/support/knot.ts'
import { elapsedMs, inTurns, type Comparison } from './comparison.ts'
import { startOwnNode } from './own-node.ts'

const name = 'transfer-bench.test'
const records = 100_000
const rounds = 7

/** A zone of 100,000 records given whole (AXFR) over TCP, beside Knot giving the same one to the same client. Takes about half a minute. */
export async function wholeTransfer(): Promise<Comparison[]> {
  const program = findKnot()
  const lines = Array.from({ length: records }, (_, at) =>
    at % 5 === 4 ? `t${at} TXT "v=spf1 ip4:198.51.100.${at & 255} -all"` : `n${at} A 10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
  )
  const source = zoneFromLines(name, lines.join('\n'))
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-transfer-'))
  const own = await startOwnNode(folder, [source])
  const knot = program === null ? null : await startKnot(program, [source])
  try {
    // Beside the lines: NS twice, and the SOA at either end.
    const takenFrom = (port: number) => () => elapsedMs(() => take(port, records + 4))
    const what = `whole transfer (AXFR) of ${records.toLocaleString('en')} records`
    for (const port of [own.port, ...(knot ? [knot.port] : [])]) await takenFrom(port)()
    if (knot) return [await inTurns(what, 'ms', rounds, { ours: takenFrom(own.port), peer: takenFrom(knot.port), peerName: 'Knot' })]
    return [{ name: what, ours: await takenFrom(own.port)(), peer: Number.NaN, ratio: Number.NaN, unit: 'ms', peerName: 'Knot, not installed' }]
  } finally {
    await Promise.all([own.stop(), knot?.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Takes the zone and reads no more of it than how many records its messages have. @throws where they are others than there should be */
async function take(port: number, expected: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  let received = 0
  let rest: Buffer = Buffer.alloc(0)
  socket.write(framed(transferQuery(name)))
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      // RFC 1035 §4.1.1: the code of the answer, and how many records it has.
      if ((rest[5]! & 15) !== 0) throw new Error(`the transfer was answered with code ${rest[5]! & 15}`)
      received += rest.readUInt16BE(8)
      rest = rest.subarray(2 + rest.readUInt16BE(0))
    }
    if (received >= expected) break
  }
  socket.destroy()
  if (received !== expected) throw new Error(`${received} records came of ${expected}`)
}
