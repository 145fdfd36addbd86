import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { sha256 } from './session.store.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

/** Id of a new administrator without roles. */
async function newAccount(status: 0 | 1): Promise<number> {
  const row = { username: `person-${randomUUID().slice(0, 8)}`, type: 1, status, password_hash: 'none', language: null }
  return (await test.db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()).id
}

describe('an API token', () => {
  async function tokenOf(row: { scopes?: string[] | null; expires_at?: Date | null; account_id?: number }): Promise<string> {
    const token = `np_${randomUUID()}`
    await test.db
      .insertInto('api_token')
      .values({ account_id: row.account_id ?? 1, name: 'test', token_hash: sha256(token), scopes: row.scopes ?? null, expires_at: row.expires_at ?? null })
      .execute()
    return token
  }

  it('does what its scopes and its account both allow', async () => {
    const scoped = await tokenOf({ scopes: ['domain.read'] })
    expect((await test.call(domain.list, {}, scoped)).data.list).toEqual([])
    expect(await refusalOf(test.call(domain.save, { domain: 'scoped.example' }, scoped))).toMatchObject({ problem: 'right_missing' })
    const beyond = await tokenOf({ scopes: ['domain.write', 'domain.read'], account_id: await newAccount(1) })
    expect(await refusalOf(test.call(domain.list, {}, beyond))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(test.call(domain.list, {}, await tokenOf({ scopes: [] })))).toMatchObject({ problem: 'right_missing' })
  })

  it('ends with its time or its account, and needs no captcha, cookie or session', async () => {
    expect(await refusalOf(test.call(domain.list, {}, await tokenOf({ expires_at: new Date(Date.now() - 1000) })))).toMatchObject({
      code: 401,
      problem: 'session_lost',
    })
    expect((await test.call(domain.list, {}, await tokenOf({ expires_at: new Date(Date.now() + 60_000) }))).data.list).toEqual([])
    expect(await refusalOf(test.call(domain.list, {}, await tokenOf({ account_id: await newAccount(0) })))).toMatchObject({ code: 401 })
  })

  it('reads although its use cannot be noted on a full disk, and what cannot be written says why', async () => {
    const token = await tokenOf({})
    await sql`create function disk_full() returns trigger language plpgsql as $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`.execute(
      test.db,
    )
    for (const table of ['api_token', 'domain'])
      await sql`create trigger disk_full before insert or update on ${sql.table(table)} execute function disk_full()`.execute(test.db)
    try {
      expect((await test.call(domain.list, {}, token)).data.list).toEqual([])
      expect(await refusalOf(test.call(domain.save, { domain: 'full.example' }, token))).toMatchObject({ problem: 'storage_full' })
    } finally {
      await sql`drop function disk_full() cascade`.execute(test.db)
    }
  })

  it('is kept as a hash only', async () => {
    const token = await tokenOf({})
    expect(JSON.stringify(await test.db.selectFrom('api_token').selectAll().execute())).not.toContain(token)
  })
})
