import type { CloudJudge, CloudSide } from './cloud-judge.ts'
import { startFakeOutside, type FakeOutside, type FakeAnswer, type FakeCall } from './fake-outside.ts'

/* Strict peers of the three SMS providers: each refuses, with its vendor's codes, what the vendor would refuse. */

/** A message that a peer has taken. */
export type TakenSms = { readonly phone: string; readonly template: string; readonly values: readonly string[]; readonly text: string }

export type FakeSms = FakeOutside & {
  readonly taken: TakenSms[]
  /** Phones that the vendor refuses, with its code. */
  readonly refusedPhones: Map<string, string>
}

export const smsKeys = { id: 'AKIDexampleexampleexample', secret: 'a secret of the SMS provider' } as const
export const smsApp = { sdkappId: '1400006666', signname: '示例公司', template: 'SMS_100001' } as const
/** Variables that the approved template has. */
const templateVariables = { tencent: 2, alibaba: ['code', 'minutes'] } as const

export const tencentSide: CloudSide = {
  vendor: 'tencent',
  host: 'sms.tencentcloudapi.com',
  service: 'sms',
  action: 'SendSms',
  version: '2021-01-11',
  regions: ['ap-beijing', 'ap-guangzhou', 'ap-nanjing'],
  keys: { [smsKeys.id]: smsKeys.secret },
}

export const alibabaSide: CloudSide = {
  vendor: 'alibaba',
  host: 'dysmsapi.aliyuncs.com',
  action: 'SendSms',
  version: '2017-05-25',
  keys: { [smsKeys.id]: smsKeys.secret },
}

async function fakeSms(answer: (call: FakeCall, fake: Pick<FakeSms, 'taken' | 'refusedPhones'>) => Promise<FakeAnswer>): Promise<FakeSms> {
  const own = { taken: [] as TakenSms[], refusedPhones: new Map<string, string>() }
  return Object.assign(await startFakeOutside((call) => answer(call, own)), own)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Takes the template 100001 of two variables. */
export async function startFakeTencentSms(judge: CloudJudge): Promise<FakeSms> {
  const error = (Code: string): FakeAnswer => ({ body: { Response: { Error: { Code, Message: `refused: ${Code}` }, RequestId: 'r-1' } } })
  return fakeSms(async (call, { taken, refusedPhones }) => {
    const refusal = await judge.judge(tencentSide, call)
    if (refusal !== null) return error(refusal)
    const sent = JSON.parse(call.body.toString()) as Record<string, unknown>
    const { PhoneNumberSet: phones, SmsSdkAppId, SignName, TemplateId, TemplateParamSet: values } = sent
    const strangers = Object.keys(sent).filter((name) => !['PhoneNumberSet', 'SmsSdkAppId', 'SignName', 'TemplateId', 'TemplateParamSet'].includes(name))
    if (strangers.length > 0) return error('UnknownParameter')
    if (!Array.isArray(phones) || phones.length === 0 || !phones.every(isText)) return error('MissingParameter')
    if (SmsSdkAppId !== smsApp.sdkappId) return error('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
    const code = ((): string => {
      if (SignName !== smsApp.signname) return 'FailedOperation.SignatureIncorrectOrUnapproved'
      if (TemplateId !== smsApp.template) return 'FailedOperation.TemplateIncorrectOrUnapproved'
      if (!Array.isArray(values) || !values.every(isText) || values.length !== templateVariables.tencent)
        return 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'
      if (!phones.every((phone: string) => /^\+861\d{10}$/.test(phone))) return 'InvalidParameterValue.IncorrectPhoneNumber'
      return refusedPhones.get(String(phones[0]).slice(3)) ?? 'Ok'
    })()
    if (code === 'Ok') taken.push({ phone: String(phones[0]).slice(3), template: String(TemplateId), values: values as string[], text: '' })
    const states = phones.map((PhoneNumber: string) => ({
      SerialNo: code === 'Ok' ? '5000:1' : '',
      PhoneNumber,
      Fee: code === 'Ok' ? 1 : 0,
      SessionContext: '',
      Code: code,
      Message: code === 'Ok' ? 'send success' : code,
      IsoCode: 'CN',
    }))
    return { body: { Response: { SendStatusSet: states, RequestId: 'r-1' } } }
  })
}

/** Takes the template of the variables code and minutes; a nonce is good for once. */
export async function startFakeAlibabaSms(judge: CloudJudge): Promise<FakeSms> {
  const nonces: string[] = []
  const answer = (Code: string, status = 200): FakeAnswer => ({
    status,
    body: { Code, Message: Code, RequestId: 'r-1', ...(Code === 'OK' ? { BizId: '9^0' } : {}) },
  })
  return fakeSms(async (call, { taken, refusedPhones }) => {
    const refusal = await judge.judge(alibabaSide, call, { nonces })
    if (refusal !== null) return answer(refusal, refusal.startsWith('InvalidAccessKeyId') ? 404 : 400)
    nonces.push(String(call.headers['x-acs-signature-nonce']))
    const sent = Object.fromEntries(call.query)
    const phone = sent['PhoneNumbers'] ?? ''
    if (Object.keys(sent).some((name) => !['PhoneNumbers', 'SignName', 'TemplateCode', 'TemplateParam'].includes(name))) return answer('InvalidParameter', 400)
    if (!/^1\d{10}$/.test(phone)) return answer('isv.MOBILE_NUMBER_ILLEGAL')
    if (sent['SignName'] !== smsApp.signname) return answer('isv.SMS_SIGNATURE_ILLEGAL')
    if (sent['TemplateCode'] !== smsApp.template) return answer('isv.SMS_TEMPLATE_ILLEGAL')
    const values = jsonTexts(sent['TemplateParam'] ?? '')
    if (values === null) return answer('isv.INVALID_JSON_PARAM')
    if (templateVariables.alibaba.some((name) => !Object.hasOwn(values, name))) return answer('isv.TEMPLATE_MISSING_PARAMETERS')
    const refused = refusedPhones.get(phone)
    if (refused !== undefined) return answer(refused)
    taken.push({ phone, template: smsApp.template, values: templateVariables.alibaba.map((name) => values[name]!), text: '' })
    return answer('OK')
  })
}

/** The vendor takes an object whose members are texts, and nothing else. */
function jsonTexts(text: string): Record<string, string> | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown>
    return Object.values(value).every(isText) ? (value as Record<string, string>) : null
  } catch {
    return null
  }
}

/** A gateway as smsbao.com describes its own. */
export async function startFakeGatewaySms(account: { username: string; key: string }): Promise<FakeSms> {
  return fakeSms(async ({ method, path, query, body }, { taken, refusedPhones }) => {
    const names = [...query.keys()]
    if (method !== 'GET' || path !== '/sms' || body.length > 0) return { status: 404, body: 'not found' }
    if (names.toSorted().join() !== 'c,m,p,u') return { body: '-1' }
    if (query.get('u') !== account.username) return { body: '40' }
    if (query.get('p') !== account.key) return { body: '30' }
    const [phone, text] = [query.get('m')!, query.get('c')!]
    if (!/^1\d{10}$/.test(phone)) return { body: '51' }
    if (!/^【[^【】]+】[^【】]+$/.test(text) || text.includes('\uFFFD')) return { body: '50' }
    const refused = refusedPhones.get(phone)
    if (refused === undefined) taken.push({ phone, template: '', values: [], text })
    return { body: refused ?? '0' }
  })
}
