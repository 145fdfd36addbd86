import type { CloudJudge, CloudSide } from './cloud-judge.ts'
import { startFakeOutside, type FakeOutside, type FakeAnswer } from './fake-outside.ts'

/* Strict peers of the two verification providers: each refuses, with its vendor's codes, what the vendor would refuse. */

export const faceKeys = { id: 'AKIDexampleexampleexample', secret: 'the-secret-of-the-face-provider' } as const
export const faceScenes = { tencent: 'rule1', alibaba: '1000000006' } as const

/** A check that a peer knows. `outcome`: what came of it; `none` while nobody has looked into the camera. */
export type FaceCheck = {
  readonly id: string
  readonly name: string
  readonly idNumber: string
  readonly callback: { url: string; token: string } | null
  outcome: 'none' | 'passed' | 'failed' | 'expired'
}

export type FakeFace = FakeOutside & {
  readonly checks: FaceCheck[]
  /** What the next answers are replaced by, one each. */
  readonly scripted: FakeAnswer[]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Tencent Cloud's faceid. */
export async function startFakeTencentFace(judge: CloudJudge): Promise<FakeFace> {
  const own = { checks: [] as FaceCheck[], scripted: [] as FakeAnswer[] }
  const error = (Code: string): FakeAnswer => ({ body: { Response: { Error: { Code, Message: `refused: ${Code}` }, RequestId: 'r-1' } } })
  const fake = await startFakeOutside(async (call) => {
    const action = String(call.headers['x-tc-action'])
    if (action !== 'DetectAuth' && action !== 'GetDetectInfoEnhanced') return error('InvalidAction')
    const side: CloudSide = {
      vendor: 'tencent',
      host: 'faceid.tencentcloudapi.com',
      service: 'faceid',
      action,
      version: '2018-03-01',
      regions: [''],
      keys: { [faceKeys.id]: faceKeys.secret },
    }
    const refusal = await judge.judge(side, call)
    if (refusal !== null) return error(refusal)
    const scripted = own.scripted.shift()
    if (scripted) return scripted
    const sent = JSON.parse(call.body.toString()) as Record<string, unknown>
    const known = action === 'DetectAuth' ? ['RuleId', 'IdCard', 'Name', 'Extra', 'RedirectUrl'] : ['BizToken', 'RuleId', 'InfoType']
    if (Object.keys(sent).some((name) => !known.includes(name))) return error('UnknownParameter')
    if (!isText(sent['RuleId'])) return error('MissingParameter')
    if (sent['RuleId'] !== faceScenes.tencent) return error('InvalidParameterValue.RuleIdNotExist')
    if (action === 'DetectAuth') {
      const { IdCard, Name } = sent
      if (!isText(IdCard) || !isText(Name)) return error('MissingParameter')
      if (!/^\d{17}[\dX]$/.test(IdCard)) return error('InvalidParameterValue')
      const id = `CE661F1A-0F1E-45BD-BE13-${String(own.checks.length).padStart(12, '0')}`
      own.checks.push({ id, name: Name, idNumber: IdCard, callback: null, outcome: 'none' })
      return { body: { Response: { Url: `https://open.weixin.qq.com/connect/oauth2/authorize?token=${id}`, BizToken: id, RequestId: 'r-1' } } }
    }
    // Anything but texts would bring pictures along.
    if (sent['InfoType'] !== '1') return error('InvalidParameterValue')
    const check = own.checks.find(({ id }) => id === sent['BizToken'])
    if (!check) return error('InvalidParameterValue.BizTokenIllegal')
    if (check.outcome === 'expired') return error('InvalidParameterValue.BizTokenExpired')
    const text = tencentText(check)
    return { body: { Response: { Text: text, IdCardData: null, BestFrame: null, VideoData: null, RequestId: 'r-1' } } }
  })
  return Object.assign(fake, own)
}

/** The texts of a check as the vendor answers them. */
export function tencentText({ idNumber, name, outcome }: Pick<FaceCheck, 'idNumber' | 'name' | 'outcome'>): Record<string, unknown> {
  const isPassed = outcome === 'passed'
  const code = outcome === 'none' ? null : isPassed ? 0 : 2016
  return { ErrCode: code, ErrMsg: null, IdCard: idNumber, Name: name, LiveStatus: code === null ? null : 0, Comparestatus: code, Sim: null }
}

/** Alibaba Cloud's cloudauth, one region of it; regions know the same checks. */
export async function startFakeAlibabaFace(judge: CloudJudge, host: string, checks: FaceCheck[] = []): Promise<FakeFace> {
  const own = { checks, scripted: [] as FakeAnswer[] }
  const nonces: string[] = []
  const answer = (Code: string, ResultObject?: object, status = 200): FakeAnswer => ({
    status,
    body: { Code, Message: Code, RequestId: 'r-1', ...(ResultObject ? { ResultObject } : {}) },
  })
  const fake = await startFakeOutside(async (call) => {
    const action = String(call.headers['x-acs-action'])
    if (action !== 'InitFaceVerify' && action !== 'DescribeFaceVerify') return answer('InvalidAction.NotFound', undefined, 404)
    const side: CloudSide = { vendor: 'alibaba', host, action, version: '2019-03-07', keys: { [faceKeys.id]: faceKeys.secret } }
    const refusal = await judge.judge(side, call, { nonces })
    if (refusal !== null) return answer(refusal, undefined, refusal.startsWith('InvalidAccessKeyId') ? 404 : 400)
    nonces.push(String(call.headers['x-acs-signature-nonce']))
    const scripted = own.scripted.shift()
    if (scripted) return scripted
    const query = Object.fromEntries(call.query)
    if (action === 'InitFaceVerify') {
      // A person does not belong into an address.
      if (call.rawQuery !== '') return answer('401')
      const sent = Object.fromEntries(new URLSearchParams(call.body.toString()))
      if (sent['SceneId'] !== faceScenes.alibaba) return answer('404')
      if (!/^[0-9a-zA-Z]{32}$/.test(sent['OuterOrderNo'] ?? '')) return answer('401')
      if (sent['ProductCode'] !== 'ID_PRO' || sent['CertType'] !== 'IDENTITY_CARD' || sent['CertifyUrlType'] !== 'H5') return answer('401')
      if (!isText(sent['CertName']) || !/^\d{17}[\dX]$/.test(sent['CertNo'] ?? '')) return answer('401')
      if (!isText(sent['MetaInfo']) || !sent['MetaInfo'].startsWith('{')) return answer('401')
      const id = `91707dc296d469ad38e4c5ef${String(checks.length).padStart(8, '0')}`
      const callback = isText(sent['CallbackUrl']) ? { url: sent['CallbackUrl'], token: sent['CallbackToken'] ?? '' } : null
      checks.push({ id, name: sent['CertName'], idNumber: sent['CertNo']!, callback, outcome: 'none' })
      return answer('200', { CertifyId: id, CertifyUrl: `https://t.aliyun.com/${id}` })
    }
    if (query['SceneId'] !== faceScenes.alibaba) return answer('404')
    const check = checks.find(({ id }) => id === query['CertifyId'])
    if (!check) return answer('406')
    if (check.outcome === 'none' || check.outcome === 'expired') return answer('424')
    return answer('200', { Passed: check.outcome === 'passed' ? 'T' : 'F', SubCode: check.outcome === 'passed' ? '200' : '204', MaterialInfo: '{}' })
  })
  return Object.assign(fake, own)
}
