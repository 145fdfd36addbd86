import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { readInput } from '../../issues.ts'
import { problems } from '../../problems.ts'
import { filledSmsContent, smsScenarioKeys } from '../sms/sms-scenarios.ts'
import { AlibabaSms, alibabaSms, GatewaySms, gatewaySms, TencentSms, tencentSms } from './sms.ts'

const cloud = { secretid: 'AKID1', secretkey: 'key', signname: '示例' }
const tencent = { ...cloud, sdkappId: '1400006666' }
const gateway = { api_addr: 'https://api.example.com', username: 'ada', api_key: 'key' }

/** What is refused, as member → code. */
function refusals(schema: z.core.$ZodType, value: unknown): Record<string, string> {
  const read = readInput(schema, value)
  return read.isRight ? {} : Object.fromEntries(read.issues.map(({ path, code }) => [path.join('.'), code]))
}

describe('an SMS provider', () => {
  it('says of each empty member what the specification says', () => {
    expect(refusals(TencentSms, {})).toEqual({
      sdkappId: 'sms_app_id_required',
      secretid: 'required',
      secretkey: 'required',
      signname: 'sms_signature_required',
    })
    expect(refusals(AlibabaSms, { secretid: ' ', secretkey: '', signname: '' })).toEqual({
      secretid: 'required',
      secretkey: 'required',
      signname: 'sms_signature_required',
    })
    expect(refusals(GatewaySms, {})).toEqual({ api_addr: 'sms_api_addr_required', username: 'sms_username_required', api_key: 'sms_api_key_required' })
    expect(
      (
        [
          'sms_provider_required',
          'sms_app_id_required',
          'sms_signature_required',
          'sms_api_addr_required',
          'sms_username_required',
          'sms_api_key_required',
        ] as const
      ).map((code) => problems[code].zh),
    ).toEqual(['请选择短信服务商', 'sdkAppId不能为空', '短信签名不能为空', '请输入API ADDR', '请输入用户名', '请输入API KEY'])
  })

  it('has a template for each scenario, off until it is filled in', () => {
    expect(TencentSms.parse(tencent)).toMatchObject({ type: 1, region: 'ap-guangzhou', endpoint: 'https://sms.tencentcloudapi.com' })
    expect(AlibabaSms.parse(cloud)).toMatchObject({ type: 2, endpoint: 'https://dysmsapi.aliyuncs.com' })
    const { type, templateIds } = GatewaySms.parse(gateway)
    expect(type).toBe(3)
    expect(Object.keys(templateIds)).toEqual(smsScenarioKeys)
    expect(templateIds.flow_out).toEqual({ name: 'flow_out', title: '流量用尽', id: '', status: 0, content: '' })
  })

  it.each<[string, z.core.$ZodType, object, Record<string, string>]>([
    ['an id that is no number', TencentSms, { ...tencent, sdkappId: '14x' }, { sdkappId: 'sms_app_id_invalid' }],
    ['a signature in its brackets', TencentSms, { ...tencent, signname: '【示例】' }, { signname: 'sms_signature_brackets' }],
    ['an address without TLS', TencentSms, { ...tencent, endpoint: 'http://sms.tencentcloudapi.com' }, { endpoint: 'sms_address_https' }],
    ['an address of somebody else', TencentSms, { ...tencent, endpoint: 'https://sms.tencentcloudapi.com.evil.example' }, { endpoint: 'sms_address_foreign' }],
    ['an address of the other vendor', AlibabaSms, { ...cloud, endpoint: 'https://sms.tencentcloudapi.com' }, { endpoint: 'sms_address_foreign' }],
    ['a name before the address', AlibabaSms, { ...cloud, endpoint: 'https://a@dysmsapi.aliyuncs.com' }, { endpoint: 'sms_address_https' }],
    ['a gateway without TLS', GatewaySms, { ...gateway, api_addr: 'http://api.example.com' }, { api_addr: 'sms_address_https' }],
    ['a gateway with a query', GatewaySms, { ...gateway, api_addr: 'https://api.example.com/sms?u=1' }, { api_addr: 'sms_address_https' }],
    ['a template that is on without id', AlibabaSms, { ...cloud, templateIds: { code: { status: 1 } } }, { 'templateIds.code.id': 'sms_template_id_required' }],
    [
      'a content that is on and empty',
      GatewaySms,
      { ...gateway, templateIds: { meal_out: { status: 1 } } },
      { 'templateIds.meal_out.content': 'sms_content_required' },
    ],
    [
      'a content with a variable of another scenario',
      GatewaySms,
      { ...gateway, templateIds: { code: { content: '【示例】{{code}} {{plan}}' } } },
      { 'templateIds.code.content': 'sms_variable_unknown' },
    ],
    [
      'a code’s content without the code',
      GatewaySms,
      { ...gateway, templateIds: { code: { content: '【示例】{{minutes}}' } } },
      { 'templateIds.code.content': 'sms_variable_missing' },
    ],
    ['a name of another scenario', GatewaySms, { ...gateway, templateIds: { code: { name: 'flow_out' } } }, { 'templateIds.code.name': 'invalid_value' }],
  ])('refuses %s', (_, schema, value, expected) => {
    expect(refusals(schema, value)).toEqual(expected)
  })

  it('begins switched off and is on alone', () => {
    for (const one of [tencentSms, alibabaSms, gatewaySms]) expect([one.startsOff, one.exclusiveGroup, one.isTestable]).toEqual([true, 'sms', true])
    expect([tencentSms.secrets, alibabaSms.secrets, gatewaySms.secrets]).toEqual([['secretkey'], ['secretkey'], ['api_key']])
  })
})

describe('a content', () => {
  it('has its variables filled in, once and as text', () => {
    expect(filledSmsContent('【示例】{{code}}, {{ minutes }} min, {{code}}{{none}}', { code: '{{minutes}}', minutes: '5' })).toBe(
      '【示例】{{minutes}}, 5 min, {{minutes}}',
    )
  })
})
