import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { JwsJudge } from './jws-judge.ts'
import { startFakeOutside, type FakeOutside, type FakeAnswer, type FakeCall } from './fake-outside.ts'

/*
 * A strict certificate authority of RFC 8555 as far as accounts go: it refuses, with the RFC's types, whatever an authority has to or
 * may refuse. It believes to be at `origin`, where tests put it by `placeFakes`.
 */

type Members = Record<string, unknown>
type Jwk = Record<string, string>

export type FakeAccount = {
  readonly url: string
  jwk: Jwk
  status: 'valid' | 'deactivated' | 'revoked'
  contact: string[]
  readonly bindingKeyId: string | null
}

export type FakeAcmeOptions = {
  readonly origin: string
  /** Who judges signatures; else Node does. */
  readonly judge?: JwsJudge
  readonly termsOfService?: string | null
  /** Keys of external bindings in base64url, by number; where there are any, a binding is asked for. */
  readonly bindingKeys?: Readonly<Record<string, string>>
  /** Members that the directory has instead. */
  readonly directory?: Members
}

export type FakeAcme = FakeOutside & {
  readonly directoryUrl: string
  readonly accounts: FakeAccount[]
  /** What the next answers to signed requests are replaced by, after they were checked; null leaves one as it is. */
  readonly scripted: (FakeAnswer | null)[]
  /** So many of the next good nonces are refused. */
  refuseNonces(count: number): void
  setTerms(url: string): void
  /** The next good request to this path is done, and the connection breaks off. */
  loseAnswerTo(path: string): void
  /** What was refused so far, by type. */
  readonly refusals: string[]
}

const nodeJudge: JwsJudge = {
  async es256(text, signature, jwk) {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  },
  async hs256(text, signature, key) {
    return createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url') === signature
  },
}

class Refusal extends Error {
  readonly type: string
  readonly status: number
  constructor(type: string, status: number, detail = `refused: ${type}`) {
    super(detail)
    this.type = type
    this.status = status
  }
}

const refuse = (type: string, status = 400, detail?: string): never => {
  throw new Refusal(type, status, detail)
}

const isMembers = (value: unknown): value is Members => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Exactly these members, each a text. */
function textsOf(value: unknown, names: readonly string[]): Record<string, string> {
  if (!isMembers(value) || Object.keys(value).toSorted().join() !== names.toSorted().join()) return refuse('malformed')
  if (Object.values(value).some((text) => typeof text !== 'string')) return refuse('malformed')
  return value as Record<string, string>
}

function parsed(text: string): unknown {
  if (!/^[\w-]*$/.test(text)) return refuse('malformed', 400, 'not base64url')
  if (text === '') return null
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return refuse('malformed', 400, 'not JSON')
  }
}

const jwkOf = (value: unknown): Jwk => {
  const jwk = textsOf(value, ['crv', 'kty', 'x', 'y'])
  if (jwk['kty'] !== 'EC' || jwk['crv'] !== 'P-256') refuse('badPublicKey')
  return jwk
}
const isSame = (one: Jwk, other: Jwk): boolean => one['x'] === other['x'] && one['y'] === other['y']

