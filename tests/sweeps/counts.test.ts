import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { rightsOpening } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { rights } from '@nameplane/contract/rights'
import { administratorWith } from '../support/app-accounts.ts'
import { answered } from '../support/answered.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { newNode } from '../support/nodes.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * Every figure obeys the data scope: whatever is added beyond the reach of an administrator, not one number, row or total that they
 * are answered becomes another one.
 */
const now = new Date('2026-03-10T12:34:56Z')
const minute = new Date('2026-03-10T12:00:00Z')

let platform: TestApp
let world: FixtureWorld
let otherGroupId: number
let nodeId: number
let worlds = 0

const hosts = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }

beforeAll(async () => {
  platform = await createTestApp({ now: () => now })
  world = await makeFixtureWorld(platform)
  otherGroupId = (await platform.call(serviceGroup.save, { name: 'beyond', ...hosts })).data.id
  nodeId = await newNode(platform, 'a node', { address: '192.0.2.53', port: 53 })
  const ids = [world.domainId, world.lockedId, world.recycledId]
  await platform.db.updateTable('domain').set({ account_id: world.userId, service_group_id: world.groupId }).where('id', 'in', ids).execute()
  await use(world.domainId)
})
afterAll(() => platform.close())

/** A domain that was asked for, that its node does not serve yet, and whose records are partly paused. */
async function use(domainId: number): Promise<void> {
  const daysAgo = (days: number) => ({ nodeId, domainId, minute: new Date(minute.getTime() - days * 86_400_000), answers: 5 })
  await answered(platform.db, daysAgo(0), daysAgo(1), daysAgo(2))
  await platform.db
    .insertInto('publication')
    .values({ node_id: nodeId, domain_id: domainId, wanted_serial: 9, wanted_at: minute, attempts: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await platform.db.updateTable('record').set({ status: 0 }).where('domain_id', '=', domainId).where('type', '=', 'A').execute()
}

/** More of everything in the other group: of users within reach, and of others. */
async function growBeyond(): Promise<void> {
  worlds += 1
  const stranger = await platform.db
    .insertInto('account')
    .values({ username: `owner-of-beyond-${worlds}`, type: 2, password_hash: '', language: null, tags: ['beyond'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, userId] of [world.userId, stranger.id].entries())
    for (const state of ['served', 'paused', 'recycled']) {
      const name = `${state}-${index}-${worlds}.${world.name}`
      const { id } = (await platform.call(domain.save, { domain: name, userId, serviceGroupId: otherGroupId })).data
      const changes = ['192.0.2.1', '192.0.2.2'].map((value) => ({ op: 'add' as const, record: { host: 'www', type: 'A', value, ttl: 600 } }))
      await platform.call(record.apply, { domainId: id, changes })
      await use(id)
      if (state === 'paused') await platform.call(domain.status, { ids: [id], status: 0 })
      if (state === 'recycled') await platform.call(domain.delete, { ids: [id] })
    }
}

/** Calls whose answers are of domains and of users; what concerns the platform itself has no scope. */
const ofScope = /^(domain|record|service_group|dashboard|user|payment|verification)\./
const reads = endpoints
  .map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint }))
  .filter(
    ({ name, endpoint }) =>
      endpoint.effect === 'read' && endpoint.answers !== 'stream' && (rightsOpening(endpoint).some((right) => ofScope.test(right)) || name === 'search.find'),
  )
/** Time goes by between two answers. */
const passing = (body: string): string => body.replaceAll(/"(time|requestId)":"[^"]*"/g, '')

describe.each(['groups', 'own'] as const)('an administrator with the scope %s', (dataScope) => {
  test('is answered the same whatever is added beyond their reach', async () => {
    const { token, accountId } = await administratorWith(platform, rights, { dataScope, serviceGroupIds: dataScope === 'groups' ? [world.groupId] : [] })
    await platform.db.updateTable('account').set({ created_by: accountId }).where('id', 'in', [world.userId, world.payerId]).execute()
    const answersOf = async (): Promise<Record<string, string>> => {
      const answers: Record<string, string> = {}
      for (const { name, endpoint } of reads) answers[name] = passing((await rawCall(platform.app, endpoint, inputFor(name), { token })).body)
      return answers
    }
    const before = await answersOf()
    await growBeyond()
    expect(await answersOf()).toEqual(before)
    expect(Object.values(before).filter((body) => body.includes('"code":1')).length).toBeGreaterThan(12)
  })
})

/** A list whole, since a filter would hide what is not to be there; every other call as it is made elsewhere. */
function inputFor(name: string): Record<string, unknown> {
  if (name === 'record.list') return { domainId: world.domainId, limit: 100 }
  if (name.endsWith('.list')) return { limit: 100 }
  return validCalls[name]?.(world) ?? (plainValue(inputSchemaOf(reads.find((row) => row.name === name)!.endpoint)) as Record<string, unknown>)
}
