import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { Sent } from '@nameplane/contract/endpoint'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { adding, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { runChangeSets } from './runner.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const run = (): Promise<void> => runChangeSets(test.db, new AbortController().signal)
const update = async (sent: Partial<Sent<typeof changeSet.recordUpdate>>, token?: string) =>
  (await test.call(changeSet.recordUpdate, { action: 'replace', ...sent }, token)).data
const detail = async (id: number, token?: string) => (await test.call(changeSet.detail, { id }, token)).data
const rows = async (changeSetId: number, token?: string) =>
  (await test.call(changeSet.rows, { changeSetId, limit: 200 }, token)).data.list.map((row) => `${row.domain} ${row.state} ${row.problem ?? row.updated}`)
const namesOf = (...domains: TestDomain[]): string => domains.map(({ name }) => name).join('\n')

/** An administrator with a token of their own; `grant` changes what they may. */
async function administrator(rights: readonly ('record.read' | 'record.write' | 'domain.read' | 'domain.write')[]) {
  const token = await test.tokenWith(rights)
  const account = await test.db.selectFrom('account').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const { role_id: roleId } = await test.db.selectFrom('account_role').select('role_id').where('account_id', '=', account.id).executeTakeFirstOrThrow()
  return { token, accountId: account.id, roleId }
}

describe('a change set', () => {
  it('is looked at first, done in the background, and told domain by domain', async () => {
    const [one, two, other] = [await newTestDomain(test), await newTestDomain(test), await newTestDomain(test)]
    await one.add('www A 198.51.100.1', 'a TXT "ip4:198.51.100.1"', 'b A 198.51.100.10')
    await two.add('www A 198.51.100.1')
    await other.add('www A 198.51.100.2')
    const sent = { domains: `${namesOf(one, two, other)}\nnowhere.example`, find: '198.51.100.1', to: '192.0.2.99' }
    const plan = await update({ ...sent, dryRun: true, acknowledged: [] })
    expect(plan).toMatchObject({ id: null, updated: 3, added: 0, deleted: 0, touchedDomains: 2, touchedUsers: 1, confirm: null })
    expect(plan.domains.map(({ updated, problem }) => problem ?? updated)).toEqual([2, 1, 0, 'domain_missing'])
    expect(plan.sample[0]).toEqual({ domain: one.name, op: 'update', before: 'a 600 IN TXT "ip4:198.51.100.1"', after: 'a 600 IN TXT "ip4:192.0.2.99"' })
    expect(await one.records()).toContain('www 600 A 198.51.100.1')

    const { id } = await update({ ...sent, acknowledged: plan.warnings.map(({ code }) => code) })
    expect(await detail(id!)).toMatchObject({ state: 'planned', waiting: 3, failed: 1 })
    await run()
    expect(await detail(id!)).toMatchObject({ state: 'partly', waiting: 0, done: 3, failed: 1, updated: 3 })
    expect(await rows(id!)).toEqual([`${one.name} done 2`, `${two.name} done 1`, `${other.name} done 0`, 'nowhere.example failed domain_missing'])
    expect(await one.records()).toEqual(['a 600 TXT "ip4:192.0.2.99"', 'b 600 A 198.51.100.10', 'www 600 A 192.0.2.99'])
  })

  it('finds its domains by a filter and by what they hold', async () => {
    const [one, two] = [await newTestDomain(test), await newTestDomain(test)]
    await one.add('found A 198.51.100.20', 'w2 A 198.51.100.21')
    await two.add('found A 198.51.100.22')
    await newTestDomain(test)
    const found = await update({ host: 'Found', type: 'a', pattern: '^198\\.51\\.100\\.2', action: 'ttl', to: '300', dryRun: true })
    expect(found.domains.map((row) => row.domain)).toEqual([one.name, two.name].toSorted())
    expect((await update({ domainSearch: two.name, action: 'ttl', to: '300', value: '198.51.100', dryRun: true })).domains.map((row) => row.domain)).toEqual([
      two.name,
    ])
  })

  it.each([
    [{ action: 'replace', find: '' }, 'find', 'required'],
    [{ action: 'replace', find: 'ab' }, 'find', 'value_too_short_to_find'],
    [{ action: 'ttl', to: '' }, 'to', 'required'],
    [{ action: 'ttl', to: 'x' }, 'to', 'invalid_value'],
    [{ action: 'weight', to: '101' }, 'to', 'number_too_big'],
    [{ action: 'line', to: 'No Line' }, 'to', 'invalid_value'],
    [{ action: 'ttl', to: '1', pattern: '(' }, 'pattern', 'pattern_unfit'],
    [{ action: 'ttl', to: '1', pattern: '(a)\\1' }, 'pattern', 'pattern_unfit'],
  ] as const)('is refused at its field: %j', async (sent, field, code) => {
    expect((await refusalOf(update({ ...sent, dryRun: true }))).fields).toEqual({ [field]: code })
  })

  it('sets one field: line, weight, state, host and value', async () => {
    const zone = await newTestDomain(test)
    await zone.add('one A 192.0.2.1', 'two A 192.0.2.2')
    const set = async (host: string, action: 'line' | 'weight' | 'status' | 'host' | 'value', to: string) => {
      const sent = { domains: zone.name, host, action, to }
      const { warnings } = await update({ ...sent, dryRun: true })
      await update({ ...sent, acknowledged: warnings.map(({ code }) => code) })
      await run()
    }
    await set('one', 'weight', '7')
    await set('one', 'status', '0')
    await set('two', 'line', 'telecom')
    await set('two', 'value', '192.0.2.3')
    await set('two', 'host', 'Three')
    expect(await zone.records()).toEqual(['one 600 A 192.0.2.1 w7 paused', 'three 600 A 192.0.2.3 @telecom'])
    await set('one', 'weight', '')
    expect(await zone.records()).toContain('one 600 A 192.0.2.1 paused')
  })

  it('asks for the number of records where a large part of a domain changes', async () => {
    const zone = await newTestDomain(test)
    await zone.add(...Array.from({ length: 10 }, (_, index) => `h${index} A 192.0.2.${index < 4 ? 1 : index + 10}`))
    const sent = { domains: zone.name, find: '192.0.2.1', to: '192.0.2.200' }
    expect(await update({ ...sent, dryRun: true })).toMatchObject({ confirm: 4, domains: [{ thresholds: ['large_share'] }] })
    expect((await refusalOf(update(sent))).fields).toEqual({ confirm: 'change_set_confirm_due' })
    expect((await refusalOf(update({ ...sent, confirm: 3 }))).params).toMatchObject({ count: 4 })
    await update({ ...sent, confirm: 4 })
    await run()
    expect((await zone.records()).filter((text) => text.includes('192.0.2.200'))).toHaveLength(4)
  })

  it('asks for it too where a delegation changes, and where a domain grew past the threshold meanwhile', async () => {
    const zone = await newTestDomain(test)
    await zone.add('sub NS ns1.example.net.', 'www A 192.0.2.1')
    expect(await update({ domains: zone.name, find: 'ns1.example.net', to: 'ns2.example.net', dryRun: true })).toMatchObject({
      confirm: 1,
      domains: [{ thresholds: ['delegation'] }],
    })
    const { id } = await update({ domains: zone.name, find: '192.0.2.1', to: '192.0.2.2' })
    await zone.add(...Array.from({ length: 9 }, (_, index) => `h${index} A 192.0.2.1`))
    await run()
    expect(await rows(id!)).toEqual([`${zone.name} failed change_set_confirm_due`])
  })

  it('leaves a domain whole where one of its records cannot be changed, and does the others', async () => {
    const [good, bad] = [await newTestDomain(test), await newTestDomain(test)]
    await good.add('www A 203.0.113.1')
    await bad.add('www A 203.0.113.1', 'www A 203.0.113.2', 'ftp A 203.0.113.1')
    const { id, domains } = await update({ domains: namesOf(good, bad), find: '203.0.113.1', to: '203.0.113.2' })
    expect(domains.map(({ problem }) => problem)).toEqual([null, 'record_repeated'])
    await run()
    expect(await rows(id!)).toEqual([`${good.name} done 1`, `${bad.name} failed record_repeated`])
    expect(await bad.records()).toContain('ftp 600 A 203.0.113.1')
  })

  it('is submitted once, however often the same submission is sent', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.5')
    const sent = { domains: zone.name, find: '203.0.113.5', to: '203.0.113.6', key: 'the-same-key' }
    const ids = (await Promise.all(Array.from({ length: 5 }, () => update(sent)))).map(({ id }) => id)
    await run()
    expect(new Set([...ids, (await update(sent)).id]).size).toBe(1)
    expect(await zone.version()).toBe(3)
  })

  it('waits for its time, and is cancelled before it', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.5')
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await update({ domains: zone.name, find: '203.0.113.5', to: '203.0.113.6', at })
    await run()
    expect((await detail(id!)).state).toBe('planned')
    await test.call(changeSet.cancel, { id: id! })
    expect(await detail(id!)).toMatchObject({ state: 'cancelled', cancelled: 1 })
    expect((await refusalOf(test.call(changeSet.cancel, { id: id! }))).problem).toBe('change_set_ended')
    expect((await refusalOf(update({ domains: zone.name, find: '203.0.113.5', to: '203.0.113.6', at: '2020-01-01T00:00:00Z' }))).fields).toEqual({
      at: 'moment_unfit',
    })
    expect(await zone.records()).toEqual(['www 600 A 203.0.113.5'])
  })

  it('takes a list of five hundred, and refuses one with lines that are no domains by the first of them', async () => {
    const names = Array.from({ length: 490 }, (_, index) => `none${index}.example`)
    const wrong = Array.from({ length: 10 }, (_, index) => `-bad${index}`)
    const refused = await refusalOf(update({ domains: [...names, ...wrong].join('\n'), find: '203.0.113.5', to: '203.0.113.6', dryRun: true }))
    expect([refused.fields, refused.texts]).toEqual([{ domains: 'domain_line_invalid' }, { domains: 'Invalid domain name: -bad0' }])
    expect((await update({ domains: names.join('\n'), find: '203.0.113.5', to: '203.0.113.6', dryRun: true })).domains).toHaveLength(490)
    expect((await refusalOf(update({ domains: names.join('\n'), find: '203.0.113.5', to: '203.0.113.6' }))).problem).toBe('nothing_to_change')
  })
})

