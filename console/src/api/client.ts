/*
 * The one door to the server.
 *
 *   const { data } = await call(domain.list, { page: 1 })          // typed by the contract's endpoint
 *   const { blob, fileName } = await fetchFile(record.export, { domainId: 7, format: 'bind' })
 *
 * Screens use `useCall` and `useChange` of queries.ts, which know about loading, showing problems and refreshing lists.
 * A call that needs a confirmed session asks for the password by itself and is sent again (session-confirmation.ts).
 * Every failure is a CallProblem. A change of path cancels what is pending, except calls that say `survivesNavigation`.
 */
import type * as z from 'zod/mini'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { isSuccess, lostSessionCode } from '@nameplane/contract/envelope'
import { limits } from '@nameplane/contract/limits'
import { currentLanguage, languageTag } from '../i18n/language.ts'
import { CallProblem } from './call-problem.ts'
import { httpText, plainHttpText } from './http-texts.ts'
import { confirmedIfDue } from './session-confirmation.ts'
import { isRestriction, noteRestriction } from './session-restriction.ts'
import { seenRole } from './seen-role.ts'
import { loseSession, sessionToken } from './session-store.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Not cancelled when the path changes. */
  survivesNavigation?: boolean
  /** Sent even if the page closes meanwhile. Browsers do so for at most 64 KiB. */
  survivesClosing?: boolean
  /** A lost session is only reported, neither removed nor shown: for the guard, which asks whether there is one. */
  isAskingForSession?: boolean
}

/** What the wire needs of an endpoint; the schemas stay behind, so that the sign-in page can do without them. */
type OnWire = Pick<Endpoint, 'method' | 'path'> & Partial<Pick<Endpoint, 'sentAs' | 'input'>>

const pending = new Set<AbortController>()
const navigationListeners = new Set<() => void>()
const cancelledByCaller = new DOMException('cancelled', 'AbortError')
const timedOut = new DOMException('timed out', 'TimeoutError')

/** The root of all calls, as the server wrote it into the page. */
export function apiRoot(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="nameplane-api-root"]')?.content || '/antsxdp/'
}

/** Cancels every pending call that does not outlive a change of path. The server still completes a write it has begun. */
export function cancelPendingCalls(): void {
  for (const listener of navigationListeners) listener()
  for (const controller of [...pending]) controller.abort(cancelledByCaller)
}

/** Told just before the pending calls are cancelled. */
export function onPendingCallsCancelled(listener: () => void): void {
  navigationListeners.add(listener)
}

export async function call<E extends Endpoint>(endpoint: E, input: Sent<E>, options: CallOptions = {}): Promise<Reply<E> & { msg: string }> {
  return exchange(endpoint, input, options, async (response, token) => readEnvelope(response, token, options) as Promise<Reply<E> & { msg: string }>)
}

export type ReceivedFile = { blob: Blob; fileName: string }

/** Calls an endpoint that answers a file. */
export async function fetchFile<E extends Endpoint>(endpoint: E, input: Sent<E>, options: CallOptions = {}): Promise<ReceivedFile> {
  return exchange(endpoint, input, options, async (response, token) => {
    const disposition = response.headers.get('content-disposition')
    if (!response.ok || disposition === null) {
      await readEnvelope(response, token, options)
      throw new CallProblem({ kind: 'http', code: '0', message: httpText(0, currentLanguage())! })
    }
    return { blob: await response.blob(), fileName: fileNameOf(disposition) }
  })
}

