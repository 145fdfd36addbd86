import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CanonicalRecord } from '@nameplane/contract/dns/record-checks'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newTestDomain } from '../../../../../tests/support/records.ts'
import { isWrittenInBulk, numberWrites, sortIn, stateStatement, writeBulk, type RecordWrite } from './record-write.store.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const remarks = ['', 'NULL', 'null', '{a,b}', 'quoted "word"', 'back\\slash \\" \\\\', 'tab\tand\nline', '备注 é', '\u007f\u2028', ' ']

function recordOf(index: number): CanonicalRecord {
  const value = index % 3 === 0 ? `"text \\"${index}\\" \\\\ \\195\\169" "second"` : `192.0.2.${index % 256}`
  const remark = remarks[index % remarks.length]!
  return {
    host: `host${index}`,
    type: index % 3 === 0 ? 'TXT' : 'A',
    line: 'default',
    value,
    ttl: 60 + index,
    weight: index % 4 === 0 ? null : index % 101,
    remark,
    status: index % 2,
  }
}

// Rows beyond two thousand are written in another way.
it.each([7, 4_321])('%d new records and their history are what was given', async (count) => {
  const { id: domainId } = await newTestDomain(test)
  const records = Array.from({ length: count }, (_, index) => recordOf(index))
  const writes = records.map((after): RecordWrite => ({ op: 'add', id: null, before: null, after }))
  const actor = { actor_id: null, actor_name: 'importer', actor_kind: 'administrator', acting_as_id: null, acting_as_name: null } as const
  const ids = await test.db.transaction().execute(async (tx) => {
    const numbered = await numberWrites(tx, writes)
    const state = { domainId, version: 2, actor, action: 'record.import', acknowledged: [] }
    if (isWrittenInBulk(numbered)) await writeBulk(tx, state, numbered)
    else await stateStatement(state, numbered).execute(tx)
    return numbered.map(({ id }) => id)
  })
  const stored = await test.db
    .selectFrom('record')
    .select(['id', 'host', 'type', 'line', 'value', 'ttl_seconds as ttl', 'weight', 'remark', 'status'])
    .where('domain_id', '=', domainId)
    .orderBy('id')
    .execute()
  expect(stored).toEqual(records.map((record, index) => ({ id: ids[index], ...record })))
  const history = await test.db
    .selectFrom('record_change')
    .select(['record_id', 'version', 'before', 'after'])
    .where('domain_id', '=', domainId)
    .orderBy('record_id')
    .execute()
  expect(history).toEqual(records.map((after, index) => ({ record_id: ids[index], version: 2, before: null, after })))
  const { record_count, version } = await test.db.selectFrom('domain').select(['record_count', 'version']).where('id', '=', domainId).executeTakeFirstOrThrow()
  expect([record_count, version]).toEqual([count, 2])
})

/** Pages that PostgreSQL has sorted into the index that finds values, and had to read in each search until then. */
async function pagesSortedIn(db: TestApp['db']): Promise<number> {
  const { rows } = await sql<{ pages: number }>`select gin_clean_pending_list('record_value_trgm') as pages`.execute(db)
  return rows[0]!.pages
}

it('very many rows are sorted into the indexes that find text once, after they were written', async () => {
  const { id: domainId } = await newTestDomain(test)
  const textOf = (index: number): string => Array.from({ length: 16 }, (_, part) => ((index * 16 + part) * 2_654_435_761).toString(36)).join('')
  const writes = Array.from({ length: 4_001 }, (_, index): RecordWrite => {
    return { op: 'add', id: null, before: null, after: { ...recordOf(index), type: 'TXT', value: `"${textOf(index)}"` } }
  })
  const actor = { actor_id: null, actor_name: 'importer', actor_kind: 'administrator', acting_as_id: null, acting_as_name: null } as const
  await pagesSortedIn(test.db)
  const write = (): Promise<void> =>
    test.db.transaction().execute(async (tx) => {
      await writeBulk(tx, { domainId, version: 2, actor, action: 'record.import', acknowledged: [] }, await numberWrites(tx, writes))
    })
  await write()
  // Of its own accord it sorts whenever there are 4 MB in pages of 8 kB.
  expect(await pagesSortedIn(test.db)).toBeGreaterThan(512)
  await sql`delete from domain_revision where domain_id = ${domainId} and version = 2`.execute(test.db)
  await write()
  await sortIn(test.db)
  expect(await pagesSortedIn(test.db)).toBe(0)
})
