import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { alibabaSms, gatewaySms, tencentSms } from '@nameplane/contract/system/settings/sms'
import { smsTarget, type SmsScenarioKey } from '@nameplane/contract/system/sms/sms-scenarios'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../tests/support/cloud-judge.ts'
import { smsApp, smsKeys, startFakeAlibabaSms, startFakeGatewaySms, startFakeTencentSms, type FakeSms } from '../../../../tests/support/fake-sms.ts'
import { placeFakes } from '../http/loopback.testing.ts'

const account = { username: 'ada', key: 'the key of the gateway' }
const templateIds = { code: { status: 1, id: smsApp.template, content: '【示例】{{code}}' }, flow_out: { content: '【示例】{{username}}：{{plan}}' } }
const cloud = { secretid: smsKeys.id, secretkey: smsKeys.secret, signname: smsApp.signname, templateIds }
const values = {
  [tencentSms.key]: { ...cloud, sdkappId: smsApp.sdkappId },
  [alibabaSms.key]: cloud,
  [gatewaySms.key]: { api_addr: 'https://sms.example', username: account.username, api_key: account.key, templateIds },
}

describe.runIf(isPythonThere)('the test of an SMS provider', () => {
  let test: TestApp
  let judge: CloudJudge
  let fakes: FakeSms[]
  let restore: () => void
  beforeAll(async () => {
    test = await createTestApp()
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
  beforeEach(async () => {
    for (const fake of fakes) fake.taken.length = 0
    // Tries are counted by their entries; here they do not follow each other within a minute.
    await test.db.deleteFrom('audit_entry').where('action', '=', 'config.test').execute()
  })

  const run = async (key: string, changed: object = {}, target = smsTarget('13800000000', 'code')) =>
    (await test.call(setting.test, { paramKey: key, paramValue: { ...values[key], ...changed }, target })).data
  const targetOf = (phone: string, scenario: string): string => smsTarget(phone, scenario as SmsScenarioKey)

  it.each([
    [tencentSms.key, 0, 'Tencent Cloud accepted the message. Check the phone 138****0000.'],
    [alibabaSms.key, 1, 'Alibaba Cloud accepted the message. Check the phone 138****0000.'],
    [gatewaySms.key, 2, 'SMS gateway accepted the message. Check the phone 138****0000.'],
  ])('%s sends a real message', async (key, place, message) => {
    expect(await run(key)).toEqual({ isPassed: true, message })
    expect(fakes.map(({ taken }) => taken.length)).toEqual([0, 1, 2].map((index) => (index === place ? 1 : 0)))
  })

  it('sends a message of any scenario that is filled in, switched on or not', async () => {
    expect(await run(gatewaySms.key, {}, targetOf('13800000000', 'flow_out'))).toMatchObject({ isPassed: true })
    expect(fakes[2]!.taken[0]!.text).toBe('【示例】ada：Business')
    expect(await run(gatewaySms.key, {}, targetOf('13800000000', 'meal_out'))).toEqual({ isPassed: false, message: 'Enter the content of this scenario first' })
    expect(await run(tencentSms.key, {}, targetOf('13800000000', 'meal_out'))).toEqual({
      isPassed: false,
      message: 'Enter the template ID of this scenario first',
    })
  })

  it.each([
    [tencentSms.key, { secretkey: 'wrong' }, 'Tencent Cloud did not accept the message: incorrect SecretKey (AuthFailure.SignatureFailure)'],
    [alibabaSms.key, { secretid: 'nobody' }, 'Alibaba Cloud did not accept the message: AccessKey ID not found (InvalidAccessKeyId.NotFound)'],
    [gatewaySms.key, { api_key: 'wrong' }, 'SMS gateway did not accept the message: incorrect password or API KEY (30)'],
    [gatewaySms.key, { api_addr: 'https://127.0.0.2' }, 'SMS gateway did not accept the message: only public https addresses are allowed'],
  ])('%s with %j says why it failed', async (key, changed, message) => {
    expect(await run(key, changed)).toEqual({ isPassed: false, message })
  })

  it.each(['', '23800000000', '13800000000 nothing', '13800000000 code more', '13800000000,13900000000'])('goes to no %j', async (target) => {
    expect(await run(gatewaySms.key, {}, target)).toMatchObject({ isPassed: false })
    expect(fakes[2]!.taken).toEqual([])
  })
})