async function exchange<Result>(
  endpoint: OnWire,
  input: unknown,
  options: CallOptions,
  read: (response: Response, sentToken: string | null) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const follow = () => controller.abort(cancelledByCaller)
  if (options.signal?.aborted) follow()
  options.signal?.addEventListener('abort', follow)
  if (!options.survivesNavigation) pending.add(controller)
  const attempt = async (): Promise<Result> => {
    const timer = setTimeout(() => controller.abort(timedOut), limits.requestTimeoutMs)
    const sentToken = sessionToken()
    try {
      const [url, init] = requestOf(endpoint, input as Record<string, unknown>, sentToken, controller.signal)
      return await read(await fetch(url, { ...init, keepalive: options.survivesClosing ?? false }), sentToken)
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    return await confirmedIfDue(attempt, controller.signal)
  } catch (cause) {
    if (cause instanceof CallProblem) throw cause
    if (controller.signal.aborted && controller.signal.reason !== timedOut) throw new CallProblem({ kind: 'cancelled', code: 'cancelled', message: '' })
    throw new CallProblem({ kind: 'no-answer', code: '0', message: httpText(0, currentLanguage())! })
  } finally {
    pending.delete(controller)
    options.signal?.removeEventListener('abort', follow)
  }
}

/** Path parameters go into the path; the rest is the query of a GET, JSON or the form that a POST asks for, or parts as soon as a file is among it. */
export function requestOf(
  endpoint: OnWire,
  input: Readonly<Record<string, unknown>>,
  token: string | null,
  signal: AbortSignal | null = null,
): [url: string, init: RequestInit] {
  const rest = Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && (value !== null || takesNone(endpoint, name))))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(asText(value ?? ''))
  })
  const headers: Record<string, string> = { 'accept-language': languageTag(currentLanguage()), accept: 'application/json, */*' }
  if (token !== null) headers['token'] = token
  const role = seenRole()
  if (role !== null) headers['as-role'] = String(role)
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin', signal }
  const asForm = () => new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, asText(value)]))
  if (endpoint.method === 'GET') {
    const query = asForm().toString()
    return [apiRoot() + path + (query === '' ? '' : `?${query}`), init]
  }
  if (Object.values(rest).some((value) => value instanceof Blob)) {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest)) if (value !== null) form.append(name, value instanceof Blob ? value : asText(value))
    return [apiRoot() + path, { ...init, body: form }]
  }
  // The browser says by itself that these are a form's fields.
  if (endpoint.sentAs === 'form') return [apiRoot() + path, { ...init, body: asForm() }]
  headers['content-type'] = 'application/json'
  return [apiRoot() + path, { ...init, body: JSON.stringify(rest) }]
}

/** Whether this member may be none, which is not the same as left out; only JSON has a word for it. */
function takesNone({ method, sentAs, input }: OnWire, name: string): boolean {
  if (method === 'GET' || sentAs === 'form' || input === undefined || !('shape' in input)) return false
  const member = (input.shape as Readonly<Record<string, z.ZodMiniType | undefined>>)[name]
  return member?.safeParse(null).data === null
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Envelope = { code?: unknown; msg?: unknown; problem?: unknown; fields?: unknown; texts?: unknown; params?: unknown; requestId?: unknown }

async function readEnvelope(response: Response, sentToken: string | null, options: CallOptions): Promise<object> {
  const text = await response.text()
  const envelope = parsedEnvelope(text)
  const problem = problemOf({ status: response.status, envelope, requestIdHeader: response.headers.get('x-request-id') })
  if (problem === null) return envelope!
  if (problem.kind === 'lost-session' && !options.isAskingForSession) loseSession(sentToken)
  if (problem.kind === 'held' && sentToken === sessionToken()) noteRestriction(problem.code, problem.params)
  throw problem
}

function parsedEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value ? value : null
  } catch {
    return null
  }
}

/** What went wrong with an answer; null when nothing did. */
export function problemOf(answer: { status: number; envelope: Envelope | null; requestIdHeader: string | null }): CallProblem | null {
  const { status, envelope } = answer
  const isHttpSuccess = status >= 200 && status < 300
  if (isHttpSuccess && envelope && isSuccess(envelope.code)) return null
  const requestId = typeof envelope?.requestId === 'string' ? envelope.requestId : answer.requestIdHeader
  const message = typeof envelope?.msg === 'string' ? envelope.msg : null
  const language = currentLanguage()
  if (!isHttpSuccess)
    return new CallProblem({ kind: 'http', code: String(status), message: httpText(status, language) ?? message ?? plainHttpText(status, language), requestId })
  if (!envelope) return new CallProblem({ kind: 'http', code: '0', message: httpText(0, language)!, requestId })
  return new CallProblem({
    kind: String(envelope.code) === String(lostSessionCode) ? 'lost-session' : isRestriction(envelope.problem) ? 'held' : 'refused',
    code: typeof envelope.problem === 'string' ? envelope.problem : String(envelope.code),
    message: message ?? plainHttpText(Number(envelope.code), language),
    fields: isRecord(envelope.fields) ? (envelope.fields as Record<string, string>) : {},
    texts: isRecord(envelope.texts) ? (envelope.texts as Record<string, string>) : {},
    params: isRecord(envelope.params) ? envelope.params : {},
    requestId,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return 'download'
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download'
}
