import { afterAll, describe, expect, it } from 'vitest'
import { message, type Message } from '@nameplane/contract/account/message'
import type { Sent } from '@nameplane/contract/endpoint'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { newReader, publish, received, type Reader } from '../../../../../tests/support/messages.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { publishDueMessages } from './message.service.ts'

const test = await createTestApp()
afterAll(() => test.close())
const user = await newReader(test, 2)
const agent = await newReader(test, 3)
const administrator = await newReader(test, 1)

const save = async (title: string, more: Partial<Sent<typeof message.save>> = {}): Promise<number> =>
  (await test.call(message.save, { title, content: `<p>${title}</p>`, ...more })).data.id
const detail = async (id: number, token?: string): Promise<Message> => (await test.call(message.detail, { id }, token)).data
const unread = async (reader: Reader): Promise<number> => (await test.call(message.unread, {}, reader.token)).data.unread
const read = (reader: Reader, ids: number[]) => test.call(message.read, { ids }, reader.token)
const makeDue = (id: number) =>
  test.db
    .updateTable('message')
    .set({ publish_at: new Date(0) })
    .where('id', '=', id)
    .execute()

describe('a message reaches', () => {
  it.each<[string, Partial<Sent<typeof message.save>>, { user: boolean; agent: boolean; administrator: boolean }]>([
    ['everybody, as a notice', { audience: 'all', type: 2 }, { user: true, agent: true, administrator: true }],
    ['everybody but administrators, as a letter', { audience: 'all', type: 1 }, { user: true, agent: true, administrator: false }],
    ['everybody but administrators, as a ticket', { audience: 'all', type: 3 }, { user: true, agent: true, administrator: false }],
    ['ordinary users', { audience: 'class', classes: ['user'] }, { user: true, agent: false, administrator: false }],
    ['agents and administrators', { audience: 'class', classes: ['agent', 'administrator'] }, { user: false, agent: true, administrator: true }],
  ])('%s', async (name, more, expected) => {
    await publish(test, `reaches ${name}`, more)
    const has = async (reader: Reader) => (await received(test, reader)).includes(`reaches ${name}`)
    expect({ user: await has(user), agent: await has(agent), administrator: await has(administrator) }).toEqual(expected)
  })

  it('chosen accounts and nobody else', async () => {
    const id = await publish(test, 'to one', { audience: 'selected', accountIds: [agent.id], type: 1 })
    expect(await received(test, agent)).toContain('to one')
    expect(await received(test, user)).not.toContain('to one')
    expect(await refusalOf(test.call(message.detail, { id }, user.token))).toMatchObject({ problem: 'message_missing' })
    expect(await refusalOf(read(user, [id]))).toMatchObject({ problem: 'message_missing' })
    expect((await detail(id)).accounts).toEqual([{ id: agent.id, username: agent.username, kind: 'agent' }])
    expect((await detail(id, agent.token)).accounts).toEqual([])
  })

  it('nobody who came after it was published, unless chosen', async () => {
    await publish(test, 'before the newcomer')
    const newcomer = await newReader(test, 2)
    await publish(test, 'after the newcomer')
    await publish(test, 'chosen newcomer', { audience: 'selected', accountIds: [newcomer.id] })
    expect(await received(test, newcomer)).toEqual(['chosen newcomer', 'after the newcomer'])
  })

  it('the drawer newest first, only while it is published', async () => {
    const reader = await newReader(test, 2)
    const first = await publish(test, 'one')
    await publish(test, 'two')
    await save('a draft')
    await save('a later one', { action: 'schedule', publishTime: '2100-01-01T00:00:00+08:00' })
    expect(await received(test, reader)).toEqual(['two', 'one'])
    await test.call(message.revoke, { ids: [first] })
    expect(await received(test, reader)).toEqual(['two'])
  })

  it('administrators who may manage messages: all of them, with what is known about their readers', async () => {
    await save('known draft')
    const all = async (token: string) => (await test.call(message.list, { search: 'known draft' }, token)).data.list
    expect(await all(await test.tokenWith(['message.read']))).toMatchObject([
      { title: 'known draft', status: 0, state: 'draft', management: { author: 'admin' } },
    ])
    expect(await all(administrator.token)).toEqual([])
    expect(await all(user.token)).toEqual([])
    await publish(test, 'known notice')
    expect((await test.call(message.list, { search: 'known notice' }, user.token)).data.list).toMatchObject([{ status: 1, management: null, readStatus: 0 }])
  })

  it('and a list asked for as a form, as the specification has it', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/antsxdp/sys/message/GetMessageList',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'page=1&limit=100&sidx=id&order=desc&type=&state=',
    })
    const { code, data } = answer.json<{ code: number; data: { list: { id: number }[] } }>()
    expect(code).toBe(1)
    const ids = data.list.map((row) => row.id)
    expect(ids.length).toBeGreaterThan(1)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })
})

