import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { sha256 } from '../session/session.store.ts'
import { createTestApp, type Refused, type TestApp } from '../../../../../tests/support/app.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const password = 'correct horse 7'
const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => (cause as Refused).refusal,
  )
const create = async (sent: Partial<Sent<typeof apiToken.save>> = {}, as?: string) =>
  (await test.call(apiToken.save, { name: 'a script', password, scopes: null, ...sent }, as)).data
async function get(endpoint: Endpoint, token: string, address = '127.0.0.1') {
  const answer = await test.app.inject({ url: `/api/${endpoint.path}`, headers: { authorization: `Bearer ${token}` }, remoteAddress: address })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<{ code: number; problem?: string }>() }
}

describe('an API key', () => {
  it('is shown once, works at once, and is kept as a hash only', async () => {
    const { id, token } = await create({ name: 'once' })
    expect(token).toMatch(/^np_[A-Za-z0-9_-]{43}$/)
    expect((await get(domain.list, token)).body.code).toBe(1)
    const row = await test.db.selectFrom('api_token').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    const { list } = (await test.call(apiToken.list, { search: 'once' })).data
    expect(list).toMatchObject([{ id, name: 'once', prefix: token.slice(0, 9), username: 'admin', lastUseAddress: '127.0.0.1' }])
    const log = await test.db.selectFrom('audit_entry').selectAll().where('action', '=', 'api_key.create').execute()
    expect(JSON.stringify(log)).not.toContain(token)
  })

  it('asks for its maker’s password', async () => {
    expect(await refusalOf(create({ password: 'wrong' }))).toMatchObject({ fields: { password: 'password_wrong' } })
  })

  it('does no more than its scopes, which are no more than its maker may', async () => {
    const { token } = await create({ scopes: ['domain.read'] })
    expect((await get(domain.list, token)).body.code).toBe(1)
    expect((await get(user.list, token)).body.problem).toBe('right_missing')
    const limited = await test.tokenWith(['api_token.read', 'api_token.write', 'domain.read'])
    expect(await refusalOf(test.call(apiToken.save, { name: 'more', password, scopes: ['user.write'] }, limited))).toMatchObject({
      fields: { scopes: 'api_token_beyond_own' },
    })
  })

  it('that is cut to some rights makes none that is not, nor another one of its owner into that', async () => {
    const cut = await create({ scopes: ['api_token.read', 'api_token.write'] })
    const other = await create({ name: 'other', scopes: ['domain.read'] })
    const beyond = { fields: { scopes: 'api_token_beyond_own' } }
    expect(await refusalOf(create({ scopes: null }, cut.token))).toMatchObject(beyond)
    expect(await refusalOf(test.call(apiToken.update, { id: other.id, name: 'other', scopes: null }, cut.token))).toMatchObject(beyond)
    expect((await get(user.list, other.token)).body.problem).toBe('right_missing')
  })

  it('neither changes nor deletes itself', async () => {
    const { id, token } = await create({ name: 'itself' })
    expect(await refusalOf(test.call(apiToken.update, { id, name: 'itself', networks: ['192.0.2.0/24'] }, token))).toMatchObject({ problem: 'api_token_own' })
    expect(await refusalOf(test.call(apiToken.delete, { ids: String(id) }, token))).toMatchObject({ problem: 'api_token_own' })
    expect((await get(domain.list, token)).body.code).toBe(1)
  })

  it.each([
    [['192.0.2.0/24'], '192.0.2.9', 1],
    [['192.0.2.0/24'], '198.51.100.1', 401],
    [['2001:db8::/32', '198.51.100.1'], '198.51.100.1', 1],
    [['2001:db8::/32'], '2001:db8::7', 1],
    [[], '203.0.113.1', 1],
  ])('for the networks %j, used from %s, answers %d', async (networks, address, code) => {
    const { token } = await create({ networks })
    expect((await get(domain.list, token, address)).body.code).toBe(code)
  })

  it('ends on its day, and when it is deleted', async () => {
    const { id, token } = await create({ days: 1 })
    await test.db
      .updateTable('api_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    expect((await get(domain.list, token)).body.code).toBe(401)
    const other = await create({ days: null })
    await test.call(apiToken.delete, { ids: String(other.id) })
    expect((await get(domain.list, other.token)).body.code).toBe(401)
  })

  it('is refused with 429 after its calls, and says how many are left', async () => {
    const { token } = await create({ callsPerFiveMinutes: 3 })
    const answers = []
    for (let call = 1; call <= 4; call += 1) answers.push(await get(domain.list, token))
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[3]).toMatchObject({ body: { problem: 'api_token_too_often' }, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  })

  it('is changed by its owner only, taken away by whoever has the right and may do as much as its owner', async () => {
    const { id } = await create({ name: 'mine' })
    const other = await test.tokenWith(['api_token.read', 'api_token.write', 'api_token.delete'])
    expect(await refusalOf(test.call(apiToken.update, { id, name: 'theirs' }, other))).toMatchObject({ problem: 'api_token_missing' })
    await test.call(apiToken.update, { id, name: 'renamed', networks: ['192.0.2.0/24'] })
    expect((await test.call(apiToken.list, { search: 'renamed' })).data.list).toMatchObject([{ id, networks: ['192.0.2.0/24'] }])
    expect(await refusalOf(test.call(apiToken.delete, { ids: String(id) }, other))).toMatchObject({ problem: 'beyond_own_rights' })
    const { id: equalId } = await test.db.selectFrom('api_token').select('id').where('token_hash', '=', sha256(other)).executeTakeFirstOrThrow()
    await test.call(apiToken.delete, { ids: String(equalId) }, await test.tokenWith(['api_token.read', 'api_token.write', 'api_token.delete']))
    await test.call(apiToken.delete, { ids: String(id) })
    expect((await test.call(apiToken.list, { search: 'renamed' })).data.totalCount).toBe(0)
  })

  it(`is one of ${limits.apiTokensOfAccount} at most`, async () => {
    const { id } = await test.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
    const rows = Array.from({ length: limits.apiTokensOfAccount }, (_, index) => ({
      account_id: id,
      name: `full ${index}`,
      token_hash: Buffer.from(`full ${index}`),
      scopes: null,
      calls_per_5_minutes: null,
    }))
    await test.db.insertInto('api_token').values(rows).execute()
    expect(await refusalOf(create())).toMatchObject({ problem: 'api_tokens_full' })
    await test.db.deleteFrom('api_token').where('name', 'like', 'full %').execute()
  })
})
