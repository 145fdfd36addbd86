import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preference } from '@nameplane/contract/account/preference'
import { tablePreferenceDefaults } from '@nameplane/contract/limits'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { lastAuditId } from '../../../../../tests/support/fingerprint.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const defaults = { ...tablePreferenceDefaults, columns: {}, order: {} }

describe('how tables look', () => {
  it('is nobody’s choice at first, then what was saved, whole', async () => {
    const token = await test.tokenWith([])
    expect((await test.call(preference.table, {}, token)).data).toBeNull()
    const chosen = {
      ...defaults,
      stripe: 1,
      size: 'large' as const,
      pagesize: 100,
      columns: { domains: { remark: false } },
      order: { domains: ['serial', 'domain'] },
    }
    await test.call(preference.saveTable, { preference: chosen }, token)
    expect((await test.call(preference.table, {}, token)).data).toEqual(chosen)
    await test.call(preference.saveTable, { preference: {} }, token)
    expect((await test.call(preference.table, {}, token)).data).toEqual(defaults)
  })

  it('is each account’s own', async () => {
    await test.call(preference.saveTable, { preference: { border: 1 } })
    expect((await test.call(preference.table, {}, await test.tokenWith(['domain.read']))).data).toBeNull()
    expect((await test.call(preference.table, {})).data).toMatchObject({ border: 1 })
  })

  it('is a matter of taste: no entry of the log, nor of the recent changes', async () => {
    const before = await lastAuditId(test.db)
    await test.call(preference.saveTable, { preference: { stripe: 1 } })
    expect((await test.call(preference.table, {})).data).toMatchObject({ stripe: 1 })
    expect(await lastAuditId(test.db)).toBe(before)
  })

  it.each([
    { stripe: 2 },
    { size: 'huge' },
    { align: 'top' },
    { pagesize: 25 },
    { columns: { 'a b': {} } },
    { columns: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`t${index}`, {}])) },
    { order: { domains: Array.from({ length: 61 }, () => 'domain') } },
  ])('refuses %o', async (sent) => {
    expect(await refusalOf(test.call(preference.saveTable, { preference: sent }))).toMatchObject({ fields: expect.any(Object) as unknown })
  })

  it('falls back to the defaults where an older version kept what no longer fits', async () => {
    const token = await test.tokenWith([])
    await test.call(preference.saveTable, { preference: {} }, token)
    await test.db
      .updateTable('account_preference')
      .set({ value: JSON.stringify({ size: 'huge' }) })
      .execute()
    expect((await test.call(preference.table, {}, token)).data).toBeNull()
  })
})

describe('the first steps', () => {
  const isHidden = async (token?: string) => (await test.call(preference.firstSteps, {}, token)).data.isHidden

  it('are hidden for the account that hides them, in every browser, until it shows them again', async () => {
    const [one, other] = [await test.tokenWith([]), await test.tokenWith([])]
    expect(await isHidden(one)).toBe(false)
    await test.call(preference.saveFirstSteps, { isHidden: true }, one)
    expect([await isHidden(one), await isHidden(other)]).toEqual([true, false])
    await test.call(preference.saveFirstSteps, { isHidden: false }, one)
    expect(await isHidden(one)).toBe(false)
  })

  it('are a matter of taste, kept apart from how tables look', async () => {
    const before = await lastAuditId(test.db)
    const table = (await test.call(preference.table, {})).data
    await test.call(preference.saveFirstSteps, { isHidden: true })
    expect((await test.call(preference.table, {})).data).toEqual(table)
    expect(await lastAuditId(test.db)).toBe(before)
  })
})
