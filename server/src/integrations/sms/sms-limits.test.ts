import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { deleteAged } from '../../app/retention.ts'
import { countSms } from './sms-limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
afterEach(() => test.db.deleteFrom('sms_count').execute())

/** Lets time go by for all that was counted. */
const passTime = (seconds: number) => sql`update sms_count set counted_at = counted_at - make_interval(secs => ${seconds})`.execute(test.db)
const count = (phone: string, address = '192.0.2.1') => countSms(test.db, phone, address)
const counted = async (): Promise<number> => (await test.db.selectFrom('sms_count').select('id').execute()).length

describe('text messages that are asked for', () => {
  it('are one a minute to a phone', async () => {
    expect([await count('13800000001'), await count('13800000001'), await count('13800000002')]).toEqual([true, false, true])
    await passTime(59)
    expect(await count('13800000001')).toBe(false)
    await passTime(2)
    expect(await count('13800000001')).toBe(true)
  })

  it('are five an hour and ten a day to a phone', async () => {
    const outcomes: boolean[] = []
    for (let times = 0; times < 7; times += 1) {
      outcomes.push(await count('13800000001'))
      await passTime(61)
    }
    expect(outcomes).toEqual([true, true, true, true, true, false, false])
    await passTime(3600)
    for (let times = 0; times < 7; times += 1) {
      outcomes.push(await count('13800000001'))
      await passTime(61)
    }
    expect(outcomes.slice(7)).toEqual([true, true, true, true, true, false, false])
    await passTime(3600)
    expect(await count('13800000001')).toBe(false)
    await passTime(86_400)
    expect(await count('13800000001')).toBe(true)
  })

  it('are thirty an hour from an address', async () => {
    for (let times = 0; times < 30; times += 1) expect(await count(`138000001${String(times).padStart(2, '0')}`)).toBe(true)
    expect([await count('13900000001'), await count('13900000001', '192.0.2.2')]).toEqual([false, true])
    await passTime(3601)
    expect(await count('13900000002')).toBe(true)
  })

  it('are counted exactly when many come at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => count('13800000001', `192.0.2.${index}`)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const ofAddress = await Promise.all(Array.from({ length: 40 }, (_, index) => count(`137000000${String(index).padStart(2, '0')}`, '192.0.2.77')))
    expect(ofAddress.filter(Boolean)).toHaveLength(30)
  })

  it('that are refused are not counted, and numbers are not kept', async () => {
    await count('13800000001')
    await count('13800000001')
    expect(await counted()).toBe(2)
    expect(JSON.stringify(await test.db.selectFrom('sms_count').selectAll().execute())).not.toContain('13800000001')
  })

  it('are forgotten after a day', async () => {
    await count('13800000001')
    await deleteAged(test.db, 'smsCount')
    expect(await counted()).toBe(2)
    await passTime(86_401)
    await deleteAged(test.db, 'smsCount')
    expect(await counted()).toBe(0)
  })
})
