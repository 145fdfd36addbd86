import { describe, expect, test } from 'vitest'
import { checkRecord } from '@nameplane/contract/dns/record-checks'
import { checkRecordSet } from '@nameplane/contract/dns/record-set-checks'
import { changesOf, emptyTray, withAdded, withDeleted, type RecordDraft, type RecordRow } from '../tray/tray.ts'
import { fill, fillOwn, settle, startOf, withTemplate, type Filled, type Given } from './apply-template.ts'
import { builtInTemplates, type TemplateId, type TemplateParameter } from './built-in-templates.ts'
import { templateRecordsOf } from './own-template.ts'
import { properNames, templateMessages } from './template.messages.ts'

const zone = { name: 'shop.example', nameservers: ['ns1.dns.example'] }

/** What the templates without a value to start with are given here. */
const answers: Partial<Record<TemplateId, Given>> = {
  spf: { networks: '192.0.2.10, 2001:db8::/64', includes: 'spf.mail.qq.com _spf.google.com' },
  dmarc: { reports: 'dmarc@shop.example' },
  caa: { wildcards: 'none', incidents: 'security@shop.example' },
  verification: { text: 'google-site-verification=abc_123-XYZ\n' },
  website: { ipv4: '192.0.2.80', ipv6: '2001:db8::80' },
}

function filled(id: TemplateId, given: Given = answers[id] ?? {}): Filled {
  const template = builtInTemplates.find((one) => one.id === id)!
  return fill(template, { ...startOf(template, zone.name), ...given }, zone, 600)
}
const draftsOf = ({ records }: Filled): RecordDraft[] => records.flatMap((one) => (one.problem === null ? [one.draft] : []))
const linesOf = (of: Filled): string[] => draftsOf(of).map(({ host, type, value }) => `${host} ${type} ${value}`)

