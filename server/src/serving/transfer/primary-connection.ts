import { randomInt } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { decodeMessage, encodeQuery, printRcode, type DnsMessage } from '@nameplane/dns-text/message'
import { allowedAddresses } from '../../integrations/http/outbound.ts'
import { isInsideAddress } from '../../integrations/http/internet-address.ts'
import { OutboundProblem } from '../../integrations/http/outbound-problem.ts'
import { tsigPlace } from '../wire/tsig-place.ts'
import { TSIG_ERROR, tsigErrorOf, TsigSigner, TsigVerifier, type TsigKey } from '../wire/tsig.ts'
import { RCODE } from '../wire/wire-types.ts'
import { TransferProblem } from './transfer-problem.ts'

/** A name server that is asked for a zone. */
export type Primary = {
  /** An address, or a host name. */
  readonly host: string
  /** It may be inside the network of an organisation. */
  readonly mayBeInside?: boolean
  readonly port: number
  readonly key: TsigKey | null
}

export type PrimaryTimes = { readonly connectMs: number; /** Between two pieces of an answer. */ readonly silenceMs: number }

const defaultTimes: PrimaryTimes = { connectMs: 3_000, silenceMs: 15_000 }
const errorNames: Readonly<Record<number, string>> = Object.fromEntries(Object.entries(TSIG_ERROR).map(([name, code]) => [code, name]))

export type PrimaryQuestion = { readonly zone: string; readonly type: 'AXFR' | 'SOA'; readonly signal: AbortSignal; readonly times?: PrimaryTimes }

/**
 * Asks a name server over TCP, and gives each message of its answer once its signature, where there has to be one, is good so far: of the
 * last one `isSettled` says whether it is. No message after one that is an error.
 * @throws TransferProblem
 */
export async function* askPrimary(primary: Primary, question: PrimaryQuestion): AsyncGenerator<{ message: DnsMessage; bytes: number; isSettled: boolean }> {
  const { zone, type, signal } = question
  const id = randomInt(65_536)
  const plain = Buffer.from(encodeQuery({ id, name: `${zone}.`, type, udpPayloadBytes: false }))
  const signer = primary.key === null ? null : new TsigSigner(primary.key)
  const query = signer === null ? plain : signer.sign(plain, nowSeconds())
  const verifier = signer === null ? null : new TsigVerifier(primary.key!, signer.mac)
  for await (const bytes of messagesOf(primary, query, signal, question.times ?? defaultTimes)) {
    const message = readReply(bytes, id)
    const place = tsigPlace(bytes)
    if (place < 0) throw new TransferProblem('unreadable', 'bad-message')
    if (message.rcode !== RCODE.NOERROR) throw refusalOf(message.rcode, tsigErrorOf(bytes, place))
    const error = verifier === null ? null : verifier.take(bytes, place, nowSeconds())
    if (error !== null) throw new TransferProblem('unsigned', errorNames[error] ?? String(error))
    yield { message, bytes: bytes.length, isSettled: verifier === null || verifier.isSettled }
  }
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

function readReply(bytes: Uint8Array, id: number): DnsMessage {
  let message: DnsMessage
  try {
    message = decodeMessage(bytes)
  } catch {
    throw new TransferProblem('unreadable', 'bad-message')
  }
  if (message.id !== id || !message.isResponse || message.opcode !== 0) throw new TransferProblem('unreadable', 'other-message')
  return message
}

function refusalOf(rcode: number, tsigError: number): TransferProblem {
  if (tsigError !== TSIG_ERROR.NONE) return new TransferProblem('key-refused', errorNames[tsigError] ?? printRcode(rcode))
  if (rcode === RCODE.NOTAUTH || rcode === RCODE.NXDOMAIN) return new TransferProblem('zone-missing', printRcode(rcode))
  return new TransferProblem('refused', printRcode(rcode))
}

/** The messages that come over one connection, whole. The first address that is connected to is the one. */
async function* messagesOf(primary: Primary, query: Buffer, signal: AbortSignal, times: PrimaryTimes): AsyncGenerator<Buffer> {
  const socket = await connected(primary, signal, times)
  const stop = (): void => void socket.destroy(new TransferProblem('timed-out'))
  signal.addEventListener('abort', stop)
  socket.setTimeout(times.silenceMs, stop)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(query.length)
  socket.write(Buffer.concat([length, query]))
  try {
    if (signal.aborted) stop()
    let received: Buffer = Buffer.alloc(0)
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      let at = 0
      while (received.length >= at + 2 && received.length >= at + 2 + received.readUInt16BE(at)) {
        const end = at + 2 + received.readUInt16BE(at)
        yield received.subarray(at + 2, end)
        at = end
      }
      received = received.subarray(at)
    }
  } catch (cause) {
    if (cause instanceof TransferProblem) throw cause
    throw new TransferProblem('unreachable', codeOf(cause))
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
  throw new TransferProblem('unreachable', 'closed')
}

async function connected(primary: Primary, signal: AbortSignal, { connectMs }: PrimaryTimes): Promise<Socket> {
  let problem = new TransferProblem('unreachable')
  for (const address of await addressesOf(primary)) {
    if (signal.aborted) break
    const socket = connect({ host: address, port: primary.port, noDelay: true })
    const outcome = await new Promise<TransferProblem | null>((settle) => {
      const timer = setTimeout(() => settle(new TransferProblem('timed-out')), connectMs)
      socket.once('connect', () => settle(null))
      socket.on('error', (cause) => settle(new TransferProblem('unreachable', codeOf(cause))))
      socket.once('close', () => clearTimeout(timer))
      socket.once('connect', () => clearTimeout(timer))
    })
    if (outcome === null) return socket
    socket.destroy()
    problem = outcome
  }
  throw problem
}

async function addressesOf({ host, mayBeInside = false }: Primary): Promise<readonly string[]> {
  if (mayBeInside && isInsideAddress(host)) return [host]
  try {
    return await allowedAddresses('zone-transfer', host)
  } catch (cause) {
    if (!(cause instanceof OutboundProblem)) throw cause
    throw new TransferProblem(cause.reason === 'wrong-address' ? 'address-refused' : 'unreachable', cause.reason)
  }
}

/** What the system says, such as ECONNREFUSED. */
function codeOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'closed'
}
