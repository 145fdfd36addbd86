import type { Resolution } from './query-context.ts'
import { onlyDefaultLine, type LineMatch, type LineTable } from '../lines/line-table.ts'
import { tableFor } from '../lines/zone-lines.ts'
import { emptyQuery, readQuery, type ClientSubnet, type Query } from '../wire/query.ts'
import { ReplyOptions, withoutIdentity, type Identity } from './reply-options.ts'
import { ednsBytes, maxUdpBytes, ResponseWriter } from './response.ts'
import { resolve } from './resolve.ts'
import { isEncrypted, type Transport } from '../wire/transport.ts'
import { catalogDomainId, type CompiledZone } from '../zone/rrset.ts'
import type { ZoneTable } from '../zone/zone-table.ts'
import { checkTsig, TsigSigner, withRefusal, type TsigRefusal } from '../wire/tsig.ts'
import { CLASS, OPCODE, RCODE, TYPE } from '../wire/wire-types.ts'

const maxTcpBytes = 65_535
const noCatalogs: ReadonlyMap<string, CompiledZone> = new Map()

/** All an answer depends on besides the packet. */
export type AnswerContext = {
  readonly zones: ZoneTable
  /** Zones that list zones, by their key; each is of one secondary server. */
  readonly catalogs: ReadonlyMap<string, CompiledZone>
  readonly lines: LineTable
  /** 4 or 16 bytes; the asker's, used for the line when the query names no client subnet. */
  readonly clientAddress: Uint8Array
  readonly transport: Transport
  /** Gives 0 ≤ x < 1; decides weights and the order of a set. */
  readonly random: () => number
  readonly identity: Identity
  /** Since 1970, for cookies. */
  readonly nowSeconds: number
}

/** What happened, for counters and the live log. */
export type AnswerEvent = {
  /** Null outside all zones. */
  readonly domainId: number | null
  readonly zone: string | null
  /** Most specific line of the client. */
  readonly line: string
  /** All its lines. The same array for all clients that have the same. */
  readonly chain: readonly string[]
  /** Line whose records were given; null when none were. */
  readonly answeredLine: string | null
  readonly type: number
  /** With the extended bits of EDNS. */
  readonly rcode: number
  /** See wire-key.ts; '' for the root and for a question that could not be read. */
  readonly nameKey: string
  /** The name has records of its own: not a wildcard's, not below a delegation, and not nothing. */
  readonly isOwnName: boolean
  /** The name of the zone that stands for the one that was asked, itself or as its wildcard, cut or DNAME: a key relative to the zone. Null when none does. */
  readonly owner: string | null
  /** The client that the resolver named; an object of this query alone. */
  readonly subnet: ClientSubnet | null
  readonly truncated: boolean
}

export type Answer = {
  /** Null: say nothing. It is a copy that the caller may keep. */
  readonly response: Buffer | null
  readonly event: AnswerEvent | null
  /** The client has shown by a cookie that its address is its own. */
  readonly isKnownClient: boolean
  /** The key of a zone whose primary says that it has changed. */
  readonly notified?: string
}

const dropped: Answer = { response: null, event: null, isKnownClient: false }

// Answering is synchronous, so one of each serves all queries.
const query = emptyQuery()
const options = new ReplyOptions()
const writer = new ResponseWriter()
/** What the signature of this reply will take. */
let signatureBytes = 0
/** The key that has signed this query, by the key of its name; null when none has. */
let signedBy: string | null = null

/**
 * Answers one message. Total: any bytes give an answer, a refusal or silence, never an exception.
 * RFC 1034 §4.3.2, RFC 2181, RFC 2308, RFC 4592, RFC 4892, RFC 5001, RFC 6672, RFC 6891, RFC 7830, RFC 7871, RFC 7873, RFC 8482, RFC 8945.
 */
