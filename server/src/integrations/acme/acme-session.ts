import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { outbound, type OutboundReply } from '../http/outbound.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'
import { AcmeProblem, refusalOf } from './acme-problem.ts'
import { publicJwk, signedJws } from './jws.ts'

/** Where an authority is. */
export type AcmeAuthority = {
  readonly directoryUrl: string
  /** The hosts it answers on, where they are known; else any on the Internet. */
  readonly hosts?: readonly string[]
}

/** Who signs: a key that has an account, or one that has none yet. */
export type Signer = { readonly key: KeyObject; readonly accountUrl?: string }

export type AcmeAnswer = { readonly status: number; readonly headers: OutboundReply['headers']; readonly body: unknown }

/** A conversation with an authority: its directory, and signed requests to it. */
export type AcmeSession = {
  readonly directory: AcmeDirectory
  /** A signed request; `payload` null: POST-as-GET. @throws AcmeProblem for anything but a 2xx */
  post(url: string, signer: Signer, payload: Readonly<Record<string, unknown>> | null): Promise<AcmeAnswer>
}

/** RFC 8555 makes https a must. */
export const HttpsUrl = z.string().check(
  z.maxLength(1000),
  z.refine((text: string) => /^https:\/\/[^/]/i.test(text) && URL.canParse(text)),
)

/** RFC 8555 §7.1.1; a member of another kind is as good as none where the platform can do without. */
const Directory = z.object({
  newNonce: HttpsUrl,
  newAccount: HttpsUrl,
  newOrder: HttpsUrl,
  revokeCert: HttpsUrl,
  keyChange: HttpsUrl,
  meta: z._default(z.object({ termsOfService: z._default(z.string().check(z.maxLength(1000)), ''), externalAccountRequired: z._default(z.boolean(), false) }), {
    termsOfService: '',
    externalAccountRequired: false,
  }),
})
export type AcmeDirectory = z.output<typeof Directory>

/** How often a request is signed anew because the authority takes the nonce no more (RFC 8555 §6.5). */
const nonceTries = 12

/** Fetches the directory of an authority. @throws AcmeProblem */
export async function openAcme(authority: AcmeAuthority, signal?: AbortSignal): Promise<AcmeSession> {
  const ask = (method: 'GET' | 'HEAD' | 'POST', url: string, body?: string): Promise<OutboundReply> => called(authority, method, url, body, signal)
  const read = Directory.safeParse(documentOf(await ask('GET', authority.directoryUrl)).body)
  if (!read.success) throw new AcmeProblem('bad-answer', 'bad-answer')
  const directory = read.data
  let nonce: string | null = null

  async function freshNonce(): Promise<string> {
    const found = nonceOf(await ask('HEAD', directory.newNonce))
    if (found === null) throw new AcmeProblem('bad-answer', 'bad-answer')
    return found
  }

  async function post(url: string, signer: Signer, payload: Readonly<Record<string, unknown>> | null): Promise<AcmeAnswer> {
    for (let tries = 1; ; tries += 1) {
      const sent = nonce ?? (await freshNonce())
      nonce = null
      const who = signer.accountUrl === undefined ? { jwk: publicJwk(signer.key) } : { kid: signer.accountUrl }
      const reply = await ask('POST', url, JSON.stringify(signedJws({ ...who, nonce: sent, url }, payload, signer.key)))
      nonce = nonceOf(reply)
      try {
        return documentOf(reply)
      } catch (cause) {
        if (!(cause instanceof AcmeProblem) || cause.code !== 'badNonce' || tries === nonceTries) throw cause
      }
    }
  }
  return { directory, post }
}

async function called(
  { hosts }: AcmeAuthority,
  method: 'GET' | 'HEAD' | 'POST',
  url: string,
  body: string | undefined,
  signal: AbortSignal | undefined,
): Promise<OutboundReply> {
  const [baseUrl = '', query = ''] = url.split('?', 2)
  try {
    return await outbound({ family: 'acme', baseUrl, ...(hosts ? { allowedHosts: hosts } : {}) }).call({
      method,
      path: '',
      query,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/jose+json' } }),
      // A signed request is good for one nonce, and so for one try.
      isIdempotent: method !== 'POST',
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (cause instanceof OutboundProblem) throw new AcmeProblem('silent', cause.reason)
    throw cause
  }
}

/** The answer as JSON, or as nothing where it has no body. @throws AcmeProblem */
function documentOf({ status, headers, body }: OutboundReply): AcmeAnswer {
  const parsed = jsonOf(body)
  if (status < 200 || status >= 300) throw refusalOf(status, parsed)
  if (parsed === undefined && body.length > 0) throw new AcmeProblem('bad-answer', 'bad-answer')
  return { status, headers, body: parsed }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** One that is no base64url has to be ignored (RFC 8555 §6.5.1). */
function nonceOf({ headers }: OutboundReply): string | null {
  const text = headers['replay-nonce'] ?? ''
  return /^[\w-]{1,500}$/.test(text) ? text : null
}
