import { describe, expect, it } from 'vitest'
import { healthKeyOf, noFacts, type HealthFinding, type HealthRow, type KnownFacts } from './zone-health-finding.ts'
import { healthScore, mostFindings, zoneHealth } from './zone-health.ts'
import { dmarcNamesToAsk, spfNamesToAsk, textOf } from './zone-health-mail.ts'
import { delegationsToAsk, targetNamesToAsk } from './zone-health-targets.ts'

const zone = { name: 'shop.example', nameservers: ['ns1.host.example'] }

/** `host type value`, then `@line`, `ttl=…`, `w=…` or `paused`. */
function rowsOf(...texts: string[]): HealthRow[] {
  return texts.map((text, index) => {
    const [record = '', ...marks] = text.split(' | ')
    const [host = '', type = '', ...value] = record.split(' ')
    const mark = (name: string): string | undefined => marks.find((one) => one.startsWith(name))?.slice(name.length)
    const weight = mark('w=')
    return {
      ...{ id: index + 1, host, type, value: value.join(' '), line: mark('@') ?? 'default', ttl: Number(mark('ttl=') ?? 600), remark: '' },
      ...{ weight: weight === undefined ? null : Number(weight), status: marks.includes('paused') ? 0 : 1 },
    }
  })
}

const look = (rows: HealthRow[], known: Partial<KnownFacts> = {}) => zoneHealth(rows, zone, { ...noFacts, ...known })
const told = ({ severity, code, host, type, line }: HealthFinding): string => [severity, code, host, type, line].filter((part) => part !== '').join(' ')
const foundIn = (rows: string[], known: Partial<KnownFacts> = {}): string[] => look(rowsOf(...rows), known).findings.map(told)

/** The zone after a finding of this code was fixed. */
function fixed(rows: HealthRow[], code: string, known: Partial<KnownFacts> = {}): HealthRow[] {
  const { fixes } = look(rows, known).findings.find((finding) => finding.code === code)!
  let after = rows
  for (const fix of fixes!) {
    if (fix.op === 'add') after = [...after, { ...fix.record, id: 100 + after.length }]
    else after = after.flatMap((row) => (row.id !== fix.id ? [row] : fix.record ? [{ ...fix.record, id: row.id }] : []))
  }
  return after
}

const mx = '@ MX 10 mail.shop.example.'
const mail = 'mail A 192.0.2.1'
const longSpf = (count: number): string => `@ TXT "v=spf1 ${Array.from({ length: count }, (_, index) => `a:h${index}.example`).join(' ')} -all"`
const authority = { name: 'Let’s Encrypt', identity: 'letsencrypt.org' }

