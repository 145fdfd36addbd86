import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AlibabaSms, GatewaySms, TencentSms } from '@nameplane/contract/system/settings/sms'
import { smsExamples, smsScenarioKeys } from '@nameplane/contract/system/sms/sms-scenarios'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../tests/support/cloud-judge.ts'
import { fakeFaults } from '../../../../tests/support/fake-outside.ts'
import { smsApp, smsKeys, startFakeAlibabaSms, startFakeGatewaySms, startFakeTencentSms, type FakeSms } from '../../../../tests/support/fake-sms.ts'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { placeFakes } from '../http/loopback.testing.ts'
import { sendByAlibaba } from './alibaba-sms.ts'
import { sendByGateway } from './gateway-sms.ts'
import { SmsProblem, type SmsMessage } from './sms.ts'
import { fittedValues, maskedPhone } from './sms-values.ts'
import { sendByTencent } from './tencent-sms.ts'

const templateIds = { code: { id: smsApp.template, status: 1, content: '【示例公司】验证码 {{code}}，{{minutes}} 分钟内有效。' } }
const cloud = { secretid: smsKeys.id, secretkey: smsKeys.secret, signname: smsApp.signname, templateIds }
const account = { username: 'ada', key: 'the key of & the = gateway' }
const tencent = TencentSms.parse({ ...cloud, sdkappId: smsApp.sdkappId })
const alibaba = AlibabaSms.parse(cloud)
const gateway = GatewaySms.parse({ api_addr: 'https://api.gateway.example', username: account.username, api_key: account.key, templateIds })
const message: SmsMessage<'code'> = { scenario: 'code', phone: '13800000000', values: { code: '012345', minutes: '5' } }

const failureOf = (work: Promise<unknown>) => thrownBy(SmsProblem, work)

