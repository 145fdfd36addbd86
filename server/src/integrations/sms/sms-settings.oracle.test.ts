import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordReset } from '@nameplane/contract/account/password-reset'
import { setting } from '@nameplane/contract/system/setting'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../tests/support/cloud-judge.ts'
import { smsApp, smsKeys, startFakeAlibabaSms, startFakeGatewaySms, startFakeTencentSms, type FakeSms } from '../../../../tests/support/fake-sms.ts'
import { placeFakes } from '../http/loopback.testing.ts'

/* Which saved provider a code goes out by: the one that was switched on last. */

const account = { username: 'ada', key: 'the key of the gateway' }
const templateIds = { code: { status: 1, id: smsApp.template, content: '【示例】验证码 {{code}}，{{minutes}} 分钟内有效' } }
const cloud = { secretid: smsKeys.id, secretkey: smsKeys.secret, signname: smsApp.signname, templateIds }

describe.runIf(isPythonThere)('a code to reset a password', () => {
  let test: TestApp
  let judge: CloudJudge
  let fakes: FakeSms[]
  let restore: () => void
  let later: Promise<void>[] = []
  beforeAll(async () => {
    test = await createTestApp({}, { later: (work) => void later.push(work) })
    await test.db.updateTable('account').set({ mobile: '13800000001' }).where('username', '=', 'admin').execute()
    judge = await startCloudJudge()
    fakes = [await startFakeTencentSms(judge), await startFakeAlibabaSms(judge), await startFakeGatewaySms(account)]
    const [tencent, alibaba, gateway] = fakes.map(({ baseUrl }) => baseUrl)
    restore = placeFakes({ 'https://sms.tencentcloudapi.com': tencent!, 'https://dysmsapi.aliyuncs.com': alibaba!, 'https://sms.example': gateway! })
  })
  afterAll(async () => {
    restore()
    await Promise.all(fakes.map((fake) => fake.close()))
    await judge.close()
    await test.close()
  })

  const save = async (key: string, sent: { paramValue?: Record<string, unknown>; status: 0 | 1 }) =>
    test.call(setting.update, { id: (await test.call(setting.ofKey, { key })).config.id, ...sent })
  const isTexted = async () => (await test.call(passwordReset.form, {}, null)).data.isTexted

  /** Asks for a code, and answers how many messages each provider was handed. */
  async function taken(uuid: string): Promise<number[]> {
    later = []
    await test.db.deleteFrom('sms_count').execute()
    await test.db.deleteFrom('password_reset').execute()
    for (const fake of fakes) fake.taken.length = 0
    await test.app.inject({ url: `/sys_login_captcha.jpg?uuid=${uuid}` })
    const { answer } = await test.db.selectFrom('captcha').select('answer').where('uuid', '=', uuid).executeTakeFirstOrThrow()
    await test.call(passwordReset.ask, { username: 'admin', captcha: answer, uuid, way: 'sms' }, null)
    await Promise.all(later)
    return fakes.map((fake) => fake.taken.length)
  }

  it('is sent by the provider whose setting is on, and offered by none while all are off', async () => {
    expect(await isTexted()).toBe(false)
    await save(tencentSms.key, { paramValue: { ...cloud, sdkappId: smsApp.sdkappId }, status: 1 })
    expect(await isTexted()).toBe(true)
    expect(await taken('tencent')).toEqual([1, 0, 0])
    await save(alibabaSms.key, { paramValue: cloud, status: 1 })
    expect(await taken('alibaba')).toEqual([0, 1, 0])
    await save(gatewaySms.key, { paramValue: { api_addr: 'https://sms.example', username: account.username, api_key: account.key, templateIds }, status: 1 })
    expect(await taken('gateway')).toEqual([0, 0, 1])
    await save(tencentSms.key, { status: 1 })
    expect(await taken('tencent-again')).toEqual([1, 0, 0])
    await save(tencentSms.key, { status: 0 })
    expect(await isTexted()).toBe(false)
  })
})
