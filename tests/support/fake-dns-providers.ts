import type { CloudJudge, CloudSide } from './cloud-judge.ts'
import { startFakeOutside, type FakeAnswer, type FakeCall, type FakeOutside } from './fake-outside.ts'

/* Strict peers of DNS providers: each has one zone and refuses, with its vendor's codes, what the vendor would refuse. */

export const providerKeys = { id: 'AKIDexampleofdnskeys', secret: 'secret-of-the-dns-keys', token: 'token-of-cloudflare', pdns: 'key-of-powerdns' } as const

export const dnspodSide: CloudSide = {
  vendor: 'tencent',
  host: 'dnspod.tencentcloudapi.com',
  service: 'dnspod',
  action: 'DescribeRecordList',
  version: '2021-03-23',
  regions: [''],
  keys: { [providerKeys.id]: providerKeys.secret },
}
export const alidnsSide: CloudSide = {
  vendor: 'alibaba',
  host: 'alidns.aliyuncs.com',
  action: 'DescribeDomainRecords',
  version: '2015-01-09',
  keys: { [providerKeys.id]: providerKeys.secret },
}
export const huaweiSide: CloudSide = { vendor: 'huawei', host: 'dns.cn-north-4.myhuaweicloud.com', keys: { [providerKeys.id]: providerKeys.secret } }

export type Row = Readonly<Record<string, unknown>>

export type FakeProvider = FakeOutside & {
  /** What the vendor answers instead: its code, and the status of it. */
  refuseWith(refusal: { code: string; status?: number } | null): void
}

/** @param pageSize rows of a page at most, whatever is asked for: paging is seen with few */
export type FakeZone = { readonly name: string; readonly rows: readonly Row[]; readonly pageSize?: number }

type Refusal = { code: string; status?: number } | null

async function fakeProvider(answer: (call: FakeCall, refusal: Refusal) => Promise<FakeAnswer> | FakeAnswer): Promise<FakeProvider> {
  let refusal: Refusal = null
  const fake = await startFakeOutside((call) => answer(call, refusal))
  return Object.assign(fake, { refuseWith: (next: Refusal) => void (refusal = next) })
}

function page({ rows, pageSize }: FakeZone, offset: number, limit: number): readonly Row[] {
  return rows.slice(offset, offset + Math.min(limit, pageSize ?? limit))
}

/** Whole numbers only; NaN is refused by every comparison. */
const whole = (text: unknown): number => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)

export function startFakeDnspod(judge: CloudJudge, zone: FakeZone): Promise<FakeProvider> {
  const error = (Code: string): FakeAnswer => ({ body: { Response: { Error: { Code, Message: `refused: ${Code}` }, RequestId: 'r-1' } } })
  return fakeProvider(async (call, refusal) => {
    const code = (await judge.judge(dnspodSide, call)) ?? refusal?.code ?? null
    if (code !== null) return error(code)
    const sent = JSON.parse(call.body.toString()) as Record<string, unknown>
    const { Domain, Offset, Limit, ...strangers } = sent
    if (Object.keys(strangers).length > 0) return error('UnknownParameter')
    if (typeof Offset !== 'number' || Offset < 0 || typeof Limit !== 'number' || !(Limit >= 1 && Limit <= 3000))
      return error('InvalidParameter.ResultMoreThan500')
    if (Domain !== zone.name) return error('InvalidParameterValue.DomainNotExists')
    const list = page(zone, Offset, Limit)
    if (list.length === 0) return error('ResourceNotFound.NoDataOfRecord')
    const total = zone.rows.length
    return { body: { Response: { RecordCountInfo: { SubdomainCount: total, ListCount: list.length, TotalCount: total }, RecordList: list, RequestId: 'r-1' } } }
  })
}

export function startFakeAlidns(judge: CloudJudge, zone: FakeZone): Promise<FakeProvider> {
  const nonces: string[] = []
  const error = (Code: string, status = 400): FakeAnswer => ({ status, body: { Code, Message: Code, RequestId: 'r-1', HostId: alidnsSide.host } })
  return fakeProvider(async (call, refusal) => {
    const code = await judge.judge(alidnsSide, call, { nonces })
    if (code !== null) return error(code, code.startsWith('InvalidAccessKeyId') ? 404 : 400)
    nonces.push(String(call.headers['x-acs-signature-nonce']))
    if (refusal) return error(refusal.code, refusal.status)
    const { DomainName, PageNumber, PageSize, ...strangers } = Object.fromEntries(call.query)
    const [number, size] = [whole(PageNumber), whole(PageSize)]
    if (Object.keys(strangers).length > 0 || !(number >= 1) || !(size >= 1 && size <= 500)) return error('InvalidParameter')
    if (DomainName !== zone.name) return error('InvalidDomainName.NoExist')
    const taken = Math.min(size, zone.pageSize ?? size)
    const list = page(zone, (number - 1) * taken, taken)
    return { body: { TotalCount: zone.rows.length, PageNumber: number, PageSize: taken, RequestId: 'r-1', DomainRecords: { Record: list } } }
  })
}

