import { jsonObject } from '../cloud/cloud-problem.ts'
import { outbound } from '../http/outbound.ts'
import { family, listOf, optionalText, numberOf, ProviderProblem, textOf, type ProviderRecord, type ZoneReader } from './dns-provider.ts'

/** A zone comes in one answer. */
const zoneBytes = 32 * 1024 * 1024

/** The HTTP API of a PowerDNS server (version 1), at an address that is given: one of the internet, by https. */
export const readPowerdns: ZoneReader = async ({ secret, url }, zone, reading) => {
  const { status, body } = await outbound({ family, baseUrl: url.replace(/\/+$/, ''), answerBytes: zoneBytes }).call({
    method: 'GET',
    path: `/api/v1/servers/localhost/zones/${zone}.`,
    headers: { 'x-api-key': secret, accept: 'application/json' },
    isIdempotent: true,
    signal: reading.signal,
  })
  if (status === 401) throw new ProviderProblem('key-refused', '401')
  if (status === 403) throw new ProviderProblem('permission-missing', '403')
  if (status === 429) throw new ProviderProblem('busy', '429')
  const members = jsonObject(body)
  // Only PowerDNS says so in JSON; another web server that lacks the page is at another address.
  if (status === 404 && members) throw new ProviderProblem('zone-missing', '404')
  if (!members || status !== 200) throw new ProviderProblem('unreadable', status === 200 ? 'bad-answer' : String(status))
  reading.take(listOf(members['rrsets']).flatMap(recordsOf))
}

function recordsOf(set: Record<string, unknown>): ProviderRecord[] {
  const [comment] = set['comments'] === undefined ? [] : listOf(set['comments'])
  const shared = {
    host: textOf(set['name']),
    type: textOf(set['type']),
    line: '',
    ttl: numberOf(set['ttl']),
    weight: null,
    priority: null,
    remark: comment ? optionalText(comment['content']) : '',
    isProxied: null,
    valuesOfSet: 1,
  }
  return listOf(set['records']).map((record) => ({ ...shared, value: textOf(record['content']), status: record['disabled'] === true ? 'DISABLED' : 'ACTIVE' }))
}
