/*
 * What the platform sends text messages about (spec point 3). Each scenario has a fixed list of variables in a fixed order: with
 * Tencent Cloud they are {1}, {2} … of the template, with Alibaba Cloud ${name}, in a content of one's own {{name}}.
 */

type Words = { readonly zh: string; readonly en: string }

export type SmsVariable = {
  readonly key: string
  readonly name: Words
  /** Vendors refuse long values; a longer one is cut. In characters. */
  readonly maximum: number
  /** Stands for it in test messages. */
  readonly example: Words
}

export type SmsScenario = {
  readonly name: Words
  /** When it is sent and to whom. */
  readonly about: Words
  readonly variables: readonly SmsVariable[]
}

const same = (text: string): Words => ({ zh: text, en: text })
const username: SmsVariable = { key: 'username', name: { zh: '账号', en: 'Account' }, maximum: 20, example: same('ada') }
const plan: SmsVariable = { key: 'plan', name: { zh: '套餐', en: 'Plan' }, maximum: 20, example: { zh: '企业版', en: 'Business' } }
const date: SmsVariable = { key: 'date', name: { zh: '到期日', en: 'Expiry date' }, maximum: 10, example: same('2026-03-01') }

export const smsScenarios = {
  code: {
    name: { zh: '验证码', en: 'Code' },
    about: { zh: '找回密码时，发给账号的手机', en: 'Sent to the account’s phone when a password reset is requested' },
    variables: [
      { key: 'code', name: { zh: '验证码', en: 'Code' }, maximum: 6, example: same('482913') },
      { key: 'minutes', name: { zh: '有效分钟数', en: 'Valid for (minutes)' }, maximum: 2, example: same('5') },
    ],
  },
  meal_out: {
    name: { zh: '套餐用尽', en: 'Plan used up' },
    about: { zh: '套餐的额度用完时，发给用户', en: 'Sent to users when their plan is used up' },
    variables: [username, plan],
  },
  meal_expire: {
    name: { zh: '套餐到期', en: 'Plan expiring' },
    about: { zh: '套餐即将到期时，发给用户', en: 'Sent to users shortly before their plan expires' },
    variables: [username, plan, date],
  },
  flow_out: {
    name: { zh: '流量用尽', en: 'Traffic used up' },
    about: { zh: '流量用完时，发给用户', en: 'Sent to users when their traffic is used up' },
    variables: [username, plan],
  },
  flow_expire: {
    name: { zh: '流量到期', en: 'Traffic expiring' },
    about: { zh: '流量包即将到期时，发给用户', en: 'Sent to users shortly before their traffic package expires' },
    variables: [username, plan, date],
  },
  node_alert: {
    name: { zh: '节点告警', en: 'Node alert' },
    about: { zh: '节点异常或恢复时，发给节点检测配置中的手机', en: 'Sent to the phone number of the node check when a node fails or recovers' },
    variables: [
      { key: 'node', name: { zh: '节点', en: 'Node' }, maximum: 20, example: same('ns1-sh') },
      { key: 'state', name: { zh: '状态', en: 'Status' }, maximum: 4, example: { zh: '异常', en: 'down' } },
    ],
  },
} as const satisfies Record<string, SmsScenario>

export type SmsScenarioKey = keyof typeof smsScenarios

/** What a message of a scenario must be given. */
export type SmsVariables<Key extends SmsScenarioKey = SmsScenarioKey> = Record<(typeof smsScenarios)[Key]['variables'][number]['key'], string>

export const smsScenarioKeys = Object.keys(smsScenarios) as readonly SmsScenarioKey[]

/** A variable as a content of one's own writes it. */
const written = /\{\{([^{}]*)\}\}/g

/** The names of all variables in a content, each once. */
export function smsVariablesIn(content: string): string[] {
  return [...new Set(Array.from(content.matchAll(written), ([, name]) => name!.trim()))]
}

/** A content with its variables filled in; one that has no value is left empty. */
export function filledSmsContent(content: string, values: Readonly<Record<string, string>>): string {
  return content.replace(written, (_, name: string) => values[name.trim()] ?? '')
}

/** What a test message says. */
export function smsExamples(scenario: SmsScenarioKey, language: 'zh' | 'en'): SmsVariables {
  return Object.fromEntries(smsScenarios[scenario].variables.map(({ key, example }) => [key, example[language]]))
}

/** Where a test goes, as one text: a phone, and a scenario after a space; without one, the code. */
export function smsTarget(phone: string, scenario: SmsScenarioKey): string {
  return `${phone.trim()} ${scenario}`
}

/** The same taken apart; a scenario that there is not is null. */
export function smsTargetOf(target: string): { phone: string; scenario: SmsScenarioKey | null } {
  const [phone = '', scenario = 'code', ...more] = target.trim().split(/\s+/)
  return { phone, scenario: more.length === 0 && Object.hasOwn(smsScenarios, scenario) ? (scenario as SmsScenarioKey) : null }
}