describe('reading', () => {
  it('makes the count go down by one, once', async () => {
    const reader = await newReader(test, 2)
    const [one, two] = [await publish(test, 'to read'), await publish(test, 'to read too')]
    expect(await unread(reader)).toBe(2)
    expect((await read(reader, [one])).data.unread).toBe(1)
    expect((await read(reader, [one])).data.unread).toBe(1)
    expect((await detail(one, reader.token)).readStatus).toBe(1)
    expect((await detail(two, reader.token)).readStatus).toBe(0)
    expect((await test.call(message.list, { box: 'received', readStatus: 0 }, reader.token)).data.list.map((row) => row.id)).toEqual([two])
  })

  it('can be said of everything at once, and is nothing to note when nothing is left', async () => {
    const reader = await newReader(test, 2)
    await publish(test, 'all of it')
    expect((await test.call(message.read, { all: true }, reader.token)).data.unread).toBe(0)
    const entries = () => test.db.selectFrom('audit_entry').select('id').where('actor_id', '=', reader.id).execute()
    const before = (await entries()).length
    expect(before).toBe(1)
    await test.call(message.read, { all: true }, reader.token)
    expect((await entries()).length).toBe(before)
    expect(await refusalOf(test.call(message.read, {}, reader.token))).toMatchObject({ fields: { ids: 'required' } })
  })

  it('is counted for the writer: recipients when it was published, readers since', async () => {
    const readers = [await newReader(test, 2), await newReader(test, 3), await newReader(test, 2)]
    const id = await publish(test, 'counted', { audience: 'selected', accountIds: readers.map((one) => one.id) })
    await read(readers[0]!, [id])
    await read(readers[2]!, [id])
    expect((await detail(id)).management).toMatchObject({ recipients: 3, readers: 2 })
    await test.call(message.revoke, { ids: [id] })
    expect((await detail(id)).management).toMatchObject({ readers: 2 })
    await test.call(message.publish, { ids: [id] })
    expect((await detail(id)).management).toMatchObject({ recipients: 3, readers: 0 })
    expect(await unread(readers[0]!)).toBe(1)
  })

  it('of a revoked or deleted message is not possible, and it is not counted', async () => {
    const reader = await newReader(test, 2)
    const [revoked, deleted] = [await publish(test, 'goes'), await publish(test, 'goes too')]
    await test.call(message.revoke, { ids: [revoked] })
    await test.call(message.delete, { ids: [deleted] })
    expect(await unread(reader)).toBe(0)
    expect(await refusalOf(read(reader, [revoked]))).toMatchObject({ problem: 'message_missing' })
    expect(await refusalOf(test.call(message.detail, { id: revoked }, reader.token))).toMatchObject({ problem: 'message_missing' })
  })
})

