import { registerProblems } from '../../problem-text.ts'

/** Problems of the forms of SMS providers. */
export const smsProblems = {
  // Spec point 5
  sms_provider_required: { zh: '请选择短信服务商', en: 'Select an SMS provider' },
  sms_app_id_required: { zh: 'sdkAppId不能为空', en: 'sdkAppId is required' },
  sms_signature_required: { zh: '短信签名不能为空', en: 'SMS signature is required' },
  sms_api_addr_required: { zh: '请输入API ADDR', en: 'Enter the API ADDR' },
  sms_username_required: { zh: '请输入用户名', en: 'Enter the username' },
  sms_api_key_required: { zh: '请输入API KEY', en: 'Enter the API KEY' },

  sms_app_id_invalid: { zh: 'sdkAppId 只能是数字', en: 'Use digits only for sdkAppId' },
  sms_signature_brackets: { zh: '签名不带【】', en: 'Enter the signature without 【】' },
  sms_address_https: { zh: '地址必须以 https:// 开头，且不含参数', en: 'Enter an address that starts with https:// and has no query' },
  sms_address_foreign: { zh: '请输入 {vendor} 的地址', en: 'Enter an address of {vendor}' },
  sms_template_id_required: { zh: '启用前请填写模板 ID', en: 'Enter the template ID before enabling it' },
  sms_content_required: { zh: '启用前请填写短信内容', en: 'Enter the content before enabling it' },
  sms_variable_unknown: { zh: '未知变量 {variable}，可用的变量：{known}', en: 'Unknown variable {variable}. Available: {known}' },
  sms_variable_missing: { zh: '必须包含变量 {variable}', en: 'Must contain the variable {variable}' },
  sms_test_without_id: { zh: '请先填写该场景的模板 ID', en: 'Enter the template ID of this scenario first' },
  sms_test_without_content: { zh: '请先填写该场景的短信内容', en: 'Enter the content of this scenario first' },
} as const

registerProblems(smsProblems)
