import type { Resolution } from './query-context.ts'
import { onlyDefaultLine, type LineMatch, type LineTable } from '../lines/line-table.ts'
import { emptyQuery, readQuery, type Query } from '../wire/query.ts'
import { ResponseWriter } from './response.ts'
import { resolve } from './resolve.ts'
import type { ZoneTable } from '../zone/zone-table.ts'
import { CLASS, OPCODE, RCODE, TYPE } from '../wire/wire-types.ts'

/** What our answers over UDP never exceed, so that they are not cut into fragments (RFC 9715 §3.2). */
export const maxUdpBytes = 1232
const maxTcpBytes = 65_535
const ednsBytes = 11

/** All an answer depends on besides the packet. */
export type AnswerContext = {
  readonly zones: ZoneTable
  readonly lines: LineTable
  /** 4 or 16 bytes; the asker's, used for the line when the query names no client subnet. */
  readonly clientAddress: Uint8Array
  readonly transport: 'udp' | 'tcp'
  /** Gives 0 ≤ x < 1; decides weights and the order of a set. */
  readonly random: () => number
}

/** What happened, for counters and the live log. */
export type AnswerEvent = {
  /** Null outside all zones. */
  readonly domainId: number | null
  readonly zone: string | null
  /** Most specific line of the client. */
  readonly line: string
  /** Line whose records were given; null when none were. */
  readonly answeredLine: string | null
  readonly type: number
  /** With the extended bits of EDNS. */
  readonly rcode: number
  /** See wire-key.ts; '' for the root and for a question that could not be read. */
  readonly nameKey: string
  /** The name has records of its own: not a wildcard's, not below a delegation, and not nothing. */
  readonly isOwnName: boolean
  readonly truncated: boolean
}

/** `response` null: say nothing. It is a copy that the caller may keep. */
export type Answer = { readonly response: Buffer | null; readonly event: AnswerEvent | null }

const dropped: Answer = { response: null, event: null }

// Answering is synchronous, so one of each serves all queries.
const query = emptyQuery()
const writer = new ResponseWriter()

/**
 * Answers one message. Total: any bytes give an answer, a refusal or silence, never an exception.
 * RFC 1034 §4.3.2, RFC 2181, RFC 2308, RFC 4592, RFC 6672, RFC 6891, RFC 7871, RFC 8482.
 */
export function answerQuery(packet: Uint8Array, context: AnswerContext): Answer {
  const reading = readQuery(packet, query)
  if (reading === 'drop') return dropped
  if (reading === 'malformed') return refuse(packet, context, RCODE.FORMERR)
  if (reading === 'other-opcode') {
    // A NOTIFY for a zone whose primary we are (RFC 1996 §3.10); nothing else is understood.
    return refuse(packet, context, query.opcode === OPCODE.NOTIFY ? RCODE.NOTAUTH : RCODE.NOTIMP)
  }
  if (query.ednsVersion > 0) return refuse(packet, context, RCODE.BADVERS)
  if (query.class !== CLASS.IN && query.class !== CLASS.ANY) return refuse(packet, context, RCODE.REFUSED)
  if (query.type === 0) return refuse(packet, context, RCODE.NOTIMP)
  if (query.type === TYPE.AXFR || query.type === TYPE.IXFR) return refuse(packet, context, RCODE.REFUSED)

  const { zones } = context
  let zone = zones.find(query.name)
  if (zone !== undefined && query.type === TYPE.DS && zone.key === query.name.key && query.name.labels > 0) {
    zone = zones.find(query.name, 1) ?? zone // RFC 4035 §3.1.4.1: the parent answers, when we have it
  }
  if (zone === undefined) return refuse(packet, context, RCODE.REFUSED)

  const { subnet } = query
  const client = matchClient(context, query)
  const usable = usableBytes(context.transport, query)
  const nameKey = query.name.key
  writer.begin(packet, query.questionEnd, usable)
  const resolution = resolve({ zone, query, packet, chain: client.chain, random: context.random, writer })
  writer.setRcode(resolution.rcode)
  if (resolution.authoritative) writer.setAuthoritative()
  if (resolution.truncated) writer.setTruncated()
  if (query.hasEdns) {
    const scope = resolution.dependsOnLine && subnet !== null && subnet.sourcePrefix > 0 ? client.scope : 0
    writer.addEdns(maxUdpBytes, resolution.rcode, query.dnssecOk, packet, query.subnetAt, query.subnetBytes, scope)
  }
  return { response: writer.finish(), event: eventOf(zone.domainId, zone.name, client, resolution, nameKey, query.type) }
}

function eventOf(domainId: number, zone: string, client: LineMatch, resolution: Resolution, nameKey: string, type: number): AnswerEvent {
  return {
    domainId,
    zone,
    line: client.chain[0] as string,
    answeredLine: resolution.line,
    type,
    rcode: resolution.rcode,
    nameKey,
    isOwnName: resolution.isOwnName,
    truncated: resolution.truncated,
  }
}

/** The client the answer is for: the named subnet, or the asker where none is named (RFC 7871 §7.2.1: /0 names none). */
function matchClient(context: AnswerContext, asked: Query): LineMatch {
  const { subnet } = asked
  if (subnet !== null && subnet.sourcePrefix > 0) return context.lines.match(subnet.address, subnet.sourcePrefix)
  const { clientAddress } = context
  return context.lines.match(clientAddress, clientAddress.length * 8)
}

/** Room for question and records: what the client takes, less what EDNS will need. */
function usableBytes(transport: 'udp' | 'tcp', asked: Query): number {
  const edns = asked.hasEdns ? ednsBytes + asked.subnetBytes : 0
  return (transport === 'tcp' ? maxTcpBytes : Math.min(asked.udpBytes, maxUdpBytes)) - edns
}

/** A reply without records. The question is repeated when it could be read. */
function refuse(packet: Uint8Array, context: AnswerContext, rcode: number): Answer {
  const client = matchClient(context, query)
  writer.begin(packet, query.questionEnd, maxUdpBytes)
  writer.setRcode(rcode)
  if (query.hasEdns) {
    writer.addEdns(maxUdpBytes, rcode, query.dnssecOk, packet, query.subnetAt, query.subnetBytes, 0)
  }
  return {
    response: writer.finish(),
    event: {
      domainId: null,
      zone: null,
      line: client.chain[0] as string,
      answeredLine: null,
      type: query.type,
      rcode,
      nameKey: query.name.key,
      isOwnName: false,
      truncated: false,
    },
  }
}

/**
 * The reply to a client over its rate: only "ask again by TCP", which a forged source cannot follow and a real one can.
 * Null when the packet is no query.
 */
export function slipReply(packet: Uint8Array): Buffer | null {
  const reading = readQuery(packet, query)
  if (reading !== 'query') return null
  writer.begin(packet, query.questionEnd, maxUdpBytes)
  writer.setTruncated()
  if (query.hasEdns) writer.addEdns(maxUdpBytes, RCODE.NOERROR, query.dnssecOk, packet, 0, 0, 0)
  return writer.finish()
}

/** A context for a node without lines; for tests and for reading zones back. */
export function plainContext(zones: ZoneTable, transport: 'udp' | 'tcp' = 'udp'): AnswerContext {
  return { zones, lines: onlyDefaultLine, clientAddress: Uint8Array.of(127, 0, 0, 1), transport, random: Math.random }
}