describe('a built-in template', () => {
  test.each(builtInTemplates.map(({ id }) => id))('%s gives records that nothing is to be said against, alone or together', (id) => {
    const { records, missing, wrong } = filled(id)
    expect([missing, wrong]).toEqual([[], []])
    expect(records.length).toBeGreaterThan(0)
    const drafts = records.map(({ draft, problem }) => {
      expect(problem).toBeNull()
      return draft as RecordDraft
    })
    const checked = drafts.map((draft) => checkRecord(draft, zone))
    expect(checked.flatMap(({ found }) => found)).toEqual([])
    const rows = checked.map(({ record }, change) => ({ ...record!, change }))
    expect(checkRecordSet(rows, [], zone.name)).toEqual([])
    expect(rows.map(({ value }) => value)).toEqual(drafts.map(({ value }) => value))
  })

  test.each([
    ['exmail', ['@ MX 5 mxbiz1.qq.com.', '@ MX 10 mxbiz2.qq.com.', '@ TXT "v=spf1 include:spf.mail.qq.com ~all"']],
    [
      'microsoft',
      [
        '@ MX 0 shop-example.mail.protection.outlook.com.',
        '@ TXT "v=spf1 include:spf.protection.outlook.com -all"',
        'autodiscover CNAME autodiscover.outlook.com.',
      ],
    ],
    ['spf', ['@ TXT "v=spf1 ip4:192.0.2.10 ip6:2001:db8::/64 mx include:spf.mail.qq.com include:_spf.google.com ~all"']],
    ['dmarc', ['_dmarc TXT "v=DMARC1; p=none; rua=mailto:dmarc@shop.example"']],
    ['noMail', ['@ MX 0 .', '@ TXT "v=spf1 -all"', '_dmarc TXT "v=DMARC1; p=reject"']],
    ['caa', ['@ CAA 0 issue "letsencrypt.org"', '@ CAA 0 issuewild ";"', '@ CAA 0 iodef "mailto:security@shop.example"']],
    ['verification', ['@ TXT "google-site-verification=abc_123-XYZ"']],
    ['website', ['@ A 192.0.2.80', '@ AAAA 2001:db8::80', 'www CNAME shop.example.']],
  ] satisfies [TemplateId, string[]][])('%s gives these', (id, lines) => {
    expect(linesOf(filled(id))).toEqual(lines)
  })

  test.each([
    ['spf', {}, ['@ TXT "v=spf1 mx ~all"']],
    ['spf', { ownServers: 'none', others: '-all' }, ['@ TXT "v=spf1 -all"']],
    ['dmarc', { policy: 'reject' }, ['_dmarc TXT "v=DMARC1; p=reject"']],
    ['caa', { authority: 'pki.goog' }, ['@ CAA 0 issue "pki.goog"']],
    ['website', { ipv4: '192.0.2.80' }, ['@ A 192.0.2.80', 'www CNAME shop.example.']],
    [
      'netease',
      { mailServers: 'hzmx' },
      ['@ MX 5 hzmx01.mxmail.netease.com.', '@ MX 10 hzmx02.mxmail.netease.com.', '@ TXT "v=spf1 include:spf.163.com -all"'],
    ],
    ['zoho', { region: 'eu' }, ['@ MX 10 mx.zoho.eu.', '@ MX 20 mx2.zoho.eu.', '@ MX 50 mx3.zoho.eu.', '@ TXT "v=spf1 include:zohomail.eu ~all"']],
  ] satisfies [TemplateId, Given, string[]][])('%s with %o gives these', (id, given, lines) => {
    expect(linesOf(filled(id, given))).toEqual(lines)
  })

  test.each([
    ['website', {}, { missing: ['ipv4'], wrong: [] }],
    ['verification', { text: ' \n' }, { missing: ['text'], wrong: [] }],
    ['microsoft', { mailServer: '' }, { missing: ['mailServer'], wrong: [] }],
    ['dmarc', { reports: 'nobody' }, { missing: [], wrong: ['reports'] }],
    ['dmarc', { reports: 'a@b.example,c@d.example' }, { missing: [], wrong: ['reports'] }],
    ['caa', { incidents: 'a b@c.example' }, { missing: [], wrong: ['incidents'] }],
    ['spf', { networks: '192.0.2.0/33' }, { missing: [], wrong: ['networks'] }],
    ['spf', { includes: 'example.com -all' }, { missing: [], wrong: ['includes'] }],
  ] satisfies [TemplateId, Given, Omit<Filled, 'records'>][])('%s with %o gives none until that is right', (id, given, expected) => {
    expect(filled(id, given)).toEqual({ records: [], ...expected })
  })

  test('says of each record what is wrong with it', () => {
    expect(filled('website', { ipv4: '192.0.2' }).records.map(({ draft, problem }) => [draft.type, problem])).toEqual([
      ['A', { code: 'bad_ipv4', params: { field: 'address', text: '192.0.2' } }],
      ['CNAME', null],
    ])
    expect(filled('microsoft', { mailServer: 'shop' }).records[0]).toMatchObject({ problem: { code: 'target_single_label' } })
  })

  test('has words for each of its choices', () => {
    const choices = builtInTemplates.flatMap(({ parameters }) =>
      parameters.flatMap((one: TemplateParameter) => (one.options ?? []).map((option) => ({ name: one.name, option }))),
    )
    const { options, none } = templateMessages.zh
    const unnamed = choices.filter(({ name, option }) => !(option === 'none' ? name in none : option in options || option in properNames))
    expect(unnamed).toEqual([])
  })
})

const row = (id: number, host: string, type: string, value: string, more: Partial<RecordRow> = {}): RecordRow => ({
  ...{ id, host, type, value, line: 'default', ttl: 300, weight: null, remark: '', status: 1, priority: null, version: 1, updateTime: '', updatedBy: '' },
  ...more,
})