export function answerQuery(packet: Uint8Array, context: AnswerContext): Answer {
  const reading = readQuery(packet, query)
  if (reading === 'drop') return dropped
  options.fill(query, packet, context.identity, context.clientAddress, context.nowSeconds)
  if (reading === 'malformed' || options.isMalformed) return refuse(packet, context, RCODE.FORMERR)
  if (reading === 'other-opcode') {
    if (query.opcode === OPCODE.UPDATE) return refuseUpdate(packet, context)
    return query.opcode === OPCODE.NOTIFY ? answerNotify(packet, context) : refuse(packet, context, RCODE.NOTIMP)
  }
  return query.tsigAt > 0 ? answerSigned(packet, context) : answerRead(packet, context)
}

/**
 * A NOTIFY (RFC 1996): it counts from a primary of the zone, if it is signed with the key of that one where it is signed. Whoever else says
 * so is told that we have the zone from elsewhere (§3.10).
 */
function answerNotify(packet: Uint8Array, context: AnswerContext): Answer {
  const { identity, clientAddress, nowSeconds } = context
  const { key } = query.name
  const keys = query.type === TYPE.SOA && query.class === CLASS.IN ? identity.primaries.keysOf(key, clientAddress) : null
  if (keys === null) return refuse(packet, context, RCODE.NOTAUTH)
  const check = query.tsigAt === 0 ? null : checkTsig(packet, query.tsigAt, keys, nowSeconds)
  if (check !== null && check.kind !== 'good') return refuse(packet, context, RCODE.NOTAUTH)
  writer.begin(packet, query.questionEnd, maxUdpBytes)
  writer.setAuthoritative()
  const { response, event } = withoutZone(packet, context, RCODE.NOERROR)
  const signed = response === null || check === null ? response : new TsigSigner(check.key, check.mac).sign(response, nowSeconds)
  return { response: signed, event, isKnownClient: check !== null, notified: key }
}

/** Who has signed with a key of ours is known, whatever the source of the packet. */
function answerSigned(packet: Uint8Array, context: AnswerContext): Answer {
  const { nowSeconds } = context
  const check = checkTsig(packet, query.tsigAt, context.identity.keys, nowSeconds)
  if (check.kind === 'malformed') return refuse(packet, context, RCODE.FORMERR)
  if (check.kind === 'refused') return refuseSignature(packet, context, check.refusal)
  const signer = new TsigSigner(check.key, check.mac)
  signatureBytes = signer.bytes
  signedBy = check.keyName
  try {
    const { response, event } = answerRead(packet, context)
    return { response: response === null ? null : signer.sign(response, nowSeconds), event, isKnownClient: true }
  } finally {
    signatureBytes = 0
    signedBy = null
  }
}

function refuseSignature(packet: Uint8Array, context: AnswerContext, refusal: TsigRefusal): Answer {
  const { response, ...refused } = refuse(packet, context, RCODE.NOTAUTH)
  return { ...refused, response: response === null ? null : withRefusal(response, refusal, context.nowSeconds) }
}

/** An update that `Updates` has not taken: nobody has signed it, or not with a key for updates, or it came by HTTPS. */
function refuseUpdate(packet: Uint8Array, context: AnswerContext): Answer {
  if (query.tsigAt === 0) return refuse(packet, context, RCODE.REFUSED)
  const check = checkTsig(packet, query.tsigAt, context.identity.updates.keys, context.nowSeconds)
  if (check.kind === 'malformed') return refuse(packet, context, RCODE.FORMERR)
  return check.kind === 'refused' ? refuseSignature(packet, context, check.refusal) : refuse(packet, context, RCODE.REFUSED)
}

