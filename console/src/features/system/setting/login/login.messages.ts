import { defineMessages } from '../../../../i18n/messages.ts'

export const loginMessages = defineMessages({
  zh: {
    help: '规则保存后立即生效。因规则无法登录时，在服务器上执行 npm run cli -- login-rules reset',
    groups: { captcha: '验证码与锁定', session: '会话', factor: '二次验证', network: '允许的网络', password: '密码', registration: '注册' },
    changesHelp: '一个域名（至少 10 条记录）超过 30% 的记录被修改或删除，或 NS 记录被修改，即为影响较大',
    choices: {
      captcha: { always: '每次登录都需要', 'after-failures': '失败几次后需要', never: '不需要' },
      confirmation: { typed: '由提交人输入数量确认', second_administrator: '由另一位管理员审批' },
    },
    helps: {
      lockSeconds: '再次锁定时加倍，最长一天',
      sessionSeconds: (text: string) => `最后一次操作之后，${text}`,
      sessionLongestSeconds: (text: string) => `无论是否在使用，${text}后需要重新登录`,
      sessionsPerAccount: '超出时最久未使用的会话自动退出，0 表示不限',
      newDeviceNotice: '需要配置邮件服务器，且账号填写了邮箱',
      secondFactorRoles: '这些角色的管理员登录后必须先设置动态码或通行密钥',
      passkeyHosts: '留空则使用浏览器访问的域名',
      administratorNetworks: 'IP 或网段，例如 192.0.2.0/24；留空则不限制',
      passwordMinimum: '8～32 位，只影响新密码',
      confirmation: '适用于管理员的批量操作、保存、导入与恢复，用户修改自己的域名不受影响。审批 24 小时内有效，需要“审批影响较大的修改”权限。',
      registration: '用户在登录页注册，通过邮件中的链接确认邮箱。需要配置邮件服务器和平台公网地址',
    },
    super: '超级管理员',
    networksWarning: '请确认包含你当前的 IP，否则保存后无法继续使用控制台',
  },
  en: {
    help: 'Rules apply when saved. If you are locked out, run npm run cli -- login-rules reset on the server.',
    groups: {
      captcha: 'Captcha and locks',
      session: 'Sessions',
      factor: 'Two-factor authentication',
      network: 'Allowed networks',
      password: 'Passwords',
      registration: 'Registration',
    },
    changesHelp: 'A change is large if it edits or deletes more than 30% of a domain with at least 10 records, or any NS record',
    choices: {
      captcha: { always: 'At every sign-in', 'after-failures': 'After failed sign-ins', never: 'Never' },
      confirmation: { typed: 'The number of records, typed by the author', second_administrator: 'Approval by another administrator' },
    },
    helps: {
      lockSeconds: 'Doubles with each further lock, up to 1 day',
      sessionSeconds: (text) => `Sessions end ${text} after their last use`,
      sessionLongestSeconds: (text) => `Sessions end ${text} after sign-in, even while in use`,
      sessionsPerAccount: 'Beyond this, the least recently used session ends. 0 means no limit.',
      newDeviceNotice: 'Requires a mail server and an email address of the account',
      secondFactorRoles: 'Administrators with these roles must set up an authenticator app or passkey first',
      passkeyHosts: 'Leave empty to use the host name in the browser',
      administratorNetworks: 'IP addresses or networks. For example, 192.0.2.0/24. Leave empty for no limit.',
      passwordMinimum: '8–32 characters. Applies to new passwords only.',
      confirmation:
        'Applies to bulk operations, saves, imports and restores of administrators, not to users who change their own domains. Approval is possible for 24 hours and requires the permission “Approve large changes”.',
      registration: 'Users register on the sign-in page and confirm their email address by a link. Requires a mail server and the public address.',
    },
    super: 'Super administrators',
    networksWarning: 'Include your own IP address, or saving locks you out',
  },
})
