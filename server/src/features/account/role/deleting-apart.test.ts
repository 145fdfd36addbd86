import type { Kysely } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { Right } from '@nameplane/contract/rights'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { up } from '../../../db/migrations/0045-deleting-apart.ts'

/* What held one right to add, change and delete, before deleting had its own. */

const test = await createTestApp()
afterAll(() => test.close())

const migrate = () => test.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))

it.each<[Right[], Right[]]>([
  [['domain.read'], ['domain.read']],
  [
    ['domain.read', 'domain.write', 'record.write'],
    ['domain.delete', 'domain.read', 'domain.write', 'record.write'],
  ],
  [
    ['admin.write', 'menu.write', 'message.write', 'role.write', 'service_group.write', 'user.write'],
    [
      ...(['admin.delete', 'admin.write', 'menu.delete', 'menu.write', 'message.delete', 'message.write'] as const),
      ...(['role.delete', 'role.write', 'service_group.delete', 'service_group.write', 'user.delete', 'user.write'] as const),
    ],
  ],
  // As a role that was saved with all rights of a later release.
  [
    ['user.delete', 'user.write'],
    ['user.delete', 'user.write'],
  ],
])('who held %j may do the same, by role and by API token', async (held, expected) => {
  const role = await test.db.insertInto('role').values({ name: held.join(), rights: held }).returning('id').executeTakeFirstOrThrow()
  const token = await test.db
    .insertInto('api_token')
    .values({ account_id: 1, name: held.join(), token_hash: Buffer.from(held.join()), scopes: held })
    .returning('id')
    .executeTakeFirstOrThrow()
  await migrate()
  const { rights } = await test.db.selectFrom('role').select('rights').where('id', '=', role.id).executeTakeFirstOrThrow()
  const { scopes } = await test.db.selectFrom('api_token').select('scopes').where('id', '=', token.id).executeTakeFirstOrThrow()
  expect([rights.toSorted(), scopes?.toSorted()]).toEqual([expected, expected])
})

it('an API token with all rights of its owner keeps them', async () => {
  const { id } = await test.db
    .insertInto('api_token')
    .values({ account_id: 1, name: 'all', token_hash: Buffer.from('all'), scopes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await migrate()
  expect(await test.db.selectFrom('api_token').select('scopes').where('id', '=', id).executeTakeFirst()).toEqual({ scopes: null })
})

it('ordinary users may still delete their own domains', async () => {
  const { rights } = await test.db.selectFrom('role').select('rights').where('built_in', '=', true).executeTakeFirstOrThrow()
  expect(rights).toContain('domain.delete')
})
