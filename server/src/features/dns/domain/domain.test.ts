import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { answered } from '../../../../../tests/support/answered.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const save = async (name: string, more: Partial<Sent<typeof domain.save>> = {}): Promise<number> =>
  (await test.call(domain.save, { domain: name, ...more })).data.id
const detail = async (id: number): Promise<Domain> => (await test.call(domain.detail, { id })).data
const list = async (query: Partial<Sent<typeof domain.list>>): Promise<string[]> => (await test.call(domain.list, query)).data.list.map((row) => row.domain)
const auditOf = async (id: number): Promise<string[]> => (await trailOf(test, 'domain', id)).map((row) => row.action)

let groups = 0
const newGroup = async (status = 1): Promise<number> =>
  (
    await test.call(serviceGroup.save, {
      name: `group ${(groups += 1)}`,
      mname: 'ns1.g.example',
      rname: 'host.g.example',
      ns1: 'ns1.g.example',
      ns2: 'ns2.g.example',
      status,
    })
  ).data.id

describe('adding a domain', () => {
  it.each([
    ['Added-1.Example', 'added-1.example', 'added-1.example'],
    ['  added-2.example. ', 'added-2.example', 'added-2.example'],
    ['例子1.测试。', 'xn--1-kb7ap09a.xn--0zwm56d', '例子1.测试'],
    ['BÜCHER.example', 'xn--bcher-kva.example', 'bücher.example'],
    ['_under.added.example', '_under.added.example', '_under.added.example'],
    ['2.0.192.in-addr.arpa', '2.0.192.in-addr.arpa', '2.0.192.in-addr.arpa'],
  ])('%s stores %s, readable as %s', async (typed, ascii, unicode) => {
    expect(await detail(await save(typed))).toMatchObject({
      domain: ascii,
      unicodeName: unicode,
      username: 'admin',
      serviceGroupName: 'default',
      status: 1,
      isLocked: false,
      recordCount: 0,
      version: 1,
      defaultTtlSeconds: 600,
      deleteTime: null,
    })
  })

  it.each([
    ['', 'required'],
    ['nodots', 'invalid_domain'],
    ['a..example', 'invalid_domain'],
    ['-a.example', 'invalid_domain'],
    [`${'a'.repeat(64)}.example`, 'invalid_domain'],
    ['1.2.3.4', 'invalid_domain'],
    ['a b.example', 'invalid_domain'],
    ['a/b.example', 'invalid_domain'],
    ['*.example.com', 'domain_wildcard_refused'],
  ])('%o is refused: %s', async (typed, code) => {
    expect(await refusalOf(save(typed))).toMatchObject({ problem: code, fields: { domain: code } })
  })

  it('is refused when the name is there already, in any spelling', async () => {
    const id = await save('twice.example')
    expect(await refusalOf(save('TWICE.example.'))).toMatchObject({
      problem: 'domain_exists',
      params: { id, name: 'twice.example' },
      msg: 'Domain already exists: twice.example',
    })
    await test.call(domain.delete, { ids: [id] })
    expect(await refusalOf(save('twice.example'))).toMatchObject({ problem: 'domain_in_recycle_bin', params: { id } })
  })

  it('of one name by many at once makes one domain', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        save('race.example').then(
          () => 'added',
          async (error: unknown) => (await refusalOf(Promise.reject(error as Error))).problem,
        ),
      ),
    )
    expect(outcomes.sort()).toEqual(['added', ...Array<string>(7).fill('domain_exists')])
  })

  it('is refused for an owner or a group that is not there, or a group out of use', async () => {
    expect(await refusalOf(save('owner.example', { userId: 999 }))).toMatchObject({ problem: 'owner_missing', fields: { userId: 'owner_missing' } })
    expect(await refusalOf(save('group.example', { serviceGroupId: 999 }))).toMatchObject({ problem: 'service_group_missing' })
    expect(await refusalOf(save('group.example', { serviceGroupId: await newGroup(0) }))).toMatchObject({ problem: 'service_group_missing' })
    expect(await list({ search: 'group.example' })).toEqual([])
  })

  it('publishes it with the SOA and NS of its group at once', async () => {
    const node = await test.db
      .insertInto('node')
      .values({ name: 'all', driver: 'builtin', address: '127.0.0.1', port: 1, service_group_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await save('published.example')
    const { serial } = await detail(id)
    expect(serial).toBeGreaterThan(0)
    expect(await test.db.selectFrom('publication').select(['node_id', 'wanted_serial', 'live_serial']).where('domain_id', '=', id).execute()).toEqual([
      { node_id: node.id, wanted_serial: serial, live_serial: null },
    ])
    await test.db.deleteFrom('node').where('id', '=', node.id).execute()
  })
})

