import { jsonObject, objectOf } from '../cloud/cloud-problem.ts'
import { outbound } from '../http/outbound.ts'
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
  type Reading,
  type ZoneReader,
} from './dns-provider.ts'

export const cloudflareUrl = 'https://api.cloudflare.com'
const pageSize = 500

/** Cloudflare, API version 4, with an API token that may read zone and DNS. */
export const readCloudflare: ZoneReader = async ({ secret }, zone, reading) => {
  const zones = listOf((await ask(secret, '/client/v4/zones', { name: zone, per_page: '50' }, reading))['result'])
  const row = zones.find((one) => optionalText(one['name']).toLowerCase() === zone)
  // Zones that the token may not read are not listed.
  if (row === undefined) throw new ProviderProblem('zone-missing')
  const id = textOf(row['id'])
  if (!/^[0-9a-f]{32}$/.test(id)) throw new ProviderProblem('unreadable', 'bad-answer')
  await readPages(reading, async (index) => {
    const answer = await ask(secret, `/client/v4/zones/${id}/dns_records`, { page: String(index + 1), per_page: String(pageSize) }, reading)
    const rows = listOf(answer['result'])
    return { rows, total: numberOf(objectOf(answer['result_info'])?.['total_count']), records: rows.map(recordOf) }
  })
}

function recordOf(row: Record<string, unknown>): ProviderRecord {
  const ttl = optionalNumber(row['ttl'])
  return {
    host: `${textOf(row['name'])}.`,
    type: textOf(row['type']),
    line: '',
    ...valueOf(row),
    // A TTL of 1 is one that Cloudflare chooses, as the reader of tables knows.
    ttl,
    weight: null,
    remark: optionalText(row['comment']),
    status: 'ACTIVE',
    isProxied: row['proxied'] === true,
    valuesOfSet: 1,
  }
}

/** Priorities stand beside the content of some types, and within it for others. */
function valueOf(row: Record<string, unknown>): { value: string; priority: number | null } {
  const type = row['type']
  const data = objectOf(row['data']) ?? {}
  const parts = ['priority', 'weight', 'port'].map((name) => optionalNumber(data[name]))
  const target = optionalText(data['target'])
  if (type === 'SRV' && target !== '' && parts.every((part) => part !== null)) return { value: `${parts.join(' ')} ${absolute(target)}`, priority: null }
  if (type === 'URI' && target !== '') return { value: `${optionalNumber(row['priority']) ?? 0} ${parts[1] ?? 0} "${target}"`, priority: null }
  const content = textOf(row['content'])
  return { value: content, priority: type === 'MX' ? optionalNumber(row['priority']) : null }
}

const absolute = (name: string): string => (name.endsWith('.') ? name : `${name}.`)

const keyCodes = new Set([1000, 6003, 6111, 9106, 9109])

async function ask(token: string, path: string, query: Readonly<Record<string, string>>, { signal }: Reading): Promise<Record<string, unknown>> {
  const { status, body } = await outbound({ family, baseUrl: cloudflareUrl, allowedHosts: ['api.cloudflare.com'], answerBytes }).call({
    method: 'GET',
    path,
    query,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    isIdempotent: true,
    signal,
  })
  if (status === 429) throw new ProviderProblem('busy', '429')
  const members = jsonObject(body)
  if (!members) throw new ProviderProblem('unreadable', 'bad-answer')
  if (status === 200 && members['success'] === true) return members
  const codes = Array.isArray(members['errors']) ? members['errors'].map((error: unknown) => objectOf(error)?.['code']) : []
  const code = codes.find((one): one is number => typeof one === 'number') ?? status
  if (status === 401 || keyCodes.has(code)) throw new ProviderProblem('key-refused', String(code))
  if (status === 403) throw new ProviderProblem('permission-missing', String(code))
  if (status === 404) throw new ProviderProblem('zone-missing', String(code))
  throw new ProviderProblem('unreadable', String(code))
}
