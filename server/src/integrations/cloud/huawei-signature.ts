import { createHmac } from 'node:crypto'
import { bodyHash, canonicalQuery } from './alibaba-signature.ts'

/** What a request to Huawei Cloud is signed over. */
export type HuaweiRequest = {
  readonly accessKey: string
  readonly secretKey: string
  readonly method: 'GET'
  /** As it is sent, percent encoded; it is signed with a final slash. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** In lower case: host and x-sdk-date among them; all are signed. */
  readonly headers: Readonly<Record<string, string>>
}

/** A moment as X-Sdk-Date has it: 20191115T033655Z. */
export function sdkDate(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** The Authorization header (vendor's AK/SK signing guide, SDK-HMAC-SHA256). */
export function huaweiAuthorization({ accessKey, secretKey, method, path, query, headers }: HuaweiRequest): string {
  const names = Object.keys(headers).toSorted((one, other) => (one < other ? -1 : 1))
  const signedNames = names.join(';')
  const signedPath = path.endsWith('/') ? path : `${path}/`
  const canonical = [method, signedPath, canonicalQuery(query), ...names.map((name) => `${name}:${headers[name]!.trim()}`), '', signedNames, bodyHash('')].join(
    '\n',
  )
  const toSign = `SDK-HMAC-SHA256\n${headers['x-sdk-date'] ?? ''}\n${bodyHash(canonical)}`
  const signature = createHmac('sha256', secretKey).update(toSign).digest('hex')
  return `SDK-HMAC-SHA256 Access=${accessKey}, SignedHeaders=${signedNames}, Signature=${signature}`
}
