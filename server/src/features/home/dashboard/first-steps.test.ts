import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { rights, type Right } from '@nameplane/contract/rights'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { answered } from '../../../../../tests/support/answered.ts'
import { administratorWith, tokenOfType } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'

const now = new Date('2026-03-10T12:34:56Z')
let test: TestApp
beforeEach(async () => {
  await test?.close()
  test = await createTestApp({ now: () => now })
  await test.db
    .insertInto('node')
    .values([
      { name: 'stopped', driver: 'builtin', address: '192.0.2.1', port: 53, service_group_id: null, state: 'offline' },
      { name: 'running', driver: 'builtin', address: '192.0.2.2', port: 5300, service_group_id: null, state: 'online' },
    ])
    .execute()
})
afterAll(() => test.close())

const read = async (token?: string) => (await test.call(dashboard.firstSteps, {}, token)).data
const done = async (token?: string) => Object.fromEntries((await read(token)).steps.map(({ step, isDone }) => [step, isDone]))
const add = async (name: string, group?: number) =>
  (await test.call(domain.save, { domain: name, ...(group === undefined ? {} : { serviceGroupId: group }) })).data.id

describe('the first steps of a new platform', () => {
  it('are all open after the first start', async () => {
    expect(await done()).toEqual({ nameservers: false, domain: false, answer: false, administrators: false, email: false })
    expect(await read()).toMatchObject({ groupId: expect.any(Number), query: null })
  })

  it('names of our own for the default service group are the first', async () => {
    const { list } = (await test.call(serviceGroup.list, {})).data
    const names = { id: list[0]!.id, name: 'default', mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example' }
    await test.call(serviceGroup.update, { ...names, ns2: 'ns2.nameplane.example' })
    expect(await read()).toMatchObject({ groupId: names.id, steps: [{ step: 'nameservers', isDone: false }, {}, {}, {}, {}] })
    await test.call(serviceGroup.update, { ...names, ns2: 'ns2.dns.example' })
    expect(await read()).toMatchObject({ groupId: null, steps: [{ step: 'nameservers', isDone: true }, {}, {}, {}, {}] })
  })

  it('a domain is next; what to query is the newest that is served, of a node that runs', async () => {
    await add('first.example')
    const id = await add('second.example')
    await test.call(domain.status, { ids: [await add('paused.example')], status: 0 })
    expect(await done()).toMatchObject({ domain: true, answer: false })
    expect((await read()).query).toEqual({ id, domain: 'second.example', userId: 1, address: '192.0.2.2', port: 5300 })
  })

  it('an answer counts once a node gave one, not a refusal, and stays', async () => {
    const id = await add('asked.example')
    await answered(test.db, { minute: now, answers: 3, rcode: 'REFUSED' })
    expect(await done()).toMatchObject({ answer: false })
    await answered(test.db, { minute: now, answers: 1, domainId: id })
    expect(await read()).toMatchObject({ query: null, steps: [{}, {}, { step: 'answer', isDone: true }, {}, {}] })
    await test.db.deleteFrom('query_sum_minute').execute()
    expect(await done()).toMatchObject({ answer: true })
  })

  it.each<[string, () => Promise<unknown>, boolean]>([
    ['a second administrator', () => administratorWith(test, []), true],
    [
      'an administrator who is disabled',
      () => test.db.insertInto('account').values({ username: 'off', type: 1, status: 0, password_hash: '', language: null }).execute(),
      false,
    ],
    ['a user', () => tokenOfType(test, 2), false],
    ['an authenticator app', () => test.db.insertInto('totp').values({ account_id: 1, secret: '', last_step: 0 }).execute(), true],
  ])('%s decides that step', async (_, change, isDone) => {
    await change()
    expect(await done()).toMatchObject({ administrators: isDone })
  })

  it('email is set up with a server that is switched on', async () => {
    const set = (param_value: object, status: number): Promise<unknown> =>
      test.db
        .insertInto('system_config')
        .values({ param_key: emailServer.key, param_value: JSON.stringify(param_value), status })
        .onConflict((conflict) => conflict.column('param_key').doUpdateSet({ param_value: JSON.stringify(param_value), status }))
        .execute()
    await set({ host: '' }, 1)
    expect(await done()).toMatchObject({ email: false })
    await set({ host: 'mail.example' }, 0)
    expect(await done()).toMatchObject({ email: false })
    await set({ host: 'mail.example' }, 1)
    expect(await done()).toMatchObject({ email: true })
  })

  it.each([
    ['service_group.write', 'nameservers'],
    ['domain.write', 'domain'],
    ['domain.read', 'answer'],
    ['admin.write', 'administrators'],
    ['config_email.write', 'email'],
  ] as const)('without %s, the step %s is not shown', async (right: Right, step) => {
    const { token } = await administratorWith(
      test,
      rights.filter((one) => one !== right),
    )
    expect((await read(token)).steps.map((one) => one.step)).not.toContain(step)
    const { token: alone } = await administratorWith(test, ['dashboard.read', right])
    expect((await read(alone)).steps.map((one) => one.step)).toContain(step)
  })

  it('within a data scope, domains, answers and the group of others do not count', async () => {
    const { id: other } = (
      await test.call(serviceGroup.save, { name: 'other', mname: 'ns1.o.example', rname: 'h.o.example', ns1: 'ns1.o.example', ns2: 'ns2.o.example' })
    ).data
    const { token } = await administratorWith(test, rights, { dataScope: 'groups', serviceGroupIds: [other] })
    const foreign = await add('foreign.example')
    await answered(test.db, { minute: now, answers: 1, domainId: foreign })
    const seen = await read(token)
    expect(seen).toMatchObject({ groupId: null, query: null })
    expect(seen.steps.slice(0, 2)).toEqual([{ step: 'domain', isDone: false }, { step: 'answer', isDone: false }]) // oxfmt-ignore
    const own = await add('own.example', other)
    expect((await read(token)).query).toMatchObject({ domain: 'own.example' })
    await answered(test.db, { minute: now, answers: 1, domainId: own })
    expect(await done(token)).toMatchObject({ domain: true, answer: true })
  })
})
