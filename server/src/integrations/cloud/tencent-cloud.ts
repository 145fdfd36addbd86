import { outbound } from '../http/outbound.ts'
import { CloudProblem, codeOf, jsonObject, objectOf } from './cloud-problem.ts'
import { tencentAuthorization } from './tencent-signature.ts'

/** A product of Tencent Cloud with the keys of an account. */
export type TencentCloud = {
  /** As `outbound` counts it: 'sms', 'identity'. */
  readonly family: string
  /** The product's service address, such as https://sms.tencentcloudapi.com; only hosts of the vendor are called. */
  readonly baseUrl: string
  readonly service: string
  /** The product's API version, a date. */
  readonly version: string
  /** Empty for products that know none. */
  readonly region: string
  readonly secretId: string
  readonly secretKey: string
}

const contentType = 'application/json; charset=utf-8'

/**
 * Calls an action with JSON parameters; gives the members of its Response.
 * @param isIdempotent whether asking twice does no more than asking once
 * @throws CloudProblem with the vendor's code @throws OutboundProblem when no answer came
 */
export async function callTencent(
  cloud: TencentCloud,
  action: string,
  parameters: object,
  options: { isIdempotent: boolean; signal?: AbortSignal | undefined; now?: Date | undefined },
): Promise<Record<string, unknown>> {
  const body = JSON.stringify(parameters)
  const timestamp = Math.floor((options.now ?? new Date()).getTime() / 1000)
  const { secretId, secretKey, service, family, baseUrl } = cloud
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : ''
  const { status, body: answer } = await outbound({ family, baseUrl, allowedHosts: ['.tencentcloudapi.com'] }).call({
    method: 'POST',
    path: '/',
    headers: {
      'content-type': contentType,
      authorization: tencentAuthorization({ secretId, secretKey, service, host, contentType, action, body, timestamp }),
      'x-tc-action': action,
      'x-tc-version': cloud.version,
      'x-tc-timestamp': String(timestamp),
      ...(cloud.region === '' ? {} : { 'x-tc-region': cloud.region }),
    },
    body,
    isIdempotent: options.isIdempotent,
    ...(options.signal ? { signal: options.signal } : {}),
  })
  const response = objectOf(jsonObject(answer)?.['Response'])
  if (!response) throw new CloudProblem('Tencent Cloud', 'bad-answer')
  const failure = objectOf(response['Error'])
  if (failure) throw new CloudProblem('Tencent Cloud', codeOf(failure['Code']))
  // The vendor answers errors with status 200 too; any other status without an error is not one of its answers.
  if (status !== 200) throw new CloudProblem('Tencent Cloud', 'bad-answer')
  return response
}
