import { registerProblems } from '../problem-text.ts'

/** What can be wrong with the account at a certificate authority. */
export const acmeAccountProblems = {
  acme_directory_https: { zh: '请填写以 https:// 开头的 ACME 目录地址', en: 'Enter an ACME directory URL that starts with https://' },
  acme_mac_key_invalid: { zh: '请输入 Base64 文本', en: 'Enter Base64 text' },
  acme_authority_missing: { zh: '请先保存证书机构', en: 'Save the certificate authority first' },
  acme_account_missing: { zh: '尚未在该机构注册账户', en: 'No account is registered with this authority yet' },
  acme_account_exists: { zh: '已在该机构注册账户', en: 'An account is already registered with this authority' },
  acme_terms_unread: { zh: '请先阅读并同意最新的服务条款', en: 'Read and accept the current terms of service first' },
  acme_binding_missing: { zh: '该机构要求填写 EAB', en: 'This authority requires an external account binding (EAB)' },
  acme_unanswered: { zh: '证书机构没有返回可用的响应：{reason}', en: 'The certificate authority did not give a usable response: {reason}' },
  acme_refused: { zh: '证书机构拒绝了请求：{reason}', en: 'The certificate authority refused the request: {reason}' },
} as const

registerProblems(acmeAccountProblems)
