import { createHash, createHmac } from 'node:crypto'

/** What a request to Tencent Cloud is signed over. */
export type TencentRequest = {
  readonly secretId: string
  readonly secretKey: string
  /** The product's short name, the first label of its host: 'sms', 'faceid'. */
  readonly service: string
  readonly host: string
  readonly contentType: string
  /** Part of the signed headers where given; the vendor advises it. */
  readonly action?: string
  readonly body: string
  /** Seconds of Unix time; the vendor takes five minutes of difference. */
  readonly timestamp: number
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The Authorization header of a POST to '/' (vendor's signature method v3, TC3-HMAC-SHA256). */
export function tencentAuthorization({ secretId, secretKey, service, host, contentType, action, body, timestamp }: TencentRequest): string {
  const signed: [string, string][] = [
    ['content-type', contentType],
    ['host', host],
    ...(action === undefined ? [] : [['x-tc-action', action.toLowerCase()] satisfies [string, string]]),
  ]
  const names = signed.map(([name]) => name).join(';')
  const canonical = ['POST', '/', '', ...signed.map(([name, value]) => `${name}:${value}`), '', names, hash(body)].join('\n')
  // The day of the scope is that of UTC, whatever the clock of this machine shows.
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const key = keyed(keyed(keyed(`TC3${secretKey}`, day), service), 'tc3_request')
  const signature = keyed(key, ['TC3-HMAC-SHA256', String(timestamp), scope, hash(canonical)].join('\n')).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
