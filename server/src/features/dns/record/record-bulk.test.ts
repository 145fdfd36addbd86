import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { line } from '@nameplane/contract/dns/line'
import { record } from '@nameplane/contract/dns/record'
import type { Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { rawCall } from '../../../../../tests/support/raw-call.ts'
import { adding, findingsOf, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Bulk = Omit<Sent<typeof record.bulk>, 'domainId'>
const bulk = async (target: TestDomain, sent: Bulk, token?: string) => (await test.call(record.bulk, { domainId: target.id, ...sent }, token)).data

/** Five records: two addresses of www, one of api, one of www for a line, and a name. */
async function domainOfFive(): Promise<TestDomain> {
  const target = await newTestDomain(test)
  await target.add('www A 192.0.2.1', 'www A 192.0.2.2', 'api A 192.0.2.1', 'old CNAME cdn-1.example.net.')
  await target.apply([adding('www A 192.0.2.9', { line: 'telecom', remark: 'kept' })])
  return target
}
const five = ['api 600 A 192.0.2.1', 'old 600 CNAME cdn-1.example.net.', 'www 600 A 192.0.2.1', 'www 600 A 192.0.2.2', 'www 600 A 192.0.2.9 @telecom kept']

describe('all records that match, and no others,', () => {
  it.each<[string, Bulk, string[], object]>([
    [
      'get another TTL',
      { filter: { host: 'www' }, action: 'ttl', ttl: 60 },
      [...five.slice(0, 2), 'www 60 A 192.0.2.1', 'www 60 A 192.0.2.2', 'www 60 A 192.0.2.9 @telecom kept'],
      { matched: 3, updated: 3 },
    ],
    [
      'move to another line',
      { filter: { host: 'www', line: 'default' }, action: 'line', lines: ['unicom'] },
      [...five.slice(0, 2), five[4]!, 'www 600 A 192.0.2.1 @unicom', 'www 600 A 192.0.2.2 @unicom'],
      { matched: 2, updated: 2 },
    ],
    [
      'have a part of their value replaced, wherever it stands',
      { filter: {}, action: 'value', find: '192.0.2.', replace: '198.51.100.' },
      ['api 600 A 198.51.100.1', five[1]!, 'www 600 A 198.51.100.1', 'www 600 A 198.51.100.2', 'www 600 A 198.51.100.9 @telecom kept'],
      { matched: 5, updated: 4, unchanged: 1 },
    ],
    [
      'have it replaced as it is written, also by nothing',
      { filter: { type: 'CNAME' }, action: 'value', find: 'cdn-1.', replace: '' },
      [five[0]!, 'old 600 CNAME example.net.', ...five.slice(2)],
      { matched: 1, updated: 1 },
    ],
    [
      'are paused',
      { filter: { search: '192.0.2.1' }, action: 'pause' },
      [`${five[0]} paused`, five[1]!, `${five[2]} paused`, five[3]!, five[4]!],
      { updated: 2 },
    ],
    ['are resumed', { filter: { status: 1 }, action: 'resume' }, five, { matched: 5, updated: 0, unchanged: 5 }],
    [
      'are copied to lines, but where they are already',
      { filter: { host: 'www' }, action: 'copy', lines: ['telecom', 'unicom'] },
      [
        ...five.slice(0, 4),
        'www 600 A 192.0.2.1 @telecom',
        'www 600 A 192.0.2.2 @telecom',
        five[4]!,
        'www 600 A 192.0.2.1 @unicom',
        'www 600 A 192.0.2.2 @unicom',
        'www 600 A 192.0.2.9 @unicom kept',
      ],
      { matched: 3, added: 5, unchanged: 1 },
    ],
    ['are deleted', { filter: { type: 'A' }, action: 'delete' }, [five[1]!], { matched: 4, deleted: 4 }],
  ])('%s', async (_, sent, expected, counts) => {
    const target = await domainOfFive()
    const version = await target.version()
    const preview = await bulk(target, { ...sent, dryRun: true })
    expect(preview).toMatchObject(counts)
    expect(await target.records()).toEqual(five)
    const done = await bulk(target, { ...sent, version, acknowledged: preview.findings.map(({ code }) => code) })
    expect(done).toMatchObject(counts)
    expect((await target.records()).toSorted()).toEqual(expected.toSorted())
    expect(await target.version()).toBe(done.added + done.updated + done.deleted === 0 ? version : version + 1)
  })
})

it('is one saved state with its counts, and one entry of the log', async () => {
  const target = await domainOfFive()
  const { version } = await bulk(target, { filter: { type: 'A' }, action: 'ttl', ttl: 60 })
  const [newest] = (await test.call(record.history, { domainId: target.id })).data.list
  expect(newest).toMatchObject({ version, action: 'record.bulk', actor: 'admin', added: 0, updated: 4, deleted: 0 })
  const entries = await test.db.selectFrom('audit_entry').selectAll().where('action', '=', 'record.bulk').where('target_name', '=', target.name).execute()
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries[0])).toContain('www 60 IN A 192.0.2.2')
  // And it can be taken back.
  await test.call(record.restore, { domainId: target.id, version: version - 1 })
  expect(await target.records()).toEqual(five)
})

