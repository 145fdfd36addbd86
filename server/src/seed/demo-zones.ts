import type { RecordSent } from '@nameplane/contract/dns/record'
import { differentIpv4, ipv4, ipv6 } from './addresses.ts'
import type { Random } from './random.ts'

/** Records of a kind of site, as somebody would have typed them. */
export type Profile = (name: string, random: Random) => RecordSent[]

type Options = { line?: string; ttl?: number; weight?: number; remark?: string; paused?: boolean }

function record(host: string, type: string, value: string, options: Options = {}): RecordSent {
  return {
    host,
    type,
    value,
    line: options.line ?? 'default',
    ttl: options.ttl ?? 600,
    ...(options.weight === undefined ? {} : { weight: options.weight }),
    remark: options.remark ?? '',
    status: options.paused ? 0 : 1,
  }
}

const mail = (name: string, random: Random): RecordSent[] => [
  record('@', 'MX', `10 mx1.${name}.`, { ttl: 3600 }),
  record('@', 'MX', `20 mx2.${name}.`, { ttl: 3600 }),
  record('mx1', 'A', ipv4(random), { ttl: 3600 }),
  record('mx2', 'A', ipv4(random), { ttl: 3600 }),
  record('@', 'TXT', '"v=spf1 mx -all"', { ttl: 3600, remark: 'SPF' }),
  record('_dmarc', 'TXT', `"v=DMARC1; p=reject; rua=mailto:dmarc@${name}"`, { ttl: 3600 }),
  record('s1._domainkey', 'TXT', `"v=DKIM1; k=ed25519; p=${Buffer.from(random.hex(64), 'hex').toString('base64')}"`, { ttl: 3600 }),
]

/** A shop: one site for each operator, weights on the static host. */
export const shop: Profile = (name, random) => [
  record('@', 'A', ipv4(random)),
  ...['telecom', 'unicom', 'mobile', 'cernet', 'overseas'].map((line) => record('@', 'A', ipv4(random), { line })),
  ...['default', 'telecom', 'unicom', 'mobile', 'overseas'].map((line) => record('www', 'A', ipv4(random), { line, remark: line === 'default' ? '主站' : '' })),
  record('www', 'AAAA', ipv6(random)),
  ...differentIpv4(random, 3).map((value, index) =>
    record('static', 'A', value, { ttl: 60, weight: [70, 30, 0][index]!, remark: ['主机房', '备机房', '维护中'][index]!, paused: index === 2 }),
  ),
  record('img', 'CNAME', `static.${name}.`),
  record('pay', 'A', ipv4(random)),
  record('m', 'CNAME', `www.${name}.`),
  record('@', 'CAA', '0 issue "ca.example.net"', { ttl: 3600 }),
  record('@', 'CAA', '0 iodef "mailto:security@example.net"', { ttl: 3600 }),
  ...mail(name, random),
]

/** A company with its own services: nearly every type there is. */
export const company: Profile = (name, random) => [
  record('@', 'A', ipv4(random)),
  record('@', 'AAAA', ipv6(random)),
  record('@', 'HTTPS', '1 . alpn="h2,h3"', { ttl: 300 }),
  record('www', 'CNAME', `${name}.`),
  record('sip', 'A', ipv4(random)),
  record('_sip._tcp', 'SRV', `10 60 5060 sip.${name}.`),
  record('_sip._tcp', 'SRV', `20 40 5060 mx1.${name}.`),
  record('_443._tcp.www2', 'TLSA', `3 1 1 ${random.hex(64)}`),
  record('www2', 'A', ipv4(random)),
  record('bastion', 'A', ipv4(random)),
  record('bastion', 'SSHFP', `4 2 ${random.hex(64)}`),
  record('4.3.2.1.enum', 'NAPTR', `100 10 "u" "E2U+sip" "!^.*$!sip:desk@${name}!" .`),
  record('lab', 'NS', `ns1.lab.${name}.`, { ttl: 86_400 }),
  record('lab', 'NS', `ns2.lab.${name}.`, { ttl: 86_400 }),
  record('lab', 'DS', `12345 13 2 ${random.hex(64)}`, { ttl: 86_400 }),
  record('ns1.lab', 'A', ipv4(random), { ttl: 86_400 }),
  record('ns2.lab', 'A', ipv4(random), { ttl: 86_400 }),
  record('old', 'DNAME', 'archive.example.'),
  record('office', 'LOC', '31 13 50.000 N 121 28 25.000 E 10.00m 1m 10000m 10m'),
  record('_http._tcp', 'URI', `10 1 "https://www.${name}/"`),
  record('_api', 'SVCB', `1 api.${name}. alpn="h2" port=8443`),
  record('api', 'A', ipv4(random), { ttl: 60 }),
  record('private', 'TYPE65400', '\\# 4 C0000201', { remark: '自定义类型' }),
  record('*.dev', 'A', ipv4(random), { remark: 'wildcard' }),
  record('dev', 'A', ipv4(random)),
  ...mail(name, random),
]