export async function startFakeAcme(options: FakeAcmeOptions): Promise<FakeAcme> {
  const { origin, judge = nodeJudge, bindingKeys = {}, directory = {} } = options
  const at = (path: string): string => `${origin}${path}`
  let terms = options.termsOfService === undefined ? at('/terms/1') : options.termsOfService
  const nonces = new Set<string>()
  const own = { accounts: [] as FakeAccount[], scripted: [] as (FakeAnswer | null)[], refusals: [] as string[] }
  let nonceRefusals = 0
  let lostPath = ''
  const freshNonce = (): Record<string, string> => {
    const nonce = randomBytes(16).toString('base64url')
    nonces.add(nonce)
    return { 'replay-nonce': nonce, 'cache-control': 'no-store', link: `<${at('/directory')}>;rel="index"` }
  }

  const shown = ({ status, contact, url }: FakeAccount): Members => ({ status, contact, orders: `${url}/orders` })

  /** A checked request: who signed it, and what it says. */
  async function opened(call: FakeCall): Promise<{ payload: Members | null; account: FakeAccount | null; jwk: Jwk | null }> {
    if (call.headers['content-type'] !== 'application/jose+json') refuse('malformed', 415)
    if (call.headers['user-agent'] === undefined) refuse('malformed')
    const jws = textsOf(JSON.parse(call.body.toString()), ['protected', 'payload', 'signature'])
    const header = parsed(jws['protected']!)
    if (!isMembers(header)) return refuse('malformed')
    if (header['alg'] !== 'ES256') refuse('badSignatureAlgorithm')
    if ('jwk' in header === 'kid' in header) refuse('malformed', 400, 'jwk or kid')
    if (Object.keys(header).toSorted().join() !== ['alg', 'nonce', 'url', 'jwk' in header ? 'jwk' : 'kid'].toSorted().join()) refuse('malformed')
    if (header['url'] !== at(call.path) || call.rawQuery !== '') refuse('unauthorized', 401, 'url')
    if (call.path === '/new-account' ? !('jwk' in header) : !('kid' in header)) refuse('malformed', 400, 'the other of jwk and kid')
    const account = 'kid' in header ? own.accounts.find(({ url }) => url === header['kid']) : null
    if (account === undefined) return refuse('accountDoesNotExist')
    const jwk = account === null ? jwkOf(header['jwk']) : null
    if (!(await judge.es256(`${jws['protected']!}.${jws['payload']!}`, jws['signature']!, account === null ? jwk! : account.jwk)))
      refuse('malformed', 400, 'signature')
    if (!nonces.delete(String(header['nonce'])) || (nonceRefusals > 0 && (nonceRefusals -= 1) >= 0)) refuse('badNonce')
    if (account && account.status !== 'valid') refuse('unauthorized', 401, `account is ${account.status}`)
    const payload = parsed(jws['payload']!)
    if (payload !== null && !isMembers(payload)) return refuse('malformed')
    return { payload, account, jwk }
  }

  async function checkBinding(sent: unknown, jwk: Jwk): Promise<string> {
    const jws = textsOf(sent, ['protected', 'payload', 'signature'])
    const header = textsOf(parsed(jws['protected']!), ['alg', 'kid', 'url'])
    if (header['alg'] !== 'HS256' || header['url'] !== at('/new-account')) refuse('malformed', 400, 'binding')
    const key = bindingKeys[header['kid']!]
    if (key === undefined || !(await judge.hs256(`${jws['protected']!}.${jws['payload']!}`, jws['signature']!, key))) refuse('unauthorized', 401, 'binding')
    if (!isSame(jwkOf(parsed(jws['payload']!)), jwk)) refuse('malformed', 400, 'binding of another key')
    return header['kid']!
  }

  const contactOf = (sent: unknown): string[] => {
    if (!Array.isArray(sent) || sent.length !== 1) return refuse('malformed', 400, 'contact')
    if (!/^mailto:[^@\s,?]+@[^@\s,?]+$/.test(String(sent[0]))) refuse('unsupportedContact')
    if (String(sent[0]).endsWith('@forbidden.example')) refuse('invalidContact', 400, 'forbidden\ndomain')
    return sent as string[]
  }

  async function newAccount(jwk: Jwk, sent: Members): Promise<FakeAnswer> {
    const known = own.accounts.find((one) => isSame(one.jwk, jwk))
    if (known && known.status !== 'valid') refuse('unauthorized', 401)
    if (known) return { status: 200, headers: { location: known.url }, body: shown(known) }
    if (sent['onlyReturnExisting'] === true) refuse('accountDoesNotExist')
    if (terms !== null && sent['termsOfServiceAgreed'] !== true) refuse('userActionRequired', 403)
    const isBound = sent['externalAccountBinding'] !== undefined
    if (Object.keys(bindingKeys).length > 0 && !isBound) refuse('externalAccountRequired', 403)
    const bindingKeyId = isBound ? await checkBinding(sent['externalAccountBinding'], jwk) : null
    const account: FakeAccount = { url: at(`/account/${own.accounts.length + 1}`), jwk, status: 'valid', contact: contactOf(sent['contact']), bindingKeyId }
    own.accounts.push(account)
    return { status: 201, headers: { location: account.url }, body: shown(account) }
  }

  async function keyChange(account: FakeAccount, sent: Members): Promise<FakeAnswer> {
    const jws = textsOf(sent, ['protected', 'payload', 'signature'])
    const header = parsed(jws['protected']!)
    if (!isMembers(header) || Object.keys(header).toSorted().join() !== 'alg,jwk,url' || header['alg'] !== 'ES256') return refuse('malformed', 400, 'inner')
    if (header['url'] !== at('/key-change')) refuse('malformed', 400, 'inner url')
    const jwk = jwkOf(header['jwk'])
    if (!(await judge.es256(`${jws['protected']!}.${jws['payload']!}`, jws['signature']!, jwk))) refuse('malformed', 400, 'inner signature')
    const body = parsed(jws['payload']!)
    if (!isMembers(body) || Object.keys(body).toSorted().join() !== 'account,oldKey') return refuse('malformed', 400, 'inner payload')
    if (body['account'] !== account.url || !isSame(jwkOf(body['oldKey']), account.jwk)) refuse('malformed', 400, 'inner account')
    if (own.accounts.some((one) => isSame(one.jwk, jwk))) refuse('malformed', 409)
    account.jwk = jwk
    return { body: shown(account) }
  }

  async function signed(call: FakeCall): Promise<FakeAnswer> {
    const { payload, account, jwk } = await opened(call)
    const scripted = own.scripted.shift()
    if (scripted) return scripted
    if (call.path === '/new-account') return newAccount(jwk!, payload ?? refuse('malformed'))
    if (call.path === '/key-change') return keyChange(account!, payload ?? refuse('malformed'))
    if (account!.url !== at(call.path)) refuse('unauthorized', 403)
    if (payload === null) return { body: shown(account!) }
    if (Object.keys(payload).some((name) => name !== 'contact' && name !== 'status')) refuse('malformed')
    if (payload['contact'] !== undefined) account!.contact = contactOf(payload['contact'])
    if (payload['status'] !== undefined) account!.status = payload['status'] === 'deactivated' ? 'deactivated' : refuse('malformed')
    return { body: shown(account!) }
  }

  const fake = await startFakeOutside(async (call) => {
    if (call.headers.host !== new URL(origin).host) return { status: 421 }
    if (call.method === 'GET' && call.path === '/directory') {
      const meta = {
        ...(terms === null ? {} : { termsOfService: terms }),
        website: at('/'),
        ...(Object.keys(bindingKeys).length > 0 ? { externalAccountRequired: true } : {}),
      }
      const urls = {
        newNonce: at('/new-nonce'),
        newAccount: at('/new-account'),
        newOrder: at('/new-order'),
        revokeCert: at('/revoke'),
        keyChange: at('/key-change'),
      }
      return { body: { ...urls, meta, ...directory } }
    }
    if (call.path === '/new-nonce' && (call.method === 'HEAD' || call.method === 'GET'))
      return { status: call.method === 'HEAD' ? 200 : 204, headers: freshNonce() }
    if (call.method !== 'POST') return { status: 405 }
    try {
      const answer = await signed(call)
      if (call.path === lostPath) {
        lostPath = ''
        throw new Error('the answer is lost')
      }
      return { ...answer, headers: { ...freshNonce(), ...answer.headers } }
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      own.refusals.push(cause.type)
      const headers = { ...freshNonce(), 'content-type': 'application/problem+json' }
      return { status: cause.status, headers, body: { type: `urn:ietf:params:acme:error:${cause.type}`, detail: cause.message, status: cause.status } }
    }
  })
  return Object.assign(fake, own, {
    directoryUrl: at('/directory'),
    refuseNonces: (count: number) => void (nonceRefusals = count),
    setTerms: (url: string) => void (terms = url),
    loseAnswerTo: (path: string) => void (lostPath = path),
  })
}
