import type { DnsProvider } from '@nameplane/contract/dns/provider-zone'
import { alibabaFailures, readAlibaba } from './alibaba-zone.ts'
import { readCloudflare } from './cloudflare-zone.ts'
import { failureOf, type Reading, type ProviderAccess, type ProviderFailure, type ProviderRecord, type ZoneReader } from './dns-provider.ts'
import { dnspodFailures, readDnspod } from './dnspod-zone.ts'
import { huaweiFailures, readHuaweiZone } from './huawei-zone.ts'
import { readPowerdns } from './powerdns-zone.ts'

type Adapter = { readonly read: ZoneReader; readonly failures: Readonly<Partial<Record<ProviderFailure, RegExp>>> }

const adapters: Readonly<Record<DnsProvider, Adapter>> = {
  cloudflare: { read: readCloudflare, failures: {} },
  dnspod: { read: readDnspod, failures: dnspodFailures },
  alibaba: { read: readAlibaba, failures: alibabaFailures },
  huawei: { read: readHuaweiZone, failures: huaweiFailures },
  powerdns: { read: readPowerdns, failures: {} },
}

/** All records of a zone at another provider. @throws ProviderProblem */
export async function readProviderZone(provider: DnsProvider, access: ProviderAccess, zone: string, reading: Reading): Promise<readonly ProviderRecord[]> {
  const { read, failures } = adapters[provider]
  try {
    await read(access, zone, reading)
    return reading.records
  } catch (cause) {
    throw failureOf(cause, failures) ?? cause
  }
}
