import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { VerificationAli, VerificationWechat } from '@nameplane/contract/system/settings/verification'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../tests/support/cloud-judge.ts'
import { faceKeys, faceScenes, startFakeAlibabaFace, startFakeTencentFace, tencentText, type FakeFace } from '../../../../tests/support/fake-identity.ts'
import { fakeFaults } from '../../../../tests/support/fake-outside.ts'
import { thrownBy } from '../../../../tests/support/thrown.ts'
import { placeFakes } from '../http/loopback.testing.ts'
import { alibabaFace } from './alibaba-face.ts'
import { faceTesters } from './face-testers.ts'
import { FaceProblem, type FaceProvider } from './face.ts'
import { tencentFace } from './tencent-face.ts'

const wechat = VerificationWechat.parse({
  secretId: faceKeys.id,
  secretKey: faceKeys.secret,
  ruleId: faceScenes.tencent,
  redirectUrl: 'https://dns.example/back',
})
const ali = VerificationAli.parse({ accessKeyId: faceKeys.id, accessKeySecret: faceKeys.secret, sceneId: faceScenes.alibaba, returnUrl: '' })
const [shanghai, beijing] = ['https://cloudauth.cn-shanghai.aliyuncs.com', 'https://cloudauth.cn-beijing.aliyuncs.com'] as const
const idNumber = '11010519491231002X'
const person = { name: '张三', idNumber, orderNo: '0123456789abcdef0123456789abcdef', metaInfo: '{"deviceType":"h5"}', callback: null }

const failureOf = (work: Promise<unknown>) => thrownBy(FaceProblem, work)