describe('changing a domain', () => {
  it('changes what is sent and nothing else', async () => {
    const id = await save('change.example', { remark: 'old' })
    const group = await newGroup()
    const before = await detail(id)
    await test.call(domain.update, { id, remark: '新的备注', rowVersion: before.rowVersion })
    await test.call(domain.update, { id, serviceGroupId: group, defaultTtlSeconds: 60 })
    const after = await detail(id)
    expect(after).toMatchObject({
      remark: '新的备注',
      serviceGroupId: group,
      defaultTtlSeconds: 60,
      version: before.version,
      rowVersion: before.rowVersion + 2,
    })
    // Other name servers are another answer; a remark is not.
    expect(after.serial).toBeGreaterThan(before.serial)
    expect(await auditOf(id)).toEqual(['domain.create', 'domain.update', 'domain.update'])
  })

  it.each<[string, object, string]>([
    ['a remark that is too long', { remark: 'x'.repeat(201) }, 'too_long'],
    ['a remark of two lines', { remark: 'a\nb' }, 'control_characters'],
    ['a TTL of nothing', { defaultTtlSeconds: 0 }, 'number_too_small'],
    ['an owner that is not there', { userId: 999 }, 'owner_missing'],
    ['a group that is not there', { serviceGroupId: 999 }, 'service_group_missing'],
    ['a version that is no longer true', { rowVersion: 77, remark: 'x' }, 'changed_meanwhile'],
  ])('is refused for %s', async (_, sent, code) => {
    const id = await save(`refused-${code.replaceAll('_', '-')}-${Object.keys(sent)[0]!.toLowerCase()}.example`)
    expect(await refusalOf(test.call(domain.update, { id, ...sent }))).toMatchObject({ problem: code })
    expect(await detail(id)).toMatchObject({ remark: '', rowVersion: 1 })
  })

  it('of one row version is won by one of many', async () => {
    const id = await save('versions.example')
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        test.call(domain.update, { id, rowVersion: 1, remark: `r${index}` }).then(
          () => 'saved',
          () => 'refused',
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1)
  })

  it('is refused while it is locked, and so is everything that would change it', async () => {
    const id = await save('locked.example')
    await test.call(domain.lock, { ids: [id], locked: true })
    for (const call of [
      () => test.call(domain.update, { id, remark: 'x' }),
      () => test.call(domain.status, { ids: [id], status: 0 }),
      () => test.call(domain.delete, { ids: [id] }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ problem: 'domain_locked', params: { name: 'locked.example' } })
    }
    expect((await test.call(domain.removal, { ids: [id] })).data).toEqual({ domains: 1, records: 0, locked: ['locked.example'] })
    await test.call(domain.lock, { ids: [id], locked: '0' })
    await test.call(domain.update, { id, remark: 'x' })
    expect(await auditOf(id)).toEqual(['domain.create', 'domain.lock', 'domain.unlock', 'domain.update'])
  })

  it('pauses and serves many at once, for all or for none', async () => {
    const [first, second] = [await save('p1.example'), await save('p2.example')]
    await test.call(domain.status, { ids: `${first},${second}`, status: 0 })
    expect([(await detail(first)).status, (await detail(second)).status]).toEqual([0, 0])
    expect(await refusalOf(test.call(domain.status, { ids: [first, 999_999], status: 1 }))).toMatchObject({ problem: 'domain_missing' })
    expect((await detail(first)).status).toBe(0)
    await test.call(domain.status, { ids: [first], status: 0 })
    expect(await auditOf(first)).toEqual(['domain.create', 'domain.pause'])
  })
})

describe('the recycle bin', () => {
  it('takes a domain with its records, gives it back, and ends it for good', async () => {
    const target = await newTestDomain(test)
    await target.add('a A 192.0.2.1')
    expect((await test.call(domain.removal, { ids: [target.id] })).data).toEqual({ domains: 1, records: 1, locked: [] })
    await test.call(domain.delete, { ids: [target.id] })
    expect([await list({ search: target.name }), await list({ search: target.name, recycled: true })]).toEqual([[], [target.name]])
    expect((await detail(target.id)).deleteTime).not.toBeNull()
    expect(await refusalOf(test.call(domain.update, { id: target.id, remark: 'x' }))).toMatchObject({ problem: 'domain_missing' })
    await test.call(domain.restore, { ids: [target.id] })
    expect(await target.records()).toEqual(['a 600 A 192.0.2.1'])
    expect(await refusalOf(test.call(domain.purge, { ids: [target.id] }))).toMatchObject({ problem: 'domain_missing' })
    await test.call(domain.delete, { ids: [target.id] })
    await test.call(domain.purge, { ids: [target.id] })
    expect(await refusalOf(detail(target.id))).toMatchObject({ problem: 'domain_missing' })
    expect(await test.db.selectFrom('record').select('id').where('domain_id', '=', target.id).execute()).toEqual([])
    expect(await auditOf(target.id)).toEqual(['domain.create', 'record.apply', 'domain.delete', 'domain.restore', 'domain.delete', 'domain.purge'])
    await save(target.name)
  })

  it('refuses what is not selected, not there, or too many', async () => {
    expect(await refusalOf(test.call(domain.delete, { ids: [] }))).toMatchObject({ problem: 'nothing_selected', msg: 'Select the rows to delete first' })
    expect(await refusalOf(test.call(domain.delete, { ids: [999_999] }))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(domain.delete, { ids: Array.from({ length: 1001 }, (_, index) => index + 1) }))).toMatchObject({ problem: 'too_many_ids' })
    expect(await refusalOf(test.call(domain.delete, { ids: 'a,b' }))).toMatchObject({ problem: 'invalid_ids' })
  })
})

