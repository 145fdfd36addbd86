import { counted, groupedNumber } from './counted.ts'
import type { Bilingual } from './field-names.ts'
import type * as nouns from './nouns.ts'

type Texts = Readonly<Record<string, Bilingual>>

/**
 * What any call may answer and any field may be refused with. `{name}` is filled from the problem's params. Texts fixed by
 * the spec (points 5 and 8) stand here to the letter. What only one noun knows stands in that noun's own file.
 */
export const coreProblems = {
  // The call itself
  invalid_input: { zh: '提交的内容有误，请检查标出的字段', en: 'Some fields need your attention' },
  unlisted: { zh: '{text}（另有 {unlisted} 处未列出）', en: '{text} ({unlisted} more not listed)' },
  not_found: { zh: '请求的内容不存在', en: 'Not found' },
  session_lost: { zh: '登录已过期，请重新登录', en: 'Login expired, you need to log in again' },
  beyond_reach: { zh: '操作后将超出你的数据范围，未保存', en: 'Not saved: outside your data scope' },
  right_missing: { zh: '没有权限执行此操作', en: 'You do not have permission to do this' },
  cross_site: { zh: '已拒绝来自其他网站的请求', en: 'Request from another site refused' },
  too_many_requests: { zh: '请求过于频繁，请稍后重试', en: 'Too many requests. Try again later.' },
  body_too_large: { zh: '提交的内容过大', en: 'Request too large' },
  large_requests_of_caller: {
    zh: '你已有多个大请求正在处理，请在其完成后重试',
    en: 'Several of your large requests are still running. Try again when they are done.',
  },
  large_requests: { zh: '服务器正在处理其他大请求，请稍后重试', en: 'The server is busy with other large requests. Try again later.' },
  malformed_body: { zh: '提交的内容无法识别', en: 'Request body not readable' },
  server_fault: { zh: '服务器出错，请求编号 {requestId}', en: 'Server error, request {requestId}' },
  unavailable: { zh: '服务暂时不可用，请稍后重试', en: 'Service temporarily unavailable. Try again later.' },
  storage_full: { zh: '磁盘空间不足，未保存，请联系管理员清理', en: 'Not saved: the disk is full. Contact an administrator.' },
  changed_meanwhile: { zh: '内容已被他人修改，请查看差异后再保存', en: 'Someone else just changed this. Review the differences, then save again.' },
  unknown_action: { zh: '没有这个接口，或不允许通过此方式调用', en: 'Unknown API call or method' },

  // Any field
  required: { zh: '不能为空', en: 'Required' },
  invalid_value: { zh: '内容格式错误', en: 'Invalid value' },
  too_long: { zh: '不能超过 {maximum} 个字符', en: 'At most {maximum, character}' },
  too_short: { zh: '不能少于 {minimum} 个字符', en: 'At least {minimum, character}' },
  number_too_small: { zh: '不能小于 {minimum}', en: 'Must be at least {minimum}' },
  number_too_big: { zh: '不能大于 {maximum}', en: 'Must be at most {maximum}' },
  not_an_integer: { zh: '必须为整数', en: 'Must be a whole number' },
  too_many_entries: { zh: '最多 {maximum} 项', en: 'At most {maximum, entry, entries}' },
  control_characters: { zh: '不能包含控制字符', en: 'Control characters are not supported' },
  invalid_ids: { zh: '编号格式错误', en: 'Invalid IDs' },
  nothing_selected: { zh: '请选择要删除的数据', en: 'Select the rows to delete first' },
  page_too_deep: {
    zh: '列表只能翻到第 {maximum} 条，请用筛选条件缩小范围，或改变排序方向',
    en: 'Lists can be paged through to row {maximum}. Use filters, or reverse the order.',
  },
  too_many_ids: { zh: '一次最多处理 {maximum} 条', en: 'At most {maximum, item} at a time' },

  // Generic validators of spec point 5
  invalid_domain: { zh: '域名格式错误', en: 'Invalid domain name' },
  invalid_ip: { zh: 'IP格式错误', en: 'Invalid IP address' },
  invalid_port: { zh: '端口号格式错误（1~65535）', en: 'Invalid port (1~65535)' },
  invalid_url: { zh: 'URL地址格式错误', en: 'Invalid URL' },
  invalid_phone: { zh: '手机号格式错误', en: 'Invalid phone number' },
  invalid_email: { zh: '邮箱地址格式错误', en: 'Invalid email address' },
  invalid_password: { zh: '密码格式错误，不能包含中文（4~32）', en: 'Invalid password. Use 4 to 32 characters without Chinese.' },
  invalid_name: { zh: '名称格式错误，不能包含中文（4~32）', en: 'Invalid name. Use 4 to 32 letters, digits and @ . _ -' },
  invalid_id_card: { zh: '二代身份证格式错误', en: 'Invalid ID number' },
  domain_line_invalid: { zh: '域名格式不正确：{line}', en: 'Invalid domain name: {line}' },
  domain_line_repeated: { zh: '域名不能重复：{line}', en: 'Duplicate domain name: {line}' },
  ip_line_invalid: { zh: 'IP格式不正确：{line}', en: 'Invalid IP address: {line}' },
  ip_line_repeated: { zh: 'IP不能重复：{line}', en: 'Duplicate IP address: {line}' },
  ip_range_invalid: { zh: 'IP段格式错误：{line}', en: 'Invalid IP range: {line}' },
  ip_range_reversed: { zh: '起始IP不能大于截止IP：{line}', en: 'Start IP is above end IP: {line}' },
  ip_range_repeated: { zh: 'IP区间重复：{line}', en: 'Overlapping IP range: {line}' },
  invalid_client_network: {
    zh: '请输入 IP 地址或网段，例如 1.2.3.4 或 1.2.3.0/24',
    en: 'Enter an IP address or a network. For example, 1.2.3.4 or 1.2.3.0/24',
  },
} as const satisfies Texts

