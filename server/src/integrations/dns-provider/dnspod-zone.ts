import { CloudProblem, objectOf } from '../cloud/cloud-problem.ts'
import { callTencent } from '../cloud/tencent-cloud.ts'
import {
  family,
  listOf,
  numberOf,
  optionalNumber,
  optionalText,
  ProviderProblem,
  readPages,
  textOf,
  type ProviderRecord,
  type ZoneReader,
} from './dns-provider.ts'

export const dnspodUrl = 'https://dnspod.tencentcloudapi.com'
const pageSize = 300

/** DNSPod by the API of Tencent Cloud: DescribeRecordList of 2021-03-23. */
export const readDnspod: ZoneReader = async ({ keyId, secret }, zone, reading) => {
  const cloud = { family, baseUrl: dnspodUrl, service: 'dnspod', version: '2021-03-23', region: '', secretId: keyId, secretKey: secret }
  await readPages(reading, async (_, seen) => {
    const parameters = { Domain: zone, Offset: seen, Limit: pageSize }
    const response = await callTencent(cloud, 'DescribeRecordList', parameters, { isIdempotent: true, signal: reading.signal }).catch((cause: unknown) => {
      // A domain without records is answered as an error.
      if (cause instanceof CloudProblem && cause.code === 'ResourceNotFound.NoDataOfRecord') return null
      throw cause
    })
    if (response === null) return { rows: [], total: seen, records: [] }
    const rows = listOf(response['RecordList'])
    const counts = objectOf(response['RecordCountInfo'])
    if (!counts) throw new ProviderProblem('unreadable', 'bad-answer')
    return { rows, total: numberOf(counts['TotalCount']), records: rows.map(recordOf) }
  })
}

function recordOf(row: Record<string, unknown>): ProviderRecord {
  const type = textOf(row['Type'])
  return {
    host: textOf(row['Name']),
    type,
    line: textOf(row['Line']),
    value: textOf(row['Value']),
    ttl: optionalNumber(row['TTL']),
    weight: optionalNumber(row['Weight']),
    priority: type === 'MX' ? optionalNumber(row['MX']) : null,
    remark: optionalText(row['Remark']),
    status: textOf(row['Status']),
    isProxied: null,
    valuesOfSet: 1,
  }
}

export const dnspodFailures = {
  'permission-missing': /^(UnauthorizedOperation|AuthFailure\.UnauthorizedOperation|OperationDenied|FailedOperation\.NotRealNamedUser)/,
  'key-refused': /^AuthFailure/,
  'zone-missing': /^(InvalidParameterValue\.DomainNotExists|InvalidParameter\.Domain|ResourceNotFound\.NoDataOfDomain|FailedOperation\.NotDomainOwner)/,
  busy: /^(RequestLimitExceeded|LimitExceeded)/,
} as const