describe('the list', () => {
  it.each<[string, Partial<Sent<typeof domain.list>>, string[]]>([
    ['part of a name', { search: 'ST-On' }, ['list-one.example']],
    ['part of the readable name', { search: '列表' }, ['xn--2-td8ap28n.example']],
    ['part of a remark', { search: '50% off' }, ['list-one.example']],
    ['part of a record’s value', { value: '203.0.113.77' }, ['list-one.example']],
    ['the full name of a host in it', { search: 'Gate.list-one.example.' }, ['list-one.example']],
    ['nothing for a wildcard of the database', { search: 'list%one' }, []],
  ])('finds %s', async (_, query, found) => {
    if (!(await list({ search: 'list-one.example' })).length) {
      const id = await save('list-one.example', { remark: '50% off' })
      await save('列表2.example')
      await test.db
        .insertInto('record')
        .values({ domain_id: id, host: 'a', type: 'A', line: 'default', value: '203.0.113.77', ttl_seconds: 60, weight: null, version: 1, updated_by: null })
        .execute()
    }
    expect(await list(query)).toEqual(found)
  })

  it('sorts by its listed columns only, and pages without overlap', async () => {
    const names = ['page-a.example', 'page-b.example', 'page-c.example']
    for (const name of names) await save(name)
    expect(await list({ search: 'page-', sidx: 'domain', order: 'asc' })).toEqual(names)
    expect([await list({ search: 'page-', limit: 2, page: 1 }), await list({ search: 'page-', limit: 2, page: 2 })]).toEqual([
      ['page-c.example', 'page-b.example'],
      ['page-a.example'],
    ])
    expect((await test.call(domain.list, { search: 'page-', limit: 1 })).data.totalCount).toBe(3)
    expect(await refusalOf(test.call(domain.list, { sidx: 'name; drop table domain' as never }))).toMatchObject({ fields: { sidx: 'invalid_value' } })
    expect(await refusalOf(test.call(domain.list, { page: 0 }))).toMatchObject({ problem: 'number_too_small', fields: { page: 'number_too_small' } })
    expect(await refusalOf(test.call(domain.list, { value: 'ab' }))).toMatchObject({ problem: 'too_short' })
  })

  it('of the recycle bin sorts by when they went there, the last one first', async () => {
    const [first, second] = [await save('binned-a.example'), await save('binned-b.example')]
    await test.call(domain.delete, { ids: [second] })
    await test.call(domain.delete, { ids: [first] })
    const binned = (query: Partial<Sent<typeof domain.list>>) => list({ search: 'binned-', recycled: true, ...query })
    const ascending = ['binned-b.example', 'binned-a.example']
    expect(await binned({ sidx: 'deleteTime', order: 'asc' })).toEqual(ascending)
    expect(await binned({ sidx: 'deleteTime', order: 'desc' })).toEqual(ascending.toReversed())
    expect(await binned({})).toEqual(ascending.toReversed())
  })

  it('filters by state, lock, owner and group', async () => {
    const [id, group] = [await save('filter.example'), await newGroup()]
    await test.call(domain.update, { id, serviceGroupId: group })
    await test.call(domain.status, { ids: [id], status: 0 })
    await test.call(domain.lock, { ids: [id], locked: true })
    for (const query of [
      { serviceGroupId: group },
      { search: 'filter', status: 0 },
      { search: 'filter', locked: 'true' as const },
      { search: 'filter', userId: 1 },
    ])
      expect(await list(query)).toEqual(['filter.example'])
    for (const query of [
      { search: 'filter', status: 1 },
      { search: 'filter', locked: 'false' as const },
      { search: 'filter', userId: 999 },
    ])
      expect(await list(query)).toEqual([])
  })
})

