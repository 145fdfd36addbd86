import { defineMessages } from '../../../../i18n/messages.ts'

export const providerMessages = defineMessages({
  zh: {
    provider: '服务商',
    providers: { cloudflare: 'Cloudflare', dnspod: 'DNSPod（腾讯云）', alibaba: '阿里云云解析 DNS', huawei: '华为云云解析 DNS', powerdns: 'PowerDNS' },
    keyId: { dnspod: 'SecretId', alibaba: 'AccessKey ID', huawei: 'AK（Access Key ID）' },
    secret: { cloudflare: 'API 令牌', dnspod: 'SecretKey', alibaba: 'AccessKey Secret', huawei: 'SK（Secret Access Key）', powerdns: 'API 密钥（X-API-Key）' },
    permissions: {
      cloudflare: '需要该区域的“区域 → 区域 → 读取”和“区域 → DNS → 读取”权限',
      dnspod: '需要 dnspod:DescribeRecordList 权限',
      alibaba: '需要 alidns:DescribeDomainRecords 权限',
      huawei: '需要 DNS ReadOnlyAccess 权限',
      powerdns: 'PowerDNS 配置中的 api-key',
    },
    once: '密钥只用于这一次读取，不会保存，也不会写入日志。建议使用只读密钥，导入后将其停用。',
    region: '区域',
    url: 'API 地址',
    urlHelp: 'PowerDNS 网页服务的公网 https 地址，不含 /api/v1',
    read: '读取记录',
    reading: '正在读取…',
    name: (provider: string) => `来自 ${provider}`,
  },
  en: {
    provider: 'Provider',
    providers: { cloudflare: 'Cloudflare', dnspod: 'DNSPod (Tencent Cloud)', alibaba: 'Alibaba Cloud DNS', huawei: 'Huawei Cloud DNS', powerdns: 'PowerDNS' },
    keyId: { dnspod: 'SecretId', alibaba: 'AccessKey ID', huawei: 'AK (Access Key ID)' },
    secret: { cloudflare: 'API token', dnspod: 'SecretKey', alibaba: 'AccessKey Secret', huawei: 'SK (Secret Access Key)', powerdns: 'X-API-Key' },
    permissions: {
      cloudflare: 'Requires the permissions “Zone → Zone → Read” and “Zone → DNS → Read” for this zone',
      dnspod: 'Requires the permission dnspod:DescribeRecordList',
      alibaba: 'Requires the permission alidns:DescribeDomainRecords',
      huawei: 'Requires the permission DNS ReadOnlyAccess',
      powerdns: 'The api-key of the PowerDNS configuration',
    },
    once: 'The key is used for this read only. It is not stored and not logged. Use a read-only key and disable it after the import.',
    region: 'Region',
    url: 'API address',
    urlHelp: 'Public https address of the PowerDNS web server, without /api/v1',
    read: 'Read records',
    reading: 'Reading…',
    name: (provider) => `From ${provider}`,
  },
})