export function startFakeHuawei(judge: CloudJudge, zone: FakeZone): Promise<FakeProvider> {
  const id = 'ff8080825b8fc86c015b94bc6f8712c3'
  return fakeProvider(async (call, refusal) => {
    const code = await judge.judge(huaweiSide, call)
    if (code !== null) return { status: 401, body: { error_code: code, error_msg: 'Incorrect IAM authentication information', request_id: 'r-1' } }
    if (refusal) return { status: refusal.status ?? 403, body: { code: refusal.code, message: refusal.code } }
    const sent = Object.fromEntries(call.query)
    if (call.path === '/v2/zones') {
      // The vendor looks for names that contain this one unless it is told otherwise.
      const names = sent['search_mode'] === 'equal' ? [`${zone.name}.`] : [`other-${zone.name}.`, `${zone.name}.`]
      const zones = names
        .filter((name) => name === sent['name'] || sent['search_mode'] !== 'equal')
        .map((name) => ({ id, name, zone_type: 'public', status: 'ACTIVE' }))
      return { body: { links: {}, zones, metadata: { total_count: zones.length } } }
    }
    if (call.path !== `/v2.1/zones/${id}/recordsets`) return { status: 404, body: { code: 'DNS.0302', message: 'zone not found' } }
    const [limit, offset] = [whole(sent['limit']), whole(sent['offset'])]
    if (!(limit >= 1 && limit <= 500) || !(offset >= 0)) return { status: 400, body: { code: 'DNS.0004', message: 'invalid parameter' } }
    return { body: { links: {}, recordsets: page(zone, offset, limit), metadata: { total_count: zone.rows.length } } }
  })
}

export function startFakeCloudflare(zone: FakeZone): Promise<FakeProvider> {
  const id = '023e105f4ecef8ad9ca31a8372d0c353'
  const error = (status: number, code: number): FakeAnswer => ({
    status,
    body: { success: false, errors: [{ code, message: `refused: ${code}` }], messages: [], result: null },
  })
  return fakeProvider((call, refusal) => {
    const authorization = String(call.headers.authorization ?? '')
    if (call.method !== 'GET' || call.headers.host !== 'api.cloudflare.com') return error(405, 10405)
    if (!authorization.startsWith('Bearer ')) return error(400, 9106)
    if (authorization !== `Bearer ${providerKeys.token}`) return error(403, 9109)
    if (refusal) return error(refusal.status ?? 403, Number(refusal.code))
    const sent = Object.fromEntries(call.query)
    if (call.path === '/client/v4/zones') {
      const result = sent['name'] === zone.name ? [{ id, name: zone.name, status: 'active' }] : []
      return {
        body: {
          success: true,
          errors: [],
          messages: [],
          result,
          result_info: { page: 1, per_page: 50, count: result.length, total_count: result.length, total_pages: 1 },
        },
      }
    }
    if (call.path !== `/client/v4/zones/${id}/dns_records`) return error(404, 7003)
    const [number, size] = [whole(sent['page']), whole(sent['per_page'])]
    if (!(number >= 1) || !(size >= 5)) return error(400, 9207)
    const taken = Math.min(size, zone.pageSize ?? size)
    const result = page(zone, (number - 1) * taken, taken)
    const info = { page: number, per_page: taken, count: result.length, total_count: zone.rows.length, total_pages: Math.ceil(zone.rows.length / taken) }
    return { body: { success: true, errors: [], messages: [], result, result_info: info } }
  })
}

/** A PowerDNS server that has one zone; its rows are record sets. */
export function startFakePowerdns(zone: FakeZone): Promise<FakeProvider> {
  return fakeProvider((call, refusal) => {
    if (call.headers['x-api-key'] !== providerKeys.pdns) return { status: 401, body: 'Unauthorized' }
    if (refusal) return { status: refusal.status ?? 403, body: { error: refusal.code } }
    if (call.method !== 'GET' || !call.path.startsWith('/api/v1/servers/localhost/zones/')) return { status: 404, body: 'Not Found' }
    const name = call.path.slice('/api/v1/servers/localhost/zones/'.length)
    if (name !== `${zone.name}.`) return { status: 404, body: { error: `Could not find domain '${name}'` } }
    return { body: { id: name, name, kind: 'Native', serial: 1, type: 'Zone', url: call.path, rrsets: zone.rows } }
  })
}
