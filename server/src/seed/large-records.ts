import { differentIpv4, ipv4, ipv6 } from './addresses.ts'
import { Random } from './random.ts'

/** Columns of a batch of records, one entry a record in each. */
export type RecordColumns = {
  domainIds: number[]
  hosts: string[]
  types: string[]
  lines: string[]
  values: string[]
  ttls: number[]
  weights: (number | null)[]
  remarks: string[]
  statuses: number[]
}

export function noRecords(): RecordColumns {
  return { domainIds: [], hosts: [], types: [], lines: [], values: [], ttls: [], weights: [], remarks: [], statuses: [] }
}

type Planned = { host: string; type: string; value: string; line?: string; ttlSeconds?: number; weight?: number; remark?: string; isPaused?: boolean }

const ttls = [60, 120, 300, 600, 600, 600, 1800, 3600, 86_400]
const services = [
  'api',
  'app',
  'auth',
  'blog',
  'cdn',
  'chat',
  'db',
  'dev',
  'docs',
  'files',
  'git',
  'img',
  'jobs',
  'login',
  'mon',
  'ns',
  'pay',
  'shop',
  'static',
  'vpn',
]

/** Appends this domain's records, exactly `count` of them: what every domain has first, then one host after the other. */
export function appendRecords(columns: RecordColumns, domain: { id: number; name: string; count: number }): void {
  const random = new Random(`large world: ${domain.name}`)
  let left = domain.count
  const add = (record: Planned): void => {
    if (left === 0) return
    left -= 1
    columns.domainIds.push(domain.id)
    columns.hosts.push(record.host)
    columns.types.push(record.type)
    columns.lines.push(record.line ?? 'default')
    columns.values.push(record.value)
    columns.ttls.push(record.ttlSeconds ?? 600)
    columns.weights.push(record.weight ?? null)
    columns.remarks.push(record.remark ?? '')
    columns.statuses.push(record.isPaused ? 0 : 1)
  }
  for (const record of usual(random, domain.name)) add(record)
  for (let number = 1; left > 0; number++) {
    const records = host(random, domain.name, number)
    // A set that no longer fits whole would mean something else.
    if (records.length <= left) for (const record of records) add(record)
    else add({ host: `last-${number}`, type: 'A', value: ipv4(random) })
  }
}

function usual(random: Random, name: string): Planned[] {
  return [
    { host: '@', type: 'A', value: ipv4(random) },
    { host: '@', type: 'MX', value: `10 mx1.${name}.`, ttlSeconds: 3600 },
    { host: '@', type: 'MX', value: `20 mx2.${name}.`, ttlSeconds: 3600 },
    { host: '@', type: 'TXT', value: '"v=spf1 mx -all"', ttlSeconds: 3600 },
    { host: 'www', type: 'A', value: ipv4(random), remark: '主站' },
    { host: 'www', type: 'A', line: 'telecom', value: ipv4(random) },
    { host: 'www', type: 'A', line: 'unicom', value: ipv4(random) },
    { host: 'www', type: 'A', line: 'mobile', value: ipv4(random) },
    { host: 'www', type: 'AAAA', value: ipv6(random) },
    { host: 'mx1', type: 'A', value: ipv4(random) },
    { host: 'mx2', type: 'A', value: ipv4(random) },
    { host: '_dmarc', type: 'TXT', value: `"v=DMARC1; p=quarantine; rua=mailto:dmarc@${name}"`, ttlSeconds: 3600 },
    { host: '@', type: 'CAA', value: '0 issue "ca.example"', ttlSeconds: 3600 },
  ]
}

/** The records of one more host; its name holds its number, so that no two hosts meet. */
function host(random: Random, name: string, number: number): Planned[] {
  const label = `${random.pick(services)}-${number}`
  const ttlSeconds = random.pick(ttls)
  const isPaused = random.perMille(15)
  const kind = random.below(100)
  if (kind < 52) return [{ host: label, type: 'A', value: ipv4(random), ttlSeconds, isPaused }]
  if (kind < 66) return [{ host: label, type: 'CNAME', value: `www.${name}.`, ttlSeconds, isPaused }]
  if (kind < 76) return [{ host: label, type: 'AAAA', value: ipv6(random), ttlSeconds }]
  if (kind < 84) return [{ host: label, type: 'TXT', value: `"site-verification=${random.hex(32)}"`, ttlSeconds }]
  if (kind < 90) {
    return [
      { host: label, type: 'A', value: ipv4(random), ttlSeconds },
      { host: label, type: 'A', line: 'overseas', value: ipv4(random), ttlSeconds },
    ]
  }
  if (kind < 94) return differentIpv4(random, 3).map((value, index) => ({ host: label, type: 'A', value, ttlSeconds: 60, weight: [70, 20, 10][index]! }))
  if (kind < 97) return [{ host: `_sip._tcp.${label}`, type: 'SRV', value: `10 60 5060 www.${name}.`, ttlSeconds }]
  return [{ host: `*.${label}`, type: 'A', value: ipv4(random), ttlSeconds }]
}