it('a preview shows the first rows as they were and as they would be', async () => {
  const target = await domainOfFive()
  const { sample } = await bulk(target, { filter: { host: 'api' }, action: 'value', find: '2.1', replace: '2.7', dryRun: true })
  expect(sample).toEqual([{ op: 'update', before: 'api 600 IN A 192.0.2.1', after: 'api 600 IN A 192.0.2.7' }])
})

describe('nothing is changed', () => {
  it.each<[string, Bulk, object]>([
    ['when one of the records may not stand so', { filter: {}, action: 'value', find: '.2.9', replace: '.2.999' }, { problem: 'bad_ipv4' }],
    ['when records of a set would have several TTLs', { filter: { search: '192.0.2.2' }, action: 'ttl', ttl: 60 }, { problem: 'ttl_clash' }],
    ['when records would be there twice', { filter: { type: 'A' }, action: 'value', find: '192.0.2.2', replace: '192.0.2.1' }, { problem: 'record_repeated' }],
    ['while a warning is not ticked', { filter: {}, action: 'value', find: '192.0.2.', replace: '10.0.0.' }, { problem: 'warnings_not_acknowledged' }],
    ['for a version that is not the newest', { filter: {}, action: 'delete', version: 2 }, { problem: 'changed_meanwhile' }],
    ['for a line that is not there', { filter: {}, action: 'line', lines: ['nowhere'] }, { problem: 'line_missing' }],
    ['without what the action needs', { filter: {}, action: 'ttl' }, { problem: 'required', fields: { ttl: 'required' } }],
    ['without what is to be found', { filter: {}, action: 'value', replace: 'x' }, { problem: 'required', fields: { find: 'required' } }],
    ['without lines', { filter: {}, action: 'copy' }, { problem: 'required', fields: { lines: 'required' } }],
    ['with an empty list of lines', { filter: {}, action: 'line', lines: [] }, { problem: 'required', fields: { lines: 'required' } }],
    ['for several lines to move to', { filter: {}, action: 'line', lines: ['telecom', 'unicom'] }, { fields: { lines: 'invalid_value' } }],
  ])('%s', async (_, sent, refusal) => {
    const target = await domainOfFive()
    const version = await target.version()
    expect(await refusalOf(bulk(target, sent))).toMatchObject(refusal)
    expect(await target.records()).toEqual(five)
    expect(await target.version()).toBe(version)
  })

  it('for a filter that there is not, which would match more than was meant', async () => {
    const target = await domainOfFive()
    const answer = await rawCall(test.app, record.bulk, { domainId: target.id, filter: { hots: 'www' }, action: 'delete' }, { token: test.adminToken })
    expect(answer.json()).not.toMatchObject({ code: 1 })
    const missing = await rawCall(test.app, record.bulk, { domainId: target.id, action: 'delete' }, { token: test.adminToken })
    expect(missing.json()).not.toMatchObject({ code: 1 })
    expect(await target.records()).toEqual(five)
  })

  it('in a locked domain', async () => {
    const target = await domainOfFive()
    await test.call(domain.lock, { ids: [target.id], locked: true })
    expect(await refusalOf(bulk(target, { filter: {}, action: 'pause' }))).toMatchObject({ problem: 'domain_locked' })
    expect(await refusalOf(bulk(target, { filter: {}, action: 'pause', dryRun: true }))).toMatchObject({ problem: 'domain_locked' })
  })

  it('without the right, and in the domain of somebody else', async () => {
    const target = await domainOfFive()
    const reader = await test.tokenWith(['record.read', 'domain.read'])
    expect(await refusalOf(bulk(target, { filter: {}, action: 'delete' }, reader))).toMatchObject({ problem: 'right_missing' })
    const { token } = await newUser(test)
    expect(await refusalOf(bulk(target, { filter: {}, action: 'delete' }, token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(bulk(target, { filter: {}, action: 'delete', dryRun: true }, token))).toMatchObject({ problem: 'domain_missing' })
    expect(await target.records()).toEqual(five)
  })

  it('of more records than one call may change', async () => {
    const target = await newTestDomain(test)
    await target.apply(Array.from({ length: 1_001 }, (_, index) => adding(`h${index} A 192.0.2.1`)))
    const lines = (await test.call(line.tree, {})).data.lines.slice(1, 101).map(({ code }) => code)
    expect(lines).toHaveLength(limits.bulkLines)
    const sent: Bulk = { filter: {}, action: 'copy', lines, dryRun: true }
    expect(await refusalOf(bulk(target, sent))).toMatchObject({ problem: 'too_many_records', params: { maximum: limits.bulkRecords } })
    expect(await bulk(target, { ...sent, filter: { search: 'h100' } })).toMatchObject({ matched: 2, added: 200 })
  })

  it('that would grow beyond all measure', async () => {
    const target = await newTestDomain(test)
    const long = Array.from({ length: 100 }, () => `"${'a'.repeat(250)}"`).join(' ')
    await target.apply(['x', 'y'].map((host) => adding(`${host} TXT ${long}`)))
    expect(await refusalOf(bulk(target, { filter: {}, action: 'value', find: 'a', replace: 'b'.repeat(1024) }))).toMatchObject({ problem: 'records_too_large' })
  })
})

it('warnings are ticked as in any save, and each finding says which record it is about', async () => {
  const target = await domainOfFive()
  const sent: Bulk = { filter: { host: 'api' }, action: 'value', find: '192.0.2.1', replace: '10.0.0.1' }
  const preview = await bulk(target, { ...sent, dryRun: true })
  expect(findingsOf(preview)).toEqual(['0 warning private_address'])
  expect(preview.subjects).toEqual([{ change: 0, record: 'api 600 IN A 192.0.2.1' }])
  await bulk(target, { ...sent, acknowledged: ['private_address'] })
  expect((await target.records())[0]).toBe('api 600 A 10.0.0.1')
  expect((await test.call(record.history, { domainId: target.id })).data.list[0]!.acknowledged).toEqual(['private_address'])
})

it('an edit that came in between the preview and the save is not lost', async () => {
  const target = await domainOfFive()
  const { version } = await bulk(target, { filter: { host: 'api' }, action: 'ttl', ttl: 60, dryRun: true })
  await target.add('api A 192.0.2.77')
  expect(await refusalOf(bulk(target, { filter: { host: 'api' }, action: 'delete', version }))).toMatchObject({ problem: 'changed_meanwhile' })
  expect(await target.records()).toContain('api 600 A 192.0.2.77')
})
