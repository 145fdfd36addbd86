import { smsScenarioKeys, smsScenarios } from '@nameplane/contract/system/sms/sms-scenarios'
import type { Language } from '../../../../i18n/language.ts'
import { defineMessages, textsIn } from '../../../../i18n/messages.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'

export const smsMessages = defineMessages({
  zh: {
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
    helps: {
      signname: '已审核通过的签名，不带【】',
      sdkappId: '控制台“应用管理”中的 SDK AppID',
      region: '短信接口支持 ap-guangzhou、ap-beijing、ap-nanjing',
      api_addr: '以 https:// 开头，例如 https://api.smsbao.com，请求发往其下的 /sms',
      api_key: '短信宝可填写 API KEY，或密码的 MD5',
    },
    tencentEndpointHelp: '一般无需修改；只能是 tencentcloudapi.com 下的地址',
    alibabaEndpointHelp: '一般无需修改；只能是 aliyuncs.com 下的地址',
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
    help: 'Password reset codes and reminders about plans and traffic are sent by the provider enabled here',
    provider: 'SMS provider',
    inUse: 'Currently enabled',
    providers: {
      tencent: { name: 'Tencent Cloud', about: 'Uses the sdkAppId of an SMS application and account keys' },
      alibaba: { name: 'Alibaba Cloud', about: 'Uses an AccessKey. Template variables are passed by name.' },
      gateway: { name: 'HTTP gateway', about: 'smsbao and similar gateways' },
    },
    fields: {
      sdkappId: 'sdkAppId',
      secretid: 'secretId',
      secretkey: 'secretKey',
      signname: 'Signature',
      region: 'Region',
      endpoint: 'API endpoint',
      api_addr: 'API ADDR',
      username: 'Username',
      api_key: 'API KEY',
    },
    helps: {
      signname: 'Approved signature, without 【】',
      sdkappId: 'SDK AppID from the application list of the SMS console',
      region: 'ap-guangzhou, ap-beijing or ap-nanjing',
      api_addr: 'Starts with https://. For example, https://api.smsbao.com. Requests go to /sms below it.',
      api_key: 'For smsbao, the API KEY or the MD5 of the password',
    },
    tencentEndpointHelp: 'Rarely needs changing. Must be under tencentcloudapi.com',
    alibabaEndpointHelp: 'Rarely needs changing. Must be under aliyuncs.com',
    access: 'Access',
    templates: 'Templates',
    templatesHelp: {
      tencent: '{1}, {2} and {3} in a template are the variables below, in this order',
      alibaba: 'Variable names in the template match the names below',
      gateway: 'Start the content with the signature in 【】. Write variables in double braces.',
    },
    scenario: 'Scenario',
    status: 'Send',
    templateTitle: 'Title',
    templateId: 'Template ID',
    content: 'Content',
    contentExample: '【Signature】',
    statusOf: (scenario) => `Send “${scenario}” messages`,
    titleOf: (scenario) => `Title of “${scenario}”`,
    idOf: (scenario) => `Template ID of “${scenario}”`,
    contentOf: (scenario) => `Content of “${scenario}”`,
    variables: 'Variables',
    testTarget: 'Phone number',
    testScenario: 'Scenario',
  },
})

/** What the members of templates are called, by dotted path. */
function templateFields(language: Language): Record<string, string> {
  const { templateId: id, templateTitle: title, content, status } = textsIn(smsMessages, language)
  return Object.fromEntries(
    smsScenarioKeys.flatMap((scenario) =>
      Object.entries({ id, title, content, status }).map(
        ([member, word]) => [`templateIds.${scenario}.${member}`, `${smsScenarios[scenario].name[language]} · ${word}`] as const,
      ),
    ),
  )
}

export const smsWords = fieldWords({}, smsMessages, { zh: { fields: templateFields('zh') }, en: { fields: templateFields('en') } })
