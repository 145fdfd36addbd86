import { smsScenarioKeys, smsScenarios } from '@nameplane/contract/system/sms/sms-scenarios'
import { defineMessages } from '../../../../i18n/messages.ts'

export const smsMessages = defineMessages({
  zh: {
    title: '短信',
    help: '找回密码的验证码与套餐、流量提醒由这里启用的服务商发送',
    provider: '短信服务商',
    inUse: '启用中',
    providers: {
      tencent: { name: '腾讯云', about: '使用短信应用的 sdkAppId 与账号密钥' },
      alibaba: { name: '阿里云', about: '使用 AccessKey，模板变量按名称传入' },
      gateway: { name: 'HTTP 网关', about: '短信宝等网关，直接发送短信内容' },
    },
    fields: {
      sdkappId: 'sdkAppId',
      secretid: 'secretId',
      secretkey: 'secretKey',
      signname: '短信签名',
      region: '地域',
      endpoint: '接口地址',
      api_addr: 'API ADDR',
      username: '用户名',
      api_key: 'API KEY',
    },
    signnameHelp: '已审核通过的签名，不带【】',
    appIdHelp: '控制台“应用管理”中的 SDK AppID',
    regionHelp: '短信接口支持 ap-guangzhou、ap-beijing、ap-nanjing',
    tencentEndpointHelp: '一般无需修改；只能是 tencentcloudapi.com 下的地址',
    alibabaEndpointHelp: '一般无需修改；只能是 aliyuncs.com 下的地址',
    apiAddrHelp: '以 https:// 开头，例如 https://api.smsbao.com，请求发往其下的 /sms',
    apiKeyHelp: '短信宝可填写 API KEY，或密码的 MD5',
    access: '接入',
    templates: '短信模板',
    templatesHelp: {
      tencent: '模板中的 {1}、{2}、{3} 依次对应下列变量',
      alibaba: '模板中的变量名与下列变量一致',
      gateway: '内容以【签名】开头，变量写在双花括号中',
    },
    scenario: '场景',
    status: '发送',
    templateTitle: '标题',
    templateId: '模板 ID',
    content: '短信内容',
    contentExample: '【签名】',
    statusOf: (scenario: string) => `发送“${scenario}”短信`,
    titleOf: (scenario: string) => `“${scenario}”的标题`,
    idOf: (scenario: string) => `“${scenario}”的模板 ID`,
    contentOf: (scenario: string) => `“${scenario}”的短信内容`,
    variables: '变量',
    testTarget: '接收手机号',
    testScenario: '测试场景',
  },
  en: {
    title: 'SMS',
    help: 'Codes to reset a password and reminders of plans and traffic go through the provider that is in use here',
    provider: 'SMS provider',
    inUse: 'In use',
    providers: {
      tencent: { name: 'Tencent Cloud', about: 'With the sdkAppId of an SMS application and keys of the account' },
      alibaba: { name: 'Alibaba Cloud', about: 'With an access key; templates take variables by name' },
      gateway: { name: 'HTTP gateway', about: 'smsbao and its like: the text itself is sent' },
    },
    fields: {
      sdkappId: 'sdkAppId',
      secretid: 'secretId',
      secretkey: 'secretKey',
      signname: 'Signature',
      region: 'Region',
      endpoint: 'Service address',
      api_addr: 'API ADDR',
      username: 'User name',
      api_key: 'API KEY',
    },
    signnameHelp: 'As approved by the provider, without 【】',
    appIdHelp: 'The SDK AppID in the application list of the SMS console',
    regionHelp: 'ap-guangzhou, ap-beijing or ap-nanjing',
    tencentEndpointHelp: 'Rarely changed; an address below tencentcloudapi.com',
    alibabaEndpointHelp: 'Rarely changed; an address below aliyuncs.com',
    apiAddrHelp: 'Begins with https://, such as https://api.smsbao.com; calls go to /sms below it',
    apiKeyHelp: 'With smsbao the API KEY, or the MD5 of the password',
    access: 'Access',
    templates: 'Templates',
    templatesHelp: {
      tencent: '{1}, {2}, {3} of a template are the variables below, in this order',
      alibaba: 'A template calls its variables by the names below',
      gateway: 'The content begins with the signature in 【】; variables stand in double braces',
    },
    scenario: 'Scenario',
    status: 'Send',
    templateTitle: 'Title',
    templateId: 'Template id',
    content: 'Content',
    contentExample: '【Signature】',
    statusOf: (scenario) => `Send messages of “${scenario}”`,
    titleOf: (scenario) => `Title of “${scenario}”`,
    idOf: (scenario) => `Template id of “${scenario}”`,
    contentOf: (scenario) => `Content of “${scenario}”`,
    variables: 'Variables',
    testTarget: 'Send to phone',
    testScenario: 'Scenario',
  },
})

type Texts = { fields: Readonly<Record<string, string>>; templateId: string; templateTitle: string; content: string; status: string }

/** What the members of a provider's setting are called, those of its templates too. */
export function smsLabels(text: Texts, language: 'zh' | 'en'): Record<string, string> {
  const ofTemplates = smsScenarioKeys.flatMap((scenario) => {
    const name = smsScenarios[scenario].name[language]
    const members = { id: text.templateId, title: text.templateTitle, content: text.content, status: text.status }
    return Object.entries(members).map(([member, word]) => [`templateIds.${scenario}.${member}`, `${name} · ${word}`] as const)
  })
  return { ...text.fields, ...Object.fromEntries(ofTemplates) }
}
