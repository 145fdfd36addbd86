import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { createTestApp, type TestApp } from '../support/app.ts'
import { nounFixtures } from '../support/noun-fixtures.ts'
import { rawCall } from '../support/raw-call.ts'
import { detailed, listed, version, type ReadBackCase, type Row } from '../support/read-back.ts'
import type { FixtureWorld } from '../support/fixture-world.ts'
import { KeptWorlds } from '../support/kept-worlds.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * What is sent is stored and comes back: for every save and every change, each field that its contract knows is sent with a value
 * of its own and read again by the noun's own list or detail.
 */

let platform: TestApp
let worlds: KeptWorlds
beforeAll(async () => {
  platform = await createTestApp()
  worlds = new KeptWorlds(platform)
})
afterAll(() => platform.close())

const byName = new Map(endpoints.map(({ noun, verb, endpoint }) => [`${noun}.${verb}`, endpoint]))

const typed = { password: 'a password is never read', passwordAgain: 'a password is never read' }

const account = {
  email: 'first@example.org',
  mobile: '13800138000',
  status: 0,
  remark: 'read back',
  language: 'en',
  unvalidModel: ['/dns/domain/list'],
  resetDue: true,
}
const userFields = { type: 3, tags: ['vip', 'south'], verified: 1 }
const adminFields = ({ roleId }: FixtureWorld): Row => ({ isSuper: true, roleIds: [roleId] })
const roleIds = { roleIds: (row: Row) => (row['roles'] as Row[]).map(({ id }) => id) }

const role: ReadBackCase = {
  reader: detailed('role.detail'),
  sent: ({ groupId }) => ({ description: 'read back', rights: ['domain.read', 'record.read'], menuIds: [], dataScope: 'groups', serviceGroupIds: [groupId] }),
  unread: { menuIds: 'their rights are added to those of the role: see role.test.ts' },
}

const menu: ReadBackCase = {
  reader: { ...listed('menuRow.list'), input: () => ({}) },
  sent: () => ({
    nameZh: '回读',
    nameEn: 'read back',
    path: '/dns/domain/list?status=1',
    icon: 'link',
    right: 'domain.read',
    hidden: true,
    externalUrl: 'https://read.example.org/',
    cached: false,
    feature: 'dm',
    customFlag: 'read-back',
    modes: ['179'],
    enabled: false,
  }),
}

const managed = (member: string) => (row: Row) => (row['management'] as Row)[member]
const message = (audience: Row, unread: Record<string, string>): ReadBackCase => ({
  reader: detailed('message.detail'),
  sent: () => ({ title: 'read back', content: '<p>read back</p>', type: 3, pinned: true, mailed: true, publishTime: '2100-01-02T00:00:00.000Z', ...audience }),
  shown: {
    audience: managed('audience'),
    classes: managed('classes'),
    mailed: managed('mailed'),
    accountIds: (row) => (row['accounts'] as Row[]).map(({ id }) => id),
    action: (row) => (row['state'] === 'scheduled' ? 'schedule' : row['state']),
  },
  unread: { ...version, ...unread },
})

const filter: ReadBackCase = {
  reader: listed('savedFilter.list', { screen: '/dns/read/back' }),
  sent: ({ name }) => ({ screen: '/dns/read/back', name: `read ${name}`, filters: { search: 'read back', order: 'desc' } }),
  unread: { screen: 'the list that is asked for' },
}

const job: ReadBackCase = {
  reader: detailed('schedule.info'),
  sent: ({ name }) => ({
    name: `read back ${name}`,
    handler: 'trial_run',
    cron: '7 3 * * 2',
    timeZone: 'Europe/Berlin',
    remark: 'read back',
    overlap: 'queue',
    misfire: 'skip',
    timeoutSeconds: 77,
    retries: 2,
    retryPauseSeconds: 33,
  }),
  shown: { params: (row) => ({ seconds: (row['params'] as Row)['seconds'] }) },
}

const record: ReadBackCase = {
  reader: { call: 'config.info', input: (id) => ({ id }), row: ({ config }) => config },
  sent: () => ({ paramValue: { read: ['back'] }, remark: 'read back', weight: 9, status: 0 }),
  shown: { paramValue: ({ paramValue }) => JSON.parse(String(paramValue)) as unknown },
}

const key: ReadBackCase = {
  reader: listed('apiToken.list'),
  sent: ({ name, domainId }) => ({
    name: `read ${name}`,
    scopes: ['domain.read'],
    dataScope: 'domains',
    domainIds: [domainId],
    networks: ['192.0.2.0/24'],
    callsPerFiveMinutes: 77,
  }),
  unread: { serviceGroupIds: 'with the scope `groups` only: the case below' },
}

const daysOf = ({ createTime, expireTime }: Row): number => Math.round((Date.parse(String(expireTime)) - Date.parse(String(createTime))) / 86_400_000)

