import { afterAll, describe, expect, it } from 'vitest'
import { domainToAscii } from '@nameplane/dns-text/names'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { adding, newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'
import { changeSetActs, namesOf } from './change-sets.testing.ts'

const test = await createTestApp()
afterAll(() => test.close())
const acts = changeSetActs(test)

describe('a change set', () => {
  it('is looked at first, done in the background, and told domain by domain', async () => {
    const [one, two, other] = [await newTestDomain(test), await newTestDomain(test), await newTestDomain(test)]
    await one.add('www A 198.51.100.1', 'a TXT "ip4:198.51.100.1"', 'b A 198.51.100.10')
    await two.add('www A 198.51.100.1')
    await other.add('www A 198.51.100.2')
    const sent = { domains: `${namesOf(one, two, other)}\nnowhere.example`, find: '198.51.100.1', to: '192.0.2.99' }
    const plan = await acts.update({ ...sent, dryRun: true, acknowledged: [] })
    expect(plan).toMatchObject({ id: null, updated: 3, added: 0, deleted: 0, touchedDomains: 2, touchedUsers: 1, confirm: null })
    expect(plan.domains.map(({ updated, problem }) => problem ?? updated)).toEqual([2, 1, 0, 'domain_missing'])
    expect(plan.sample[0]).toEqual({ domain: one.name, op: 'update', before: 'a 600 IN TXT "ip4:198.51.100.1"', after: 'a 600 IN TXT "ip4:192.0.2.99"' })
    expect(await one.records()).toContain('www 600 A 198.51.100.1')

    const { id } = await acts.update({ ...sent, acknowledged: plan.warnings.map(({ code }) => code) })
    expect(await acts.detail(id!)).toMatchObject({ state: 'planned', waiting: 3, failed: 1 })
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ state: 'partly', waiting: 0, done: 3, failed: 1, updated: 3 })
    expect(await acts.rows(id!)).toEqual([`${one.name} done 2`, `${two.name} done 1`, `${other.name} done 0`, 'nowhere.example failed domain_missing'])
    expect(await one.records()).toEqual(['a 600 TXT "ip4:192.0.2.99"', 'b 600 A 198.51.100.10', 'www 600 A 192.0.2.99'])
  })

  it('finds its domains by a filter and by what they hold', async () => {
    const [one, two] = [await newTestDomain(test), await newTestDomain(test)]
    await one.add('found A 198.51.100.20', 'w2 A 198.51.100.21')
    await two.add('found A 198.51.100.22')
    await newTestDomain(test)
    const found = await acts.update({ host: 'Found', type: 'a', pattern: '^198\\.51\\.100\\.2', action: 'ttl', to: '300', dryRun: true })
    expect(found.domains.map((row) => row.domain)).toEqual([one.name, two.name].toSorted())
    expect(
      (await acts.update({ domainSearch: two.name, action: 'ttl', to: '300', value: '198.51.100', dryRun: true })).domains.map((row) => row.domain),
    ).toEqual([two.name])
  })

  it.each([
    [{ action: 'replace', find: '' }, 'find', 'required'],
    [{ action: 'replace', find: 'ab' }, 'find', 'value_too_short_to_find'],
    [{ action: 'ttl', to: '' }, 'to', 'required'],
    [{ action: 'ttl', to: 'soon' }, 'to', 'bad_ttl'],
    [{ action: 'ttl', to: '9999w' }, 'to', 'number_too_big'],
    [{ action: 'weight', to: '101' }, 'to', 'number_too_big'],
    [{ action: 'line', to: 'No Line' }, 'to', 'invalid_value'],
    [{ action: 'ttl', to: '1', pattern: '(' }, 'pattern', 'pattern_unfit'],
    [{ action: 'ttl', to: '1', pattern: '(a)\\1' }, 'pattern', 'pattern_unfit'],
  ] as const)('is refused at its field: %j', async (sent, field, code) => {
    expect((await refusalOf(acts.update({ ...sent, dryRun: true }))).fields).toEqual({ [field]: code })
  })

  it('sets one field: line, TTL, weight, state, host and value', async () => {
    const zone = await newTestDomain(test)
    await zone.add('one A 192.0.2.1', 'two A 192.0.2.2')
    const set = async (host: string, action: 'line' | 'ttl' | 'weight' | 'status' | 'host' | 'value', to: string) => {
      const sent = { domains: zone.name, host, action, to }
      const { warnings } = await acts.update({ ...sent, dryRun: true })
      await acts.update({ ...sent, acknowledged: warnings.map(({ code }) => code) })
      await acts.run()
    }
    await set('one', 'weight', '7')
    await set('one', 'status', '0')
    await set('two', 'line', 'telecom')
    await set('two', 'ttl', '1H30m')
    await set('two', 'value', '192.0.2.3')
    await set('two', 'host', 'Three')
    expect(await zone.records()).toEqual(['one 600 A 192.0.2.1 w7 paused', 'three 5400 A 192.0.2.3 @telecom'])
    await set('one', 'weight', '')
    expect(await zone.records()).toContain('one 600 A 192.0.2.1 paused')
  })

  it('finds hosts and names that are typed in Unicode', async () => {
    const zone = await newTestDomain(test)
    await zone.add('中文 A 192.0.2.1', 'c CNAME 例子.中国.', 'd CNAME old.例子.中国.')
    const found = async (sent: Parameters<typeof acts.update>[0]) =>
      (await acts.update({ domains: zone.name, dryRun: true, ...sent })).sample.map(({ after }) => after)
    expect(await found({ find: '例子.中国', to: '新.中国' })).toEqual(['c 600 IN CNAME xn--efv.xn--fiqs8s.'])
    expect(await found({ host: '中文', action: 'ttl', to: '60' })).toEqual(['xn--fiq228c 60 IN A 192.0.2.1'])
    expect(await found({ value: '例子.中国', action: 'ttl', to: '60' })).toHaveLength(2)
  })

  it('asks for the number of records where a large part of a domain changes', async () => {
    const zone = await newTestDomain(test)
    await zone.add(...Array.from({ length: 10 }, (_, index) => `h${index} A 192.0.2.${index < 4 ? 1 : index + 10}`))
    const sent = { domains: zone.name, find: '192.0.2.1', to: '192.0.2.200' }
    expect(await acts.update({ ...sent, dryRun: true })).toMatchObject({ confirm: 4, domains: [{ thresholds: ['large_share'] }] })
    expect((await refusalOf(acts.update(sent))).fields).toEqual({ confirm: 'change_set_confirm_due' })
    expect((await refusalOf(acts.update({ ...sent, confirm: 3 }))).params).toMatchObject({ count: 4 })
    await acts.update({ ...sent, confirm: 4 })
    await acts.run()
    expect((await zone.records()).filter((text) => text.includes('192.0.2.200'))).toHaveLength(4)
  })

  it('asks for it too where a delegation changes, and where a domain grew past the threshold meanwhile', async () => {
    const zone = await newTestDomain(test)
    await zone.add('sub NS ns1.example.net.', 'www A 192.0.2.1')
    expect(await acts.update({ domains: zone.name, find: 'ns1.example.net', to: 'ns2.example.net', dryRun: true })).toMatchObject({
      confirm: 1,
      domains: [{ thresholds: ['delegation'] }],
    })
    // What was confirmed of one domain says nothing of another.
    const large = await newTestDomain(test)
    await large.add(...Array.from({ length: 10 }, (_, index) => `h${index} A 192.0.2.1`))
    const { id } = await acts.update({ domains: namesOf(zone, large), find: '192.0.2.1', to: '192.0.2.2', confirm: 11 })
    await zone.add(...Array.from({ length: 9 }, (_, index) => `h${index} A 192.0.2.1`))
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${zone.name} failed more_than_confirmed`, `${large.name} done 10`])
  })

  it('changes no more records of a domain than were confirmed, and fewer', async () => {
    const [grown, shrunk] = [await newTestDomain(test), await newTestDomain(test)]
    const texts = Array.from({ length: 12 }, (_, index) => `h${index} A 192.0.2.${index < 5 ? 1 : index + 10}`)
    await grown.add(...texts)
    const [first] = await shrunk.add(...texts)
    const { id } = await acts.update({ domains: namesOf(grown, shrunk), find: '192.0.2.1', to: '192.0.2.2', confirm: 10 })
    expect((await acts.detail(id!)).asked).not.toHaveProperty('confirmed')
    await grown.add('more A 192.0.2.1')
    await shrunk.apply([{ op: 'delete', id: first! }])
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${grown.name} failed more_than_confirmed`, `${shrunk.name} done 4`])
    expect((await grown.records()).filter((text) => text.endsWith(' 192.0.2.1'))).toHaveLength(6)
  })

  it('leaves a domain whole where one of its records cannot be changed, and does the others', async () => {
    const [good, bad] = [await newTestDomain(test), await newTestDomain(test)]
    await good.add('www A 203.0.113.1')
    await bad.add('www A 203.0.113.1', 'www A 203.0.113.2', 'ftp A 203.0.113.1')
    const { id, domains } = await acts.update({ domains: namesOf(good, bad), find: '203.0.113.1', to: '203.0.113.2' })
    expect(domains.map(({ problem }) => problem)).toEqual([null, 'record_repeated'])
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${good.name} done 1`, `${bad.name} failed record_repeated`])
    expect(await bad.records()).toContain('ftp 600 A 203.0.113.1')
  })

  it('is submitted once, however often the same submission is sent', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.5')
    const sent = { domains: zone.name, find: '203.0.113.5', to: '203.0.113.6', key: 'the-same-key' }
    const ids = (await Promise.all(Array.from({ length: 5 }, () => acts.update(sent)))).map(({ id }) => id)
    await acts.run()
    expect(new Set([...ids, (await acts.update(sent)).id]).size).toBe(1)
    expect(await zone.version()).toBe(3)
  })

  it.each([{ to: '203.0.113.7' }, { host: 'ftp' }, { domainSearch: 'example' }, { at: new Date(Date.now() + 3_600_000).toISOString() }])(
    'is refused under the key of one of other content: %o',
    async (other) => {
      const zone = await newTestDomain(test)
      await zone.add('www A 203.0.113.5')
      const sent = { domains: zone.name, find: '203.0.113.5', to: '203.0.113.6', key: `key-of-${zone.id}` }
      const { id } = await acts.update(sent)
      expect((await refusalOf(acts.update({ ...sent, ...other }))).fields).toEqual({ key: 'change_set_key_used' })
      expect((await acts.update(sent)).id).toBe(id)
    },
  )

  it('waits for its time, and is cancelled before it', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.5')
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await acts.update({ domains: zone.name, find: '203.0.113.5', to: '203.0.113.6', at })
    await acts.run()
    expect((await acts.detail(id!)).state).toBe('planned')
    await test.call(changeSet.cancel, { id: id! })
    expect(await acts.detail(id!)).toMatchObject({ state: 'cancelled', cancelled: 1 })
    expect((await refusalOf(test.call(changeSet.cancel, { id: id! }))).problem).toBe('change_set_ended')
    expect((await refusalOf(acts.update({ domains: zone.name, find: '203.0.113.5', to: '203.0.113.6', at: '2020-01-01T00:00:00Z' }))).fields).toEqual({
      at: 'moment_unfit',
    })
    expect(await zone.records()).toEqual(['www 600 A 203.0.113.5'])
  })

  it('takes a list of five hundred, and refuses one with lines that are no domains by the first of them', async () => {
    const names = Array.from({ length: 490 }, (_, index) => `none${index}.example`)
    const wrong = Array.from({ length: 10 }, (_, index) => `-bad${index}`)
    const refused = await refusalOf(acts.update({ domains: [...names, ...wrong].join('\n'), find: '203.0.113.5', to: '203.0.113.6', dryRun: true }))
    expect([refused.fields, refused.texts]).toEqual([{ domains: 'domain_line_invalid' }, { domains: 'Invalid domain name: -bad0' }])
    expect((await acts.update({ domains: names.join('\n'), find: '203.0.113.5', to: '203.0.113.6', dryRun: true })).domains).toHaveLength(490)
    expect((await refusalOf(acts.update({ domains: names.join('\n'), find: '203.0.113.5', to: '203.0.113.6' }))).problem).toBe('nothing_to_change')
  })
})

describe('the result', () => {
  it('is a file with a line for each domain, in the language of its reader', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.110')
    const { id } = await acts.update({ domains: `${zone.name}\nmissing.example`, find: '203.0.113.110', to: '203.0.113.111' })
    await acts.run()
    const file = async (language: string) => {
      const headers = { authorization: `Bearer ${test.adminToken}`, 'accept-language': language }
      return (await test.app.inject({ url: `/api/sys/dns/change_set/result?id=${id}`, headers })).body.replace(/\ufeff/, '').split('\r\n')
    }
    expect(await file('en')).toEqual([
      'Domain,Status,Reason,Added,Updated,Deleted,Unchanged,Domain version,Ended',
      expect.stringMatching(new RegExp(`^${zone.name},Done,,0,1,0,0,3,`)),
      expect.stringMatching(/^missing\.example,Failed,Domain not found,0,0,0,0,,/),
      '',
    ])
    expect((await file('zh'))[2]).toContain('missing.example,失败,域名不存在')
  })

  it('is found by the name of a domain as it is read and as it is kept', async () => {
    const { data } = await test.call(domain.save, { domain: '登记簿.example' })
    await test.call(record.apply, { domainId: data.id, changes: [adding('www A 203.0.113.120')] })
    // What is no domain here is in the result too.
    const { id } = await acts.update({ domains: '登记簿.example\n未登记.例子', find: '203.0.113.120', to: '203.0.113.121' })
    const found = async (search: string) => [
      (await test.call(changeSet.list, { search })).data.list.map((set) => set.id),
      (await test.call(changeSet.rows, { changeSetId: id!, search })).data.list.length,
    ]
    for (const search of ['登记', '登记簿.EXAMPLE', domainToAscii('登记簿').toUpperCase(), '未登记.例子'])
      expect(await found(search), search).toEqual([[id], 1])
    expect(await found('登记册')).toEqual([[], 0])
  })
})
