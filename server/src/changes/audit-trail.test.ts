import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { platformActor } from '../access/actor.ts'
import { appendAuditEntries, linkOf, sealEntries, type AuditTarget } from '../audit/audit.ts'
import { readAnchors, writeAnchor } from '../audit/audit-anchors.ts'
import { cutAuditEntries } from './audit-cut.ts'
import { auditLines, verifyExport } from '../audit/audit-export.ts'
import { followChain, verifyEntries, type AuditBreak } from '../audit/audit-verification.ts'
import { change } from './change.ts'

const entries = 1000
const now = new Date('2026-03-10T12:00:00Z')

let test: TestApp
let folder: string
/** The first entry of the thousand. */
let first: number
beforeAll(async () => {
  test = await createTestApp()
  const targets: AuditTarget[] = Array.from({ length: entries }, (_, index) => ({
    type: 'domain',
    id: index,
    name: `n${index}.example`,
    before: { remark: `old ${index}`, nested: { b: 1, a: [index, 'x'] }, password: 'hidden' },
    after: { remark: `new ${index}` },
  }))
  await test.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ end: Buffer | null }>`select locked_audit_end() as "end"`.execute(tx)
    const sealed = sealEntries(platformActor('test'), 'domain.update', targets, linkOf(rows[0]!.end), performance.now())
    await (
      await appendAuditEntries(tx, sealed)
    ).written
  })
  first =
    Number(
      (
        await test.db
          .selectFrom('audit_entry')
          .select((of) => of.fn.max('id').as('id'))
          .executeTakeFirstOrThrow()
      ).id,
    ) -
    entries +
    1
  await sql`create table kept as select * from audit_entry`.execute(test.db)
})
afterAll(() => test.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-anchors-'))
  await writeAnchor(test.db, folder, now)
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await sql`truncate audit_entry, audit_cut`.execute(test.db)
  await sql`insert into audit_entry select * from kept`.execute(test.db)
})

async function broken(): Promise<AuditBreak | null> {
  const { anchored } = await readAnchors(folder)
  return (await verifyEntries(test.db, { afterId: 0, limit: 1_000_000, anchored })).broken
}

async function exported(): Promise<string> {
  return text(Readable.from(auditLines(test.db, now)))
}
async function verified(file: string): Promise<ReturnType<typeof verifyExport>> {
  return verifyExport(Readable.from([file]), (await readAnchors(folder)).anchored)
}

