import { printWorkbook } from '../../../spreadsheet/workbook.ts'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { watchLimits } from '@nameplane/contract/dns/change-set-watch'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { detailed } from '../../../../../tests/support/read-back.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { runChangeSets } from './runner.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A domain with a record on 203.0.113.80, and one that a set was submitted for. */
    bulkDomain: string
    /** Waits for a day that is far. */
    plannedSetId: number
    /** Is done and watched, for as long as can be. */
    watchedSetId: number
    /** One that is done, and one whose only domain failed. */
    doneSetId: number
    failedSetId: number
    /** Wait for the approval of somebody else than their author. */
    awaitingSetIds: { difference: number; approve: number; decline: number }
  }
}

export async function makeFixtures({ call, db }: Pick<TestApp, 'call' | 'db'>, name: string) {
  const label = name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const bulkDomain = `bulk-${label}.example`
  const { data } = await call(domain.save, { domain: bulkDomain })
  const records = ['203.0.113.80', '203.0.113.81', '203.0.113.82', '203.0.113.85'].map((value) => ({
    op: 'add' as const,
    record: { host: 'www', type: 'A', value, ttl: 600 },
  }))
  await call(record.apply, { domainId: data.id, changes: records })
  const update = async (find: string, to: string, more = {}): Promise<number> =>
    (await call(changeSet.recordUpdate, { domains: bulkDomain, action: 'replace', find, to, ...more })).data.id!
  const doneSetId = await update('203.0.113.81', '203.0.113.83')
  await runChangeSets(db, new AbortController().signal)
  // What it is to replace is gone before its time comes, and what it would become is there.
  const failedSetId = await update('203.0.113.82', '203.0.113.84')
  await call(record.apply, { domainId: data.id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '203.0.113.84', ttl: 600 } }] })
  await runChangeSets(db, new AbortController().signal)
  const awaitingSetIds = await submitAwaiting({ call, db }, label)
  const watchedSetId = await update('203.0.113.85', '203.0.113.86', { watchMinutes: watchLimits.minutes.most })
  await runChangeSets(db, new AbortController().signal)
  const at = new Date(Date.now() + 30 * 86_400_000).toISOString()
  return { watchedSetId, bulkDomain, awaitingSetIds, doneSetId, failedSetId, plannedSetId: await update('203.0.113.80', '203.0.113.90', { at }) }
}

/** Sets of another administrator over all records of a domain, which ask for a second one. */
async function submitAwaiting({ call, db }: Pick<TestApp, 'call' | 'db'>, label: string) {
  const name = `large-${label}.example`
  const { data } = await call(domain.save, { domain: name })
  const records = Array.from({ length: 10 }, (_, index) => ({ op: 'add' as const, record: { host: `h${index}`, type: 'A', value: '203.0.113.70', ttl: 600 } }))
  await call(record.apply, { domainId: data.id, changes: records })
  await setSetting(db, largeChanges, { confirmation: 'second_administrator' })
  const submit = async (): Promise<number> => (await call(changeSet.recordUpdate, { domains: name, action: 'ttl', to: '300' })).data.id!
  const ids = { difference: await submit(), approve: await submit(), decline: await submit() }
  await setSetting(db, largeChanges, { confirmation: 'typed' })
  // Disabled, so that no message to them follows what is decided.
  const author = await db
    .insertInto('account')
    .values({ username: `author-${label}`, type: 1, password_hash: '', is_super: false, language: null, status: 0 })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
  await db.updateTable('change_set').set({ author_id: author.id, author_name: author.username }).where('id', 'in', Object.values(ids)).execute()
  return ids
}

