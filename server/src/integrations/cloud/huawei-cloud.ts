import { outbound } from '../http/outbound.ts'
import { canonicalQuery } from './alibaba-signature.ts'
import { CloudProblem, codeOf, jsonObject, objectOf } from './cloud-problem.ts'
import { huaweiAuthorization, sdkDate } from './huawei-signature.ts'

/** A service of Huawei Cloud with the keys of an account. */
export type HuaweiCloud = {
  /** As `outbound` counts it. */
  readonly family: string
  /** The address of the service in a region, such as https://dns.cn-north-4.myhuaweicloud.com; only hosts of the vendor are called. */
  readonly baseUrl: string
  readonly accessKey: string
  readonly secretKey: string
  /** The longest answer that is read. */
  readonly answerBytes?: number
}

/**
 * Reads an object; gives its members.
 * @throws CloudProblem with the vendor's code @throws OutboundProblem when no answer came
 */
export async function readHuawei(
  { family, baseUrl, accessKey, secretKey, answerBytes }: HuaweiCloud,
  path: string,
  query: Readonly<Record<string, string>>,
  options: { signal?: AbortSignal | undefined; now?: Date | undefined } = {},
): Promise<Record<string, unknown>> {
  const headers = { host: URL.canParse(baseUrl) ? new URL(baseUrl).host : '', 'x-sdk-date': sdkDate(options.now ?? new Date()) }
  const target = { family, baseUrl, allowedHosts: ['.myhuaweicloud.com'], ...(answerBytes === undefined ? {} : { answerBytes }) }
  const { status, body } = await outbound(target).call({
    method: 'GET',
    path,
    query: canonicalQuery(query),
    headers: { ...headers, authorization: huaweiAuthorization({ accessKey, secretKey, method: 'GET', path, query, headers }) },
    isIdempotent: true,
    ...(options.signal ? { signal: options.signal } : {}),
  })
  const members = jsonObject(body)
  if (!members) throw new CloudProblem('Huawei Cloud', 'bad-answer')
  if (status !== 200) throw new CloudProblem('Huawei Cloud', failureCode(members), status)
  return members
}

/** The gateway and the service behind it name their codes differently. */
function failureCode(members: Record<string, unknown>): string {
  const nested = objectOf(members['error'])
  return codeOf(members['error_code'] ?? members['code'] ?? nested?.['code'])
}
