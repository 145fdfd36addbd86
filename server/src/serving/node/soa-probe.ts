import { createSocket } from 'node:dgram'
import { randomInt } from 'node:crypto'
import { nameToWire } from '@nameplane/dns-text/names'
import type { Verification } from './driver.ts'
import { keyOfWire } from '../wire/wire-key.ts'
import { CLASS, RCODE, TYPE } from '../wire/wire-types.ts'

/** An engine did not answer for a zone. `reason` is stable: timeout, refused, not_authoritative, no_soa, unreachable. */
export class ProbeFailure extends Error {
  readonly reason: string
  readonly detail: string

  constructor(reason: string, zoneName: string, detail = '') {
    super(`no SOA of ${zoneName}: ${reason}${detail === '' ? '' : ` (${detail})`}`)
    this.name = 'ProbeFailure'
    this.reason = reason
    this.detail = detail
  }
}

/**
 * Asks an engine over UDP for a zone's SOA, as any resolver would, and reads the serial: the proof that a zone is served.
 * @param host an IP address
 * @param onPort told the port that the query is sent from, before it is
 * @throws {ProbeFailure}
 */
export function probeSoa(zoneName: string, host: string, port: number, timeoutMs = 1000, onPort: (port: number) => void = () => {}): Promise<Verification> {
  const question = soaQuestion(zoneName)
  const family = host.includes(':') ? 6 : 4
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type: family === 6 ? 'udp6' : 'udp4', lookup: (name, _options, done) => done(null, name, family) })
    const startedMs = performance.now()
    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      socket.removeAllListeners()
      socket.on('error', () => undefined)
      socket.close()
      settle()
    }
    const fail = (reason: string, detail?: string): void => finish(() => reject(new ProbeFailure(reason, zoneName, detail)))
    const timer = setTimeout(() => fail('timeout', `${timeoutMs} ms`), timeoutMs)
    socket.on('error', (error) => fail('unreachable', error.message))
    socket.on('message', (reply) => {
      if (reply.length < question.length || !reply.subarray(0, 2).equals(question.subarray(0, 2))) return
      const ms = performance.now() - startedMs
      const serial = readSerial(reply, question.length)
      if (typeof serial === 'string') fail(serial)
      else finish(() => resolve({ serial, ms }))
    })
    // Connected: only this engine's packets arrive, and a closed port is told at once.
    socket.connect(port, host, () => {
      onPort(socket.address().port)
      socket.send(question)
    })
  })
}

function soaQuestion(zoneName: string): Buffer {
  const name = zoneName === '' ? new Uint8Array(1) : nameToWire(zoneName)
  keyOfWire(name)
  const question = Buffer.alloc(12 + name.length + 4)
  question.writeUInt16BE(randomInt(65_536), 0)
  question.writeUInt16BE(1, 4)
  question.set(name, 12)
  question.writeUInt16BE(TYPE.SOA, 12 + name.length)
  question.writeUInt16BE(CLASS.IN, 14 + name.length)
  return question
}

/** The serial of the SOA that the answer begins with, or the reason there is none. */
function readSerial(reply: Buffer, questionEnd: number): number | string {
  const rcode = reply.readUInt8(3) & 15
  if (rcode === RCODE.REFUSED) return 'refused'
  if (rcode !== RCODE.NOERROR) return `rcode_${rcode}`
  if ((reply.readUInt8(2) & 0x04) === 0) return 'not_authoritative'
  if (reply.readUInt16BE(6) === 0) return 'no_soa'
  const fixed = afterName(reply, questionEnd)
  if (fixed < 0 || fixed + 10 > reply.length || reply.readUInt16BE(fixed) !== TYPE.SOA) return 'no_soa'
  const numbers = afterName(reply, afterName(reply, fixed + 10))
  return numbers < 0 || numbers + 20 > reply.length ? 'no_soa' : reply.readUInt32BE(numbers)
}

function afterName(message: Buffer, offset: number): number {
  if (offset < 0) return -1
  for (let at = offset; at < message.length;) {
    const length = message.readUInt8(at)
    if (length === 0) return at + 1
    if (length >= 0xc0) return at + 2
    at += 1 + length
  }
  return -1
}