describe('writing', () => {
  it('keeps only what rich text may hold, and the first words for the list', async () => {
    const content = '<h2 class="rt-center x" style="color:red">Stop</h2><p onclick="go()">at <b>noon</b><script>go()</script> &amp; later</p>'
    const id = await save('cleaned', { content })
    expect(await detail(id)).toMatchObject({ content: '<h2 class="rt-center">Stop</h2><p>at <b>noon</b> &amp; later</p>', excerpt: 'Stop at noon & later' })
  })

  it.each<[string, Partial<Sent<typeof message.save>>, Record<string, string>]>([
    ['without a title', { title: ' ' }, { title: 'required' }],
    ['with a title of two lines', { title: 'a\nb' }, { title: 'control_characters' }],
    ['without content', { content: '' }, { content: 'required' }],
    ['with content that holds nothing', { content: '<p> </p><script>1</script>' }, { content: 'message_empty' }],
    ['of no known type', { type: 4 }, { type: 'invalid_value' }],
    ['for classes, without any', { audience: 'class' }, { classes: 'required' }],
    ['for a class that there is not', { audience: 'class', classes: ['guests' as 'user'] }, { 'classes.0': 'invalid_value' }],
    ['for chosen accounts, without any', { audience: 'selected' }, { accountIds: 'required' }],
    ['for an account that there is not', { audience: 'selected', accountIds: [999_999] }, { accountIds: 'message_account_missing' }],
    ['to be published without a time', { action: 'schedule' }, { publishTime: 'required' }],
    ['to be published in the past', { action: 'schedule', publishTime: '2020-01-01T00:00:00Z' }, { publishTime: 'message_time_past' }],
    ['to be published at no moment', { action: 'schedule', publishTime: 'tomorrow' }, { publishTime: 'invalid_value' }],
  ])('is refused %s', async (_, more, fields) => {
    expect(await refusalOf(save('refused', more))).toMatchObject({ fields })
    expect((await test.call(message.list, { search: 'refused' })).data.totalCount).toBe(0)
  })

  it('for nobody is no publication, but may stay a draft', async () => {
    const nobody = { audience: 'class', classes: ['administrator'], type: 1 } as const
    expect(await refusalOf(publish(test, 'for nobody', nobody))).toMatchObject({ problem: 'message_for_nobody', params: { title: 'for nobody' } })
    expect((await test.call(message.list, { search: 'for nobody' })).data.totalCount).toBe(0)
    await save('for nobody', nobody)
  })

  it('changes a draft, a scheduled and a revoked message, never a published one', async () => {
    const id = await save('first words')
    await test.call(message.save, { id, title: 'second words', content: '<p>x</p>', action: 'schedule', publishTime: '2100-01-01T00:00:00Z' })
    expect(await detail(id)).toMatchObject({ title: 'second words', state: 'scheduled', publishTime: '2100-01-01T00:00:00.000Z', status: 0 })
    await test.call(message.save, { id, title: 'third words', content: '<p>x</p>', action: 'publish' })
    expect(await refusalOf(test.call(message.save, { id, title: 'fourth words', content: '<p>x</p>' }))).toMatchObject({
      problem: 'message_published',
      params: { title: 'third words' },
    })
    await test.call(message.revoke, { ids: [id] })
    await test.call(message.save, { id, title: 'fourth words', content: '<p>x</p>' })
    expect(await detail(id)).toMatchObject({ title: 'fourth words', state: 'draft', publishTime: null })
    expect(await refusalOf(test.call(message.save, { id: 999_999, title: 'x', content: '<p>x</p>' }))).toMatchObject({ problem: 'message_missing' })
  })

  it('changes a message only as it was seen', async () => {
    const id = await save('seen')
    const { management } = await detail(id)
    await test.call(message.save, { id, rowVersion: management!.rowVersion, title: 'seen anew', content: '<p>x</p>' })
    expect(await refusalOf(test.call(message.save, { id, rowVersion: management!.rowVersion, title: 'late', content: '<p>x</p>' }))).toMatchObject({
      problem: 'changed_meanwhile',
    })
  })

  it('is for administrators with the right only', async () => {
    const reader = await test.tokenWith(['message.read'])
    const id = await save('guarded')
    for (const token of [reader, user.token]) {
      expect(await refusalOf(test.call(message.save, { title: 'x', content: '<p>x</p>' }, token))).toMatchObject({ problem: 'right_missing' })
      for (const endpoint of [message.publish, message.revoke, message.delete])
        expect(await refusalOf(test.call(endpoint, { ids: [id] }, token))).toMatchObject({ problem: 'right_missing' })
      expect(await refusalOf(test.call(message.pin, { ids: [id], pinned: true }, token))).toMatchObject({ problem: 'right_missing' })
      expect(await refusalOf(test.call(message.recipients, {}, token))).toMatchObject({ problem: 'right_missing' })
    }
  })

  it('finds the accounts to choose by name', async () => {
    const { data } = await test.call(message.recipients, { search: user.username.toUpperCase() })
    expect(data.list).toEqual([{ id: user.id, username: user.username, kind: 'user' }])
    expect((await test.call(message.recipients, { search: '%' })).data.list).toEqual([])
  })
})