describe('the author of a set', () => {
  it('who loses the right in mid-run changes nothing more', async () => {
    const [one, two] = [await newTestDomain(test), await newTestDomain(test)]
    for (const zone of [one, two]) await zone.add('www A 203.0.113.20')
    const { token, roleId } = await administrator(['record.read', 'record.write', 'domain.read'])
    const { id } = await update({ domains: namesOf(one, two), find: '203.0.113.20', to: '203.0.113.21' }, token)
    const second = await test.db
      .selectFrom('change_set_domain')
      .select('id')
      .where('change_set_id', '=', id!)
      .orderBy('position', 'desc')
      .executeTakeFirstOrThrow()
    // Between the first domain and the second.
    await test.db.updateTable('change_set_domain').set({ state: 'cancelled' }).where('id', '=', second.id).execute()
    await run()
    await test.db.updateTable('change_set_domain').set({ state: 'waiting' }).where('id', '=', second.id).execute()
    await test.db.updateTable('change_set').set({ state: 'running' }).where('id', '=', id!).execute()
    await test.db
      .updateTable('role')
      .set({ rights: ['record.read'] })
      .where('id', '=', roleId)
      .execute()
    await run()
    expect(await rows(id!)).toEqual([`${one.name} done 1`, `${two.name} failed right_missing`])
    expect(await two.records()).toEqual(['www 600 A 203.0.113.20'])
  })

  it('who loses a domain from their scope, or is disabled, or whose token is deleted, does not change it', async () => {
    const author = await administrator(['record.read', 'record.write', 'domain.read'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', author.roleId).execute()
    const zones = [await newTestDomain(test), await newTestDomain(test), await newTestDomain(test)]
    const give = (zone: TestDomain, accountId: number) => test.db.updateTable('domain').set({ account_id: accountId }).where('id', '=', zone.id).execute()
    const submit = async (zone: TestDomain, token = author.token) => {
      await zone.add('www A 203.0.113.30')
      await give(zone, author.accountId)
      return (await update({ domains: zone.name, find: '203.0.113.30', to: '203.0.113.31' }, token)).id!
    }
    const lost = await submit(zones[0]!)
    await give(zones[0]!, 1)
    await run()
    expect(await rows(lost)).toEqual([`${zones[0]!.name} failed domain_missing`])
    // Nobody is told of a domain that they do not reach.
    expect((await refusalOf(rows(lost, author.token))).problem).toBe('change_set_missing')

    const gone = await submit(zones[1]!)
    await test.db.deleteFrom('api_token').where('account_id', '=', author.accountId).execute()
    await run()
    expect(await rows(gone)).toEqual([`${zones[1]!.name} failed change_set_author_gone`])
  })

  it('alone tries again what failed, with the rights that they have', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.40')
    const { id } = await update({ domains: zone.name, find: '203.0.113.40', to: '203.0.113.41' })
    await test.call(domain.lock, { ids: [zone.id], locked: true })
    await run()
    expect(await rows(id!)).toEqual([`${zone.name} failed domain_locked`])
    const { token } = await administrator(['record.read', 'record.write'])
    expect((await refusalOf(test.call(changeSet.retry, { id: id! }, token))).problem).toBe('change_set_of_other')
    await test.call(domain.lock, { ids: [zone.id], locked: false })
    expect((await test.call(changeSet.retry, { id: id! })).data).toEqual({ domains: 1 })
    await run()
    expect(await detail(id!)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect((await refusalOf(test.call(changeSet.retry, { id: id! }))).problem).toBe('change_set_nothing_failed')
  })

  it('sees and undoes within the own data scope only', async () => {
    const [mine, other] = [await newTestDomain(test), await newTestDomain(test)]
    for (const zone of [mine, other]) await zone.add('www A 203.0.113.50')
    const { id } = await update({ domains: namesOf(mine, other), find: '203.0.113.50', to: '203.0.113.51' })
    await run()
    const viewer = await administrator(['record.read', 'record.write'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', viewer.roleId).execute()
    await test.db.updateTable('domain').set({ account_id: viewer.accountId }).where('id', '=', mine.id).execute()
    expect(await rows(id!, viewer.token)).toEqual([`${mine.name} done 1`])
    expect((await test.call(changeSet.list, {}, viewer.token)).data.list).toMatchObject([{ id, domains: 1, updated: 1, isOwn: false }])
    await test.call(changeSet.undo, { id: id! }, viewer.token)
    await run()
    expect(await rows(id!)).toEqual([`${mine.name} undone 1`, `${other.name} done 1`])
    expect(await mine.records()).toEqual(['www 600 A 203.0.113.50'])
  })
})

describe('undoing a set', () => {
  it('restores every zone exactly, also thousands of records', async () => {
    const zones = [await newTestDomain(test), await newTestDomain(test), await newTestDomain(test), await newTestDomain(test)]
    for (const zone of zones) {
      const changes = Array.from({ length: 600 }, (_, index) =>
        adding(`h${index} A 203.0.113.${index % 2 === 0 ? 60 : 61}`, { remark: `r${index}`, weight: null }),
      )
      await zone.apply([...changes, adding('mail MX 10 mx.example.net.'), adding('x A 203.0.113.60', { status: 0 })])
    }
    const before = await Promise.all(zones.map((zone) => zone.records()))
    const serial = async () => (await test.db.selectFrom('domain').select('serial').where('id', '=', zones[0]!.id).executeTakeFirstOrThrow()).serial
    const saved = await serial()
    const sent = { domains: namesOf(...zones), find: '203.0.113.60', to: '203.0.113.200' }
    const { confirm, updated } = await update({ ...sent, dryRun: true })
    expect([confirm, updated]).toEqual([1204, 1204])
    const { id } = await update({ ...sent, confirm: 1204 })
    await run()
    expect(await detail(id!)).toMatchObject({ state: 'done', updated: 1204 })
    const changed = await serial()
    expect(changed).toBeGreaterThan(saved)
    const undo = (await test.call(changeSet.undo, { id: id! })).data.id
    expect((await refusalOf(test.call(changeSet.undo, { id: id! }))).problem).toBe('change_set_being_undone')
    await run()
    expect(await detail(undo)).toMatchObject({ kind: 'undo', state: 'done', undoesId: id, updated: 1204 })
    expect(await detail(id!)).toMatchObject({ state: 'undone', undone: 4 })
    expect(await Promise.all(zones.map((zone) => zone.records()))).toEqual(before)
    expect(await serial()).toBeGreaterThan(changed)
    expect((await refusalOf(test.call(changeSet.undo, { id: id! }))).problem).toBe('change_set_nothing_done')
    expect((await refusalOf(test.call(changeSet.undo, { id: undo }))).problem).toBe('change_set_is_undo')
  })

  it('leaves a domain alone whose record was changed since, and undoes the others', async () => {
    const [changed, still] = [await newTestDomain(test), await newTestDomain(test)]
    const [recordId] = await changed.add('www A 203.0.113.70', 'ftp A 203.0.113.70')
    await still.add('www A 203.0.113.70')
    const { id } = await update({ domains: namesOf(changed, still), find: '203.0.113.70', to: '203.0.113.71' })
    await run()
    await changed.apply([{ op: 'update', id: recordId!, record: { host: 'www', type: 'A', value: '203.0.113.72', ttl: 600 } }])
    const undo = (await test.call(changeSet.undo, { id: id! })).data.id
    await run()
    expect(await rows(undo)).toEqual([`${changed.name} failed records_changed_since`, `${still.name} done 1`])
    expect(await changed.records()).toEqual(['ftp 600 A 203.0.113.71', 'www 600 A 203.0.113.72'])
    expect(await still.records()).toEqual(['www 600 A 203.0.113.70'])
  })

  it('takes added records away and added domains to the recycle bin', async () => {
    const zone = await newTestDomain(test)
    const records = [{ host: 'h{n}', type: 'TXT', value: '"{domain} {n}"', ttl: 300 }]
    const { data: added } = await test.call(changeSet.recordCreate, { domains: zone.name, records, startAt: 5 })
    const { data: domains } = await test.call(changeSet.domainCreate, { domains: `one.${zone.name}\ntwo.${zone.name}`, remark: 'bulk', records })
    await run()
    expect(await zone.records()).toEqual([`h5 300 TXT "${zone.name} 5"`])
    const listed = async () => (await test.call(domain.list, { search: `.${zone.name}` })).data.list.map((row) => [row.domain, row.recordCount, row.remark])
    expect(await listed()).toHaveLength(2)
    expect(await listed()).toContainEqual([`two.${zone.name}`, 1, 'bulk'])
    for (const id of [added.id!, domains.id!]) await test.call(changeSet.undo, { id })
    await run()
    expect([await zone.records(), await listed()]).toEqual([[], []])
    expect((await test.call(domain.list, { search: `.${zone.name}`, recycled: true })).data.totalCount).toBe(2)
  })
})

describe('sets at the same time', () => {
  it('change one domain one after the other, whoever works at them', async () => {
    const zone = await newTestDomain(test)
    await zone.add('a A 203.0.113.90', 'b A 203.0.113.91')
    const first = await update({ domains: zone.name, find: '203.0.113.90', to: '203.0.113.92' })
    const second = await update({ domains: zone.name, find: '203.0.113.91', to: '203.0.113.93' })
    await Promise.all([run(), run(), run(), run()])
    expect([(await detail(first.id!)).state, (await detail(second.id!)).state]).toEqual(['done', 'done'])
    expect(await zone.records()).toEqual(['a 600 A 203.0.113.92', 'b 600 A 203.0.113.93'])
    expect((await test.call(record.history, { domainId: zone.id })).data.totalCount).toBe(3)
  })

  it('are each done once, however many processes work at the same rows', async () => {
    const zones = await Promise.all(Array.from({ length: 25 }, () => newTestDomain(test)))
    for (const zone of zones) await zone.add('n TXT "1x"')
    const { id } = await update({ domains: namesOf(...zones), action: 'replace', find: '1x"', to: '1xx"', isPart: true })
    await Promise.all(Array.from({ length: 6 }, run))
    expect(await detail(id!)).toMatchObject({ state: 'done', done: 25, updated: 25 })
    for (const zone of zones) expect(await zone.version()).toBe(3)
  })
})

describe('adding domains', () => {
  it('says of each line what stands against it', async () => {
    const zone = await newTestDomain(test)
    const { data } = await test.call(changeSet.domainCreate, { domains: `${zone.name}\nnew.${zone.name}`, dryRun: true })
    expect(data.domains.map(({ problem }) => problem)).toEqual(['domain_exists', null])
    expect((await refusalOf(test.call(changeSet.domainCreate, { domains: 'a.example', userId: 999_999 }))).fields).toEqual({ userId: 'owner_missing' })
    expect(
      (await refusalOf(test.call(changeSet.domainCreate, { domains: 'a.example', records: [{ host: '{ip}', type: 'A', value: '192.0.2.1', ttl: 60 }] })))
        .fields,
    ).toEqual({ records: 'placeholder_unknown' })
  })

  it('judges the records of a new domain by itself', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 192.0.2.1')
    const records = ['192.0.2.1', '192.0.2.2'].map((value) => ({ host: 'www', type: 'A', value, ttl: 77 }))
    const plan = async (rows: typeof records) =>
      (await test.call(changeSet.domainCreate, { domains: 'unborn.example', records: rows, dryRun: true })).data.domains
    expect(await plan(records)).toMatchObject([{ added: 2, problem: null }])
    expect(await plan([...records, { ...records[0]!, value: '192.0.2.3', ttl: 78 }])).toMatchObject([{ added: 0, problem: 'ttl_clash' }])
  })

  it('needs the right to change records where it adds some, also when it comes to them', async () => {
    const { token } = await administrator(['domain.read', 'domain.write', 'record.read'])
    const records = [{ host: 'www', type: 'A', value: '192.0.2.1', ttl: 60 }]
    expect((await refusalOf(test.call(changeSet.domainCreate, { domains: 'rights.example', records }, token))).problem).toBe('right_missing')
    const { data } = await test.call(changeSet.domainCreate, { domains: 'rights.example' }, token)
    expect((await refusalOf(test.call(changeSet.undo, { id: data.id! }, token))).problem).toBe('right_missing')
  })
})

describe('the result', () => {
  it('is a file with a line for each domain, in the language of its reader', async () => {
    const zone = await newTestDomain(test)
    await zone.add('www A 203.0.113.110')
    const { id } = await update({ domains: `${zone.name}\nmissing.example`, find: '203.0.113.110', to: '203.0.113.111' })
    await run()
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
})

it('a token that is limited to some domains changes no others', async () => {
  const [inside, outside] = [await newTestDomain(test), await newTestDomain(test)]
  for (const zone of [inside, outside]) await zone.add('www A 203.0.113.120')
  const token = await test.tokenWith(['record.read', 'record.write'])
  const newest = await test.db.selectFrom('api_token').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await test.db.updateTable('api_token').set({ data_scope: 'domains' }).where('id', '=', newest.id).execute()
  await test.db.insertInto('api_token_domain').values({ api_token_id: newest.id, domain_id: inside.id }).execute()
  const { id, domains } = await update({ find: '203.0.113.120', to: '203.0.113.121' }, token)
  expect(domains.map(({ domain: name }) => name)).toEqual([inside.name])
  await test.db.deleteFrom('api_token_domain').where('api_token_id', '=', newest.id).execute()
  await run()
  expect(await rows(id!)).toEqual([`${inside.name} failed domain_missing`])
})

describe('exporting domains', () => {
  const exported = async (input: object, token = test.adminToken) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
    return test.app.inject({ method: 'POST', url: '/api/sys/dns/change_set/record_export', headers, payload: input })
  }

  it('gives one file of one domain, which comes back whole', async () => {
    for (const [format, read] of [
      ['bind', 'bind'],
      ['csv', 'table'],
      ['txt', 'table'],
      ['json', 'json'],
    ] as const) {
      const [zone, copy] = [await newTestDomain(test), await newTestDomain(test)]
      await zone.apply([
        adding('www A 192.0.2.1', { remark: '主站 "1"', line: 'telecom' }),
        adding('www A 192.0.2.2'),
        adding('t TXT "a\tb; c"', { status: 0 }),
      ])
      const answer = await exported({ domains: zone.name, format })
      expect(answer.headers['content-disposition']).toContain(`${zone.name}.${format === 'bind' ? 'zone' : format}`)
      await test.call(record.import, { domainId: copy.id, format: read, text: answer.body.replaceAll(zone.name, copy.name), mode: 'add' })
      expect([format, await copy.records()]).toEqual([format, await zone.records()])
    }
  })

  it('gives a ZIP file of several, within reach only', async () => {
    const zones = [await newTestDomain(test), await newTestDomain(test)]
    for (const zone of zones) await zone.add('www A 192.0.2.1')
    const zip = (await exported({ domains: namesOf(...zones), format: 'json' })).rawPayload
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    for (const { name } of zones) expect(zip.includes(`${name}.json`)).toBe(true)
    const viewer = await administrator(['record.read'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', viewer.roleId).execute()
    await test.db.updateTable('domain').set({ account_id: viewer.accountId }).where('id', '=', zones[0]!.id).execute()
    expect((await exported({ format: 'json' }, viewer.token)).json()).toMatchObject({ domain: zones[0]!.name })
    expect((await exported({ domains: namesOf(...zones) }, viewer.token)).json()).toMatchObject({ msg: `Domain not found: ${zones[1]!.name}` })
    expect((await exported({ domainSearch: 'there-is-none' })).json()).toMatchObject({ problem: 'no_domain_fits' })
  })
})
