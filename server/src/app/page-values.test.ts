import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '@nameplane/contract/account/session'
import { setting } from '@nameplane/contract/system/setting'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { pageValues } from './page-values.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

it('a page says of the sign-in form what a call would answer, from the first page after a change of the rules', async () => {
  const { id } = (await test.call(setting.ofKey, { key: loginRules.key })).config
  const { mode } = (await test.call(session.form, {}, null)).data
  for (const captcha of ['always', 'never'] as const) {
    const { paramValue } = (await test.call(setting.ofKey, { key: loginRules.key })).config
    await test.call(setting.update, { id, paramValue: { ...(JSON.parse(paramValue) as object), captcha } })
    const written = JSON.parse((await pageValues(test.db, mode))['nameplane-sign-in']!) as unknown
    expect(written).toEqual((await test.call(session.form, {}, null)).data)
    expect(written).toMatchObject({ captcha: captcha === 'always' })
  }
})