function answerRead(packet: Uint8Array, context: AnswerContext): Answer {
  if (query.ednsVersion > 0) return refuse(packet, context, RCODE.BADVERS)
  if (query.class === CLASS.CH) return answerChaos(packet, context)
  if (query.class !== CLASS.IN && query.class !== CLASS.ANY) return refuse(packet, context, RCODE.REFUSED)
  if (query.type === 0) return refuse(packet, context, RCODE.NOTIMP)
  if (query.type === TYPE.AXFR || query.type === TYPE.IXFR) return answerTransfer(packet, context)

  const { zones, catalogs } = context
  let zone = zones.find(query.name)
  if (query.type === TYPE.SOA && catalogs.size > 0 && zone?.key !== query.name.key) zone = catalogOfClient(context) ?? zone
  if (zone !== undefined && query.type === TYPE.DS && zone.key === query.name.key && query.name.labels > 0) {
    zone = zones.find(query.name, 1) ?? zone // RFC 4035 §3.1.4.1: the parent answers, when we have it
  }
  if (zone === undefined) return refuse(packet, context, RCODE.REFUSED)
  if (zone.isExpired === true) return refuse(packet, context, RCODE.SERVFAIL)
  return answerFrom(zone, packet, context, query.type)
}

/** The catalog zone of this name, if it is that of the client. */
function catalogOfClient({ catalogs, identity, clientAddress }: AnswerContext): CompiledZone | undefined {
  const { key } = query.name
  return identity.transfers.rightToCatalog(key, clientAddress, signedBy) === null ? undefined : catalogs.get(key)
}

/**
 * A transfer that is not given by TCP (`ZoneTransfers`) is refused. By UDP, IXFR is answered with the SOA for who may have the zone: it
 * comes by TCP if it does not have that one (RFC 1995 §2).
 */
function answerTransfer(packet: Uint8Array, context: AnswerContext): Answer {
  const { zones, identity, clientAddress, transport } = context
  if (zones.get(query.name.key)?.isExpired === true) return refuse(packet, context, RCODE.SERVFAIL)
  if (query.type === TYPE.AXFR || transport !== 'udp') return refuse(packet, context, RCODE.REFUSED)
  const domain = zones.get(query.name.key)
  const zone = domain ?? catalogOfClient(context)
  if (zone === undefined) return refuse(packet, context, RCODE.REFUSED)
  if (domain !== undefined && identity.transfers.rightTo(domain.domainId, clientAddress, signedBy) === null) return refuse(packet, context, RCODE.REFUSED)
  query.type = TYPE.SOA
  return answerFrom(zone, packet, context, TYPE.IXFR)
}

/** @param asked the type that is counted */
function answerFrom(zone: CompiledZone, packet: Uint8Array, context: AnswerContext, asked: number): Answer {
  const { subnet } = query
  const client = matchClient(tableFor(zone, context.lines), context, query)
  const usable = usableBytes(context.transport, query)
  const nameKey = query.name.key
  writer.begin(packet, query.questionEnd, usable)
  const resolution = resolve({ zone, query, packet, chain: client.chain, random: context.random, writer, redirects: context.identity.redirects })
  writer.setRcode(resolution.rcode)
  if (resolution.authoritative) writer.setAuthoritative()
  if (resolution.truncated) writer.setTruncated()
  if (query.hasEdns) {
    const scope = resolution.dependsOnLine && subnet !== null && subnet.sourcePrefix > 0 ? client.scope : 0
    writer.addEdns(resolution.rcode, query, packet, scope, options, paddedTo(context.transport))
  }
  return { response: writer.finish(), event: eventOf(zone, client, resolution, nameKey, asked), isKnownClient: options.isKnownClient }
}

function eventOf({ domainId, name }: CompiledZone, client: LineMatch, resolution: Resolution, nameKey: string, type: number): AnswerEvent {
  const isCatalog = domainId === catalogDomainId
  return {
    domainId: isCatalog ? null : domainId,
    zone: isCatalog ? null : name,
    line: client.chain[0] as string,
    chain: client.chain,
    answeredLine: resolution.line,
    type,
    rcode: resolution.rcode,
    nameKey,
    isOwnName: resolution.isOwnName,
    owner: resolution.owner,
    subnet: query.subnet,
    truncated: resolution.truncated,
  }
}