const texts = new Map<string, Bilingual>(Object.entries(coreProblems))

/**
 * Makes a noun's problems known. Each noun does so where it declares them, so that the texts come with the noun: the server
 * loads all of them, a browser those of the screens that it opens.
 */
export function registerProblems(problems: Texts): void {
  for (const [code, text] of Object.entries(problems)) texts.set(code, text)
}

type Nouns = typeof nouns
type CodesOf<Noun> = Noun extends { readonly problems: infer Problems } ? keyof Problems : never

/** Every stable problem code: those of the platform, and those of each noun. */
export type ProblemCode = keyof typeof coreProblems | { [Noun in keyof Nouns]: CodesOf<Nouns[Noun]> }[keyof Nouns]
export type Language = 'zh' | 'en'

/** Whether the texts of a code are here: always on the server; in a browser once a screen of its noun was opened. */
export function isProblemCode(text: string): text is ProblemCode {
  return texts.has(text)
}

/** The params that the text of a problem names. */
export function paramsIn(code: ProblemCode, language: Language): string[] {
  return [...(texts.get(code)?.[language] ?? '').matchAll(/\{(\w+)/g)].map((match) => match[1]!)
}

/**
 * The problem's text in a language, its placeholders filled in; a missing value leaves the placeholder's name out. A noun
 * after the name agrees with the number in English: `{count, record}`, or `{count, entry, entries}`.
 */
export function problemText(code: ProblemCode, language: Language, params: Record<string, unknown> = {}): string {
  return (texts.get(code)?.[language] ?? code).replace(/\{(\w+)(?:, ([^,{}]+))?(?:, ([^,{}]+))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = params[name]
    if (one === undefined) return wordOf(value, language)
    return typeof value === 'number' ? counted(value, one, many) : `${wordOf(value, language)} ${many ?? `${one}s`}`
  })
}

/** The text of a whole refusal: where it names only some of the fields that are wrong, it says how many it does not name. */
export function refusalText(code: ProblemCode, language: Language, params: Record<string, unknown> = {}): string {
  const text = problemText(code, language, params)
  const { unlisted } = params
  return typeof unlisted === 'number' ? problemText('unlisted', language, { text, unlisted }) : text
}

/** A value inside a sentence; what is neither text nor number has no place there. */
function wordOf(value: unknown, language: Language): string {
  if (Array.isArray(value)) return value.map((part) => wordOf(part, language)).join(language === 'zh' ? '、' : ', ')
  if (typeof value === 'number') return groupedNumber(value, language)
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : ''
}
