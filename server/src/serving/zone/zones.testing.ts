import { furtherTypes } from '@nameplane/dns-text/further-types'
import type { ZoneUpdate } from './zone-update.ts'
import type { ZoneSource } from './zone.ts'

/** A zone from lines `host type value`, `[line]` and `*weight` in front of the value optional. */
export function zoneFromLines(name: string, text: string, change: Partial<ZoneSource> = {}): ZoneSource {
  const records = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, index) => {
      const match = /^(\S+)\s+(\S+)\s+(?:\[(\w+)\]\s+)?(?:\*(\d+)\s+)?(.*)$/.exec(line)
      if (match === null) throw new Error(`not a record: ${line}`)
      const [, host = '', type = '', code = 'default', weight, value = ''] = match
      return { id: index + 1, host, type, line: code, value, ttlSeconds: 300, weight: weight === undefined ? null : Number(weight) }
    })
  return {
    domainId: 1,
    name,
    serial: 2026010101,
    soa: { mname: `ns1.${name}`, rname: `hostmaster.${name}`, refresh: 3600, retry: 600, expire: 86_400, minimum: 120, ttlSeconds: 3600 },
    nameservers: [
      { name: `ns1.${name}`, ttlSeconds: 300 },
      { name: 'ns2.elsewhere.example', ttlSeconds: 300 },
    ],
    records,
    ...change,
  }
}

/** All of a zone, as a node is given it. */
export function wholeOf(source: ZoneSource, version = 1): ZoneUpdate {
  const { domainId, name, serial } = source
  return { domainId, name, serial, version, source, change: null }
}

const manyAddresses = (count: number): string => Array.from({ length: count }, (_, i) => `many A 10.1.${i >> 8}.${i & 255}`).join('\n')
const longChain = Array.from({ length: 9 }, (_, i) => `chain${i} CNAME chain${i + 1}.hard.test.`).join('\n')
// Knot reads no HIP.
const furtherRecords = furtherTypes
  .filter(({ mnemonic }) => mnemonic !== 'HIP')
  .map(({ mnemonic, example }) => `further ${mnemonic} ${example}`)
  .join('\n')
const longLabel = 'l'.repeat(63)

/** Every case that servers get wrong, in one zone; default line only, so that any server can be asked the same. */
export const hardZone: ZoneSource = zoneFromLines(
  'hard.test',
  `
@ A 192.0.2.1
@ AAAA 2001:db8::1
@ MX 10 mail.hard.test.
@ MX 20 backup.elsewhere.example.
@ TXT "v=spf1 mx -all" "second string"
@ CAA 0 issue "ca.example.net"
ns1 A 192.0.2.53
ns1 AAAA 2001:db8::53
mail A 192.0.2.25
mail AAAA 2001:db8::25
WWW CNAME hard.test.
UPPER A 192.0.2.77
single AAAA 2001:db8::2
two A 192.0.2.2
two A 192.0.2.3
both A 192.0.2.4
both AAAA 2001:db8::4
both TXT "x"
onlytxt TXT "only text"
under_score TXT "u"
_sip._tcp SRV 10 60 5060 mail.hard.test.
_sip._tcp SRV 20 60 5060 sip.elsewhere.example.
_443._tcp TLSA 3 1 1 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF
svc HTTPS 1 . alpn="h2,h3"
svc SVCB 1 mail.hard.test. port=8443
sshfp SSHFP 4 2 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF
naptr NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:help@example.com!" .
loc LOC 31 13 50.000 N 121 28 25.000 E 10.00m 1m 10000m 10m
uri URI 10 1 "https://www.example.com/"
unknown TYPE65280 \\# 4 0A000001
${furtherRecords}
ptr PTR www.hard.test.
a.b.c.ent A 192.0.2.10
*.wild A 192.0.2.20
*.wild TXT "wild"
taken.wild TXT "not wild"
deep.below.wild A 192.0.2.21
*.cwild CNAME two.hard.test.
*.outwild CNAME www.elsewhere.example.
*.mxwild MX 5 mail.hard.test.
*.selfwild CNAME x.selfwild.hard.test.
*.*.stars A 192.0.2.22
*.ent2.wild2 A 192.0.2.23
sub.*.inner A 192.0.2.24
alias CNAME two.hard.test.
alias2 CNAME alias.hard.test.
aliasent CNAME b.c.ent.hard.test.
aliaswild CNAME x.wild.hard.test.
aliasnone CNAME nowhere.hard.test.
aliasout CNAME www.other.test.
aliasfar CNAME www.elsewhere.example.
aliasapex CNAME hard.test.
aliassub CNAME www.sub.hard.test.
aliascut CNAME sub.hard.test.
aliasdname CNAME x.dname.hard.test.
aliasnodata CNAME onlytxt.hard.test.
aliasmany CNAME many.hard.test.
loopa CNAME loopb.hard.test.
loopb CNAME loopa.hard.test.
loopself CNAME loopself.hard.test.
${longChain}
chain9 A 192.0.2.99
sub NS ns1.sub.hard.test.
sub NS ns2.sub.hard.test.
sub NS ns2.elsewhere.example.
ns1.sub A 192.0.2.31
ns1.sub AAAA 2001:db8::31
ns2.sub A 192.0.2.32
hidden.sub TXT "occluded"
signed NS ns1.signed.hard.test.
signed DS 12345 13 2 0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF
ns1.signed A 192.0.2.41
far NS ns1.elsewhere.example.
deeper.cut NS ns1.hard.test.
sibling NS ns1.sub.hard.test.
dname DNAME target.hard.test.
dname TXT "beside a dname"
x.target A 192.0.2.51
*.w.target A 192.0.2.52
dnameout DNAME other.test.
dnameloop DNAME dnameloop2.hard.test.
dnameloop2 DNAME dnameloop.hard.test.
dnamegrow DNAME y.z.dnamegrow.hard.test.
dnamesub DNAME sub.hard.test.
dnamelong DNAME ${longLabel}.${longLabel}.hard.test.
bigtxt TXT "${'t'.repeat(250)}" "${'u'.repeat(250)}" "${'v'.repeat(250)}" "${'w'.repeat(250)}" "${'x'.repeat(250)}"
bigmx MX 10 ${longLabel}.hard.test.
${longLabel}.${longLabel} A 192.0.2.60
${manyAddresses(200)}
`,
)

/** A second zone on the same server, the end of some chains; and a third, below the first, for what zones do to each other. */
export const otherZone: ZoneSource = zoneFromLines('other.test', 'www A 198.51.100.1\nx A 198.51.100.2', { domainId: 2 })
export const childZone: ZoneSource = zoneFromLines('child.hard.test', '@ A 198.51.100.3\nwww A 198.51.100.4', { domainId: 3 })
