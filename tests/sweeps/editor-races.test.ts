import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { createTestApp, type TestApp } from '../support/app.ts'
import { inputSchemaOf } from '../support/hostile-input.ts'
import { KeptWorlds } from '../support/kept-worlds.ts'
import { proofLength } from '../support/proof-length.ts'
import { rawCall } from '../support/raw-call.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * Several people have opened the same object and save at the same moment what each has made of it: one of them has saved it, the others are
 * told that it has changed, and nothing that was saved is lost. Records have rows of their own in record-conflict.test.ts.
 */
let platform: TestApp
let kept: KeptWorlds
beforeAll(async () => {
  platform = await createTestApp()
  kept = new KeptWorlds(platform)
})
afterAll(() => platform.close())

const memberOf = (endpoint: Endpoint): ReadonlySet<string> => new Set(Object.keys(inputSchemaOf(endpoint).properties ?? {}))
const edits = endpoints
  .map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint }))
  .filter(({ name, endpoint }) => name.endsWith('.update') && endpoint.problems.includes('changed_meanwhile') && memberOf(endpoint).has('rowVersion'))
/** What an editor may write into any object that has a member of this name. */
const written: Readonly<Record<string, (save: number) => unknown>> = {
  remark: (save) => `save ${save}`,
  description: (save) => `save ${save}`,
  policy: (save) => `h${save} A`,
  ttl: (save) => 600 + save,
  name: (save) => `save-${save}`,
  weight: (save) => save,
}
const editors = [2, 3, 5, 10]
/** With those of records, 500 in a whole proof. */
const races = proofLength({ full: 28, part: 4 })

describe('editors who save at once', () => {
  test.each(edits)('$name: one of them, whatever their number', { timeout: 120_000 }, async ({ name, endpoint }) => {
    const [world] = await kept.asMade()
    const members = memberOf(endpoint)
    /** Each has made something else of it: where nothing changes, nothing is refused. */
    const own = Object.entries(written).find(([member]) => members.has(member))
    let saves = 0
    const saving = async (rowVersion: number): Promise<{ code: unknown; problem?: string }> => {
      const input = { ...validCalls[name]!(world!), ...(own ? { [own[0]]: own[1]((saves += 1)) } : {}), rowVersion }
      return (await rawCall(platform.app, endpoint, input, { token: platform.adminToken })).json()
    }
    // The version that they have opened, which no answer of the call tells.
    let version = 1
    while ((await saving(version)).problem === 'changed_meanwhile') {
      version += 1
      expect(version).toBeLessThan(20)
    }
    for (let race = 0; race < races; race += 1) {
      version += 1
      const answers = await Promise.all(Array.from({ length: editors[race % editors.length]! }, () => saving(version)))
      expect(answers.map(({ code, problem }) => (code === 1 ? 'saved' : (problem ?? ''))).toSorted()).toEqual([
        ...answers.slice(1).map(() => 'changed_meanwhile'),
        'saved',
      ])
    }
  })

  test('are those of accounts, roles, menus, tokens, settings, jobs, domains and what they have, and groups', () => {
    expect(edits.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'admin.update',
        'user.update',
        'role.update',
        'menuRow.update',
        'config.update',
        'schedule.update',
        'domain.update',
        'serviceGroup.update',
        'recordTemplate.update',
        'secondary.update',
      ]),
    )
    expect(edits.length).toBeGreaterThan(14)
  })
})
