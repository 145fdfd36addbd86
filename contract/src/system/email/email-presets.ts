/** A provider's sending mail server (spec point 9). Hosts and ports as the providers publish them. */
export type EmailPreset = {
  readonly key: string
  readonly name: { readonly zh: string; readonly en: string }
  readonly host: string
  readonly port: number
  /** What goes into the field of the password; null where it is the mailbox's own. */
  readonly passwordHint: { readonly zh: string; readonly en: string } | null
  /** Signs in by OAuth 2 where the provider has switched passwords off. */
  readonly hasOauth: boolean
}

const appPassword = {
  zh: '填写邮箱设置中生成的授权码，不是登录密码',
  en: 'Authorisation code created in the email account settings, not the sign-in password',
} as const
const googlePassword = { zh: '填写 Google 账号中生成的应用专用密码', en: 'App password created in the Google account' } as const

export const emailPresets: readonly EmailPreset[] = [
  {
    key: 'exmail',
    name: { zh: '腾讯企业邮箱', en: 'Tencent Exmail (enterprise)' },
    host: 'smtp.exmail.qq.com',
    port: 465,
    passwordHint: { zh: '开启安全登录后填写客户端专用密码', en: 'Client password if secure sign-in is enabled' },
    hasOauth: false,
  },
  { key: 'qq', name: { zh: 'QQ 邮箱（个人）', en: 'QQ Mail (personal)' }, host: 'smtp.qq.com', port: 465, passwordHint: appPassword, hasOauth: false },
  { key: 'aliyun', name: { zh: '阿里云邮箱', en: 'Alibaba Cloud Mail' }, host: 'smtp.aliyun.com', port: 465, passwordHint: null, hasOauth: false },
  {
    key: 'aliyun-enterprise',
    name: { zh: '阿里企业邮箱', en: 'Alibaba Cloud Mail (enterprise)' },
    host: 'smtp.qiye.aliyun.com',
    port: 465,
    passwordHint: { zh: '开启第三方客户端安全密码后填写该密码', en: 'Third-party client password if enabled' },
    hasOauth: false,
  },
  { key: 'microsoft', name: { zh: 'Microsoft 365', en: 'Microsoft 365' }, host: 'smtp.office365.com', port: 587, passwordHint: null, hasOauth: true },
  {
    key: 'outlook',
    name: { zh: 'Outlook.com（个人）', en: 'Outlook.com (personal)' },
    host: 'smtp-mail.outlook.com',
    port: 587,
    passwordHint: null,
    hasOauth: true,
  },
  { key: 'google', name: { zh: 'Google（Gmail）', en: 'Google (Gmail)' }, host: 'smtp.gmail.com', port: 465, passwordHint: googlePassword, hasOauth: false },
]

/** The preset of a host, whatever its case; undefined for a server of one's own. */
export function emailPresetOf(host: string): EmailPreset | undefined {
  return emailPresets.find((preset) => preset.host === host.trim().toLowerCase())
}
