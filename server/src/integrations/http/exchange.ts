import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { OutboundProblem, type OutboundReason } from './outbound-problem.ts'

/** What the other side answered. Header names are in lower case; several headers of one name are joined by a comma. */
export type OutboundReply = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

export type Timing = { readonly connectMs: number; readonly totalMs: number; readonly endsAt: number; readonly now: () => number }

export type Exchange = {
  readonly family: string
  readonly url: URL
  /** The Host header. */
  readonly host: string
  /** Checked: the connection goes to one of these and nowhere else. */
  readonly addresses: readonly string[]
  readonly call: {
    readonly method: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Buffer | string
    readonly signal?: AbortSignal
  }
  readonly answerBytes: number
  readonly timing: Timing
}

/** One request and its whole answer over a connection of its own. @throws OutboundProblem */
export async function exchange({ family, url, host, addresses, call, answerBytes, timing }: Exchange): Promise<OutboundReply> {
  const problem = (reason: OutboundReason, what: string, mayHaveArrived: boolean): OutboundProblem =>
    new OutboundProblem(reason, `${family}: ${host} ${what}`, { mayHaveArrived })
  const body = call.body === undefined ? undefined : Buffer.from(call.body)
  return new Promise<OutboundReply>((resolve, reject) => {
    let isConnected = false
    let isOver = false
    const timers: NodeJS.Timeout[] = []
    const stop = (): void => fail(problem('stopped', 'the caller stopped waiting', isConnected))
    const over = (): void => {
      isOver = true
      timers.forEach(clearTimeout)
      call.signal?.removeEventListener('abort', stop)
    }
    const request = opened()
    function fail(why: OutboundProblem): void {
      if (isOver) return
      over()
      request?.destroy()
      reject(why)
    }
    if (!request) return
    request.on('error', (cause: NodeJS.ErrnoException) =>
      fail(problem('unreachable', isConnected ? 'connection closed early' : `connection failed (${cause.code ?? 'unknown reason'})`, isConnected)),
    )
    if (call.signal?.aborted === true) return stop()
    call.signal?.addEventListener('abort', stop)
    const leftMs = Math.max(timing.endsAt - timing.now(), 0)
    const connecting = setTimeout(() => fail(problem('timed-out', 'connection timed out', false)), Math.min(timing.connectMs, leftMs))
    timers.push(connecting)
    timers.push(setTimeout(() => fail(problem('timed-out', `did not respond within ${Math.ceil(timing.totalMs / 1000)} s`, isConnected)), leftMs))
    request.once('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(connecting)
      }),
    )
    request.once('response', (response) => {
      if (response.statusCode! >= 300 && response.statusCode! < 400 && response.statusCode !== 304)
        return fail(problem('redirected', 'returned a redirect, which is not followed', true))
      read(response)
    })
    // An answer that changes the protocol is none.
    request.once('upgrade', () => fail(problem('unreachable', 'answered with another protocol', true)))
    request.end(body)

    function read(response: IncomingMessage): void {
      const chunks: Buffer[] = []
      let bytes = 0
      if (Number(response.headers['content-length'] ?? 0) > answerBytes) return fail(problem('too-large', 'response too large', true))
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytes) return fail(problem('too-large', 'response too large', true))
        chunks.push(chunk)
      })
      response.on('error', () => fail(problem('unreachable', 'response incomplete', true)))
      response.on('end', () => {
        if (!response.complete) return fail(problem('unreachable', 'response incomplete', true))
        if (isOver) return
        over()
        resolve({ status: response.statusCode!, headers: joinedHeaders(response.headers), body: Buffer.concat(chunks) })
      })
    }

    function opened(): ReturnType<typeof plainRequest> | null {
      const options: RequestOptions = {
        method: call.method,
        agent: false,
        lookup: pinned(addresses),
        maxHeaderSize: 16_384,
        insecureHTTPParser: false,
        headers: {
          'user-agent': 'Nameplane',
          accept: 'application/json, */*;q=0.5',
          'accept-encoding': 'identity',
          ...call.headers,
          ...(body === undefined ? {} : { 'content-length': String(body.length) }),
          host,
          connection: 'close',
        },
      }
      try {
        if (url.protocol === 'http:') return plainRequest(url, options)
        return tlsRequest(url, { ...options, rejectUnauthorized: true, minVersion: 'TLSv1.2' })
      } catch {
        // A header that may not be sent; its name or value could be part of the text.
        over()
        reject(new OutboundProblem('wrong-address', `${family}: invalid header`))
        return null
      }
    }
  })
}

/** The name was resolved and its addresses checked before; asking again could bring others (DNS rebinding). */
function pinned(addresses: readonly string[]): LookupFunction {
  return (_host, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all === true) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
}

function joinedHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))
}
