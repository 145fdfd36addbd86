import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { settings } from '@nameplane/contract/system/settings'
import { fakeFaults, startFakeOutside, type FakeOutside, type FakeFault } from '../../../tests/support/fake-outside.ts'
import { canaryValue } from '../../../tests/support/secret-canaries.ts'
import type { Db } from '../db/connection.ts'
import { allowLoopback } from '../integrations/http/loopback.testing.ts'
import type { SettingTester, TestResult } from '../settings/setting-tester.ts'
import { settingTesters } from './setting-testers.ts'

/* Every adapter that calls a vendor by HTTP, through the one call that its test button makes. */

const adapters = settingTesters.filter(({ setting }) => /^(PAYMENT|SMS|VERIFICATION)_/.test(setting.key))
let fake: FakeOutside
let restore = (): void => undefined

beforeAll(async () => {
  fake = await startFakeOutside(() => ({ status: 503 }))
})
afterAll(() => fake.close())
afterEach(() => restore())

/** A whole value of a setting. */
function valueOf({ setting }: SettingTester): never {
  const { paramValue } = canaryValue(setting, 1)
  const templateIds = { code: { status: 1, id: 'SMS_100001', content: '【示例】验证码 {{code}}，{{minutes}} 分钟内有效' } }
  return z.parse(setting.value, setting.class === 'sms' ? { ...paramValue, templateIds } : paramValue) as never
}

it('there is a tester for each setting with a test button, and for no other', () => {
  expect(settingTesters.map(({ setting }) => setting.key).toSorted()).toEqual(
    settings
      .filter(({ isTestable }) => isTestable)
      .map(({ key }) => key)
      .toSorted(),
  )
  expect(adapters).toHaveLength(10)
})

/** Faults that tell of the host, not of one answer of it; those that take their time are a matter of the HTTP client's own tests. */
const faults = fakeFaults.filter((fault) => !['slow-head', 'slow-body', 'garbage-body', 'empty-body', 'redirect'].includes(fault))

describe.each(adapters.map((adapter) => [adapter.setting.key, adapter] as const))('%s', (_, adapter) => {
  const value = valueOf(adapter)
  const tried = (): Promise<TestResult> =>
    adapter.test(value, { db: {} as Db, target: '13800000000 code', language: 'en', signal: AbortSignal.timeout(10_000) })

  it.each<FakeFault | 'down'>([...faults, 'down'])('leaves each host of the vendor alone after five failures in a row: %s', async (fault) => {
    const calls = new Map<string, number>()
    restore = allowLoopback({
      impatience: { connectMs: 400, totalMs: 800 },
      pauseMs: 1,
      route(origin) {
        calls.set(origin, (calls.get(origin) ?? 0) + 1)
        return fault === 'down' ? 'http://127.0.0.1:9' : fake.baseUrl
      },
    })
    fake.failAlways(fault === 'down' ? null : fault)
    for (let time = 0; time < 6; time += 1) expect(await tried()).toMatchObject({ isPassed: false })
    expect([...calls.values()].every((count) => count === 5)).toBe(true)
    expect(calls.size).toBeGreaterThan(0)
    const { message } = await tried()
    expect(message).toContain('paused for 30 seconds after repeated failures')
    expect([...calls.values()].every((count) => count === 5)).toBe(true)
  })
})