describe('bulk calls', () => {
  it('act on all or on none', async () => {
    const [draft, published] = [await save('bulk draft'), await publish(test, 'bulk published')]
    expect(await refusalOf(test.call(message.revoke, { ids: [published, draft] }))).toMatchObject({ problem: 'message_not_published' })
    expect(await refusalOf(test.call(message.publish, { ids: [draft, published] }))).toMatchObject({ problem: 'message_published' })
    expect(await refusalOf(test.call(message.delete, { ids: [draft, 999_999] }))).toMatchObject({ problem: 'message_missing' })
    expect([(await detail(draft)).state, (await detail(published)).state]).toEqual(['draft', 'published'])
    await test.call(message.pin, { ids: `${draft},${published}`, pinned: '1' })
    expect([(await detail(draft)).pinned, (await detail(published)).pinned]).toEqual([true, true])
    await test.call(message.delete, { ids: [draft, published] })
    expect(await refusalOf(test.call(message.detail, { id: draft }))).toMatchObject({ problem: 'message_missing' })
  })
})

describe('a scheduled message', () => {
  it('is published when its time has come, not before, and its accounts are told once', async () => {
    const reader = await newReader(test, 2)
    const id = await save('at its time', { action: 'schedule', publishTime: '2100-01-01T00:00:00Z', audience: 'selected', accountIds: [reader.id] })
    await publishDueMessages(test.db)
    expect((await detail(id)).state).toBe('scheduled')
    await makeDue(id)
    await Promise.all(Array.from({ length: 6 }, () => publishDueMessages(test.db)))
    expect(await detail(id)).toMatchObject({ state: 'published', status: 1, management: { recipients: 1 } })
    expect(await received(test, reader)).toEqual(['at its time'])
    const entries = await test.db
      .selectFrom('audit_entry')
      .select('action')
      .where('target_type', '=', 'message')
      .where('target_id', '=', id)
      .where('action', '=', 'message.publish_scheduled')
      .execute()
    expect(entries.length).toBe(1)
  })

  it('leaves in the trail what it said and to whom, and that it was revoked', async () => {
    const id = await save('of the trail', { audience: 'class', classes: ['administrator'], action: 'schedule', publishTime: '2100-01-01T00:00:00Z' })
    await test.call(message.revoke, { ids: [id] })
    const trail = await trailOf(test, 'message', id)
    expect(trail.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: null, after: expect.objectContaining({ title: 'of the trail', audience: 'class', classes: ['administrator'], state: 'scheduled' }) },
      { before: { state: 'scheduled' }, after: { state: 'revoked' } },
    ])
  })

  it('that was revoked in time is not published', async () => {
    const id = await save('called off', { action: 'schedule', publishTime: '2100-01-01T00:00:00Z' })
    await test.call(message.revoke, { ids: [id] })
    await makeDue(id)
    await publishDueMessages(test.db)
    expect((await detail(id)).state).toBe('revoked')
  })

  it('keeps its readers when the job runs again', async () => {
    const reader = await newReader(test, 2)
    const id = await save('read early', { action: 'schedule', publishTime: '2100-01-01T00:00:00Z', audience: 'selected', accountIds: [reader.id] })
    await makeDue(id)
    await publishDueMessages(test.db)
    await read(reader, [id])
    await publishDueMessages(test.db)
    expect(await unread(reader)).toBe(0)
  })
})