describe('the chain of 1,000 entries', () => {
  it('verifies as it was written, at once and in stretches, and has no secret in it', async () => {
    expect(await broken()).toBeNull()
    let afterId = 0
    let verifiedEntries = 0
    for (let isEnd = false; !isEnd;) {
      const stretch = await verifyEntries(test.db, { afterId, limit: 137, anchored: (await readAnchors(folder)).anchored })
      expect(stretch.broken).toBeNull()
      verifiedEntries += stretch.entries
      afterId = stretch.last.id
      isEnd = stretch.isEnd
    }
    expect(verifiedEntries).toBe(first + entries - 1)
    expect(
      (await sql<{ secrets: number }>`select count(*) as secrets from audit_entry where before::text like '%hidden%'`.execute(test.db)).rows[0]!.secrets,
    ).toBe(0)
  })

  it.each([
    ['actor_name', `'somebody'`],
    ['actor_id', '77'],
    ['actor_kind', `'user'`],
    ['acting_as_id', '5'],
    ['actor_kind', `''`],
    ['duration_ms', 'duration_ms + 1'],
    ['duration_ms', 'null'],
    ['address', `'203.0.113.9'`],
    ['agent', `'curl'`],
    ['action', `'domain.create'`],
    ['target_type', `'record'`],
    ['target_id', 'null'],
    ['target_name', `'other.example'`],
    ['before', `'{"remark": "never"}'`],
    ['after', 'null'],
    ['at', `at + interval '1 ms'`],
    ['request_id', `'x'`],
    ['hash', `decode(repeat('00', 32), 'hex')`],
    ['previous_hash', `decode(repeat('00', 32), 'hex')`],
  ])('shows an edited %s (%s)', async (column, value) => {
    for (const id of [first, first + 499, first + 999]) {
      await sql`update audit_entry set ${sql.ref(column)} = ${sql.raw(value)} where id = ${id}`.execute(test.db)
      expect(await broken()).toEqual({ id, reason: 'changed' })
      await sql`delete from audit_entry where id = ${id}`.execute(test.db)
      await sql`insert into audit_entry select * from kept where id = ${id}`.execute(test.db)
    }
    expect(await broken()).toBeNull()
  })

  it('shows each of its entries when it is edited, removed, doubled or swapped with the next, without exception', async () => {
    const rows = await test.db.selectFrom('audit_entry').selectAll().where('id', '>=', first).orderBy('id').execute()
    const before = { id: first - 1, hash: rows[0]!.previous_hash }
    rows.forEach((row, index) => {
      const from = index === 0 ? before : rows[index - 1]!
      const forged = {
        edited: [{ ...row, target_name: `${row.target_name}.` }],
        doubled: [row, row],
        ...(index === entries - 1 ? {} : { removed: [rows[index + 1]!], swapped: [rows[index + 1]!, row] }),
      }
      for (const [how, stretch] of Object.entries(forged)) expect(followChain(stretch, from, new Map()).broken, `${row.id} ${how}`).not.toBeNull()
    })
  })

  it('shows a removed entry whose gap was closed', async () => {
    await sql`delete from audit_entry where id = ${first + 500}`.execute(test.db)
    await sql`update audit_entry set id = -id where id > ${first + 500}`.execute(test.db)
    await sql`update audit_entry set id = -id - 1 where id < 0`.execute(test.db)
    expect(await broken()).toEqual({ id: first + 500, reason: 'changed' })
  })

  it('shows an inserted entry, in the middle and at the end', async () => {
    await sql`update audit_entry set id = -id where id > ${first + 500}`.execute(test.db)
    await sql`update audit_entry set id = -id + 1 where id < 0`.execute(test.db)
    await sql`insert into audit_entry select ${sql.raw(String(first + 501))}, at, actor_id, actor_name, address, agent, action, target_type, target_id, target_name, before, after, request_id, previous_hash, hash, actor_kind, duration_ms from kept where id = ${first + 500}`.execute(
      test.db,
    )
    expect(await broken()).toEqual({ id: first + 501, reason: 'changed' })
    await sql`truncate audit_entry`.execute(test.db)
    await sql`insert into audit_entry select * from kept`.execute(test.db)
    await sql`insert into audit_entry select ${sql.raw(String(first + entries))}, at, actor_id, actor_name, address, agent, action, target_type, target_id, target_name, before, after, request_id, hash, hash, actor_kind, duration_ms from kept where id = ${first + 999}`.execute(
      test.db,
    )
    expect(await broken()).toEqual({ id: first + entries, reason: 'changed' })
  })

  it('shows two swapped entries', async () => {
    await sql`update audit_entry set id = case id when ${first + 10} then -1 else -2 end where id in (${first + 10}, ${first + 700})`.execute(test.db)
    await sql`update audit_entry set id = case id when -1 then ${first + 700}::bigint else ${first + 10}::bigint end where id in (-1, -2)`.execute(test.db)
    expect(await broken()).toEqual({ id: first + 10, reason: 'changed' })
  })

  it.each([1, 2, 500, entries])('shows that its last %i entries are gone', async (gone) => {
    await sql`delete from audit_entry where id >= ${first + entries - gone}`.execute(test.db)
    expect(await broken()).toEqual({ id: first + entries - gone, reason: 'tail' })
  })

  it('shows that its end was cut and written anew, key and all', async () => {
    await sql`delete from audit_entry where id >= ${first + 990}`.execute(test.db)
    await change(test.db, platformActor('forger'), 'domain.update', async ({ audit }) => {
      for (let entry = 0; entry < 20; entry++) audit({ type: 'domain', id: entry, name: 'forged.example' })
    })
    expect(await broken()).toEqual({ id: first + 999, reason: 'anchor' })
  })

  it('shows that its beginning is gone, with a cut that somebody else has noted too', async () => {
    await sql`delete from audit_entry where id < ${first + 5}`.execute(test.db)
    expect(await broken()).toEqual({ id: 1, reason: 'missing' })
    const hash = (await test.db.selectFrom('audit_entry').select('previous_hash').orderBy('id').executeTakeFirstOrThrow()).previous_hash
    await test.db
      .insertInto('audit_cut')
      .values({ last_id: first + 4, hash, at: now, entries: first + 4, seal: Buffer.alloc(32) })
      .execute()
    expect(await broken()).toEqual({ id: first + 4, reason: 'start' })
  })
})

