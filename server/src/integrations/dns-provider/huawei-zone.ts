import { readHuawei } from '../cloud/huawei-cloud.ts'
import { objectOf } from '../cloud/cloud-problem.ts'
import {
  answerBytes,
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

export const huaweiUrl = (region: string): string => `https://dns.${region}.myhuaweicloud.com`
const pageSize = 300

/** Huawei Cloud DNS: record sets with lines and weights (v2.1) of the public zone of this name. */
export const readHuaweiZone: ZoneReader = async ({ keyId, secret, region }, zone, reading) => {
  const cloud = { family, baseUrl: huaweiUrl(region), accessKey: keyId, secretKey: secret, answerBytes }
  const { signal } = reading
  const found = await readHuawei(cloud, '/v2/zones', { name: `${zone}.`, search_mode: 'equal', type: 'public' }, { signal })
  const row = listOf(found['zones']).find((one) => optionalText(one['name']).toLowerCase() === `${zone}.`)
  if (row === undefined) throw new ProviderProblem('zone-missing')
  const id = textOf(row['id'])
  if (!/^[\w-]{1,64}$/.test(id)) throw new ProviderProblem('unreadable', 'bad-answer')
  await readPages(reading, async (_, seen) => {
    const answer = await readHuawei(cloud, `/v2.1/zones/${id}/recordsets`, { limit: String(pageSize), offset: String(seen) }, { signal })
    const rows = listOf(answer['recordsets'])
    return { rows, total: numberOf(objectOf(answer['metadata'])?.['total_count']), records: rows.flatMap(recordsOf) }
  })
}

/** A set that is being saved is served as it will be. */
const states: Readonly<Record<string, string>> = { PENDING_CREATE: 'ACTIVE', PENDING_UPDATE: 'ACTIVE', DISABLE: 'DISABLED', FREEZE: 'DISABLED' }

function recordsOf(row: Record<string, unknown>): ProviderRecord[] {
  const values = row['records']
  if (!Array.isArray(values)) throw new ProviderProblem('unreadable', 'bad-answer')
  const status = textOf(row['status'])
  const set = {
    host: textOf(row['name']),
    type: textOf(row['type']),
    line: optionalText(row['line']),
    ttl: optionalNumber(row['ttl']),
    weight: optionalNumber(row['weight']),
    priority: null,
    remark: optionalText(row['description']),
    status: states[status] ?? status,
    isProxied: null,
    valuesOfSet: values.length,
  }
  return values.map((value) => ({ ...set, value: textOf(value) }))
}

export const huaweiFailures = { busy: /^APIGW\.0308$/, 'permission-missing': /^APIGW\.0302$/, 'key-refused': /^APIGW\.03/ } as const
