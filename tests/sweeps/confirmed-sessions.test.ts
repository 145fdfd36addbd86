import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import { rightsOpening, type Endpoint } from '@nameplane/contract/endpoint'
import { rightsOpeningAll, type Right } from '@nameplane/contract/rights'
import { settingRight } from '@nameplane/contract/system/setting-groups'
import { groupOfKey } from '@nameplane/contract/system/settings'
import { browserSession, withoutCaptcha } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { ageConfirmations } from '../support/confirmations.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * Every call that changes something by a right that opens all others asks a session for its password again, and does nothing until
 * then. No other right asks, and nothing that only reads.
 */
let platform: TestApp
let world: FixtureWorld
let headers: Record<string, string>

beforeAll(async () => {
  platform = await createTestApp()
  await withoutCaptcha(platform)
  world = await makeFixtureWorld(platform)
  headers = { ...(await browserSession(platform)) }
  await ageConfirmations(platform)
})
afterAll(() => platform.close())

const rows = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint }))
const opensAll = (endpoint: Endpoint): boolean => {
  const opening = rightsOpening(endpoint)
  return opening.length === 1 && rightsOpeningAll.has(opening[0]!)
}
const due = 'session_confirmation_due'

async function problemAt({ name, endpoint }: (typeof rows)[number], named?: Record<string, unknown>): Promise<string | undefined> {
  const input = named ?? validCalls[name]?.(world) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>)
  const answer = await rawCall(platform.app, endpoint, input, { headers })
  return String(answer.headers['content-type']).startsWith('application/json') ? answer.json<{ problem?: string }>().problem : undefined
}

test('each right that opens all others has calls that are asked for a confirmation, which then change nothing', async () => {
  const asked = rows.filter(({ endpoint }) => opensAll(endpoint) && endpoint.effect === 'write')
  const before = await fingerprintOf(platform.db)
  for (const row of asked) expect([row.name, await problemAt(row)]).toEqual([row.name, due])
  const ofSettings = new Set<Right>()
  for (const row of rows.filter(({ name, endpoint }) => name.startsWith('config.') && rightsOpening(endpoint).length > 1 && endpoint.effect === 'write')) {
    for (const { id, param_key: paramKey } of await platform.db.selectFrom('system_config').select(['id', 'param_key']).execute()) {
      const right = settingRight(groupOfKey(paramKey), 'write')
      if (!rightsOpeningAll.has(right)) continue
      ofSettings.add(right)
      const named = { id, paramKey, paramValue: {}, status: 1, versionId: 1, target: 'a@example.org' }
      const fields = Object.keys(inputSchemaOf(row.endpoint).properties ?? {})
      const sent = Object.fromEntries(Object.entries(named).filter(([field]) => fields.includes(field)))
      expect([row.name, paramKey, await problemAt(row, sent)]).toEqual([row.name, paramKey, due])
    }
  }
  expect(await fingerprintOf(platform.db)).toEqual(before)
  expect(new Set([...asked.flatMap(({ endpoint }) => rightsOpening(endpoint)), ...ofSettings])).toEqual(rightsOpeningAll)
})

test('nothing that only reads is asked for one', async () => {
  const reads = rows.filter(({ endpoint }) => endpoint.effect === 'read' && endpoint.access !== 'public' && endpoint.answers !== 'stream')
  for (const row of reads) expect([row.name, await problemAt(row)]).not.toEqual([row.name, due])
  expect(reads.length).toBeGreaterThan(50)
})
