/*
 * What the platform writes letters about. Each scenario has a fixed list of variables; a template puts them in by
 * `{{name}}`, and what a letter may say is what its scenario offers.
 */

type Words = { readonly zh: string; readonly en: string }

export type EmailVariable = { readonly key: string; readonly name: Words; /** Stands for it in previews and test letters. */ readonly example: Words }

export type EmailScenario = {
  readonly name: Words
  /** When it is sent and to whom. */
  readonly about: Words
  readonly variables: readonly EmailVariable[]
  /** Variables without which the letter says nothing. */
  readonly needed: readonly string[]
  /** Cannot be switched off: something would not work without it. */
  readonly isEssential: boolean
}

const same = (text: string): Words => ({ zh: text, en: text })
const site: EmailVariable = { key: 'site', name: { zh: '网站名称', en: 'Site name' }, example: same('Nameplane') }
const username: EmailVariable = { key: 'username', name: { zh: '账号', en: 'Account' }, example: same('ada') }

export const emailScenarios = {
  reset_code: {
    name: { zh: '找回密码验证码', en: 'Password reset code' },
    about: { zh: '在登录页找回密码时，发给账号的邮箱', en: 'Sent to the account’s email address when a password reset is requested' },
    variables: [
      { key: 'code', name: { zh: '验证码', en: 'Code' }, example: same('482913') },
      username,
      { key: 'minutes', name: { zh: '有效分钟数', en: 'Valid for (minutes)' }, example: same('10') },
      site,
    ],
    needed: ['code'],
    isEssential: true,
  },
  registration_link: {
    name: { zh: '注册链接', en: 'Registration link' },
    about: { zh: '用户申请注册时，发给填写的邮箱', en: 'Sent to the entered email address when a user registers' },
    variables: [
      { key: 'link', name: { zh: '注册链接', en: 'Registration link' }, example: same('https://console.example.com/#/register?link=s1.Zm9yIGV4YW1wbGU') },
      { key: 'minutes', name: { zh: '有效分钟数', en: 'Valid for (minutes)' }, example: same('60') },
      site,
    ],
    needed: ['link'],
    isEssential: true,
  },
  registration_known: {
    name: { zh: '邮箱已有账号', en: 'Email address already in use' },
    about: { zh: '有人用已有账号的邮箱申请注册时，发给该账号的邮箱', en: 'Sent to the email address of an account when it is used to register again' },
    variables: [username, site],
    needed: [],
    isEssential: true,
  },
  test: {
    name: { zh: '测试邮件', en: 'Test email' },
    about: { zh: '在邮件配置页点击“测试”时，发给填写的邮箱', en: 'Sent to the entered email address when testing the mail server' },
    variables: [
      { key: 'server', name: { zh: '邮件服务器', en: 'Mail server' }, example: same('smtp.example.com:465') },
      { key: 'time', name: { zh: '发送时间', en: 'Sent at' }, example: same('2026-03-01 09:30 UTC') },
      site,
    ],
    needed: [],
    isEssential: true,
  },
  message_notice: {
    name: { zh: '消息通知', en: 'Message notification' },
    about: { zh: '发布消息时如选择邮件通知，发给每位接收人', en: 'Sent to each recipient of a message published with email notification' },
    variables: [
      { key: 'title', name: { zh: '消息标题', en: 'Message title' }, example: { zh: '系统维护通知', en: 'Planned maintenance' } },
      {
        key: 'text',
        name: { zh: '消息正文', en: 'Message text' },
        example: {
          zh: '3 月 5 日 02:00～03:00 升级控制台。期间不能修改解析记录，已有解析不受影响。',
          en: 'The console will be upgraded on 5 March, 02:00 to 03:00. Records cannot be changed during this time. Existing records are still served.',
        },
      },
      username,
      site,
    ],
    needed: [],
    isEssential: false,
  },
  new_device: {
    name: { zh: '新设备登录提醒', en: 'New device sign-in' },
    about: {
      zh: '账号在新的浏览器或网络登录时，发给账号的邮箱（在登录设置中开启）',
      en: 'Sent to the account’s email address after a sign-in from a new browser or network, if enabled in the sign-in settings',
    },
    variables: [
      username,
      { key: 'address', name: { zh: 'IP 地址', en: 'IP address' }, example: same('203.0.113.25') },
      { key: 'agent', name: { zh: '浏览器', en: 'Browser' }, example: same('Firefox 140, Linux') },
      { key: 'time', name: { zh: '时间', en: 'Time' }, example: same('2026-03-01 09:30 UTC') },
      site,
    ],
    needed: [],
    isEssential: false,
  },
  node_alert: {
    name: { zh: '节点告警', en: 'Node alert' },
    about: { zh: '节点异常或恢复时，发给节点检测配置中的邮箱', en: 'Sent to the email address of the node check when a node fails or recovers' },
    variables: [
      { key: 'node', name: { zh: '节点', en: 'Node' }, example: same('ns1-sh (203.0.113.10)') },
      { key: 'state', name: { zh: '状态', en: 'Status' }, example: { zh: '异常', en: 'Failing' } },
      { key: 'reason', name: { zh: '原因', en: 'Reason' }, example: { zh: '端口 443 连接超时', en: 'Port 443 timed out' } },
      { key: 'time', name: { zh: '时间', en: 'Time' }, example: same('2026-03-01 09:30 UTC') },
      site,
    ],
    needed: ['node'],
    isEssential: false,
  },
  domain_wrong_ns: {
    name: { zh: '域名 DNS 服务器错误', en: 'Incorrect name servers' },
    about: {
      zh: '域名的 DNS 服务器不正确、将被移除前，发给域名所属用户',
      en: 'Sent to the owner of a domain with incorrect name servers before it is removed',
    },
    variables: [
      { key: 'domain', name: { zh: '域名', en: 'Domain' }, example: same('example.com') },
      { key: 'found', name: { zh: '当前 DNS 服务器', en: 'Current name servers' }, example: same('ns1.old.example, ns2.old.example') },
      { key: 'expected', name: { zh: '正确的 DNS 服务器', en: 'Correct name servers' }, example: same('ns1.dns.example, ns2.dns.example') },
      { key: 'days', name: { zh: '剩余天数', en: 'Days left' }, example: same('30') },
      username,
      site,
    ],
    needed: ['domain'],
    isEssential: false,
  },
} as const satisfies Record<string, EmailScenario>

export type EmailScenarioKey = keyof typeof emailScenarios

/** The variables that a letter of a scenario must be given, `site` apart: the platform fills that in. */
export type EmailVariables<Key extends EmailScenarioKey> = Record<Exclude<(typeof emailScenarios)[Key]['variables'][number]['key'], 'site'>, string>

export const emailScenarioKeys = Object.keys(emailScenarios) as readonly EmailScenarioKey[]

/** The scenario of a template's name; undefined for one that this version does not know. */
export function emailScenarioOf(name: string): EmailScenario | undefined {
  return Object.hasOwn(emailScenarios, name) ? emailScenarios[name as EmailScenarioKey] : undefined
}

/** What stands for each variable in previews and test letters. */
export function exampleVariables(scenario: EmailScenario, language: 'zh' | 'en'): Record<string, string> {
  return Object.fromEntries(scenario.variables.map((variable) => [variable.key, variable.example[language]]))
}
