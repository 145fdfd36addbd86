/*
 * Server-sent events, read by fetch: the browser's own EventSource cannot send the token header. One tab of the browser
 * holds the stream and tells the others; when it goes, another takes over. A change of path does not touch it.
 *
 *   const stop = followEvents(message.stream, ({ event, data }) => …)
 */
import type { Endpoint } from '@nameplane/contract/endpoint'
import { lostSessionCode } from '@nameplane/contract/envelope'
import { createStore } from '../browser/store.ts'
import { requestOf } from './client.ts'
import { loseSession, onSessionRemoved, sessionToken } from './session-store.ts'

export type ServerEvent = { readonly event: string; readonly data: unknown }

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** Three missed signs of life: the connection is gone, though nobody said so. */
const silenceMs = 50_000

/** The whole events at the beginning of a text, and what is left of it (WHATWG HTML §9.2.6). Comments are no events. */
export function readEvents(text: string): { events: ServerEvent[]; rest: string } {
  const blocks = text.replace(/\r\n?/g, '\n').split('\n\n')
  const rest = blocks.pop()!
  const events = blocks.flatMap((block) => {
    const field = (name: string): string | undefined =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trimStart()
    const data = field('data')
    return data === undefined ? [] : [{ event: field('event') ?? 'message', data: JSON.parse(data) as unknown }]
  })
  return { events, rest }
}

/** How long to wait before the next try: twice as long each time, up to a minute, never at the same moment as everybody else. */
export function pauseBefore(attempt: number, chance: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + chance / 2)
}

// Told to every stream at once, so that it ends with the session and not with its next sign of life.
const sessionEnds = createStore(0)
onSessionRemoved(() => sessionEnds.set(sessionEnds.get() + 1))

/** Follows a stream for as long as this session lasts, whichever tab reads it; answers what stops it. */
export function followEvents(endpoint: Endpoint, onEvent: (event: ServerEvent) => void): () => void {
  const token = sessionToken()
  if (token === null) return () => undefined
  const name = `nameplane ${endpoint.path}`
  const leaving = new AbortController()
  const channel = new BroadcastChannel(name)
  // The storage holds the same token for every tab; another account's tab is about to be told to reload.
  channel.onmessage = ({ data }: MessageEvent<{ token: string; told: ServerEvent }>) => {
    if (data.token === token) onEvent(data.told)
  }
  const forget = sessionEnds.subscribe(() => leaving.abort())
  const lead = async (): Promise<void> => {
    await readUntilLeft(endpoint, token, leaving.signal, (told) => {
      channel.postMessage({ token, told })
      onEvent(told)
    })
  }
  // Locks need a secure context; without them each tab reads for itself.
  const leading = navigator.locks ? navigator.locks.request(name, { signal: leaving.signal }, lead) : lead()
  leading.catch(() => undefined)
  return () => {
    forget()
    leaving.abort()
    channel.close()
  }
}

/** Reads, and reads again after pauses, until the signal says that it is enough. */
async function readUntilLeft(endpoint: Endpoint, token: string, signal: AbortSignal, onEvent: (event: ServerEvent) => void): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const hasHeard = await readOnce(endpoint, token, signal, onEvent)
    if (hasHeard) attempt = 0
    await pauseOrReconnect(pauseBefore(attempt, Math.random()), signal)
  }
}

/** One connection, to its end; tells whether it brought anything. */
async function readOnce(endpoint: Endpoint, token: string, signal: AbortSignal, onEvent: (event: ServerEvent) => void): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let hasHeard = false
  try {
    const response = await fetch(...requestOf(endpoint, {}, token, AbortSignal.any([signal, silence.signal])))
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const refusal = (await response.json()) as { code?: unknown }
      if (String(refusal.code) === String(lostSessionCode)) loseSession(token)
      return false
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      hasHeard = true
      const { events, rest } = readEvents(text + piece.value)
      text = rest
      if (sessionToken() === token) events.forEach(onEvent)
    }
  } catch {
    // The connection broke, or was left: the next try says which.
  } finally {
    clearTimeout(timer)
  }
  return hasHeard
}

/** Waits, but no longer than until the browser is online again. */
function pauseOrReconnect(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, pauseMs)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}
