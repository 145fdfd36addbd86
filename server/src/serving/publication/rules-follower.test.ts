import { afterAll, beforeAll, expect, it } from 'vitest'
import { nodeAnswering } from '@nameplane/contract/system/settings/node-answering'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { setSetting } from '../../../../tests/support/settings.ts'
import { LinkLost } from '../link/peer.ts'
import type { AnsweringRules } from '../node/answering-rules.ts'
import type { EngineDriver } from '../node/driver.ts'
import { followRules, type RulesFollower } from './rules-follower.ts'
import { cookieSecrets } from './rules-source.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A follower of a node that fails as often as `failures` says. */
function following(failures: Error[]): { rules: RulesFollower; given: AnsweringRules[]; said: unknown[] } {
  const given: AnsweringRules[] = []
  const said: unknown[] = []
  const driver: Partial<EngineDriver> = {
    async useRules(rules) {
      const failure = failures.shift()
      if (failure) throw failure
      given.push(rules)
    },
  }
  return { rules: followRules({ db: app.db, nodeId: 1, driver: driver as EngineDriver, log: ({ error }) => said.push(error) }), given, said }
}

it('what a node does not take is given again, and what it lacks then', async () => {
  const { rules, given, said } = following([new Error('not now')])
  await rules.give()
  expect([given, said]).toEqual([[], ['not now']])
  await setSetting(app.db, nodeAnswering, { versionBind: 'later' })
  await expect.poll(() => given.map(({ chaos }) => chaos), { timeout: 10_000 }).toEqual([{ 'version.bind': 'later', 'version.server': 'later' }])
  await rules.stop()
})

it('a node that is gone is left alone', async () => {
  const { rules, said } = following([new LinkLost('gone')])
  await rules.give()
  expect(said).toEqual([])
  await rules.stop()
})

it('a stopped one gives nothing', async () => {
  const { rules, given } = following([])
  await rules.stop()
  await rules.give()
  expect(given).toEqual([])
})

it('secrets of cookies change with the day, and the neighbours of each day know it', () => {
  const [before, day, after] = [-1, 0, 1].map((days) => cookieSecrets(new Date(Date.UTC(2026, 2, 10 + days, 23, 59)))) as [string[], string[], string[]]
  expect(new Set(day).size).toBe(3)
  expect(day.every((secret) => /^[0-9a-f]{32}$/.test(secret))).toBe(true)
  expect([before[2], after[1]]).toEqual([day[0], day[0]])
  expect(cookieSecrets(new Date(Date.UTC(2026, 2, 10)))).toEqual(day)
})