export const validCalls: ValidCalls = {
  'changeSet.recordUpdate': ({ bulkDomain }) => ({ domains: bulkDomain, action: 'replace', find: '203.0.113.80', to: '203.0.113.99' }),
  'changeSet.recordCreate': ({ bulkDomain }) => ({
    domains: bulkDomain,
    records: [{ host: 'host{n}', type: 'TXT', value: '"{domain}"', ttl: 600 }],
    startAt: 1,
  }),
  'changeSet.recordSave': ({ domainId, domainVersion, recordIds }) => ({
    call: 'apply',
    sent: { domainId, version: domainVersion, changes: [{ op: 'delete', id: recordIds[3] }] },
  }),
  'changeSet.domainCreate': ({ bulkDomain }) => ({ domains: `one.${bulkDomain}\ntwo.${bulkDomain}`, remark: 'bulk' }),
  'changeSet.recordImport': ({ bulkDomain }) => ({
    files: [{ name: `${bulkDomain}.zone`, text: 'imported 600 IN TXT "bulk"\n' }],
    mode: 'add',
    createMissing: true,
  }),
  'changeSet.workbook': () => ({
    content: Buffer.from(
      printWorkbook({ sheet: 'records', header: ['Domain', 'Host', 'Type', 'Value'], rows: [['one.example', 'www', 'A', '192.0.2.1']] }),
    ).toString('base64'),
  }),
  'changeSet.recordExport': ({ bulkDomain }) => ({ domains: bulkDomain, format: 'csv' }),
  'changeSet.detail': ({ doneSetId }) => ({ id: doneSetId }),
  'changeSet.rows': ({ doneSetId }) => ({ changeSetId: doneSetId, page: 1, limit: 20 }),
  'changeSet.result': ({ doneSetId }) => ({ id: doneSetId }),
  'changeSet.difference': ({ awaitingSetIds }) => ({ id: awaitingSetIds.difference }),
  'changeSet.approve': ({ awaitingSetIds }) => ({ id: awaitingSetIds.approve, remark: 'seen' }),
  'changeSet.decline': ({ awaitingSetIds }) => ({ id: awaitingSetIds.decline, remark: 'not today' }),
  'changeSet.cancel': ({ plannedSetId }) => ({ id: plannedSetId }),
  'changeSet.retry': ({ failedSetId }) => ({ id: failedSetId }),
  'changeSet.stopWatch': ({ watchedSetId }) => ({ id: watchedSetId }),
  'changeSet.undo': ({ doneSetId }) => ({ id: doneSetId }),
}

const asked = (name: string) => (row: Record<string, unknown>) => (row['asked'] as Record<string, unknown>)[name]
const submission = {
  domains: 'each is a row of its own',
  domainSearch: 'finds domains, which are rows then',
  userId: 'finds domains, or is kept with what was asked',
  serviceGroupId: 'finds domains, or is kept with what was asked',
  acknowledged: 'is in the history of each domain',
  confirm: 'is noted as given',
  key: 'names the submission to its sender',
  at: 'is the moment it is due',
  dryRun: 'submits nothing',
  watchMinutes: 'is of the watch of the set',
  watchThreshold: 'is of the watch of the set',
}
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, asked(name)]))

export const readBack = {
  'changeSet.recordUpdate': {
    reader: detailed('changeSet.detail'),
    sent: () => ({ host: 'www', type: 'A', line: 'default', value: '113.80', pattern: '^203', isPart: true, find: '203.0.113.80', to: '203.0.113.98' }),
    shown: named('host', 'type', 'line', 'value', 'pattern', 'action', 'find', 'isPart', 'to'),
    unread: submission,
  },
  'changeSet.recordCreate': {
    reader: detailed('changeSet.detail'),
    sent: () => ({
      acknowledged: ['weight_alone'],
      startAt: 7,
      records: [{ host: 'read{n}', type: 'A', line: 'default', value: '203.0.113.7', ttl: 300, weight: 3, remark: 'read back' }],
    }),
    shown: named('startAt', 'records'),
    unread: submission,
  },
  'changeSet.recordImport': {
    reader: detailed('changeSet.detail'),
    sent: () => ({ mode: 'overwrite', skipRefused: true, createMissing: true }),
    shown: named('mode', 'skipRefused', 'createMissing'),
    unread: { ...submission, files: 'each domain in them is a row, and their records are those of the domain' },
  },
  'changeSet.domainCreate': {
    reader: detailed('changeSet.detail'),
    sent: () => ({
      startAt: 3,
      remark: 'read back',
      records: [{ host: 'www', type: 'A', line: 'default', value: '203.0.113.7', ttl: 300, weight: null, remark: '' }],
    }),
    shown: named('startAt', 'records', 'remark'),
    unread: submission,
  },
}
