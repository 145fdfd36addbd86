import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { figures } from '@nameplane/contract/system/figures'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newTestDomain } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const cache = async () => (await test.call(figures.cache, {})).data

describe('the figures of cache and queue', () => {
  it('count what is held now', async () => {
    const before = await cache()
    await test.app.inject({ url: '/sys_login_captcha.jpg?uuid=figures-1' })
    await test.db
      .insertInto('sign_in_failure')
      .values({ subject: 'name:x', failures: 9, window_started_at: new Date(), locked_until: new Date(Date.now() + 60_000) })
      .execute()
    const after = await cache()
    expect([after.captchas - before.captchas, after.lockedSubjects - before.lockedSubjects]).toEqual([1, 1])
    expect(after.bufferHitRatio).toBeGreaterThan(0)
    expect(after.bufferHitRatio).toBeLessThanOrEqual(1)
    expect(after.databaseBytes).toBeGreaterThan(1_000_000)
    expect(after.process.residentBytes).toBeGreaterThan(after.process.heapBytes / 2)
  })

  it('show the queue by name', async () => {
    await sql`select graphile_worker.add_job('waiting_work', run_at => now() + interval '1 hour')`.execute(test.db)
    expect((await cache()).queue).toEqual([{ name: 'waiting_work', waiting: 1, running: 0, failed: 0, nextTime: expect.any(String) as unknown }])
  })
})

describe('the charts of other consoles', () => {
  it('are the dashboard’s own, as far as the caller reaches', async () => {
    await newTestDomain(test)
    const own = (await test.call(dashboard.chart, {})).data
    expect((await test.call(figures.nodesChart, {})).data).toMatchObject({ domains: own.domains, records: own.records })
    const { data } = await test.call(figures.userChart, {}, await test.tokenWith(['domain.read']))
    expect(data).toMatchObject({ domains: own.domains, records: own.records })
    expect(data).not.toHaveProperty('nodes')
  })
})

it('the settings say when they were changed last', async () => {
  await test.db
    .insertInto('system_config')
    .values({ param_key: 'A_TEST', param_value: '{}', updated_at: new Date('2026-02-03T04:05:06Z') })
    .execute()
  expect((await test.call(figures.settings, {})).data).toContainEqual({ paramKey: 'A_TEST', updateTime: '2026-02-03T04:05:06.000Z' })
})