describe('a finding', () => {
  it.each<[string, string[], Partial<KnownFacts>, string[]]>([
    ['a sound zone has none', ['@ A 192.0.2.1', 'www CNAME shop.example.', mail, mx, '_dmarc TXT "v=DMARC1; p=reject"'], {}, []],
    // Targets
    ['a CNAME to a name of the zone that is not there', ['www CNAME gone.shop.example.'], {}, ['error target_missing www CNAME default']],
    ['one that is paused is not there', ['www CNAME here.shop.example.', 'here A 192.0.2.1 | paused'], {}, ['error target_missing www CNAME default']],
    ['a paused CNAME may point anywhere', ['www CNAME gone.shop.example. | paused'], {}, []],
    ['a wildcard answers for the target', ['www CNAME any.shop.example.', '*.shop A 192.0.2.1', '* A 192.0.2.1'], {}, []],
    ['the wildcard above another name does not', ['w CNAME x.y.shop.example.', '* A 192.0.2.1', 'y A 192.0.2.1'], {}, ['error target_missing w CNAME default']],
    ['an empty name has nothing', ['w CNAME y.shop.example.', 'x.y A 192.0.2.1'], {}, ['error target_missing w CNAME default']],
    ['who answers below a delegation is not known', ['w CNAME x.sub.shop.example.', 'sub NS ns.other.example.'], {}, []],
    ['nor below a DNAME', ['w CNAME x.old.shop.example.', 'old DNAME other.example.'], {}, []],
    ['mail to a host without an address', [mx, 'mail TXT "x"', '_dmarc TXT "v=DMARC1"'], {}, ['error target_missing @ MX default']],
    [
      'mail to a name outside that there is not',
      ['@ MX 10 mx.gone.example.', '_dmarc TXT "v=DMARC1"'],
      { names: { 'mx.gone.example.': 'missing' } },
      ['error target_missing_outside @ MX default'],
    ],
    ['a target outside that is there', ['www CNAME a.there.example.'], { names: { 'a.there.example.': 'there' } }, []],
    ['a target outside of which nothing is known', ['www CNAME a.unknown.example.'], {}, []],
    [
      'a name server outside that is not there',
      ['sub NS ns.gone.example.'],
      { names: { 'ns.gone.example.': 'missing' } },
      ['error target_missing_outside sub NS default'],
    ],
    ['a service that is not offered', ['_x._tcp SRV 0 0 0 .'], {}, []],
    [
      'CNAMEs in a circle',
      ['a CNAME b.shop.example.', 'b CNAME a.shop.example.'],
      {},
      ['error cname_loop a CNAME default', 'error cname_loop b CNAME default'],
    ],
    // Delegations
    ['a delegation that nobody answers for', ['sub NS ns.other.example.'], { lame: ['sub'] }, ['error delegation_lame sub NS']],
    ['one that has gone since', ['www A 192.0.2.1'], { lame: ['sub'] }, []],
    ['a name server below its own delegation without an address', ['sub NS ns.sub.shop.example.'], {}, ['warning server_without_address sub NS default']],
    [
      'a domain that is delegated elsewhere',
      ['www A 192.0.2.1'],
      { nameservers: { state: 'wrong', found: ['ns.a.example'] } },
      ['error delegated_elsewhere NS'],
    ],
    ['or in part', ['www A 192.0.2.1'], { nameservers: { state: 'partial', found: ['ns.a.example'] } }, ['warning delegated_in_part NS']],
    // Mail
    ['ten look-ups are allowed', [longSpf(10), '_dmarc TXT "v=DMARC1"'], {}, []],
    ['eleven are not', [longSpf(11), '_dmarc TXT "v=DMARC1"'], {}, ['error spf_too_many_lookups @ TXT default']],
    [
      'those of included texts count, in the zone and outside',
      [
        '@ TXT "v=spf1 include:_spf.shop.example include:spf.other.example -all"',
        `_spf TXT "v=spf1 a mx a:x.example mx:x.example ~all"`,
        '_dmarc TXT "v=DMARC1"',
      ],
      { texts: { 'spf.other.example.': ['v=spf1 a mx ptr exists:%{i}.x.example redirect=last.example'], 'last.example.': ['v=spf1 a'] } },
      ['error spf_too_many_lookups @ TXT default'],
    ],
    ['a text that includes itself ends', ['@ TXT "v=spf1 include:shop.example -all"', '_dmarc TXT "v=DMARC1"'], {}, []],
    [
      'strings are read as one text',
      [`@ TXT "v=spf1 a mx ptr a:a.example a:b.example a:c." "example a:d.example a:e.example a:f.example a:g.example a:h.example"`, '_dmarc TXT "v=DMARC1"'],
      {},
      ['error spf_too_many_lookups @ TXT default'],
    ],
    ['two SPF texts', ['@ TXT "v=spf1 a -all"', '@ TXT "v=spf1 mx -all"', '_dmarc TXT "v=DMARC1"'], {}, ['error spf_repeated @ TXT default']],
    ['mail without a policy', [mx, mail], {}, ['warning dmarc_missing _dmarc TXT']],
    ['who sends mail without a policy', ['@ TXT "v=spf1 include:a.example -all"'], {}, ['warning dmarc_missing _dmarc TXT']],
    ['who neither takes nor sends any needs none', ['@ MX 0 .', '@ TXT "v=spf1 -all"'], {}, []],
    ['a policy that others keep', [mx, mail, '_dmarc CNAME p.other.example.'], {}, []],
    ['a paused policy is none', [mx, mail, '_dmarc TXT "v=DMARC1; p=none" | paused'], {}, ['warning dmarc_missing _dmarc TXT']],
    // Certificates
    ['CAA that leaves out the authority of the platform', ['@ CAA 0 issue "ca.example"'], { authority }, ['warning caa_excludes_authority @ CAA default']],
    ['that names it, with parameters', ['@ CAA 0 issue "LetsEncrypt.org; validationmethods=dns-01"'], { authority }, []],
    ['that forbids all of them', ['@ CAA 0 issue ";"'], { authority }, []],
    ['that only says where to report', ['@ CAA 0 iodef "mailto:a@shop.example"'], { authority }, []],
    ['that names no authority', ['@ CAA 0 issue "https://ca.example"'], {}, ['error caa_issuer_invalid @ CAA default']],
    // Sets and lines
    ['a record that is there twice', ['a A 192.0.2.1', 'a A 192.0.2.1'], {}, ['error record_repeated a A default']],
    ['an address that nobody reaches', ['a A 10.0.0.1'], {}, ['warning private_address a A default']],
    ['lines without a default', ['a A 192.0.2.1 | @telecom'], {}, ['warning default_line_missing a A telecom']],
    ['times that differ in a set', ['a A 192.0.2.1', 'a A 192.0.2.2 | ttl=60'], {}, ['error ttl_clash a A default']],
    ['a time longer than anybody keeps it', ['a A 192.0.2.1 | ttl=604801', 'b A 192.0.2.1 | ttl=604800'], {}, ['note ttl_too_long a A default']],
    ['a very short one', ['a A 192.0.2.1 | ttl=29', 'b A 192.0.2.1 | ttl=30'], {}, ['note ttl_short a A default']],
    ['none at all', ['a A 192.0.2.1 | ttl=0'], {}, ['warning ttl_zero a A default']],
    ['lines that say what the default says', ['a A 192.0.2.1', 'a A 192.0.2.1 | @telecom', 'a A 192.0.2.1 | @unicom'], {}, ['note lines_repeat_default a']],
    ['one of them that says more', ['a A 192.0.2.1', 'a A 192.0.2.1 | @telecom', 'a A 192.0.2.2 | @unicom'], {}, []],
    ['a weight alone', ['a A 192.0.2.1 | w=5'], {}, ['warning weight_alone a A default']],
    ['some with a weight', ['a A 192.0.2.1 | w=5', 'a A 192.0.2.2'], {}, ['warning weight_mixed a A default']],
  ])('%s', (_, rows, known, expected) => {
    expect(foundIn(rows, known).toSorted()).toEqual(expected.toSorted())
  })
})

