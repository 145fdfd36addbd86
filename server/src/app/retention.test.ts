import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { agedRows, deleteBefore } from '../db/deletion-by-age.ts'
import { deleteAged, retention } from './retention.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('everything that is deleted for its age is a table with such a column', async () => {
  for (const { table, age, only } of Object.values(retention))
    await sql`select from ${sql.table(table)} where ${sql.ref(age)} < now() and ${only(new Date())}`.execute(test.db)
})

it('what is kept for a time goes when it is older, and not before', async () => {
  const add = (subject: string, hours: number) =>
    sql`insert into sms_count (subject, counted_at) values (${subject}, now() - make_interval(hours => ${hours}))`.execute(test.db)
  await Promise.all([add('young', 23), add('old', 25)])
  await deleteAged(test.db, 'smsCount')
  expect(await test.db.selectFrom('sms_count').select('subject').execute()).toEqual([{ subject: 'young' }])
})

it('a lock that lasts keeps its failure, however old', async () => {
  const add = (subject: string, lockedUntil: string) =>
    sql`insert into sign_in_failure (subject, failures, window_started_at, locked_until) values (${subject}, 1, now() - interval '9 days', ${lockedUntil}::timestamptz)`.execute(
      test.db,
    )
  await Promise.all([add('locked', '2999-01-01'), add('was locked', '2001-01-01')])
  await deleteAged(test.db, 'signInFailure')
  expect(await test.db.selectFrom('sign_in_failure').select('subject').execute()).toEqual([{ subject: 'locked' }])
})

it('many rows go in batches, all of them', async () => {
  await sql`insert into sms_count (subject, counted_at) select 'n' || n, '2001-01-01' from generate_series(1, 25) as n`.execute(test.db)
  const small = agedRows('sms_count', 'counted_at', null, { batchSize: 10 })
  expect([await deleteBefore(test.db, small, new Date('2002-01-01')), await deleteBefore(test.db, small, new Date('2002-01-01'))]).toEqual([25, 0])
})