/** A game: many lines, short times to live. */
export const game: Profile = (name, random) => [
  record('@', 'A', ipv4(random), { ttl: 60 }),
  record('www', 'CNAME', `${name}.`),
  ...['login', 'gate', 'match'].flatMap((host) =>
    ['default', 'telecom', 'unicom', 'mobile', 'overseas', 'asia', 'europe', 'north_america'].map((line) => record(host, 'A', ipv4(random), { line, ttl: 60 })),
  ),
  ...[1, 2, 3, 4, 5, 6].map((zone) => record(`zone${zone}`, 'A', ipv4(random), { ttl: 60, remark: `${zone} 区` })),
  record('cdn', 'CNAME', 'edge.cdn.example.net.'),
]

/** A small site: the fewest records that work. */
export const small: Profile = (name, random) => [
  record('@', 'A', ipv4(random)),
  record('www', 'CNAME', `${name}.`),
  record('@', 'TXT', `"site-verification=${random.hex(32)}"`),
]

/** A parked name: it says that it takes no mail (RFC 7505). */
export const parked: Profile = (_name, random) => [
  record('@', 'A', ipv4(random), { ttl: 86_400 }),
  record('*', 'A', ipv4(random), { ttl: 86_400 }),
  record('@', 'MX', '0 .', { ttl: 86_400 }),
  record('@', 'TXT', '"v=spf1 -all"', { ttl: 86_400 }),
]

/** Reverse names of one documentation network. */
export const reverse: Profile = () =>
  Array.from({ length: 20 }, (_, index) => record(String(index + 1), 'PTR', `host${index + 1}.tea-harbor.example.`, { ttl: 3600 }))

/** Records that are served as they are and that the console warns of, and what it says of them. */
export const unusualRecords = {
  records: [
    record('promo', 'A', '192.0.2.77', { line: 'telecom', remark: '只有电信' }),
    record('pool', 'A', '192.0.2.78', { weight: 50 }),
    record('mail', 'MX', '10 img.lantern-market.example.'),
    record('old', 'CNAME', 'retired.lantern-market.example.', { remark: '旧版网站' }),
  ],
  warnings: ['default_line_missing', 'weight_alone', 'target_is_cname'],
} as const

export type DemoDomain = { name: string; profile: Profile; ownerIndex: number; remark: string; fate?: 'paused' | 'locked' | 'recycled' }

const rows: readonly [string, Profile, string?, DemoDomain['fate']?][] = [
  ['tea-harbor.example', shop, '重点客户'],
  ['bamboo-books.example', shop],
  ['lantern-market.example', shop, '双十一活动'],
  ['river-stone.example', shop],
  ['silk-garden.example', shop, '', 'paused'],
  ['north-pier.example', company, '企业客户'],
  ['quartz-labs.example', company],
  ['meridian-air.example', company],
  ['old-mill.example', company, 'contract ended', 'recycled'],
  ['harbor-trust.example', company, '变更须审批', 'locked'],
  ['star-raiders.example', game, '游戏'],
  ['pixel-arena.example', game],
  ['dragon-gate.example', game],
  ['night-circuit.example', game, '', 'paused'],
  ['xn--fsqu00a.example', small, 'IDN'],
  ['xn--mnchen-3ya.example', small, 'IDN'],
  ['xn--gckc5l.example', small, 'IDN'],
  ['2.0.192.in-addr.arpa', reverse, '反向解析'],
  ['100.51.198.in-addr.arpa', reverse],
  ...['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'indigo', 'juniper', 'kestrel', 'maple', 'nectar'].map((word): [string, Profile] => [
    `${word}-studio.example`,
    small,
  ]),
  ...['orchid', 'pebble', 'summit', 'timber', 'umber', 'violet'].map((word): [string, Profile] => [`${word}-parked.example`, parked]),
  ['willow-sale.example', parked, '', 'recycled'],
  ['yarrow-sale.example', parked, '到期', 'recycled'],
  ['zephyr-locked.example', parked, '', 'locked'],
]

/** The domains of the demo world. */
export const demoDomains: readonly DemoDomain[] = rows.map(([name, profile, remark = '', fate], index) => ({
  name,
  profile,
  ownerIndex: index % 5,
  remark,
  ...(fate ? { fate } : {}),
}))
