import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { log } from '@nameplane/contract/dns/log'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { setting } from '@nameplane/contract/system/setting'
import { settingGroups, settingRight } from '@nameplane/contract/system/setting-groups'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { writeAnchor } from '../../../audit/audit-anchors.ts'
import { readCsv } from '../../../spreadsheet/csv.ts'
import { readWorkbookAside } from '../../../spreadsheet/workbook-aside.ts'
import { removeExpiredLogs } from './log-retention.ts'
import { retention } from '../../../app/retention.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())
// Every test begins with empty logs.
beforeEach(async () => {
  await sql`truncate audit_entry, audit_cut, refused_write, sign_in_attempt`.execute(test.db)
  rmSync(join(test.dataFolder, 'audit-anchors'), { recursive: true, force: true })
})

const operations = async (filters: Partial<Parameters<typeof test.call<typeof log.operations>>[1]> = {}) =>
  (await test.call(log.operations, { audience: 'admin', limit: 200, ...filters })).data
const group = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }

let made = 0
async function newDomain(name = `log-${(made += 1)}.example`): Promise<{ id: number; name: string }> {
  return { id: (await test.call(domain.save, { domain: name })).data.id, name }
}

describe('the log of operations', () => {
  it('names who did what to which target, when, from where, for how long, and links to what exists', async () => {
    const { id, name } = await newDomain()
    const [row] = (await operations({ target: name })).list
    expect(row).toMatchObject({
      actor: 'admin',
      actorKind: 'administrator',
      action: 'domain.create',
      targetType: 'domain',
      targetId: id,
      targetName: name,
      domain: { id, name },
      result: 'ok',
      address: '127.0.0.1',
      place: null,
    })
    expect(row!.requestId).not.toBe('')
    expect(row!.durationMs).toBeGreaterThanOrEqual(0)
    await test.call(domain.delete, { ids: [id] })
    expect((await operations({ target: name })).list.map((each) => [each.action, each.domain])).toEqual([
      ['domain.delete', null],
      ['domain.create', null],
    ])
  })

  it('shows only what differs, one spelling of a member, secrets masked', async () => {
    const id = (await test.call(serviceGroup.save, { name: 'differs', ...group })).data.id
    await test.call(serviceGroup.update, { id, name: 'differs', ...group, ns2: 'ns9.dns.example', remark: 'moved' })
    const [row] = (await operations({ target: 'differs', action: 'service_group.update' })).list
    const { differences } = (await test.call(log.operation, { id: row!.id })).data
    expect(differences).toEqual([
      { member: 'remark', label: { zh: '备注', en: 'Remark' }, before: '""', after: '"moved"' },
      { member: 'nameservers', label: { zh: 'NS', en: 'NS' }, before: '["ns1.dns.example","ns2.dns.example"]', after: '["ns1.dns.example","ns9.dns.example"]' },
    ])
    await sql`update audit_entry set after = '{"smtpPassword": "hunter2", "nested": {"token": "abc"}}' where id = ${Number(row!.id.slice(1))}`.execute(test.db)
    expect(JSON.stringify((await test.call(log.operation, { id: row!.id })).data)).not.toMatch(/hunter2|abc/)
  })

  it('tells what users did from what administrators did', async () => {
    const { name } = await newDomain()
    await sql`update audit_entry set actor_kind = 'user' where target_name = ${name}`.execute(test.db)
    expect((await operations({ audience: 'users' })).list.map((row) => row.targetName)).toEqual([name])
    expect((await operations({ target: name })).list).toEqual([])
  })

  it.each<[string, Parameters<typeof operations>[0], number]>([
    ['actor', { actor: 'ADM' }, 3],
    ['another actor', { actor: 'somebody' }, 0],
    ['module', { module: 'domain' }, 3],
    ['another module', { module: 'role' }, 0],
    ['action', { action: 'domain.pause' }, 1],
    ['target', { target: 'FILTERED' }, 3],
    ['beginning of the address', { address: '127.' }, 3],
    ['network', { address: '127.0.0.0/8' }, 3],
    ['another network', { address: '128.0.0.0/8' }, 0],
    ['network of the other family', { address: '::/0' }, 0],
    ['search in target', { search: 'filtered' }, 3],
    ['from', { from: '2999-01-01T00:00:00Z' }, 0],
    ['to', { to: '2000-01-01T00:00:00+08:00' }, 0],
    ['from and to', { from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00.999Z' }, 3],
  ])('is filtered by %s', async (_, filters, count) => {
    const { id } = await newDomain(`filtered-${(made += 1)}.example`)
    await test.call(domain.status, { ids: [id], status: 0 })
    await test.call(domain.status, { ids: [id], status: 1 })
    await newDomain()
    const { list, totalCount } = await operations({ target: 'filtered', ...filters })
    expect([list.length, totalCount]).toEqual([count, count])
  })

  it('is searched by a request from its first letters on', async () => {
    await newDomain()
    const { requestId } = (await operations()).list[0]!
    for (const search of [requestId, requestId.slice(0, 8)]) expect((await operations({ search })).list.map((row) => row.requestId)).toEqual([requestId])
  })

  it.each([
    ['127.0.0.0/8', 1],
    ['192.0.2.0/25', 1],
    ['192.0.2.200/32', 0],
    ['2001:db8:1::/48', 1],
    ['2001:db8::/32', 2],
    ['2001:db9::/32', 0],
  ])('has sign-ins of the network %s: %i', async (address, count) => {
    const seen = ['127.0.0.1', '::ffff:192.0.2.7', '2001:db8:1::9', '2001:db8:2::9', '*', 'unknown']
    await sql`insert into sign_in_attempt (at, minute, is_user, username, result, second_factor, address, agent, duration_ms, request_id)
      select now(), now(), true, 'networks', 'ok', '', address, '', 1, '' from unnest(${seen}::text[]) as address`.execute(test.db)
    const { data } = await test.call(log.signIns, { audience: 'users', actor: 'networks', address })
    expect(data.totalCount).toBe(count)
  })

  it.each(['1_7', '10.0.0.0/33', 'somewhere'])('refuses the address %s beside its field', async (address) => {
    for (const call of [() => operations({ address }), () => test.call(log.signIns, { audience: 'users', address })])
      expect(await refusalOf(call())).toMatchObject({ fields: { address: 'invalid_address_filter' } })
  })

  it('is paged and sorted from both ends alike', async () => {
    for (let each = 0; each < 7; each++) await newDomain()
    await refusalOf(test.call(domain.save, { domain: 'unlawful.example' }, await test.tokenWith(['log.read'])))
    const { list: all, totalCount } = await operations()
    const pages: string[] = []
    for (let page = 1; page <= Math.ceil(totalCount / 3); page++)
      pages.push(...(await test.call(log.operations, { audience: 'admin', limit: 3, page })).data.list.map((row) => row.id))
    expect(pages).toEqual(all.map((row) => row.id))
    expect((await operations({ order: 'asc' })).list.map((row) => row.id)).toEqual(pages.toReversed())
    const durations = (await operations({ sidx: 'durationMs', order: 'asc', result: 'ok' })).list.map((row) => row.durationMs!)
    expect(durations).toEqual(durations.toSorted((a, b) => a - b))
    expect((await test.call(log.operations, { audience: 'admin', page: 9999 })).data.list).toEqual([])
  })
})

describe('an export', () => {
  const get = async (path: string) =>
    test.app.inject({ url: `/api/sys/log/${path}`, headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': 'en' } })

  it('holds what the filter shows, in the zone that was asked for, with formulas neutralised', async () => {
    await newDomain('exported.example')
    await sql`update audit_entry set target_type = 'message', target_name = '=cmd()', agent = '@evil' where target_name = 'exported.example'`.execute(test.db)
    await sql`update audit_entry set at = '2026-03-10T16:30:05Z' where target_name = '=cmd()'`.execute(test.db)
    const query = 'audience=admin&target=cmd&timeZone=Asia/Shanghai'
    const csv = await get(`operation/export?${query}&format=csv`)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body).toContain(",'=cmd(),")
    expect(csv.body).toContain(",'@evil,")
    const rows = readCsv(csv.rawPayload)
    expect(rows).toHaveLength(2)
    expect(rows[1]!.slice(0, 8)).toEqual([
      '2026-03-11 00:30:05 +08:00',
      'admin',
      '',
      'Domain',
      'Domain added',
      'Message',
      expect.stringMatching(/^\d+$/),
      '=cmd()',
    ])
    const xlsx = await get(`operation/export?${query}&format=xlsx`)
    expect((await readWorkbookAside(xlsx.rawPayload, 10))?.rows).toEqual(rows)
  })

  it('goes through all pages without a gap or a repeat', async () => {
    await sql`insert into sign_in_attempt (at, minute, is_user, username, result, second_factor, address, agent, duration_ms, request_id)
      select timestamptz '2026-01-01' + (n / 3) * interval '1 ms', '2026-01-01', true, 'u' || n, 'ok', '', '1.1.1.1', '', 1, '' from generate_series(1, 4100) n`.execute(
      test.db,
    )
    const rows = readCsv((await get('sign_in/export?audience=users&format=csv')).rawPayload).slice(1)
    expect(rows.length).toBe(4100)
    expect(new Set(rows.map((row) => row[1])).size).toBe(4100)
  })
})

describe('retention', () => {
  afterEach(async () => {
    await sql`alter table system_config disable trigger keep_locked_retention`.execute(test.db)
    await sql`delete from system_config where param_key = 'LOG_CONFIG'`.execute(test.db)
    await sql`alter table system_config enable trigger keep_locked_retention`.execute(test.db)
  })
  const state = async () => (await test.call(log.retention, {})).data

  it('is a year at first and never below 180 days', async () => {
    expect(await state()).toMatchObject({ days: 365, isLocked: false, rowVersion: 0 })
    expect(await refusalOf(test.call(log.retain, { days: 179, isLocked: false }))).toMatchObject({ problem: 'number_too_small' })
    await test.call(log.retain, { days: 180, isLocked: false, rowVersion: 0 })
    expect(await state()).toMatchObject({ days: 180, rowVersion: 1 })
    expect(await refusalOf(test.call(log.retain, { days: 200, isLocked: false, rowVersion: 0 }))).toMatchObject({ problem: 'changed_meanwhile' })
  })

  it('once locked can be raised, and neither lifted nor shortened by anybody by any way', async () => {
    await test.call(log.retain, { days: 400, isLocked: true })
    expect(await refusalOf(test.call(log.retain, { days: 400, isLocked: false }))).toMatchObject({ problem: 'log_retention_locked' })
    expect(await refusalOf(test.call(log.retain, { days: 399, isLocked: true }))).toMatchObject({ problem: 'log_retention_locked' })
    await test.call(log.retain, { days: 500, isLocked: true })
    expect(await state()).toMatchObject({ days: 500, isLocked: true })
    for (const statement of [
      `update system_config set param_value = '{"days": 500, "isLocked": false}' where param_key = 'LOG_CONFIG'`,
      `update system_config set param_value = '{"days": 180, "isLocked": true}' where param_key = 'LOG_CONFIG'`,
      `update system_config set param_value = '{}' where param_key = 'LOG_CONFIG'`,
      `update system_config set param_key = 'OTHER' where param_key = 'LOG_CONFIG'`,
      `delete from system_config where param_key = 'LOG_CONFIG'`,
    ])
      await expect(sql.raw(statement).execute(test.db), statement).rejects.toThrow('locked')
    expect((await operations({ action: 'log.retain', result: 'ok' })).list).toHaveLength(2)
  })

  it('removes what is older, and of the audit trail a whole beginning', async () => {
    const now = new Date('2031-01-01T00:00:00Z')
    const young = new Date('2030-12-01T00:00:00Z')
    const { id } = await newDomain()
    const without = await test.tokenWith(['log.read'])
    for (const call of [() => test.call(domain.delete, { ids: [id] }, without), () => test.call(domain.status, { ids: [id], status: 0 }, without)])
      expect(await refusalOf(call())).toMatchObject({ problem: 'right_missing' })
    await sql`update refused_write set at = ${young} where id in (select id from refused_write limit 1)`.execute(test.db)
    await sql`insert into sign_in_attempt (at, minute, is_user, username, result, second_factor, address, agent, duration_ms, request_id) values
      ('2029-01-01', '2029-01-01', false, 'old', 'ok', '', '1.1.1.1', '', 1, ''), (${young}, ${young}, false, 'young', 'ok', '', '1.1.1.1', '', 1, '')`.execute(
      test.db,
    )
    await sql`truncate audit_entry`.execute(test.db)
    await test.call(domain.status, { ids: [id], status: 0 })
    await test.call(domain.status, { ids: [id], status: 1 })
    const removed = await removeExpiredLogs(test.db, join(test.dataFolder, 'audit-anchors'), now, [retention.signInAttempt, retention.refusedWrite])
    expect(removed).toMatchObject({ entries: 1, broken: null })
    expect(
      (await test.db.selectFrom('sign_in_attempt').select('username').where('username', 'in', ['old', 'young']).execute()).map((row) => row.username),
    ).toEqual(['young'])
    expect((await test.db.selectFrom('refused_write').select('id').execute()).length).toBe(1)
    expect((await test.call(log.verify, {})).data).toMatchObject({ isEnd: true, broken: null, entries: 2 })
  })
})

it('the chain is verified stretch by stretch, against the anchors, and what is wrong is named', async () => {
  for (let each = 0; each < 3; each++) await newDomain()
  const folder = join(test.dataFolder, 'audit-anchors')
  await writeAnchor(test.db, folder, new Date('2026-03-10T12:00:00Z'))
  expect((await test.call(log.verify, {})).data).toEqual({
    entries: 3,
    lastId: 3,
    isEnd: true,
    broken: null,
    totalCount: 3,
    anchor: { id: 3, time: '2026-03-10T12:00:00.000Z' },
    forgedAnchors: 0,
  })
  expect((await test.call(log.verify, { afterId: 2 })).data).toMatchObject({ entries: 1, isEnd: true, broken: null })
  await sql`delete from audit_entry where id = 3`.execute(test.db)
  expect((await test.call(log.verify, {})).data).toMatchObject({ broken: { id: 3, reason: 'tail' } })
  await sql`update audit_entry set actor_name = 'x' where id = 2`.execute(test.db)
  expect((await test.call(log.verify, {})).data).toMatchObject({ entries: 1, broken: { id: 2, reason: 'changed' } })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'anchors.jsonl'), 'noise\n')
  expect((await test.call(log.verify, {})).data).toMatchObject({ anchor: null, forgedAnchors: 1 })
})

it('is for those who may read logs, and its settings for those who may write them', async () => {
  await newDomain()
  const [without, reader] = [await test.tokenWith(['domain.read', 'domain.write']), await test.tokenWith(['log.read'])]
  for (const call of [
    () => test.call(log.operations, { audience: 'admin' }, without),
    () => test.call(log.signIns, { audience: 'admin' }, without),
    () => test.call(log.operation, { id: 'a1' }, without),
    () => test.call(log.verify, {}, without),
    () => test.call(log.operationExport, { audience: 'admin', format: 'csv' }, without),
    () => test.call(log.retain, { days: 300, isLocked: false }, reader),
  ])
    expect(await refusalOf(call())).toMatchObject({ problem: 'right_missing' })
  expect((await test.call(log.operations, { audience: 'admin' }, reader)).data.totalCount).toBeGreaterThan(0)
})

const exportedTo = async (token: string) =>
  (await test.app.inject({ url: `/api/${log.operationExport.path}?audience=admin&format=csv`, headers: { authorization: `Bearer ${token}` } })).body

describe('the logs, to whoever reaches some service groups only,', () => {
  /** Somebody who reaches one service group, and domains in it and in another. */
  async function reader() {
    const { id: kept } = (await test.call(serviceGroup.save, { ...group, name: `kept ${(made += 1)}` })).data
    const [inside, outside] = [await newDomain(), await newDomain()]
    await test.db.updateTable('domain').set({ service_group_id: kept }).where('id', '=', inside.id).execute()
    const { token } = await administratorWith(test, ['log.read'], { dataScope: 'groups', serviceGroupIds: [kept] })
    return { token, kept, inside, outside }
  }

  it('have operations on what they reach: in lists, in their count, in files, and one by one', async () => {
    const { token, inside, outside } = await reader()
    const all = (await operations()).list
    const { list, totalCount } = (await test.call(log.operations, { audience: 'admin', limit: 200 }, token)).data
    expect(list.map(({ action, targetName }) => [action, targetName])).toEqual([
      ['domain.create', inside.name],
      ['service_group.create', list.at(-1)!.targetName],
    ])
    expect(totalCount).toBe(2)
    const ofOutside = all.find(({ targetName }) => targetName === outside.name)!
    expect(await refusalOf(test.call(log.operation, { id: ofOutside.id }, token))).toMatchObject({ problem: 'log_entry_missing' })
    expect((await test.call(log.operation, { id: list[0]!.id }, token)).data.operation.targetName).toBe(inside.name)
    const file = await exportedTo(token)
    expect([file.includes(inside.name), file.includes(outside.name)]).toEqual([true, false])
    expect((await test.call(log.retention, {}, token)).data.operations).toBe(2)
  })

  it('have what was refused on what they reach, and nothing else of it', async () => {
    const { token, inside, outside } = await reader()
    for (const { id } of [inside, outside]) await test.call(domain.lock, { ids: [id], locked: true })
    for (const { id } of [inside, outside]) await test.call(domain.update, { id, remark: 'refused' }).catch(() => undefined)
    const ids = async (by?: string) =>
      (await test.call(log.operations, { audience: 'admin', limit: 200, result: 'refused' }, by)).data.list.map(({ targetId }) => targetId)
    expect([new Set(await ids()), await ids(token)]).toEqual([new Set([inside.id, outside.id]), [inside.id]])
  })

  it('have sign-ins of accounts that they reach', async () => {
    const { token, inside } = await reader()
    const [owner, other] = [await newUser(test), await newUser(test)]
    await test.db.updateTable('domain').set({ account_id: owner.id }).where('id', '=', inside.id).execute()
    const common = {
      at: new Date(),
      minute: new Date(),
      is_user: true,
      result: 'ok',
      second_factor: '',
      address: '127.0.0.1',
      agent: '',
      duration_ms: 1,
      request_id: '',
    }
    await test.db
      .insertInto('sign_in_attempt')
      .values([
        { ...common, account_id: owner.id, username: 'the owner' },
        { ...common, account_id: other.id, username: 'somebody else' },
        { ...common, account_id: null, username: 'nobody' },
      ])
      .execute()
    const { list, totalCount } = (await test.call(log.signIns, { audience: 'users' }, token)).data
    expect([list.map(({ username }) => username), totalCount]).toEqual([['the owner'], 1])
    expect((await test.call(log.signIns, { audience: 'users' })).data.totalCount).toBe(3)
    expect((await test.call(log.retention, {}, token)).data.signIns).toBe(1)
  })
})

describe('what a setting was and became', () => {
  it('is in the log of who may read that setting, and of nobody else', async () => {
    await test.call(setting.save, { paramKey: 'own.log', paramValue: { member: 'before the change' } })
    const { id } = (await operations({ module: 'config' })).list[0]!
    const seenWith = async (token: string) => {
      const file = await exportedTo(token)
      const { differences, isWithheld } = (await test.call(log.operation, { id }, token)).data
      return [differences.length > 0, isWithheld, file.includes('before the change'), file.includes('own.log')]
    }
    expect(await seenWith(await test.tokenWith(['log.read', 'config_custom.read']))).toEqual([true, false, true, true])
    expect(await seenWith(await test.tokenWith(['log.read']))).toEqual([false, true, false, true])
    // The rights of other pages show nothing of it.
    const ofOthers = settingGroups.filter((group) => group !== 'custom').map((group) => settingRight(group, 'read'))
    expect(await seenWith(await test.tokenWith(['log.read', ...ofOthers]))).toEqual([false, true, false, true])
  })
})
