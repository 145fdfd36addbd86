import { describe, expect, it } from 'vitest'
import { alibabaAuthorization, bodyHash, canonicalQuery, percentEncoded } from './alibaba-signature.ts'
import { huaweiAuthorization, sdkDate } from './huawei-signature.ts'
import { tencentAuthorization } from './tencent-signature.ts'

describe('a request to Tencent Cloud', () => {
  // The worked example of the vendor's page on signature method v3.
  const example = {
    service: 'cvm',
    host: 'cvm.tencentcloudapi.com',
    contentType: 'application/json; charset=utf-8',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    timestamp: 1_551_113_065,
  }
  it('is signed as the vendor’s example with a signed action', () => {
    const stars = '*'.repeat(32)
    expect(tencentAuthorization({ ...example, secretId: `AKID${stars}`, secretKey: stars, action: 'DescribeInstances' })).toBe(
      `TC3-HMAC-SHA256 Credential=AKID${stars}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, ` +
        'Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
    )
    expect(bodyHash(example.body)).toBe('35e9c5b0e3ae67532d3c9f17ead6c90222632e5b1ff7f6e89887f1398934f064')
  })

  it('is signed as the vendor’s older example, without one', () => {
    const keys = { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' }
    expect(tencentAuthorization({ ...example, ...keys })).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, ' +
        'Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    )
  })

  it('has the day of UTC in its scope, just before midnight and after', () => {
    const at = (time: string): string => tencentAuthorization({ ...example, secretId: 'id', secretKey: 'key', timestamp: Date.parse(time) / 1000 })
    expect(at('2026-12-31T23:59:59Z')).toContain('Credential=id/2026-12-31/cvm/')
    expect(at('2027-01-01T00:00:00Z')).toContain('Credential=id/2027-01-01/cvm/')
  })
})

describe('a request to Alibaba Cloud', () => {
  const headers = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': bodyHash(''),
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  }
  const query = { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' }
  const keys = { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' }

  it('is signed as the example with fixed values on the vendor’s page on signature v3', () => {
    expect(alibabaAuthorization({ ...keys, method: 'POST', path: '/', query, headers, body: '' })).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
        'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  it('is signed the same whatever the order of its headers and parameters', () => {
    const turned = <Values extends object>(values: Values): Values => Object.fromEntries(Object.entries(values).toReversed()) as Values
    const signed = (of: typeof query, under: typeof headers): string =>
      alibabaAuthorization({ ...keys, method: 'POST', path: '/', query: of, headers: under, body: 'a' })
    expect(signed(turned(query), turned(headers))).toBe(signed(query, headers))
  })

  it('has its parameters encoded as RFC 3986 §2.3 leaves them, and sorted by octets', () => {
    expect(percentEncoded("a-b_c.d~e f+g*h'i(j)k!l/m=n&o中")).toBe('a-b_c.d~e%20f%2Bg%2Ah%27i%28j%29k%21l%2Fm%3Dn%26o%E4%B8%AD')
    expect(canonicalQuery({ b: '2', a: '1 ', B: '', Aa: '3' })).toBe('Aa=3&B=&a=1%20&b=2')
  })
})

describe('a request to Huawei Cloud', () => {
  // The worked example of the vendor's AK/SK signing guide.
  const example = {
    accessKey: 'QTWAOYTTINDUT2QVKYUC',
    secretKey: 'MFyfvK41ba2giqM7Uio6PznpdUKGpownRZlmVmHc',
    method: 'GET',
    path: '/v1/77b6a44cba5143ab91d13ab9a8ff44fd/vpcs',
    query: { limit: '2', marker: '13551d6b-755d-4757-b956-536f674975c0' },
    headers: { 'content-type': 'application/json', host: 'service.region.example.com', 'x-sdk-date': '20191115T033655Z' },
  } as const

  it('is signed as the vendor’s example', () => {
    expect(huaweiAuthorization(example)).toBe(
      'SDK-HMAC-SHA256 Access=QTWAOYTTINDUT2QVKYUC, SignedHeaders=content-type;host;x-sdk-date, ' +
        'Signature=7be6668032f70418fcc22abc52071e57aff61b84a1d2381bb430d6870f4f6ebe',
    )
  })

  it('is signed the same with a final slash, and whatever the order of its headers and parameters', () => {
    const { query, headers } = example
    const turned = {
      ...example,
      path: `${example.path}/`,
      query: { marker: query.marker, limit: query.limit },
      headers: Object.fromEntries(Object.entries(headers).toReversed()),
    }
    expect(huaweiAuthorization(turned)).toBe(huaweiAuthorization(example))
  })

  it('has its date in the basic form of ISO 8601, in UTC', () => {
    expect(sdkDate(new Date('2019-11-15T03:36:55.999Z'))).toBe('20191115T033655Z')
  })
})
