import { createHash, createHmac } from 'node:crypto'

/** What a request to Alibaba Cloud is signed over. */
export type AlibabaRequest = {
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly method: 'GET' | 'POST'
  /** '/' for calls in the RPC manner. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Host, every x-acs- header and the content type where there is a body, in lower case; all are signed. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The digest that also travels as x-acs-content-sha256. */
export function bodyHash(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Percent encoding of RFC 3986 §2.3: only letters, digits, '-', '.', '_' and '~' stay. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The query as it is signed and sent: sorted by name, percent encoded. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => `${percentEncoded(name)}=${percentEncoded(query[name]!)}`)
    .join('&')
}

/** The Authorization header (vendor's signature v3, ACS3-HMAC-SHA256). */
export function alibabaAuthorization({ accessKeyId, accessKeySecret, method, path, query, headers, body }: AlibabaRequest): string {
  const names = Object.keys(headers).toSorted((one, other) => (one < other ? -1 : 1))
  const signedNames = names.join(';')
  const canonical = [method, path, canonicalQuery(query), ...names.map((name) => `${name}:${headers[name]!.trim()}`), '', signedNames, bodyHash(body)].join(
    '\n',
  )
  const toSign = `ACS3-HMAC-SHA256\n${bodyHash(canonical)}`
  const signature = createHmac('sha256', accessKeySecret).update(toSign).digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${signedNames},Signature=${signature}`
}