describe('what mends it', () => {
  it.each<[string, string[], Partial<KnownFacts>, string[]]>([
    ['target_missing', ['www CNAME gone.shop.example.', 'a A 192.0.2.1'], {}, ['a A 192.0.2.1']],
    [
      'default_line_missing',
      ['a A 192.0.2.1 | @telecom', 'a A 192.0.2.2 | @telecom'],
      {},
      ['a A 192.0.2.1', 'a A 192.0.2.1 @telecom', 'a A 192.0.2.2', 'a A 192.0.2.2 @telecom'],
    ],
    ['ttl_clash', ['a A 192.0.2.1', 'a A 192.0.2.2 | ttl=60', 'a A 192.0.2.3 | ttl=90'], {}, ['a A 192.0.2.1', 'a A 192.0.2.2', 'a A 192.0.2.3']],
    ['ttl_too_long', ['a A 192.0.2.1 | ttl=1000000'], {}, ['a A 192.0.2.1 604800']],
    ['record_repeated', ['a A 192.0.2.1', 'a A 192.0.2.1'], {}, ['a A 192.0.2.1']],
    ['weight_alone', ['a A 192.0.2.1 | w=7'], {}, ['a A 192.0.2.1']],
    ['weight_mixed', ['a A 192.0.2.1 | w=7', 'a A 192.0.2.2'], {}, ['a A 192.0.2.1 w7', 'a A 192.0.2.2 w1']],
    ['dmarc_missing', [mx, mail], {}, [mx, '_dmarc TXT "v=DMARC1; p=none"', mail]],
    ['caa_excludes_authority', ['@ CAA 0 issue "ca.example"'], { authority }, ['@ CAA 0 issue "ca.example"', '@ CAA 0 issue "letsencrypt.org"']],
    ['lines_repeat_default', ['a A 192.0.2.1', 'a A 192.0.2.1 | @telecom', 'b A 192.0.2.1'], {}, ['a A 192.0.2.1', 'b A 192.0.2.1']],
  ])('%s, and the finding is gone', (code, texts, known, expected) => {
    const after = fixed(rowsOf(...texts), code, known)
    const written = after.map(({ host, type, value, line, ttl, weight }) =>
      [`${host} ${type} ${value}`, ttl === 600 ? '' : ttl, line === 'default' ? '' : `@${line}`, weight === null ? '' : `w${weight}`]
        .filter((part) => part !== '')
        .join(' '),
    )
    expect(written.toSorted()).toEqual(expected.toSorted())
    expect(look(after, known).findings.filter((finding) => finding.code === code)).toEqual([])
  })

  it.each(['spf_too_many_lookups', 'server_without_address', 'private_address'])('is not known for %s', (code) => {
    const rows = rowsOf(longSpf(11), 'sub NS ns.sub.shop.example.', 'a A 10.0.0.1', '_dmarc TXT "v=DMARC1"')
    expect(look(rows).findings.find((finding) => finding.code === code)).toMatchObject({ fixes: null })
  })

  it('is no click where it would be many', () => {
    const rows = rowsOf('a A 192.0.2.1', ...Array.from({ length: 51 }, (_, index) => `a A 192.0.2.1 | @l${index}`))
    expect(look(rows).findings).toMatchObject([{ code: 'lines_repeat_default', fixes: null }])
  })
})