describe('beside what the domain has', () => {
  const exmail = draftsOf(filled('exmail'))
  const dmarc = draftsOf(filled('dmarc', {}))

  test('other mail servers, and the policy that is there, are taken the place of', () => {
    const saved = [
      row(1, '@', 'MX', '1 smtp.google.com.'),
      row(2, '@', 'TXT', '"v=spf1 include:_spf.google.com ~all"'),
      row(3, '_dmarc', 'TXT', '"v=DMARC1; p=reject"'),
    ]
    expect(settle([...exmail, ...dmarc], saved, emptyTray).rivals.map(({ id }) => id)).toEqual([1, 2, 3])
    const tray = withTemplate(emptyTray, exmail, saved.slice(0, 1), () => 'new')
    expect(changesOf(tray).map(({ op, id, record }) => [op, id ?? record?.value])).toEqual([
      ['delete', 1],
      ['add', '5 mxbiz1.qq.com.'],
      ['add', '10 mxbiz2.qq.com.'],
      ['add', '"v=spf1 include:spf.mail.qq.com ~all"'],
    ])
  })

  test.each([
    ['another text', row(1, '@', 'TXT', '"google-site-verification=abc"')],
    ['a text that only begins like a policy', row(1, '@', 'TXT', '"v=spf10"')],
    ['mail of another host', row(1, 'sub', 'MX', '1 smtp.google.com.')],
    ['mail of another line', row(1, '@', 'MX', '1 smtp.google.com.', { line: 'telecom' })],
    ['what is there already', row(1, '@', 'MX', '5 MXBIZ1.qq.com.')],
  ])('%s stays', (_, there) => {
    expect(settle(exmail, [there], emptyTray).rivals).toEqual([])
  })

  test('what is saved or in the tray already is not added again, and what the tray deletes is', () => {
    const there = row(1, '@', 'MX', '5 mxbiz1.qq.com.')
    const held = withAdded(emptyTray, [{ key: 'a', draft: exmail[1]! }])
    expect(settle(exmail, [there], held)).toMatchObject({ added: [{ type: 'TXT' }], there: exmail.slice(0, 2) })
    expect(settle(exmail, [there], withDeleted(held, [there])).added.map(({ value }) => value)).toContain('5 mxbiz1.qq.com.')
  })

  test('a set that is joined has one TTL, one that is replaced the new one', () => {
    const saved = [row(1, '@', 'TXT', '"note"'), row(2, '@', 'MX', '1 smtp.google.com.')]
    expect(settle(exmail, saved, emptyTray).added.map(({ type, ttl }) => [type, ttl])).toEqual([
      ['MX', 600],
      ['MX', 600],
      ['TXT', 300],
    ])
  })
})

describe("a template of the administrators' own", () => {
  const draft = (host: string, type: string, value: string): RecordDraft => ({
    host,
    type,
    value,
    line: 'telecom',
    ttl: 60,
    weight: 5,
    remark: 'kept',
    status: 1,
  })
  const own = [draft('www', 'A', '{ip}'), draft('_dmarc.{sub}', 'TXT', '"v=DMARC1; rua=mailto:a@{domain}; k={sub}"')]

  test('gives none until all is given that it asks for', () => {
    expect(fillOwn(own, { ip: ' ' }, zone)).toEqual({ records: [], missing: ['ip', 'sub'], wrong: [] })
  })

  test('gives its records as they are stored, for their lines, with their TTL', () => {
    expect(draftsOf(fillOwn(own, { ip: ' 192.0.2.1 ', sub: 'Shop' }, zone))).toEqual([
      draft('www', 'A', '192.0.2.1'),
      draft('_dmarc.shop', 'TXT', '"v=DMARC1; rua=mailto:a@shop.example; k=Shop"'),
    ])
  })

  test('says of each record what is wrong with it', () => {
    expect(fillOwn(own, { ip: '192.0.2', sub: 'x' }, zone).records.map(({ problem }) => problem)).toEqual([
      { code: 'bad_ipv4', params: expect.objectContaining({ text: '192.0.2' }) },
      null,
    ])
  })

  test('gives a record once, though two of it become one', () => {
    const two = draftsOf(fillOwn([draft('{a}', 'A', '192.0.2.1'), draft('{b}', 'A', '192.0.2.1')], { a: 'www', b: 'WWW' }, zone))
    expect(settle(two, [], emptyTray).added).toHaveLength(1)
  })

  test("made of a domain's records gives the same to another, and to the domain itself what it has", () => {
    const kept = [draft('www', 'CNAME', 'shop.example.'), draft('@', 'TXT', '"{ip} for shop.example"')]
    const records = templateRecordsOf(
      kept.map((one) => ({ ...one, status: 0 })),
      zone.name,
    )
    expect(draftsOf(fillOwn(records, {}, zone))).toEqual(kept)
    expect(draftsOf(fillOwn(records, {}, { ...zone, name: 'other.example' })).map(({ value }) => value)).toEqual(['other.example.', '"{ip} for other.example"'])
  })
})