describe('the queries of a domain', () => {
  /** Answers so many minutes ago. */
  const answeredBefore = (domainId: number, rows: readonly (readonly [minutesAgo: number, answers: number, type?: string])[]): Promise<void> =>
    answered(test.db, ...rows.map(([minutesAgo, answers, type]) => ({ minute: new Date(Date.now() - minutesAgo * 60_000), domainId, answers, type })))
  const figures = async (id: number) => {
    const { queriesByHour, queries24h } = await detail(id)
    return {
      hours: Object.fromEntries(queriesByHour.map((answers, at) => [at, answers]).filter(([, answers]) => answers !== 0)),
      queries24h,
      of: queriesByHour.length,
    }
  }

  it('are none, for all 24 hours, where nobody asked', async () => {
    expect(await figures(await save('silent.example'))).toEqual({ hours: {}, queries24h: 0, of: 24 })
  })

  it('stand in the hour they were asked in, the oldest first; what is older than a day is gone', async () => {
    const id = await save('busy.example')
    await answeredBefore(id, [
      [1, 5],
      [1, 7, 'AAAA'],
      [58, 1],
      [90, 20],
      [23 * 60 + 30, 300],
      [24 * 60 + 1, 4000],
    ])
    const expected = { hours: { 0: 300, 22: 20, 23: 13 }, queries24h: 333, of: 24 }
    expect(await figures(id)).toEqual(expected)
    const [row] = (await test.call(domain.list, { search: 'busy.example' })).data.list
    expect(row).toMatchObject({ queries24h: 333, queriesByHour: Array.from({ length: 24 }, (_, at) => (expected.hours as Record<number, number>)[at] ?? 0) })
  })

  it('are a domain’s own', async () => {
    const [one, other] = [await save('one-asked.example'), await save('other-asked.example')]
    await answeredBefore(one, [[5, 11]])
    await answeredBefore(other, [[5, 22]])
    const { list: rows } = (await test.call(domain.list, { search: '-asked.example', sidx: 'domain', order: 'asc' })).data
    expect(rows.map((row) => [row.domain, row.queries24h])).toEqual([
      ['one-asked.example', 11],
      ['other-asked.example', 22],
    ])
  })
})

it('who may look may not change', async () => {
  const reader = await test.tokenWith(['domain.read'])
  const id = await save('rights.example')
  expect((await test.call(domain.list, {}, reader)).data.totalCount).toBeGreaterThan(0)
  for (const call of [
    () => test.call(domain.save, { domain: 'no.example' }, reader),
    () => test.call(domain.update, { id, remark: 'x' }, reader),
    () => test.call(domain.delete, { ids: [id] }, reader),
    () => test.call(domain.lock, { ids: [id], locked: true }, reader),
  ]) {
    expect(await refusalOf(call())).toMatchObject({ problem: 'right_missing' })
  }
  expect(await refusalOf(test.call(domain.list, {}, await test.tokenWith(['record.read'])))).toMatchObject({ problem: 'right_missing' })
  expect(await refusalOf(test.call(domain.list, {}, 'np_wrong'))).toMatchObject({ code: 401, problem: 'session_lost' })
})

it('who may add and change may restore, but neither delete nor purge; who may delete may do only that', async () => {
  const writer = await test.tokenWith(['domain.read', 'domain.write'])
  const remover = await test.tokenWith(['domain.read', 'domain.delete'])
  const { id } = (await test.call(domain.save, { domain: 'apart.example' }, writer)).data
  const refused = async (call: Promise<unknown>): Promise<void> => expect(await refusalOf(call)).toMatchObject({ problem: 'right_missing' })
  await refused(test.call(domain.delete, { ids: [id] }, writer))
  await refused(test.call(domain.update, { id, remark: 'x' }, remover))
  await test.call(domain.delete, { ids: [id] }, remover)
  await refused(test.call(domain.restore, { ids: [id] }, remover))
  await refused(test.call(domain.purge, { ids: [id] }, writer))
  await test.call(domain.restore, { ids: [id] }, writer)
  await test.call(domain.delete, { ids: [id] }, remover)
  await test.call(domain.purge, { ids: [id] }, remover)
  expect(await refusalOf(test.call(domain.detail, { id }, writer))).toMatchObject({ problem: 'domain_missing' })
})

it('a refusal speaks the language that is asked for, Chinese when none is', async () => {
  const message = async (headers: Record<string, string>): Promise<string> =>
    (await test.app.inject({ url: '/antsxdp/sys/dns/domain/detail?id=999999', headers: { authorization: `Bearer ${test.adminToken}`, ...headers } })).json<{
      msg: string
    }>().msg
  expect([await message({}), await message({ 'accept-language': 'fr, en;q=0.5' }), await message({ 'accept-language': 'zh-TW' })]).toEqual([
    '域名不存在',
    'Domain not found',
    '域名不存在',
  ])
})