describe.runIf(isPythonThere)('a text message', () => {
  let judge: CloudJudge
  let fakes: { tencent: FakeSms; alibaba: FakeSms; gateway: FakeSms }
  let restore: () => void
  beforeAll(async () => {
    judge = await startCloudJudge()
    fakes = { tencent: await startFakeTencentSms(judge), alibaba: await startFakeAlibabaSms(judge), gateway: await startFakeGatewaySms(account) }
  })
  afterAll(async () => {
    await Promise.all(Object.values(fakes).map((fake) => fake.close()))
    await judge.close()
  })
  beforeEach(() => {
    restore = placeFakes(
      { [tencent.endpoint]: fakes.tencent.baseUrl, [alibaba.endpoint]: fakes.alibaba.baseUrl, [gateway.api_addr]: fakes.gateway.baseUrl },
      { impatience: { connectMs: 400, totalMs: 800 } },
    )
    for (const fake of Object.values(fakes)) fake.taken.length = 0
  })
  afterEach(() => restore())

  const ways = [
    ['Tencent Cloud', () => fakes.tencent, (sent: SmsMessage) => sendByTencent(tencent, sent)],
    ['Alibaba Cloud', () => fakes.alibaba, (sent: SmsMessage) => sendByAlibaba(alibaba, sent)],
    ['a gateway', () => fakes.gateway, (sent: SmsMessage) => sendByGateway(gateway, sent)],
  ] as const

  it('goes through each provider with its template, or as the text itself', async () => {
    for (const [, , send] of ways) await send(message)
    expect(fakes.tencent.taken).toEqual([{ phone: '13800000000', template: smsApp.template, values: ['012345', '5'], text: '' }])
    expect(fakes.alibaba.taken).toEqual([{ phone: '13800000000', template: smsApp.template, values: ['012345', '5'], text: '' }])
    expect(fakes.gateway.taken).toEqual([{ phone: '13800000000', template: '', values: [], text: '【示例公司】验证码 012345，5 分钟内有效。' }])
  })

  it('goes to a gateway whose address names the last part of the path itself', async () => {
    restore()
    restore = placeFakes({ 'https://api.gateway.example': fakes.gateway.baseUrl })
    await sendByGateway({ ...gateway, api_addr: 'https://api.gateway.example/sms' }, message)
    expect(fakes.gateway.taken).toHaveLength(1)
  })

  describe.each(ways)('by %s', (name, fake, send) => {
    it.each(fakeFaults)('that meets the fault %s is a problem that says no secret, in time, and is sent once at most', async (fault) => {
      const before = performance.now()
      fake().failNext(fault)
      const failure = await failureOf(send(message))
      expect(performance.now() - before).toBeLessThan(3000)
      expect(fake().taken.length).toBe(fault === 'answer-lost' ? 1 : 0)
      // A connection that is taken and cut at once may or may not have carried it.
      if (fault !== 'refused') expect(failure.mayHaveBeenSent).toBe(true)
      expect(failure.message).not.toMatch(/13800000000|012345|secret|the key of|AKID/)
      // It is well again at once.
      await send(message)
    })

    it('waits for nobody once its provider failed five times', async () => {
      fake().failAlways('reset')
      for (let count = 0; count < 5; count += 1) expect((await failureOf(send(message))).code).toBe('unreachable')
      fake().failAlways('slow-head')
      const before = fake().connections()
      expect((await failureOf(send(message))).code).toBe('resting')
      expect(fake().connections()).toBe(before)
      fake().failAlways(null)
    })

    it.each(
      name === 'Tencent Cloud'
        ? ['FailedOperation.PhoneNumberInBlacklist', 'LimitExceeded.PhoneNumberDailyLimit']
        : name === 'Alibaba Cloud'
          ? ['isv.BUSINESS_LIMIT_CONTROL', 'isv.AMOUNT_NOT_ENOUGH']
          : ['41', '50'],
    )('that the provider refuses with %s is a problem of that code', async (code) => {
      fake().refusedPhones.set('13900000000', code)
      const failure = await failureOf(send({ ...message, phone: '13900000000' }))
      expect([failure.code, failure.mayHaveBeenSent]).toEqual([code, false])
    })
  })

  it.each([
    ['AuthFailure.SignatureFailure', () => sendByTencent({ ...tencent, secretkey: 'wrong' }, message)],
    ['AuthFailure.SecretIdNotFound', () => sendByTencent({ ...tencent, secretid: 'AKIDnobody' }, message)],
    ['UnauthorizedOperation.SmsSdkAppIdVerifyFail', () => sendByTencent({ ...tencent, sdkappId: '1' }, message)],
    ['FailedOperation.SignatureIncorrectOrUnapproved', () => sendByTencent({ ...tencent, signname: '别人' }, message)],
    ['UnsupportedRegion', () => sendByTencent({ ...tencent, region: 'ap-nowhere' }, message)],
    ['SignatureDoesNotMatch', () => sendByAlibaba({ ...alibaba, secretkey: 'wrong' }, message)],
    ['InvalidAccessKeyId.NotFound', () => sendByAlibaba({ ...alibaba, secretid: 'LTAInobody' }, message)],
    ['isv.SMS_SIGNATURE_ILLEGAL', () => sendByAlibaba({ ...alibaba, signname: '别人' }, message)],
    ['30', () => sendByGateway({ ...gateway, api_key: 'wrong' }, message)],
    ['40', () => sendByGateway({ ...gateway, username: 'nobody' }, message)],
    ['wrong-address', () => sendByGateway({ ...gateway, api_addr: 'https://127.0.0.2' }, message)],
    ['wrong-address', () => sendByGateway({ ...gateway, api_addr: 'https://[::1]/' }, message)],
    ['wrong-address', () => sendByTencent({ ...tencent, endpoint: 'https://169.254.169.254' }, message)],
    ['wrong-address', () => sendByAlibaba({ ...alibaba, endpoint: 'https://evil.example' }, message)],
  ])('fails with %s', async (code, send) => {
    expect((await failureOf(send())).code).toBe(code)
  })
})

describe('the values of a message', () => {
  it('stand in the order of its scenario, one line each, no longer than a vendor takes', () => {
    const values = { username: `  Ada【x】\r\n${'长'.repeat(40)}`, plan: 'p'.repeat(50), date: '2026-03-01T00:00' }
    expect(fittedValues({ scenario: 'meal_expire', phone: '13800000000', values: { ...smsExamples('meal_expire', 'zh'), ...values } })).toEqual([
      ['username', `Adax ${'长'.repeat(15)}`],
      ['plan', 'p'.repeat(20)],
      ['date', '2026-03-01'],
    ])
  })

  it('are refused where a code is none, or a phone', () => {
    for (const code of ['', '12345', '1234567', '12345a', '１２３４５６'])
      expect(() => fittedValues({ ...message, values: { code, minutes: '5' } })).toThrow(SmsProblem)
    for (const phone of ['', '23800000000', '1380000000x', '13800000000,13900000000', '+8613800000000'])
      expect(() => fittedValues({ ...message, phone })).toThrow(SmsProblem)
  })

  it('have an example in each scenario that fits', () => {
    for (const scenario of smsScenarioKeys)
      for (const language of ['zh', 'en'] as const) {
        const values = smsExamples(scenario, language)
        expect(Object.fromEntries(fittedValues({ scenario, phone: '13800000000', values }))).toEqual(values)
      }
  })

  it('show no phone number whole', () => {
    expect([maskedPhone('13812345678'), maskedPhone('12345')]).toEqual(['138****5678', '****'])
  })
})
