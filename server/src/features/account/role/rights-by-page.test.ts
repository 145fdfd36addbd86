import { sql, type Kysely } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { rights } from '@nameplane/contract/rights'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { up } from '../../../db/migrations/0032-rights-by-page.ts'
import { seedMenu } from '../menu/menu-seed.ts'

/* What held one right over the whole configuration, and one right to add as to delete, before each page had its own. */

const test = await createTestApp()
afterAll(() => test.close())

const migrate = () => test.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
/** Pages that came afterwards: nobody had a right to them. */
const isLater = (right: string): boolean => right.startsWith('config_plan.')
const ofPages = (verb: 'read' | 'write') => rights.filter((right) => right.startsWith('config_') && right.endsWith(`.${verb}`) && !isLater(right))
const deleting = rights.filter((right) => right.endsWith('.delete'))

it.each([
  [['config.read'], ofPages('read')],
  [['config.write'], [...ofPages('write'), 'config_custom.delete']],
  [
    ['domain.read', 'config.read', 'config.write'],
    ['domain.read', ...ofPages('read'), ...ofPages('write'), 'config_custom.delete'],
  ],
  [['api_token.write'], ['api_token.write', 'api_token.delete']],
  [
    ['backup.write', 'node_install.write', 'schedule.write'],
    ['backup.write', 'backup.delete', 'node_install.write', 'node_install.delete', 'schedule.write', 'schedule.delete'],
  ],
  [
    ['domain.write', 'log.read'],
    ['domain.write', 'log.read'],
  ],
])('who held %j may do the same, by role and by API token', async (held, expected) => {
  const role = await test.db.insertInto('role').values({ name: held.join(), rights: held }).returning('id').executeTakeFirstOrThrow()
  const token = await test.db
    .insertInto('api_token')
    .values({ account_id: 1, name: held.join(), token_hash: Buffer.from(held.join()), scopes: held })
    .returning('id')
    .executeTakeFirstOrThrow()
  await migrate()
  const { rights: ofRole } = await test.db.selectFrom('role').select('rights').where('id', '=', role.id).executeTakeFirstOrThrow()
  const { scopes } = await test.db.selectFrom('api_token').select('scopes').where('id', '=', token.id).executeTakeFirstOrThrow()
  expect([ofRole.toSorted(), scopes?.toSorted()]).toEqual([expected.toSorted(), expected.toSorted()])
})

it('an API token with all rights of its owner keeps them', async () => {
  const all = await test.db
    .insertInto('api_token')
    .values({ account_id: 1, name: 'all', token_hash: Buffer.from('all'), scopes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await migrate()
  expect(await test.db.selectFrom('api_token').select('scopes').where('id', '=', all.id).executeTakeFirst()).toEqual({ scopes: null })
})

const rows = () =>
  test.db.selectFrom('menu').select(['id', 'parent_id', 'seed_key', 'right', 'name_zh']).where('seed_key', 'is not', null).orderBy('id').execute()

it('the menu shows each page by its right, what administrators made of it stays, and no row is there twice', async () => {
  const { db } = test
  const email = await db.selectFrom('menu').select(['id', 'parent_id']).where('seed_key', '=', 'page /system/config/email/config').executeTakeFirstOrThrow()
  const sms = await db.selectFrom('menu').select('id').where('seed_key', '=', 'page /system/config/sms').executeTakeFirstOrThrow()
  // A button that was put on another page keeps the right of its own, and a page its name.
  await db.updateTable('menu').set({ parent_id: sms.id }).where('seed_key', '=', 'button /system/config/email/config config_email.write').execute()
  await db.updateTable('menu').set({ name_zh: '邮局' }).where('id', '=', email.id).execute()
  const deleted = await db
    .selectFrom('menu')
    .select('id')
    .where('right', 'in', [...deleting, 'config_custom.read'])
    .execute()
  const before = await rows()
  // As it was.
  await db
    .deleteFrom('menu')
    .where(
      'id',
      'in',
      deleted.map(({ id }) => id),
    )
    .execute()
  await sql`update menu set "right" = regexp_replace("right", '^config_[a-z_]+\\.', 'config.'), seed_key = regexp_replace(seed_key, ' config_[a-z_]+\\.', ' config.')
    where "right" like 'config\\_%' and "right" not like 'config\\_plan.%'`.execute(db)
  const own = { kind: 'page', parent_id: email.parent_id, name_zh: '我的', name_en: 'mine' } as const
  await db
    .insertInto('menu')
    .values([
      { ...own, path: '/system/config/email/config?mine', right: 'config.read' },
      { ...own, path: '', external_url: 'https://example.net/', right: 'config.read' },
      { ...own, kind: 'button', parent_id: sms.id, right: 'config.write' },
    ])
    .execute()

  await migrate()
  await seedMenu(db)
  const after = await rows()
  const known = new Set(deleted.map(({ id }) => id))
  expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual(before.filter(({ id }) => !known.has(id)))
  expect(new Set(after.map((row) => row.seed_key))).toEqual(new Set(before.map((row) => row.seed_key)))
  expect(after).toHaveLength(before.length)
  const owned = await db.selectFrom('menu').select('right').where('name_en', '=', 'mine').orderBy('id').execute()
  expect(owned.map((row) => row.right)).toEqual(['config_email.read', 'config_overview.read', 'config_sms.write'])
})