describe.runIf(isPythonThere)('a face check', () => {
  let judge: CloudJudge
  let fakes: { tencent: FakeFace; shanghai: FakeFace; beijing: FakeFace }
  let restore: () => void
  beforeAll(async () => {
    judge = await startCloudJudge()
    const first = await startFakeAlibabaFace(judge, 'cloudauth.cn-shanghai.aliyuncs.com')
    fakes = {
      tencent: await startFakeTencentFace(judge),
      shanghai: first,
      beijing: await startFakeAlibabaFace(judge, 'cloudauth.cn-beijing.aliyuncs.com', first.checks),
    }
  })
  afterAll(async () => {
    await Promise.all(Object.values(fakes).map((fake) => fake.close()))
    await judge.close()
  })
  beforeEach(() => {
    restore = placeFakes(
      { [wechat.endpoint]: fakes.tencent.baseUrl, [shanghai]: fakes.shanghai.baseUrl, [beijing]: fakes.beijing.baseUrl },
      { impatience: { connectMs: 400, totalMs: 800 } },
    )
    for (const fake of Object.values(fakes)) fake.checks.length = 0
  })
  afterEach(() => restore())

  const ways: readonly (readonly [string, FaceProvider, () => FakeFace])[] = [
    ['Tencent Cloud', tencentFace(wechat), () => fakes.tencent],
    ['Alibaba Cloud', alibabaFace(ali), () => fakes.shanghai],
  ]
  const ask = (provider: FaceProvider, providerId: string, of = idNumber) => provider.query({ providerId, scene: provider.scene, idNumber: of })

  describe.each(ways)('by %s', (name, provider, fake) => {
    it('begins with a page of the vendor, waits for the person, and then says what came of it', async () => {
      for (const outcome of ['passed', 'failed'] as const) {
        const { url, providerId } = await provider.begin(person)
        expect(url).toMatch(/^https:\/\/(open\.weixin\.qq\.com|t\.aliyun\.com)\//)
        const check = fake().checks.at(-1)!
        expect(check).toMatchObject({ id: providerId, name: '张三', idNumber })
        expect(await ask(provider, providerId)).toEqual({ state: 'pending', reason: '' })
        check.outcome = outcome
        expect(await ask(provider, providerId)).toEqual({ state: outcome, reason: outcome === 'passed' ? '' : name === 'Tencent Cloud' ? '2016' : '204' })
      }
    })

    it('never puts the person or a key into an address', async () => {
      await provider.begin(person)
      const { rawQuery, path, headers } = fake().calls.at(-1)!
      expect(`${path}?${decodeURIComponent(rawQuery)} ${JSON.stringify(headers)}`).not.toMatch(/张三|11010519491231002X|the-secret/)
    })

    it('is proven by a call that needs nobody', async () => {
      await provider.probe()
      expect(fake().checks).toEqual([])
    })

    it.each(fakeFaults)('that meets the fault %s is a problem that says nothing of the person, and never a result', async (fault) => {
      const { providerId } = await provider.begin(person)
      fake().checks.at(-1)!.outcome = 'passed'
      for (const one of Object.values(fakes)) one.failAlways(fault)
      const before = performance.now()
      for (const work of [() => provider.begin(person), () => ask(provider, providerId), () => provider.probe()]) {
        const problem = await failureOf(work())
        expect(problem.kind).toBe('silent')
        expect(`${problem.message} ${problem.code}`).not.toMatch(/张三|11010519491231002X|the-secret|AKID/)
      }
      expect(performance.now() - before).toBeLessThan(20_000)
      for (const one of Object.values(fakes)) one.failAlways(null)
    })
  })

  it('asks Alibaba’s other region when one is silent, and not when it has refused', async () => {
    fakes.shanghai.failAlways('reset')
    const provider = alibabaFace(ali)
    const { providerId } = await provider.begin(person)
    fakes.beijing.checks.at(-1)!.outcome = 'passed'
    expect(await ask(provider, providerId)).toEqual({ state: 'passed', reason: '' })
    fakes.shanghai.failAlways(null)
    const before = fakes.beijing.calls.length
    expect(await failureOf(alibabaFace({ ...ali, sceneId: '7' }).begin(person))).toMatchObject({ code: '404', kind: 'refused' })
    expect(fakes.beijing.calls.length).toBe(before)
  })

  it('starts from Beijing where that is the first choice', async () => {
    const before = fakes.beijing.calls.length
    await alibabaFace({ ...ali, endpoint: beijing }).probe()
    expect(fakes.beijing.calls.length).toBe(before + 1)
  })

  const tencentAnswers: readonly (readonly [string, Record<string, unknown>])[] = [
    ['about somebody else', { IdCard: '440111111111111111' }],
    ['about nobody', { IdCard: null }],
    ['without a living face', { LiveStatus: 1 }],
    ['without a word on the living face', { LiveStatus: null }],
    ['with another face', { Comparestatus: 2016 }],
    ['without a comparison', { Comparestatus: null }],
    ['with zeros as texts', { LiveStatus: '0' }],
    ['with a failure as a whole', { ErrCode: 1004 }],
    ['with a negative code', { ErrCode: -1 }],
  ]
  it.each(tencentAnswers)('Tencent’s result %s passes nobody', async (_, changed) => {
    const Text = { ...tencentText({ idNumber, name: '张三', outcome: 'passed' }), ...changed }
    fakes.tencent.scripted.push({ body: { Response: { Text, RequestId: 'r' } } })
    expect((await ask(tencentFace(wechat), 'CE661F1A-0F1E')).state).toBe('failed')
  })

  it.each(['0', true, false, [0], {}])('Tencent’s code %j is no answer', async (ErrCode) => {
    const Text = { ...tencentText({ idNumber, name: '张三', outcome: 'passed' }), ErrCode }
    fakes.tencent.scripted.push({ body: { Response: { Text, RequestId: 'r' } } })
    expect((await failureOf(ask(tencentFace(wechat), 'CE661F1A-0F1E'))).code).toBe('bad-answer')
  })

  it.each([
    ['204', { Passed: 'F', SubCode: '204' }, 'failed'],
    ['no word', { Passed: null, SubCode: null }, 'pending'],
    ['contradiction', { Passed: 'T', SubCode: '204' }, 'bad-answer'],
    ['contradiction the other way', { Passed: 'F', SubCode: '200' }, 'bad-answer'],
    ['lower case', { Passed: 't', SubCode: '200' }, 'bad-answer'],
    ['a boolean', { Passed: true, SubCode: '200' }, 'bad-answer'],
    ['a number', { Passed: 'T', SubCode: 200 }, 'bad-answer'],
    ['no sub-code', { Passed: 'T' }, 'bad-answer'],
  ] as const)('Alibaba’s result with %s is %s', async (_, ResultObject, outcome) => {
    fakes.shanghai.scripted.push({ body: { Code: '200', RequestId: 'r', ResultObject } })
    fakes.beijing.scripted.push({ body: { Code: '200', RequestId: 'r', ResultObject } })
    const answer = ask(alibabaFace(ali), '91707dc296d469ad')
    expect(outcome === 'bad-answer' ? (await failureOf(answer)).code : (await answer).state).toBe(outcome)
    fakes.beijing.scripted.length = 0
  })

  it.each([
    'http://open.weixin.qq.com/a',
    'https://evil.example/',
    'https://open.weixin.qq.com.evil.example/',
    'https://qq.com@evil.example/',
    'https://evilqq.com/',
    'javascript:alert(1)',
    '//open.weixin.qq.com/',
    'https://a:b@open.weixin.qq.com/',
    '',
    null,
    7,
  ])('nobody is sent to the page %j', async (Url) => {
    fakes.tencent.scripted.push({ body: { Response: { Url, BizToken: 'CE661F1A-0F1E-45BD', RequestId: 'r' } } })
    expect((await failureOf(tencentFace(wechat).begin(person))).code).toBe('bad-answer')
  })

  it.each(['', 'short', 'with space in it', 'a/../../etc/passwd', null, 12345678])('a check numbered %j is none', async (BizToken) => {
    fakes.tencent.scripted.push({ body: { Response: { Url: 'https://open.weixin.qq.com/a', BizToken, RequestId: 'r' } } })
    expect((await failureOf(tencentFace(wechat).begin(person))).code).toBe('bad-answer')
  })

  it('that Tencent has forgotten is over', async () => {
    const provider = tencentFace(wechat)
    const { providerId } = await provider.begin(person)
    fakes.tencent.checks.at(-1)!.outcome = 'expired'
    expect(await ask(provider, providerId)).toEqual({ state: 'expired', reason: 'BizTokenExpired' })
  })

  it.each([
    ['AuthFailure.SignatureFailure', () => tencentFace({ ...wechat, secretKey: 'wrong' })],
    ['AuthFailure.SecretIdNotFound', () => tencentFace({ ...wechat, secretId: 'AKIDnobody' })],
    ['InvalidParameterValue.RuleIdNotExist', () => tencentFace({ ...wechat, ruleId: 'rule2' })],
    ['SignatureDoesNotMatch', () => alibabaFace({ ...ali, accessKeySecret: 'wrong' })],
    ['InvalidAccessKeyId.NotFound', () => alibabaFace({ ...ali, accessKeyId: 'nobody' })],
    ['404', () => alibabaFace({ ...ali, sceneId: '1' })],
    ['wrong-address', () => tencentFace({ ...wechat, endpoint: 'https://169.254.169.254' })],
    ['wrong-address', () => alibabaFace({ ...ali, endpoint: 'https://evil.example' })],
  ])('with %s is refused, by the test button too', async (code, provider) => {
    expect((await failureOf(provider().probe())).code).toBe(code)
    expect((await failureOf(provider().begin(person))).code).toBe(code)
  })

  it('is tried by a button that says in a sentence what is wrong', async () => {
    const circumstances = { db: null as never, target: '', signal: AbortSignal.timeout(5000) }
    const [tencent, alibaba] = faceTesters
    expect(await tencent!.test(wechat as never, { ...circumstances, language: 'zh' })).toEqual({ isPassed: true, message: '腾讯云人脸核身已响应，密钥有效' })
    expect(await alibaba!.test({ ...ali, accessKeySecret: 'wrong' } as never, { ...circumstances, language: 'en' })).toEqual({
      isPassed: false,
      message: 'Alibaba Cloud unavailable: incorrect AccessKey Secret (SignatureDoesNotMatch)',
    })
  })
})
