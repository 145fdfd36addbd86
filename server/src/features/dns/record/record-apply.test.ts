import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { nodeAnswering } from '@nameplane/contract/system/settings/node-answering'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { adding, findingsOf, newTestDomain, recordOf, refusalOf, type SentRecord } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

describe('a saved batch', () => {
  it('stores one spelling of every record and answers the rows it wrote', async () => {
    const { id, apply } = await newTestDomain(test)
    const saved = await apply([
      adding('WWW A 192.0.2.1'),
      adding('例子 aaaa 2001:DB8::0:1'),
      adding('@ MX mail.example.net', { priority: 10 }),
      adding('_sip._tcp SRV 10 60 5060 sip.example.net'),
      adding('sub TYPE65534 \\# 4 0a000001', { remark: '自用', line: 'default' }),
    ])
    expect(
      saved.records.map(({ host, type, value, priority, line, ttl, weight, remark, status }) => [
        host,
        type,
        value,
        priority,
        line,
        ttl,
        weight,
        remark,
        status,
      ]),
    ).toEqual([
      ['www', 'A', '192.0.2.1', null, 'default', 600, null, '', 1],
      ['xn--fsqu00a', 'AAAA', '2001:db8::1', null, 'default', 600, null, '', 1],
      ['@', 'MX', '10 mail.example.net.', 10, 'default', 600, null, '', 1],
      ['_sip._tcp', 'SRV', '10 60 5060 sip.example.net.', 10, 'default', 600, null, '', 1],
      ['sub', 'TYPE65534', '\\# 4 0A000001', null, 'default', 600, null, '自用', 1],
    ])
    expect(saved.records.every((row) => row.version === saved.version && row.updatedBy === 'admin')).toBe(true)
    expect((await test.call(domain.detail, { id })).data).toMatchObject({ recordCount: 5, version: saved.version, serial: saved.serial })
  })

  it('raises the version by one and the serial at least by one, whatever its size', async () => {
    const { apply } = await newTestDomain(test)
    const first = await apply([adding('a A 192.0.2.1')])
    const second = await apply([adding('b A 192.0.2.1'), adding('c A 192.0.2.1')])
    expect(second.version).toBe(first.version + 1)
    expect(second.serial).toBeGreaterThan(first.serial)
  })

  it('is published in the same moment to every node', async () => {
    const { id, apply } = await newTestDomain(test)
    const node = await test.db
      .insertInto('node')
      .values({ name: `node-${id}`, driver: 'builtin', address: '127.0.0.1', port: 1, service_group_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { serial } = await apply([adding('a A 192.0.2.1')])
    expect((await test.call(record.publication, { domainId: id })).data).toEqual({
      serial,
      nodes: [{ nodeId: node.id, name: `node-${id}`, wantedSerial: serial, liveSerial: null, isLive: false, milliseconds: null, attempts: 0, problem: null }],
    })
    await test.db.updateTable('publication').set({ live_serial: serial, live_at: new Date() }).where('domain_id', '=', id).execute()
    expect((await test.call(record.publication, { domainId: id })).data.nodes[0]).toMatchObject({
      liveSerial: serial,
      isLive: true,
      milliseconds: expect.any(Number) as number,
    })
    await test.db.deleteFrom('node').where('id', '=', node.id).execute()
  })

  it('adds, changes and deletes in one go', async () => {
    const { add, apply, records } = await newTestDomain(test)
    const [first, second] = await add('a A 192.0.2.1', 'b A 192.0.2.1')
    await apply([
      { op: 'delete', id: first! },
      { op: 'update', id: second!, record: recordOf('b A 192.0.2.9', { ttl: 60, weight: null, status: 0, remark: 'x' }) },
      adding('c TXT "y"'),
    ])
    expect(await records()).toEqual(['b 60 A 192.0.2.9 paused x', 'c 600 TXT "y"'])
  })

  it('is nothing when nothing differs', async () => {
    const { add, apply, version } = await newTestDomain(test)
    const [id] = await add('a AAAA 2001:db8::1')
    const before = await version()
    expect(await apply([{ op: 'update', id: id!, record: recordOf('A aaaa 2001:DB8:0::1') }])).toMatchObject({ version: before, records: [] })
  })

  it('swaps a CNAME for an address in one batch', async () => {
    const { add, apply, records } = await newTestDomain(test)
    const [id] = await add('www CNAME a.example.net.')
    await apply([{ op: 'delete', id: id! }, adding('www A 192.0.2.1')])
    expect(await records()).toEqual(['www 600 A 192.0.2.1'])
  })

  it('goes with an audit entry that quotes the records before and after', async () => {
    const { id, name, add, apply } = await newTestDomain(test)
    const [record] = await add('a A 192.0.2.1')
    await apply([{ op: 'update', id: record!, record: recordOf('a A 192.0.2.2') }])
    const entry = await test.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('target_type', '=', 'domain')
      .where('target_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'record.apply',
      actor_name: 'admin',
      target_name: name,
      before: { records: ['a 600 IN A 192.0.2.1'] },
      after: { records: ['a 600 IN A 192.0.2.2'] },
    })
  })

  it('may come form-encoded, its changes as JSON text', async () => {
    const { id, records } = await newTestDomain(test)
    const payload = new URLSearchParams({ domainId: String(id), changes: JSON.stringify([adding('a A 192.0.2.1')]) }).toString()
    const reply = await test.app.inject({
      method: 'POST',
      url: '/antsxdp/sys/dns/record/apply',
      payload,
      headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.json()).toMatchObject({ code: 1 })
    expect(await records()).toEqual(['a 600 A 192.0.2.1'])
  })
})

describe('a batch is refused whole', () => {
  it('when one of its records is wrong, each error at its field', async () => {
    const { apply, records, version } = await newTestDomain(test)
    const before = await version()
    const refusal = await refusalOf(apply([adding('a A 192.0.2.1'), adding('b A 192.0.2.256'), adding('-c A 192.0.2.1', { line: 'nowhere' })]))
    expect(refusal).toMatchObject({
      problem: 'records_refused',
      fields: { 'changes.1.record.value': 'bad_ipv4', 'changes.2.record.host': 'hyphen_at_edge', 'changes.2.record.line': 'line_missing' },
      params: { count: 3 },
    })
    expect([await records(), await version()]).toEqual([[], before])
  })

  it.each<[string, string[], string, Partial<SentRecord>, string]>([
    ['CNAME beside another type', ['www A 192.0.2.1'], 'www CNAME a.test.', {}, 'error cname_conflict'],
    ['another type beside CNAME', ['www CNAME a.test.'], 'www TXT "x"', {}, 'error cname_conflict'],
    ['CNAME of the domain itself', [], '@ CNAME a.test.', {}, 'error cname_at_apex'],
    ['a second CNAME', ['www CNAME a.test.'], 'www CNAME b.test.', {}, 'error cname_repeated'],
    ['the same record again', ['www A 192.0.2.1'], 'WWW A 192.0.2.1', {}, 'error record_repeated'],
    ['another TTL in a set', ['www A 192.0.2.1'], 'www A 192.0.2.2', { ttl: 60 }, 'error ttl_clash'],
    ['DNAME beside NS', ['sub NS a.test.'], 'sub DNAME b.test.', {}, 'error dname_with_ns'],
    ['a second DNAME', ['sub DNAME a.test.'], 'sub DNAME b.test.', {}, 'error dname_repeated'],
    ['NS of the domain itself', [], '@ NS a.test.', {}, 'error apex_ns_locked'],
    ['SOA', [], '@ SOA a. b. 1 2 3 4 5', {}, 'error soa_locked'],
    ['a delegated wildcard', [], '* NS a.test.', {}, 'error wildcard_ns'],
    ['a host outside the domain', [], 'www.example.org. A 192.0.2.1', {}, 'error out_of_zone'],
    ['a CNAME that closes a loop', ['b CNAME c.{zone}.', 'c CNAME A.{zone}.'], 'a CNAME b.{zone}.', {}, 'error cname_loop'],
    ['a delegation to the root', [], 'sub NS .', {}, 'error ns_root'],
    ['a digest of the reserved type', [], 'sub DS 1 13 0 AB', {}, 'error digest_type_reserved'],
    ['a host that decodes to nothing', [], 'xn--zzzz A 192.0.2.1', {}, 'error idn_bad_punycode'],
    ['octets that are no value of the type', [], 'www TYPE1 \\# 3 0A0000', {}, 'error bad_wire'],
    ['an unknown type', [], 'www WHAT 1', {}, 'error unknown_type'],
    ['data that is not as long as it says', [], 'www TYPE65534 \\# 3 00', {}, 'error bad_unknown_rdata'],
    ['a priority other than the value has', [], '@ MX 10 a.test.', { priority: 20 }, 'error priority_conflict'],
    ['a text with an unquoted semicolon', [], 'k TXT v=DKIM1; p=x', {}, 'error unquoted_semicolon'],
    ['a value of two lines', [], 'www A 192.0.2.1\n192.0.2.2', {}, 'error too_many_fields'],
  ])('for %s', async (_, there, text, more, finding) => {
    const { name, add, apply, records } = await newTestDomain(test)
    const here = (one: string): string => one.replace('{zone}', name)
    if (there.length > 0) await add(...there.map(here))
    const before = await records()
    const refusal = await refusalOf(apply([adding(here(text), more)]))
    expect([refusal.problem, findingsOf(refusal)]).toEqual([finding.split(' ').at(-1), [`0 ${finding}`]])
    expect(await records()).toEqual(before)
  })

  it('for what its own changes mean together', async () => {
    const { apply } = await newTestDomain(test)
    expect(findingsOf(await refusalOf(apply([adding('www CNAME a.test.'), adding('www A 192.0.2.1')])))).toEqual([
      '0 error cname_conflict',
      '1 error cname_conflict',
    ])
    expect(findingsOf(await refusalOf(apply([adding('www A 192.0.2.1'), adding('www A 192.0.2.1')])))).toEqual(['1 error record_repeated'])
  })

  it('when it changes a record twice, or one that is not there', async () => {
    const [own, other] = [await newTestDomain(test), await newTestDomain(test)]
    const [[mine], [foreign]] = [await own.add('a A 192.0.2.1'), await other.add('a A 192.0.2.1')]
    expect(
      findingsOf(
        await refusalOf(
          own.apply([
            { op: 'delete', id: mine! },
            { op: 'update', id: mine!, record: recordOf('a A 192.0.2.2') },
          ]),
        ),
      ),
    ).toEqual(['1 error change_repeated'])
    expect(findingsOf(await refusalOf(own.apply([{ op: 'delete', id: foreign! }])))).toEqual(['0 error record_missing'])
    expect(await other.records()).toHaveLength(1)
  })

  it('when it is sent twice', async () => {
    const { apply, records } = await newTestDomain(test)
    const sent = [adding('a A 192.0.2.1'), adding('b A 192.0.2.1')]
    await apply(sent)
    expect(findingsOf(await refusalOf(apply(sent)))).toEqual(['0 error record_repeated', '1 error record_repeated'])
    expect(await records()).toHaveLength(2)
  })

  it('when a change lacks what it needs', async () => {
    const { apply } = await newTestDomain(test)
    expect(await refusalOf(apply([{ op: 'update', id: 1 }, { op: 'delete' }, { op: 'add' }]))).toMatchObject({
      problem: 'invalid_input',
      fields: { 'changes.0.record': 'required', 'changes.1.id': 'required', 'changes.2.record': 'required' },
    })
    expect(await refusalOf(apply([]))).toMatchObject({ fields: { changes: 'required' } })
    expect(await refusalOf(apply([adding('a A 192.0.2.1', { ttl: -1 }), adding('a A 192.0.2.1', { line: 'No Line' })]))).toMatchObject({
      fields: { 'changes.0.record.ttl': 'number_too_small', 'changes.1.record.line': 'invalid_value' },
    })
  })

  it('in the language of the caller', async () => {
    const { id } = await newTestDomain(test)
    const reply = async (language: string): Promise<unknown> =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/api/sys/dns/record/apply',
          payload: { domainId: id, changes: [adding('@ CNAME a.test.')] },
          headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': language },
        })
      ).json()
    expect(await reply('zh-CN,en;q=0.5')).toMatchObject({ problem: 'cname_at_apex', msg: '主域名（@）不能使用 CNAME，请改用 ALIAS 记录' })
    expect(await reply('en')).toMatchObject({ problem: 'cname_at_apex', msg: 'CNAME is not supported at the zone apex (@). Use ALIAS instead.' })
  })

  it('when the domain is locked, in the recycle bin, or unknown', async () => {
    const { id, apply } = await newTestDomain(test)
    await test.call(domain.lock, { ids: [id], locked: true })
    expect(await refusalOf(apply([adding('a A 192.0.2.1')]))).toMatchObject({ problem: 'domain_locked' })
    await test.call(domain.lock, { ids: [id], locked: false })
    await test.call(domain.delete, { ids: [id] })
    expect(await refusalOf(apply([adding('a A 192.0.2.1')]))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(record.apply, { domainId: 999_999, changes: [adding('a A 192.0.2.1')] }))).toMatchObject({ problem: 'domain_missing' })
  })

  it('from a caller who may only look', async () => {
    const { id, records } = await newTestDomain(test)
    // The menu shows the page to whoever may read; the right to write is another.
    const reader = await test.tokenWith(['domain.read', 'record.read'])
    for (const dryRun of [false, true])
      expect(await refusalOf(test.call(record.apply, { domainId: id, changes: [adding('a A 192.0.2.1')], dryRun }, reader))).toMatchObject({
        problem: 'right_missing',
      })
    expect(await refusalOf(test.call(record.import, { domainId: id, text: 'a A 192.0.2.1', mode: 'add' }, reader))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(record.list, { domainId: id }, null))).toMatchObject({ code: 401, problem: 'session_lost' })
    expect((await test.call(record.list, { domainId: id }, reader)).data.list).toEqual([])
    expect(await records()).toEqual([])
  })
})

