import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const zip = promisify(gzip)

/** What is shorter goes out in one or two packets anyway. */
const worthBytes = 4 * 1024

/** Whether Accept-Encoding takes gzip (RFC 9110 §12.5.3): named, or by `*`, and with no weight of zero. */
export function takesGzip(accepted: string | undefined): boolean {
  const codings = (accepted ?? '').split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  const named = codings.find(([name]) => name === 'gzip' || name === 'x-gzip') ?? codings.find(([name]) => name === '*')
  return named !== undefined && !named.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}

/**
 * Compresses the texts of calls that only read: a list or a menu has a fifth of the bytes then. Nothing that a foreign page
 * could ask for in its reader's name is compressed together with a secret (BREACH): the session goes by a header that such a
 * page cannot set, and calls that show a secret write and stay as they are.
 */
export async function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < worthBytes) return payload
  reply.header('vary', 'accept-encoding')
  if (!takesGzip(request.headers['accept-encoding'])) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return zip(payload, { level: constants.Z_DEFAULT_COMPRESSION })
}