describe('what is asked of others', () => {
  it('are targets outside, each once', () => {
    const rows = rowsOf(
      'a CNAME x.other.example.',
      'b MX 10 X.other.example.',
      'c MX 0 .',
      'd CNAME a.shop.example.',
      'e NS ns.other.example.',
      'f CNAME y.example. | paused',
    )
    expect(targetNamesToAsk(rows, zone.name)).toEqual(['x.other.example.', 'ns.other.example.'])
    expect(delegationsToAsk(rows)).toEqual(['e'])
  })

  it('are the SPF texts outside, from one to the next', () => {
    const rows = rowsOf('@ TXT "v=spf1 include:one.example include:_s.shop.example include:%{d}.x.example -all"', '_s TXT "v=spf1 ?include:Two.example"')
    expect(spfNamesToAsk(rows, zone.name, { texts: {} })).toEqual(['one.example.', 'two.example.'])
    const texts = { 'one.example.': ['v=spf1 redirect=three.example'], 'two.example.': [] }
    expect(spfNamesToAsk(rows, zone.name, { texts })).toEqual(['three.example.'])
  })

  it('is the policy of the domains above', () => {
    expect(dmarcNamesToAsk('a.b.example')).toEqual(['_dmarc.b.example.'])
    expect(dmarcNamesToAsk('b.example')).toEqual([])
    const above = zoneHealth(
      rowsOf('@ MX 10 mx.other.example.'),
      { name: 'a.b.example', nameservers: [] },
      { ...noFacts, texts: { '_dmarc.b.example.': ['v=DMARC1; p=none'] } },
    )
    expect(above.findings).toEqual([])
  })
})

it('texts are read as they reach whoever asks', () => {
  expect(textOf('"v=spf1 " "a\\"b\\\\ \\200"')).toBe('v=spf1 a"b\\ \ufffd')
  expect(textOf('\\# 2 0141')).toBe('')
})

describe('the score', () => {
  const finding = (code: HealthFinding['code'], severity: HealthFinding['severity'], host = '@') => ({ code, severity, host, type: '', line: '' })

  it('is full without findings, and each kind of finding takes its weight once', () => {
    expect(healthScore([], new Set())).toBe(100)
    expect(healthScore([finding('ttl_short', 'note'), finding('ttl_short', 'note', 'www')], new Set())).toBe(98)
    expect(healthScore([finding('target_missing', 'error'), finding('private_address', 'warning'), finding('ttl_short', 'note')], new Set())).toBe(72)
  })

  it('does not count what is ignored, unless another of the kind is not', () => {
    const [first, second] = [finding('target_missing', 'error'), finding('target_missing', 'error', 'www')]
    expect(healthScore([first, second], new Set([healthKeyOf(first)]))).toBe(80)
    expect(healthScore([first, second], new Set([healthKeyOf(first), healthKeyOf(second)]))).toBe(100)
  })

  it('is never below zero', () => {
    const kinds = ['target_missing', 'cname_loop', 'spf_repeated', 'spf_too_many_lookups', 'caa_issuer_invalid', 'ttl_clash'] as const
    expect(healthScore(kinds.map((code) => finding(code, 'error')), new Set())).toBe(0) // oxfmt-ignore
  })
})

it('so many are kept and all are counted, the worst first', () => {
  const rows = rowsOf('w CNAME gone.shop.example.', ...Array.from({ length: 80 }, (_, index) => `h${index} A 10.0.0.1`))
  const { findings, total } = look(rows)
  expect(findings[0]).toMatchObject({ code: 'target_missing' })
  expect([findings.length, total]).toEqual([51, 81])
  expect(findings.length).toBeLessThanOrEqual(mostFindings)
})

it('a hundred thousand records take no more than some seconds', () => {
  const rows = rowsOf(...Array.from({ length: 100_000 }, (_, index) => `h${index} A 192.0.2.${index % 250}`))
  expect(look(rows).total).toBe(0)
}, 20_000)
