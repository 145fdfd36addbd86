import { callAlibaba } from '../cloud/alibaba-cloud.ts'
import { objectOf } from '../cloud/cloud-problem.ts'
import { family, listOf, numberOf, optionalNumber, optionalText, readPages, textOf, type ProviderRecord, type ZoneReader } from './dns-provider.ts'

export const alibabaUrl = 'https://alidns.aliyuncs.com'
const pageSize = 300

/** Alibaba Cloud DNS: DescribeDomainRecords of 2015-01-09. */
export const readAlibaba: ZoneReader = async ({ keyId, secret }, zone, reading) => {
  const cloud = { family, baseUrl: alibabaUrl, version: '2015-01-09', accessKeyId: keyId, accessKeySecret: secret }
  await readPages(reading, async (index) => {
    const query = { DomainName: zone, PageNumber: String(index + 1), PageSize: String(pageSize) }
    const answer = await callAlibaba(cloud, 'DescribeDomainRecords', { query }, { isIdempotent: true, signal: reading.signal })
    const rows = listOf(objectOf(answer['DomainRecords'])?.['Record'])
    return { rows, total: numberOf(answer['TotalCount']), records: rows.map(recordOf) }
  })
}

function recordOf(row: Record<string, unknown>): ProviderRecord {
  const type = textOf(row['Type'])
  return {
    host: textOf(row['RR']),
    // The vendor's own documents have this type in two spellings.
    type: type === 'FORWORD_URL' ? 'FORWARD_URL' : type,
    line: textOf(row['Line']),
    value: textOf(row['Value']),
    ttl: optionalNumber(row['TTL']),
    weight: optionalNumber(row['Weight']),
    priority: type === 'MX' ? optionalNumber(row['Priority']) : null,
    remark: optionalText(row['Remark']),
    status: textOf(row['Status']),
    isProxied: null,
    valuesOfSet: 1,
  }
}

export const alibabaFailures = {
  'key-refused': /^(InvalidAccessKeyId|InvalidAccessKeySecret|SignatureDoesNotMatch|IncompleteSignature|InvalidSecurityToken)/,
  'permission-missing': /^(Forbidden|NoPermission)/,
  'zone-missing': /^(InvalidDomainName|IncorrectDomainUser|DomainNotExist)/,
  busy: /^Throttling/,
} as const
