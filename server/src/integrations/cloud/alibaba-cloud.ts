import { randomBytes } from 'node:crypto'
import { outbound } from '../http/outbound.ts'
import { alibabaAuthorization, bodyHash, canonicalQuery } from './alibaba-signature.ts'
import { CloudProblem, codeOf, jsonObject } from './cloud-problem.ts'

/** A product of Alibaba Cloud with the keys of an account. */
export type AlibabaCloud = {
  /** As `outbound` counts it: 'sms', 'identity'. */
  readonly family: string
  /** The product's service address, such as https://dysmsapi.aliyuncs.com; only hosts of the vendor are called. */
  readonly baseUrl: string
  /** The product's API version, a date. */
  readonly version: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
}

/** Parameters of an action: each goes where the vendor's description of the action has it, in the query or as a field of a form. */
export type AlibabaParameters = { readonly query?: Readonly<Record<string, string>>; readonly form?: Readonly<Record<string, string>> }

/**
 * Calls an action in the RPC manner; gives the members of the answer, its Code among them where the product has one.
 * @param isIdempotent whether asking twice does no more than asking once
 * @throws CloudProblem with the vendor's code @throws OutboundProblem when no answer came
 */
export async function callAlibaba(
  cloud: AlibabaCloud,
  action: string,
  { query = {}, form = {} }: AlibabaParameters,
  options: { isIdempotent: boolean; signal?: AbortSignal | undefined; now?: Date | undefined },
): Promise<Record<string, unknown>> {
  const { accessKeyId, accessKeySecret, baseUrl, family, version } = cloud
  const body = canonicalQuery(form)
  const headers = {
    ...(body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    host: URL.canParse(baseUrl) ? new URL(baseUrl).host : '',
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash(body),
    'x-acs-date': `${(options.now ?? new Date()).toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': randomBytes(16).toString('hex'),
    'x-acs-version': version,
  }
  const { status, body: answer } = await outbound({ family, baseUrl, allowedHosts: ['.aliyuncs.com'] }).call({
    method: 'POST',
    path: '/',
    query: canonicalQuery(query),
    headers: { ...headers, authorization: alibabaAuthorization({ accessKeyId, accessKeySecret, method: 'POST', path: '/', query, headers, body }) },
    body,
    isIdempotent: options.isIdempotent,
    ...(options.signal ? { signal: options.signal } : {}),
  })
  const members = jsonObject(answer)
  if (!members) throw new CloudProblem('Alibaba Cloud', 'bad-answer')
  if (status !== 200) throw new CloudProblem('Alibaba Cloud', codeOf(members['Code']))
  return members
}