describe('a cut of old entries', () => {
  it('removes a whole beginning, is itself noted, and what stays verifies', async () => {
    const cutAt = (await test.db.selectFrom('audit_entry').select('at').where('id', '=', first).executeTakeFirstOrThrow()).at
    const done = await cutAuditEntries(test.db, cutAt, new Map())
    expect(done).toEqual({ removed: first - 1, broken: null })
    expect(await broken()).toBeNull()
    const note = await test.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(note).toMatchObject({ id: first + entries, action: 'audit.cut', target_name: `1–${first - 1}`, before: { entries: first - 1 } })
    expect(await cutAuditEntries(test.db, cutAt, new Map())).toEqual({ removed: 0, broken: null })
    expect(await verified(await exported())).toMatchObject({ entries: entries + 1, broken: null, isCut: false })
    await sql`delete from audit_entry where id = ${first}`.execute(test.db)
    expect(await broken()).toEqual({ id: first, reason: 'missing' })
  })

  it('keeps the newest entry, however old, and cuts again later', async () => {
    expect(await cutAuditEntries(test.db, new Date('2999-01-01'), new Map())).toMatchObject({ removed: first + entries - 2 })
    expect(await broken()).toBeNull()
    expect(await cutAuditEntries(test.db, new Date('2999-01-01'), new Map())).toMatchObject({ removed: 1 })
    expect(await broken()).toBeNull()
  })

  it('leaves a beginning that does not verify as it is', async () => {
    await sql`update audit_entry set actor_name = 'x' where id = ${first + 3}`.execute(test.db)
    expect(await cutAuditEntries(test.db, new Date('2999-01-01'), new Map())).toEqual({ removed: 0, broken: { id: first + 3, reason: 'changed' } })
    expect(await test.db.selectFrom('audit_entry').select('id').where('id', '=', 1).executeTakeFirst()).toBeDefined()
  })
})

describe('anchors', () => {
  it('are written when there is something new, one line each', async () => {
    expect(await writeAnchor(test.db, folder, now)).toBe(false)
    await change(test.db, platformActor('test'), 'domain.update', async ({ audit }) => audit({ type: 'domain', id: 1, name: 'x' }))
    expect(await writeAnchor(test.db, folder, now)).toBe(true)
    const { anchored, lastId, forgedLines } = await readAnchors(folder)
    expect([[...anchored.keys()], lastId, forgedLines]).toEqual([[first + entries - 1, first + entries], first + entries, []])
  })

  it.each([
    ['another id', (line: string) => line.replace(/"id":\d+/, '"id":5')],
    ['another hash', (line: string) => line.replace(/"hash":"../, '"hash":"00')],
    ['another moment', (line: string) => line.replace('2026', '2025')],
    ['another signature', (line: string) => line.replace(/"signature":"./, (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`)],
    ['no signature', (line: string) => line.replace(/,"signature":"[^"]*"/, '')],
    ['a member more', (line: string) => line.replace('{', '{"more":1,')],
    ['half a line', (line: string) => line.slice(0, 40)],
  ])('of %s are not believed', async (_, forge) => {
    const file = join(folder, 'anchors.jsonl')
    writeFileSync(file, `${forge(readFileSync(file, 'utf8').trim())}\n`)
    appendFileSync(file, 'noise\n')
    expect(await readAnchors(folder)).toMatchObject({ lastId: 0, forgedLines: [1, 2] })
  })
})

describe('an exported trail', () => {
  it('verifies without the database', async () =>
    expect(await verified(await exported())).toMatchObject({ entries: first + entries - 1, broken: null, isCut: false }))

  const lines = (file: string): string[] => file.trimEnd().split('\n')
  it.each<[string, (all: string[]) => string[], object]>([
    ['an edited entry', (all) => all.with(500, all[500]!.replace('old ', 'new ')), { broken: { id: 500, reason: 'changed' } }],
    ['a removed entry', (all) => all.toSpliced(500, 1), { broken: { id: 500, reason: 'missing' } }],
    ['an entry twice', (all) => all.toSpliced(500, 0, all[500]!), { broken: { id: 501, reason: 'missing' } }],
    ['swapped entries', (all) => all.with(500, all[501]!).with(501, all[500]!), { broken: { id: 500, reason: 'missing' } }],
    ['a cut tail', (all) => all.toSpliced(-2, 1), { isCut: true }],
    ['no last line', (all) => all.slice(0, -1), { isCut: true }],
    ['a line after the last', (all) => [...all, all[1]!], { broken: expect.anything() }],
    ['another start', (all) => all.with(0, all[0]!.replace('"afterId":0', '"afterId":1')), { broken: { id: 2, reason: 'missing' } }],
    ['a broken line', (all) => all.with(500, '{'), { broken: { id: 500, reason: 'changed' } }],
  ])('with %s does not', async (_, forge, found) => {
    expect(await verified(forge(lines(await exported())).join('\n'))).toMatchObject(found)
  })

  it('is told from another file', async () => expect(await verified('{"a":1}\n')).toBeNull())
})