/** The client the answer is for: the named subnet, or the asker where none is named (RFC 7871 §7.2.1: /0 names none). */
function matchClient(lines: LineTable, { clientAddress }: AnswerContext, { subnet }: Query): LineMatch {
  if (subnet !== null && subnet.sourcePrefix > 0) return lines.match(subnet.address, subnet.sourcePrefix)
  return lines.match(clientAddress, clientAddress.length * 8)
}

/** Room for question and records: what the client takes, less what EDNS will need. */
function usableBytes(transport: Transport, asked: Query): number {
  const edns = asked.hasEdns ? ednsBytes + asked.subnetBytes + options.length : 0
  return (transport === 'udp' ? Math.min(asked.udpBytes, maxUdpBytes) : maxTcpBytes) - edns - signatureBytes
}

/** How long the reply may become for padding; 0 where none is due. The length of a reply that can be read tells nothing (RFC 7830 §4). */
function paddedTo(transport: Transport): number {
  return query.isPadded && isEncrypted(transport) ? maxTcpBytes - signatureBytes : 0
}

/** What the node says of itself (RFC 4892). Names of which it says nothing are refused. */
function answerChaos(packet: Uint8Array, context: AnswerContext): Answer {
  const text = query.type === TYPE.TXT || query.type === TYPE.ANY ? context.identity.chaos.get(query.name.key) : undefined
  if (text === undefined) return refuse(packet, context, RCODE.REFUSED)
  writer.begin(packet, query.questionEnd, maxUdpBytes)
  writer.setAuthoritative()
  writer.addChaosText(text)
  return withoutZone(packet, context, RCODE.NOERROR)
}

/** A reply without records. The question is repeated when it could be read. */
function refuse(packet: Uint8Array, context: AnswerContext, rcode: number): Answer {
  writer.begin(packet, query.questionEnd, maxUdpBytes)
  return withoutZone(packet, context, rcode)
}

function withoutZone(packet: Uint8Array, context: AnswerContext, rcode: number): Answer {
  const client = matchClient(context.lines, context, query)
  writer.setRcode(rcode)
  if (query.hasEdns) writer.addEdns(rcode, query, packet, 0, options, paddedTo(context.transport))
  return {
    response: writer.finish(),
    isKnownClient: options.isKnownClient,
    event: {
      domainId: null,
      zone: null,
      line: client.chain[0] as string,
      chain: client.chain,
      answeredLine: null,
      type: query.type,
      rcode,
      nameKey: query.name.key,
      isOwnName: false,
      owner: null,
      subnet: query.subnet,
      truncated: false,
    },
  }
}

/**
 * The reply to a client over its rate: only "ask again by TCP", or with a cookie if it knows cookies (RFC 7873 §5.2.3). A forged
 * source can do neither, a real one can. Null when the packet is no query.
 */
export function slipReply(packet: Uint8Array, { identity, clientAddress, nowSeconds }: AnswerContext): Buffer | null {
  const reading = readQuery(packet, query)
  if (reading !== 'query') return null
  query.subnetBytes = 0
  query.asksNsid = false
  options.fill(query, packet, identity, clientAddress, nowSeconds)
  const rcode = options.hasCookie ? RCODE.BADCOOKIE : RCODE.NOERROR
  writer.begin(packet, query.questionEnd, maxUdpBytes)
  writer.setRcode(rcode)
  if (!options.hasCookie) writer.setTruncated()
  if (query.hasEdns) writer.addEdns(rcode, query, packet, 0, options, 0)
  return writer.finish()
}

/** A context for a node without lines; for tests and for reading zones back. */
export function plainContext(zones: ZoneTable, transport: Transport = 'udp'): AnswerContext {
  return {
    zones,
    catalogs: noCatalogs,
    lines: onlyDefaultLine,
    clientAddress: Uint8Array.of(127, 0, 0, 1),
    transport,
    random: Math.random,
    identity: withoutIdentity,
    nowSeconds: 0,
  }
}
