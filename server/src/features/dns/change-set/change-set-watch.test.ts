import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { record } from '@nameplane/contract/dns/record'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import { answered } from '../../../../../tests/support/answered.ts'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { namesOf, changeSetActs, type ChangeSetActs } from './change-sets.testing.ts'
import { newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { keepWatches, watchChangeSets } from './watch-keeper.ts'

const test = await createTestApp()
afterAll(() => test.close())
const acts = changeSetActs(test)

const minuteMs = 60_000

async function newZone(): Promise<TestDomain> {
  const zone = await newTestDomain(test)
  await zone.add('www A 198.51.100.60')
  return zone
}

/** A set over these domains that is done and watched for ten minutes, as if it had been an hour ago. */
async function watched(zones: readonly TestDomain[], more: Parameters<ChangeSetActs['update']>[0] = {}, token?: string) {
  const sent = { domains: namesOf(...zones), find: '198.51.100.60', to: '192.0.2.60', watchMinutes: 10, ...more }
  const { id } = await acts.update(sent, token)
  expect((await acts.detail(id!)).watch).toMatchObject({ state: 'pending', watchUntil: null, before: null })
  await acts.run()
  const done = new Date(Math.floor(Date.now() / minuteMs) * minuteMs - 60 * minuteMs + 20_000)
  await sql`update change_set set started_at = ${done}, ended_at = ${new Date(done.getTime() + 15_000)} where id = ${id}`.execute(test.db)
  const from = new Date(done.getTime() + 40_000)
  const look = (afterMinutes: number): Promise<void> => watchChangeSets(test.db, new Date(from.getTime() + afterMinutes * minuteMs))
  // It is seen to begin, before anything is counted.
  await look(0)
  const detail = (as?: string) => acts.detail(id!, as)
  /** `minute` 0 is the first that is watched; -2 the last that is compared with. */
  const count = (zone: TestDomain, minute: number, answers: number, failed = 0, rcode: 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' = 'NXDOMAIN') =>
    answered(
      test.db,
      { domainId: zone.id, minute: new Date(from.getTime() + minute * minuteMs), answers: answers - failed },
      ...(failed === 0 ? [] : [{ domainId: zone.id, minute: new Date(from.getTime() + minute * minuteMs), answers: failed, rcode }]),
    )
  return { id: id!, from, look, detail, count }
}

const undoOf = async (id: number) => (await test.db.selectFrom('change_set').select('id').where('undoes_id', '=', id).execute()).map((row) => row.id)
const entriesOf = (id: number, action: string) =>
  test.db.selectFrom('audit_entry').select(['actor_name', 'after']).where('action', '=', action).where('target_id', '=', id).execute()
const letters = async (id: number) => (await test.call(message.list, { box: 'received' })).data.list.filter(({ title }) => title.includes(`#${id} `))

describe('a set that is watched', () => {
  it('undoes itself where more queries fail than may, with its evidence, and tells its author', async () => {
    const [broken, other] = [await newZone(), await newZone()]
    const set = await watched([broken, other])
    await set.count(broken, -3, 60, 1)
    await set.count(other, -2, 40)
    // Neither before nor after: in these minutes it was done.
    await set.count(broken, -1, 500, 500)
    await set.look(1)
    expect((await set.detail()).watch).toMatchObject({ state: 'watching', before: { queries: 100, nxdomain: 1 }, after: { queries: 0 }, isWhole: true })
    await set.count(broken, 0, 40, 3)
    await set.count(other, 1, 60, 3, 'SERVFAIL')
    await set.look(2)
    // 1% before and 6% after: as much as may be.
    expect((await set.detail()).watch).toMatchObject({ state: 'watching', after: { queries: 100, nxdomain: 3, servfail: 3 } })
    await set.count(broken, 2, 20, 5, 'REFUSED')
    await set.look(3)
    const { watch } = await set.detail()
    const [undo] = await undoOf(set.id)
    expect(watch).toMatchObject({
      ...{ state: 'reverted', undoId: undo, domains: 2, problem: null, endedBy: null },
      before: { queries: 100, nxdomain: 1, servfail: 0, refused: 0 },
      after: { queries: 120, nxdomain: 3, servfail: 3, refused: 5 },
      worst: [
        { domain: broken.name, before: { queries: 60, nxdomain: 1 }, after: { queries: 60, nxdomain: 3, refused: 5 } },
        { domain: other.name, before: { queries: 40 }, after: { queries: 60, servfail: 3 } },
      ],
    })
    expect(watch!.minutesSeen.map(({ at, queries }) => [(new Date(at).getTime() - set.from.getTime()) / minuteMs, queries])).toEqual([
      [-3, 60],
      [-2, 40],
      [0, 40],
      [1, 60],
      [2, 20],
    ])
    await acts.run()
    expect(await acts.rows(undo!)).toEqual([`${broken.name} done 1`, `${other.name} done 1`])
    expect([await broken.records(), await other.records()]).toEqual([['www 600 A 198.51.100.60'], ['www 600 A 198.51.100.60']])
    expect((await set.detail()).state).toBe('undone')
    expect(await entriesOf(set.id, 'change_set.revert')).toMatchObject([{ actor_name: 'watch', after: { undo, queriesAfter: 120, errorsAfter: 11 } }])
    expect(await letters(set.id)).toHaveLength(1)
    // What was found stays, however old the statistics become.
    await test.db.deleteFrom('query_domain_minute').execute()
    expect((await set.detail()).watch).toEqual(watch)
  })

  it('says that nothing was found once its time is over, and not before every node has told', async () => {
    const zone = await newZone()
    const set = await watched([zone])
    await set.count(zone, -5, 80, 4)
    await set.count(zone, 4, 100, 10)
    await set.look(10)
    expect((await set.detail()).watch!.state).toBe('watching')
    await set.look(10.5)
    expect((await set.detail()).watch).toMatchObject({ state: 'passed', before: { queries: 80, nxdomain: 4 }, after: { queries: 100, nxdomain: 10 } })
    expect(await zone.records()).toEqual(['www 600 A 192.0.2.60'])
    expect([await undoOf(set.id), await letters(set.id)]).toEqual([[], []])
    expect(await entriesOf(set.id, 'change_set.watch')).toMatchObject([{ actor_name: 'watch', after: { watchState: 'passed' } }])
  })

  it('is not judged with too few queries, before or after', async () => {
    const [quiet, unknown] = [await newZone(), await newZone()]
    const without = await watched([quiet])
    const withFew = await watched([unknown])
    await withFew.count(unknown, -4, 49)
    await withFew.count(unknown, 3, 500, 500)
    await without.look(10.5)
    expect((await without.detail()).watch).toMatchObject({ state: 'unjudged', before: { queries: 0 }, after: { queries: 0 }, problem: null, leastQueries: 50 })
    expect((await withFew.detail()).watch).toMatchObject({ state: 'unjudged', before: { queries: 49 }, after: { queries: 500, nxdomain: 500 } })
    expect([await undoOf(without.id), await undoOf(withFew.id)]).toEqual([[], []])
  })

  it('does not take errors that are no longer kept for none', async () => {
    const zone = await newZone()
    const set = await watched([zone])
    await set.count(zone, -4, 100)
    await set.count(zone, 3, 100)
    await set.look(7 * 60)
    expect((await set.detail()).watch).toMatchObject({ state: 'unjudged', problem: 'watch_figures_gone' })
  })

  it('is not judged by a time whose errors were not counted yet, and says from when on they are', async () => {
    const zone = await newZone()
    const set = await watched([zone])
    const { rows: ran } = await sql<{ name: string; timestamp: string }>`select name, timestamp from kysely_migration`.execute(test.db)
    const updated = new Date(set.from.getTime() - 3 * minuteMs)
    try {
      // Installed two days ago, updated three minutes before the watch.
      await sql`update kysely_migration set timestamp = ${new Date(updated.getTime() - 2880 * minuteMs).toISOString()}`.execute(test.db)
      await sql`update kysely_migration set timestamp = ${updated.toISOString()} where name >= '0071'`.execute(test.db)
      // A domain that always had errors: those of before are not known.
      await set.count(zone, -5, 100)
      await set.count(zone, 0, 100, 40)
      await set.look(1)
      const known = new Date(updated.getTime() + minuteMs).toISOString()
      expect((await set.detail()).watch).toMatchObject({ state: 'watching', errorsKnownFrom: known })
      await set.look(10.5)
      expect((await set.detail()).watch).toMatchObject({ state: 'unjudged', problem: 'watch_errors_unknown', errorsKnownFrom: known })
      expect([await undoOf(set.id), await letters(set.id)]).toEqual([[], []])
    } finally {
      for (const { name, timestamp } of ran) await sql`update kysely_migration set timestamp = ${timestamp} where name = ${name}`.execute(test.db)
    }
  })

  it('leaves a domain alone that somebody changed since', async () => {
    const [changed, still] = [await newZone(), await newZone()]
    const set = await watched([changed, still])
    const { data } = await test.call(record.list, { domainId: changed.id, limit: 200 })
    await changed.apply([{ op: 'update', id: data.list[0]!.id, record: { host: 'www', type: 'A', value: '203.0.113.9', ttl: 600 } }])
    await set.count(still, -4, 100)
    await set.count(still, 0, 100, 50)
    await set.look(1)
    await acts.run()
    const [undo] = await undoOf(set.id)
    expect(await acts.rows(undo!)).toEqual([`${changed.name} failed records_changed_since`, `${still.name} done 1`])
    expect(await changed.records()).toEqual(['www 600 A 203.0.113.9'])
  })

  it('is stopped by its author, with its figures, and then undone by nobody', async () => {
    const zone = await newZone()
    const set = await watched([zone])
    await set.count(zone, -4, 100)
    await set.count(zone, 0, 100, 90)
    await test.call(changeSet.stopWatch, { id: set.id })
    await set.look(1)
    expect((await set.detail()).watch).toMatchObject({ state: 'stopped', after: { queries: 100, nxdomain: 90 }, endedBy: expect.any(String) })
    expect((await refusalOf(test.call(changeSet.stopWatch, { id: set.id }))).problem).toBe('change_set_not_watched')
    expect(await zone.records()).toEqual(['www 600 A 192.0.2.60'])
  })

  it('is not stopped before the set has begun, while it waits for its time or for approval: nobody would watch it then', async () => {
    const notBegun = async (id: number) => expect((await refusalOf(test.call(changeSet.stopWatch, { id }))).problem).toBe('change_set_not_begun')
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const zone = await newZone()
    await zone.add(...Array.from({ length: 10 }, (_, index) => `h${index} A 198.51.100.60`))
    const sent = { domains: zone.name, find: '198.51.100.60', to: '192.0.2.60', watchMinutes: 10, at }
    await setSetting(test.db, largeChanges, { confirmation: 'second_administrator' })
    const awaiting = (await acts.update(sent)).id!
    await setSetting(test.db, largeChanges, { confirmation: 'typed' })
    await notBegun(awaiting)
    const second = await acts.administrator(['record.read', 'change_set.approve'])
    await test.call(changeSet.approve, { id: awaiting }, second.token)
    await notBegun(awaiting)
    expect((await acts.detail(awaiting)).watch!.state).toBe('pending')
    await test.call(changeSet.cancel, { id: awaiting })
    await watchChangeSets(test.db, new Date())
    expect((await refusalOf(test.call(changeSet.stopWatch, { id: awaiting }))).problem).toBe('change_set_not_watched')
  })

  it('is compared with the time before its start, also where a domain that was refused at first is tried again before that', async () => {
    const zone = await newZone()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const files = [{ name: 'all.zone', text: `$ORIGIN ${zone.name}.\nnew 600 A 192.0.2.1\n$ORIGIN not-there.example.\nwww 600 A 192.0.2.1\n` }]
    const { id } = (await test.call(changeSet.recordImport, { files, at, watchMinutes: 10 })).data
    await test.call(changeSet.retry, { id: id! })
    expect(await acts.detail(id!)).toMatchObject({ state: 'running', startTime: null })
    expect((await refusalOf(test.call(changeSet.stopWatch, { id: id! }))).problem).toBe('change_set_not_begun')
    await sql`update change_set set due_at = now() where id = ${id}`.execute(test.db)
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ state: 'partly', startTime: expect.any(String) })
    await watchChangeSets(test.db, new Date())
    expect((await acts.detail(id!)).watch).toMatchObject({ state: 'watching' })
    await test.call(changeSet.stopWatch, { id: id! })
    expect((await acts.detail(id!)).watch).toMatchObject({ state: 'stopped' })
  })

  it('is undone once, whoever is faster: its watch, several of them, or a person', async () => {
    for (let round = 0; round < 6; round += 1) {
      const zone = await newZone()
      const set = await watched([zone])
      await set.count(zone, -4, 100)
      await set.count(zone, 0, 100, 90)
      await Promise.allSettled([set.look(1), test.call(changeSet.undo, { id: set.id }), set.look(1)])
      await acts.run()
      expect(await undoOf(set.id)).toHaveLength(1)
      const { watch, state } = await set.detail()
      expect(state).toBe('undone')
      expect(await entriesOf(set.id, 'change_set.revert')).toHaveLength(watch!.state === 'reverted' ? 1 : 0)
      expect(await entriesOf(set.id, 'change_set.undo')).toHaveLength(watch!.state === 'undone' ? 1 : 0)
      expect(watch!.after).toMatchObject({ queries: 100, nxdomain: 90 })
      expect(await zone.records()).toEqual(['www 600 A 198.51.100.60'])
    }
  })

  it('is watched on after a restart, also where its time passed meanwhile', async () => {
    const zone = await newZone()
    const set = await watched([zone])
    await set.count(zone, -4, 100)
    await set.count(zone, 5, 100, 90)
    const keeper = keepWatches(test.db, () => {})
    await keeper.stop()
    expect((await set.detail()).watch!.state).toBe('watching')
    // Another process, an hour later.
    await watchChangeSets(test.db, new Date())
    expect((await set.detail()).watch!.state).toBe('reverted')
    await Promise.all([watchChangeSets(test.db, new Date()), watchChangeSets(test.db, new Date())])
    expect(await undoOf(set.id)).toHaveLength(1)
  })

  it('is not watched where nothing was changed', async () => {
    const zone = await newZone()
    const { id } = await acts.update({
      domains: zone.name,
      find: '198.51.100.60',
      to: '192.0.2.60',
      watchMinutes: 1,
      at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await watchChangeSets(test.db, new Date())
    expect((await acts.detail(id!)).watchState).toBe('pending')
    await test.call(changeSet.cancel, { id: id! })
    await watchChangeSets(test.db, new Date())
    expect((await acts.detail(id!)).watch).toMatchObject({ state: 'nothing', before: null, minutesSeen: [] })
  })

  it('watches a save of one domain too', async () => {
    const zone = await newZone()
    const { version } = await test.db.selectFrom('domain').select('version').where('id', '=', zone.id).executeTakeFirstOrThrow()
    const sent = { domainId: zone.id, version, changes: [{ op: 'add', record: { host: 'new', type: 'A', value: '192.0.2.1', ttl: 600 } }] }
    const { id } = (await test.call(changeSet.recordSave, { call: 'apply', sent, watchMinutes: 60, watchThreshold: 1 })).data
    await acts.run()
    await watchChangeSets(test.db, new Date())
    expect((await acts.detail(id!)).watch).toMatchObject({ state: 'watching', minutes: 60, threshold: 1 })
    expect((await test.call(changeSet.list, { search: `#${id}` })).data.list).toMatchObject([{ watchState: 'watching' }])
  })
})

describe('who watches', () => {
  it('asks for what an undo would need at once', async () => {
    const { token } = await acts.administrator(['domain.read', 'domain.write', 'record.read', 'record.write'])
    const sent = { domains: 'watched-new.example', watchMinutes: 10, dryRun: true }
    expect((await refusalOf(test.call(changeSet.domainCreate, sent, token))).problem).toBe('right_missing')
    const { watchMinutes: _, ...unwatched } = sent
    await test.call(changeSet.domainCreate, unwatched, token)
    const files = [{ name: 'watched-new.example', text: 'www A 192.0.2.1\n' }]
    expect((await refusalOf(test.call(changeSet.recordImport, { files, createMissing: true, watchMinutes: 10, dryRun: true }, token))).problem).toBe(
      'right_missing',
    )
  })

  it('refuses times and limits out of bounds', async () => {
    const zone = await newZone()
    const fieldsOf = async (wrong: Parameters<ChangeSetActs['update']>[0]) =>
      (await refusalOf(acts.update({ domains: zone.name, find: '198.51.100.60', to: '192.0.2.60', ...wrong }))).fields
    for (const watchMinutes of [0, 61, 1.5]) expect(Object.keys((await fieldsOf({ watchMinutes }))!)).toEqual(['watchMinutes'])
    for (const watchThreshold of [0, 101]) expect(Object.keys((await fieldsOf({ watchMinutes: 10, watchThreshold }))!)).toEqual(['watchThreshold'])
  })

  it('takes nothing back that its author may no longer change, and tells why', async () => {
    const author = await acts.administrator(['record.read', 'record.write', 'domain.read'])
    const zone = await newZone()
    const set = await watched([zone], {}, author.token)
    await test.db
      .updateTable('role')
      .set({ rights: ['record.read'] })
      .where('id', '=', author.roleId)
      .execute()
    await set.count(zone, -4, 100)
    await set.count(zone, 0, 100, 90)
    await set.look(1)
    await set.look(2)
    expect((await set.detail()).watch).toMatchObject({ state: 'stuck', problem: 'right_missing', undoId: null, after: { nxdomain: 90 } })
    expect(await zone.records()).toEqual(['www 600 A 192.0.2.60'])
    const titles = (await test.call(message.list, { box: 'received' }, author.token)).data.list.map(({ title }) => title)
    expect(titles).toEqual([`批量操作 #${set.id} 未能自动撤销`])
  })

  it('shows figures of the own data scope only, and lets strangers stop nothing', async () => {
    const [mine, other] = [await newZone(), await newZone()]
    const viewer = await acts.administrator(['record.read', 'record.write', 'domain.read'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', viewer.roleId).execute()
    const set = await watched([mine, other])
    expect((await refusalOf(set.detail(viewer.token))).problem).toBe('change_set_missing')
    expect((await refusalOf(test.call(changeSet.stopWatch, { id: set.id }, viewer.token))).problem).toBe('change_set_missing')
    await test.db.updateTable('domain').set({ account_id: viewer.accountId }).where('id', '=', mine.id).execute()
    await set.count(mine, 0, 7, 1)
    await set.count(other, 0, 100, 2)
    const seen = { isWhole: false, domains: 1, after: { queries: 7, nxdomain: 1 }, worst: [{ domain: mine.name }], minutesSeen: [] }
    expect((await set.detail(viewer.token)).watch).toMatchObject({ state: 'watching', ...seen })
    expect((await refusalOf(test.call(changeSet.stopWatch, { id: set.id }, viewer.token))).problem).toBe('change_set_of_other')
    // An undo of the own part leaves the rest watched.
    await test.call(changeSet.undo, { id: set.id }, viewer.token)
    await acts.run()
    expect((await set.detail()).watch).toMatchObject({ state: 'watching', domains: 1, after: { queries: 100 } })
    await test.call(changeSet.stopWatch, { id: set.id })
    expect((await set.detail()).watch).toMatchObject({ state: 'stopped', isWhole: true, domains: 1 })
    const reader = await acts.administrator(['record.read'])
    expect((await refusalOf(test.call(changeSet.stopWatch, { id: set.id }, reader.token))).problem).toBe('right_missing')
  })
})
