import { afterAll, beforeAll, expect, test } from 'vitest'
import { customLineId } from '@nameplane/contract/dns/custom-line-code'
import { endpoints } from '@nameplane/contract/endpoints'
import { lastAuditId } from '../support/fingerprint.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { inputSchemaOf } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import type { FixtureWorld } from '../support/fixture-world.ts'
import { KeptWorlds } from '../support/kept-worlds.ts'
import { validCalls } from '../support/valid-calls.ts'

/* A write that names several objects leaves its trace for each of them: what was done to the second and third is found again. */

let platform: TestApp
let kept: KeptWorlds
beforeAll(async () => {
  platform = await createTestApp()
  // A new world takes the keys of the worlds before it away, by their name.
  kept = new KeptWorlds(platform, 3, ({ name, apiTokenId }) =>
    platform.db
      .updateTable('api_token')
      .set({ name: `kept ${name}` })
      .where('id', '=', apiTokenId)
      .execute(),
  )
})
afterAll(() => platform.close())

const lists = ['ids', 'accountIds'] as const
/** Members that say which of two states is wanted: the way back is a write too. */
const switches = ['status', 'locked', 'pinned', 'required'] as const

type Entry = { target_id: number | null; before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/** A draft's recipients are part of it, and the entry of sessions is their account's, with their number: see session.test.ts. */
const ofOneObject = ['message.save', 'session.end', 'session.endOf']

const bulk = endpoints.flatMap(({ noun, verb, endpoint }) => {
  const name = `${noun}.${verb}`
  const members = inputSchemaOf(endpoint).properties ?? {}
  const list = lists.find((member) => member in members)
  if (endpoint.effect === 'read' || !list || ofOneObject.includes(name)) return []
  return [{ name, endpoint, list, switched: switches.find((member) => member in members) }]
})

/** Calls that say what they did in one entry, or in that of what the objects belong to, and how it names an object. */
const inOneEntry: Record<string, (entry: Entry) => unknown> = {
  'customLine.delete': ({ before }) => customLineId(String(before?.['line'])),
  'dynamicHost.delete': ({ before }) => before?.['id'],
  'updateKey.delete': ({ before }) => before?.['id'],
  'message.read': ({ after }) => after?.['read'],
  // Beside what the zone they stood in says of itself.
  'ptrRecord.delete': ({ target_id, before }) => (before && 'hostName' in before ? [target_id] : []),
  'role.addMembers': ({ after }) => after?.['members'],
  'role.removeMembers': ({ before }) => before?.['members'],
}

async function ids(name: string, list: string, worlds: readonly FixtureWorld[]): Promise<number[]> {
  if (name === 'role.removeMembers')
    for (const world of worlds.slice(1))
      await platform.db.insertInto('account_role').values({ role_id: worlds[0]!.roleId, account_id: world.memberId }).execute()
  return worlds.flatMap((world) => [validCalls[name]!(world)[list]].flat().map(Number))
}

async function traced(name: string, named: readonly number[], since: number): Promise<number[]> {
  const entries: Entry[] = await platform.db.selectFrom('audit_entry').select(['target_id', 'before', 'after']).where('id', '>', since).execute()
  const inEntry = inOneEntry[name]
  if (!inEntry) return entries.map(({ target_id }) => target_id!)
  const found = entries.flatMap((entry) => inEntry(entry) as (string | number)[])
  const accounts = await platform.db
    .selectFrom('account')
    .select(['id', 'username'])
    .where('id', 'in', [...named])
    .execute()
  return found.map((one) => (typeof one === 'number' ? one : accounts.find(({ username }) => username === one)!.id))
}

test.each(bulk)('$name of several leaves a trace of each', async ({ name, endpoint, list, switched }) => {
  const worlds = await kept.asMade()
  const input = validCalls[name]!(worlds[0]!)
  const named = await ids(name, list, worlds)
  expect(new Set(named).size).toBeGreaterThanOrEqual(worlds.length)
  const states = switched ? [input[switched], typeof input[switched] === 'boolean' ? !input[switched] : 1 - Number(input[switched])] : [undefined]
  for (const state of states) {
    const since = await lastAuditId(platform.db)
    const answer = await rawCall(platform.app, endpoint, { ...input, [list]: named, ...(switched && { [switched]: state }) }, { token: platform.adminToken })
    expect(answer.json(), answer.body).toMatchObject({ code: 1 })
    expect((await traced(name, named, since)).map(String).toSorted()).toEqual(named.map(String).toSorted())
  }
})

test('these calls name several objects', () => {
  const twoWays = bulk.filter(({ switched }) => switched).map(({ name }) => name)
  expect(twoWays.toSorted()).toEqual(['admin.status', 'domain.lock', 'domain.status', 'message.pin', 'user.requirePassword', 'user.status'])
  expect(bulk.length).toBeGreaterThan(25)
})
