import type { AnswerContext } from '../answer/answer.ts'
import { maxUdpBytes } from '../answer/response.ts'
import { emptyQuery, readQuery } from '../wire/query.ts'
import { checkTsig, TsigSigner } from '../wire/tsig.ts'
import { OPCODE, RCODE, TYPE } from '../wire/wire-types.ts'
import { readUpdate, type UpdateRequest } from './update-message.ts'

/** Has an update executed by the control plane; answers a response code, SERVFAIL where that is away. Never rejects. */
export type AskUpdate = (request: UpdateRequest) => Promise<number>

/** On their way at the same time, of all keys and of one; more are answered SERVFAIL at once, and asked again by their clients. */
const mostAtOnce = 32
const mostOfKey = 8
/** Clients ask again after three seconds (nsupdate). */
const patienceMs = 2_500

const headerBytes = 12
const optBytes = 11
const query = emptyQuery()

/** The updates that came to one thread of a node: verified here, executed by the control plane, answered here. */
export class Updates {
  readonly #ask: AskUpdate
  readonly #running = new Map<number, number>()
  #total = 0

  constructor(ask: AskUpdate) {
    this.#ask = ask
  }

  /**
   * The reply, later, to an update that a key of ours has signed. Null for anything else, which is answered at once: what nobody has
   * signed is not read any further.
   */
  begin(packet: Uint8Array, { zones, identity, nowSeconds }: AnswerContext, client: string, clockMs: () => number): Promise<Buffer> | null {
    if (!isUpdatePacket(packet) || readQuery(packet, query) !== 'other-opcode' || query.tsigAt === 0) return null
    const check = checkTsig(packet, query.tsigAt, identity.updates.keys, nowSeconds)
    const rule = check.kind === 'good' ? identity.updates.ruleOf(check.keyName) : null
    if (check.kind !== 'good' || rule === null) return null
    const { hasEdns, ednsVersion } = query
    const signer = new TsigSigner(check.key, check.mac)
    const reply = (rcode: number): Buffer => signer.sign(unsignedReply(packet, hasEdns, rcode), Math.floor(clockMs() / 1000))
    if (ednsVersion > 0) return Promise.resolve(reply(RCODE.BADVERS))
    if (zones.get(query.name.key)?.domainId !== rule.domainId) return Promise.resolve(reply(RCODE.NOTAUTH))
    const read = readUpdate(packet)
    if (typeof read === 'number') return Promise.resolve(reply(read))
    return this.#asked({ keyId: rule.id, domainId: rule.domainId, client, ...read }).then(reply)
  }

  async #asked(request: UpdateRequest): Promise<number> {
    const { keyId } = request
    const ofKey = this.#running.get(keyId) ?? 0
    if (this.#total >= mostAtOnce || ofKey >= mostOfKey) return RCODE.SERVFAIL
    this.#total += 1
    this.#running.set(keyId, ofKey + 1)
    try {
      return await this.#ask(request)
    } finally {
      this.#total -= 1
      const left = this.#running.get(keyId)! - 1
      if (left > 0) this.#running.set(keyId, left)
      else this.#running.delete(keyId)
    }
  }
}

/** The header alone, with EDNS where the update had it (RFC 6891 §6.1.1). */
function unsignedReply(packet: Uint8Array, hasEdns: boolean, rcode: number): Buffer {
  const message = Buffer.alloc(hasEdns ? headerBytes + optBytes : headerBytes)
  message.set(packet.subarray(0, 2))
  message[2] = 0x80 | (OPCODE.UPDATE << 3)
  message[3] = rcode & 15
  if (!hasEdns) return message
  message[11] = 1
  message.writeUInt16BE(TYPE.OPT, headerBytes + 1)
  message.writeUInt16BE(maxUdpBytes, headerBytes + 3)
  message[headerBytes + 5] = rcode >> 4
  return message
}

function isUpdatePacket(packet: Uint8Array): boolean {
  return packet.length > headerBytes && (packet[2] as number) >> 3 === OPCODE.UPDATE
}

/** The same with an end to waiting: nobody knows then what becomes of it, and the client asks again. */
export async function inTime(asked: Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<number>((settle) => (timer = setTimeout(() => settle(RCODE.SERVFAIL), patienceMs)))
  try {
    return await Promise.race([asked.catch(() => RCODE.SERVFAIL), late])
  } finally {
    clearTimeout(timer)
  }
}