/** The calls that save objects, beside those that nouns say of theirs; another one is missing here until it is read again. */
const cases: Record<string, ReadBackCase> = {
  ...Object.assign({}, ...nounFixtures.map(({ readBack }) => readBack)),
  'user.save': { reader: listed('user.list'), sent: () => ({ ...account, ...userFields, email: 'user.one@example.org' }), unread: typed },
  'user.update': {
    reader: listed('user.list'),
    sent: () => ({ ...account, ...userFields, username: 'renamed.user', email: 'user.two@example.org', mobile: '13800138001' }),
    unread: version,
  },
  'admin.save': {
    reader: listed('admin.list'),
    sent: (world) => ({ ...account, ...adminFields(world), email: 'admin.one@example.org', mobile: '13800138002' }),
    shown: roleIds,
    unread: typed,
  },
  'admin.update': {
    reader: listed('admin.list'),
    sent: (world) => ({ ...account, ...adminFields(world), username: 'renamed.admin', email: 'admin.two@example.org', mobile: '13800138003' }),
    shown: roleIds,
    unread: version,
  },
  'role.save': role,
  'role.update': { ...role, unread: { ...role.unread, ...version } },
  'menuRow.save': menu,
  'menuRow.update': { ...menu, unread: version },
  'message.save': message({ audience: 'class', classes: ['user', 'agent'] }, { accountIds: 'for chosen accounts only: the case below' }),
  'message.save, for chosen accounts': message({ audience: 'selected' }, { classes: 'for classes only: the case above' }),
  'savedFilter.save': filter,
  'savedFilter.update': filter,
  'domain.save': { reader: detailed('domain.detail'), sent: ({ userId, groupId }) => ({ userId, serviceGroupId: groupId, remark: 'read back' }) },
  'domain.update': { reader: detailed('domain.detail'), sent: () => ({ remark: 'read back', defaultTtlSeconds: 333 }), unread: version },
  'config.save': record,
  'config.update': { ...record, sent: (world) => ({ ...record.sent(world), paramKey: `own.${world.name}` }), unread: version },
  'apiToken.save': { ...key, sent: (world) => ({ ...key.sent(world), days: 33 }), shown: { days: daysOf }, unread: { ...typed, ...key.unread } },
  'apiToken.update': { ...key, unread: { ...version, ...key.unread } },
  'apiToken.update, for service groups': {
    ...key,
    sent: (world) => ({ ...key.sent(world), dataScope: 'groups', domainIds: undefined, serviceGroupIds: [world.groupId] }),
    unread: { ...version, domainIds: 'with the scope `domains` only: the case above' },
  },
  'schedule.save': { ...job, sent: (world) => ({ ...job.sent(world), status: 0 }) },
  'schedule.update': { ...job, unread: version },
  'nodeEnrolment.save': {
    reader: { call: 'nodeEnrolment.list', input: () => ({}), row: ({ data }, id) => (data as Row[]).find((row) => row['id'] === id) },
    sent: () => ({ kind: 'cdn' }),
  },
}

/** Calls of the same names that save no fields of an object. */
const noObjects = ['registration.save', 'passwordReset.save', 'backup.save']

const fieldsOf = (endpoint: Endpoint): string[] =>
  Object.keys((z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as { properties?: Row }).properties ?? {})

describe.each(Object.entries(cases))('%s', (title, { reader, sent, shown = {}, unread = {} }) => {
  const name = title.split(',')[0]!
  const endpoint = byName.get(name)!

  test('keeps every field that it takes', async () => {
    const [made] = await worlds.asMade()
    const world = made!
    if (name === 'savedFilter.update')
      await platform.db.updateTable('saved_filter').set({ screen: '/dns/read/back' }).where('id', '=', world.savedFilterId).execute()
    const input: Row = { ...validCalls[name]!(world), ...sent(world) }
    if (input['audience'] === 'selected') input['accountIds'] = [world.userId]
    const fields = fieldsOf(endpoint).filter((field) => field !== 'id' && !(field in unread))
    expect(fields.filter((field) => input[field] === undefined)).toEqual([])
    const answer = await rawCall(platform.app, endpoint, input, { token: platform.adminToken })
    expect(answer.json(), answer.body).toMatchObject({ code: 1 })
    // What a domain has one of is named by the domain.
    const id = Number(input['id'] ?? answer.json<{ data?: { id: number } }>().data?.id ?? input['domainId'])
    const read = await rawCall(platform.app, byName.get(reader.call)!, reader.input(id, world), { token: platform.adminToken })
    const row = reader.row(read.json(), id)
    expect(row, read.body.slice(0, 300)).toBeDefined()
    const back = Object.fromEntries(fields.map((field) => [field, shown[field] ? shown[field](row!) : row![field]]))
    expect(back).toEqual(Object.fromEntries(fields.map((field) => [field, input[field]])))
  })
})

test('every call that saves or changes an object is among them', () => {
  const saving = [...byName.keys()].filter((name) => /\.(save|update)$/.test(name) && !noObjects.includes(name))
  expect(saving.filter((name) => !(name in cases))).toEqual([])
})

test('how the tables of an account look is kept whole', async () => {
  const preference = {
    stripe: 1,
    border: 1,
    size: 'large',
    align: 'right',
    pagesize: 100,
    columns: { domains: { remark: false } },
    order: { domains: ['remark', 'domain'] },
  }
  await rawCall(platform.app, byName.get('preference.saveTable')!, { preference }, { token: platform.adminToken })
  const read = await rawCall(platform.app, byName.get('preference.table')!, {}, { token: platform.adminToken })
  expect(read.json<{ data: unknown }>().data).toEqual(preference)
})