describe('a warning', () => {
  it.each<[string, string[], string, Partial<SentRecord>, string]>([
    ['a private address', [], 'www A 10.0.0.1', {}, 'private_address'],
    ['a line without the default line', [], 'www A 192.0.2.1', { line: 'telecom' }, 'default_line_missing'],
    ['an underscore in a host name', [], 'a_b A 192.0.2.1', {}, 'underscore_host'],
    ['mail to an alias', ['mail CNAME a.test.'], '@ MX 10 mail.{zone}.', {}, 'target_is_cname'],
    ['an alias that mail goes to', ['@ MX 10 mail.{zone}.'], 'mail CNAME a.test.', {}, 'cname_is_target'],
    ['a record below a delegation', ['sub NS a.test.'], 'x.sub A 192.0.2.1', {}, 'below_delegation'],
    ['a record below a DNAME', ['sub DNAME a.test.'], 'x.sub A 192.0.2.1', {}, 'below_dname'],
    ['a delegation above records', ['x.sub A 192.0.2.1'], 'sub NS a.test.', {}, 'hides_names_below'],
    ['a DNAME of the domain itself', ['x.sub A 192.0.2.1'], '@ DNAME a.test.', {}, 'hides_names_below'],
    ['a weight alone', [], 'www A 192.0.2.1', { weight: 5 }, 'weight_alone'],
    ['a weight beside none', ['www A 192.0.2.1'], 'www A 192.0.2.2', { weight: 5 }, 'weight_mixed'],
    ['a CNAME that hides mail', ['www MX 10 a.test.'], 'www CNAME a.test.', { line: 'telecom' }, 'cname_mixed_lines'],
    ['a TTL of 0', [], 'www A 192.0.2.1', { ttl: 0 }, 'ttl_zero'],
    ['a text cut at its spaces', [], '@ TXT v=spf1 -all', {}, 'text_in_pieces'],
    ['a name of one label', [], '@ MX 10 mail', {}, 'target_single_label'],
    ['a line break at the end of a text', [], '@ TXT "v=spf1 -all\\010"', {}, 'text_line_break'],
    ['a digest of an unknown type', ['sub NS a.test.'], 'sub DS 1 13 99 AB', {}, 'digest_type_unknown'],
    ['a target that decodes to nothing', [], 'www CNAME xn--zzzz.example.net.', {}, 'idn_bad_punycode'],
    ['a name server without glue', ['other A 192.0.2.1'], 'sub NS ns1.sub.{zone}.', {}, 'server_without_address'],
    ['a redirect without a service', [], 'go URL 301 https://www.example.net/', {}, 'redirect_service_off'],
    ['a host that repeats the domain', [], 'www.{zone} A 192.0.2.1', {}, 'host_repeats_zone'],
  ])('about %s wants a tick, which the history keeps', async (_, there, text, more, code) => {
    const { id, name, add, apply, records } = await newTestDomain(test)
    const here = (one: string): string => one.replace('{zone}', name)
    if (there.length > 0) await add(...there.map(here))
    const refusal = await refusalOf(apply([adding(here(text), more)]))
    expect([refusal.problem, findingsOf(refusal)]).toEqual(['warnings_not_acknowledged', [expect.stringMatching(new RegExp(`^0 warning ${code}$`))]])
    expect(await records()).toHaveLength(there.length)
    expect(await refusalOf(apply([adding(here(text), more)], { acknowledged: ['ttl_clash'] }))).toMatchObject({ problem: 'warnings_not_acknowledged' })
    const saved = await apply([adding(here(text), more)], { acknowledged: [code, 'weight_alone'] })
    expect(findingsOf(saved)).toEqual([`0 warning ${code}`])
    expect((await test.call(record.history, { domainId: id })).data.list[0]).toMatchObject({ version: saved.version, acknowledged: [code] })
  })

  it('is not needed for a redirect once the service has addresses, nor for one that was there', async () => {
    const { add, apply, records } = await newTestDomain(test)
    await expect(add('go URL 301 https://www.example.net/')).rejects.toThrow('warnings_not_acknowledged')
    await setSetting(test.db, nodeAnswering, { redirectAddresses: '192.0.2.80' })
    const [id] = await add('go URL 301 https://www.example.net/')
    await setSetting(test.db, nodeAnswering, { redirectAddresses: '' })
    const saved = await apply([{ op: 'update', id: id!, record: recordOf('go URL frame https://www.example.com/') }])
    expect(findingsOf(saved)).toEqual([])
    expect(await records()).toEqual(['go 600 URL frame "https://www.example.com/"'])
  })

  it('is not needed for what was only copied along: white space and line breaks around a text', async () => {
    const { add, records } = await newTestDomain(test)
    await add('@ TXT \n"v=spf1 -all"\r\n ')
    expect(await records()).toEqual(['@ 600 TXT "v=spf1 -all"'])
  })

  it('comes when a name server loses its address', async () => {
    const { name, add, apply } = await newTestDomain(test)
    const [glue] = await add('ns1.sub A 192.0.2.1')
    await add(`sub NS ns1.sub.${name}.`)
    expect(findingsOf(await refusalOf(apply([{ op: 'delete', id: glue! }])))).toEqual(['0 warning server_without_address'])
    await apply([{ op: 'update', id: glue!, record: recordOf('ns1.sub A 192.0.2.9') }])
  })

  it('comes when the default line goes away while another stays', async () => {
    const { apply } = await newTestDomain(test)
    const {
      records: [first],
    } = await apply([adding('www A 192.0.2.1'), adding('www A 192.0.2.2', { line: 'telecom' })])
    expect(findingsOf(await refusalOf(apply([{ op: 'delete', id: first!.id }])))).toEqual(['0 warning default_line_missing'])
    expect(findingsOf(await refusalOf(apply([{ op: 'update', id: first!.id, record: recordOf('www A 192.0.2.1', { status: 0 }) }])))).toEqual([
      '0 warning default_line_missing',
    ])
  })

  it('stays away where nothing is wrong: a CNAME for one line, weights for all, a paused rival, glue', async () => {
    const { name, apply } = await newTestDomain(test)
    const saved = await apply([
      adding('www A 192.0.2.1'),
      adding('www CNAME cdn.example.net.', { line: 'telecom' }),
      adding('pool A 192.0.2.1', { weight: 1 }),
      adding('pool A 192.0.2.2', { weight: 3 }),
      adding('alias CNAME a.test.', { weight: 1 }),
      adding('alias CNAME b.test.', { weight: 3 }),
      adding('old CNAME a.test.', { status: 0 }),
      adding('old A 192.0.2.1'),
      adding(`sub NS ns.sub.${name}`),
      adding('ns.sub A 192.0.2.53'),
    ])
    expect(findingsOf(saved)).toEqual([])
  })
})

describe('a dry run', () => {
  it('tells everything and writes nothing', async () => {
    const { id, add, apply, version, records } = await newTestDomain(test)
    await add('www A 192.0.2.1')
    const before = await version()
    const told = await apply([adding('www CNAME a.test.'), adding('x A 10.0.0.1')], { dryRun: true })
    expect(findingsOf(told)).toEqual(['0 error cname_conflict', '1 warning private_address'])
    expect(told.version).toBe(before)
    expect([await version(), await records()]).toEqual([before, ['www 600 A 192.0.2.1']])
    expect((await test.call(record.history, { domainId: id })).data.totalCount).toBe(1)
  })
})
