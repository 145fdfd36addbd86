/** What can be wrong with the account at a certificate authority. */
export const acmeAccountProblems = {
  acme_directory_https: { zh: '请填写以 https:// 开头的 ACME 目录地址', en: 'An ACME directory begins with https://' },
  acme_mac_key_invalid: { zh: '应为 Base64 文本', en: 'This is no Base64 text' },
  acme_authority_missing: { zh: '请先保存证书机构', en: 'Save the certificate authority first' },
  acme_account_missing: { zh: '尚未在该机构注册账户', en: 'There is no account with this authority yet' },
  acme_account_exists: { zh: '已在该机构注册账户', en: 'There is an account with this authority already' },
  acme_terms_unread: { zh: '请先阅读并同意最新的服务条款', en: 'Read and agree to the current terms of service' },
  acme_binding_missing: { zh: '该机构要求填写 EAB', en: 'This authority asks for an external account binding (EAB)' },
  acme_unanswered: { zh: '证书机构没有给出可用的应答：{reason}', en: 'The certificate authority gave no usable answer: {reason}' },
  acme_refused: { zh: '证书机构拒绝了请求：{reason}', en: 'The certificate authority refused: {reason}' },
} as const
