import type { Language } from './text-pairs.ts'

/* What a text may not hold, as CONTRIBUTING.md says of words. Each rule names a text that it catches. */

type Rule = {
  readonly name: string
  readonly pattern: RegExp
  readonly bad: string
  readonly good: string
  /** Documents have paragraphs, cells and reasons: what is wrong on a button may be right there. */
  readonly isForDocuments?: false
}

const counts = '(?:count|days|rows|length|total|limit|operations|maximum|minimum|seconds|minutes|hours|bytes|max|min|size|domains|records)'

/** Any number before a noun that is counted; what stands for a name or is never 1 is none. */
const plurals = new RegExp(
  '\\{(?!types?\\}|\\w*[sS]tep\\}|all\\}|masterKeyBytes\\}|backupKeyMinimum\\})\\w+\\} (more |of the )?' +
    '(domains|records|users|messages|days|hours|minutes|rows|lines|entries|files|roles|items|nodes|errors|warnings|sessions|tokens|characters|attempts|emails)\\b',
)

const english: readonly Rule[] = [
  { name: 'two clauses joined by a semicolon', pattern: /[\p{L}\d)}’”]; \p{L}/u, bad: 'Save it; then go', good: 'Save it. Then go.' },
  { name: 'straight apostrophe', pattern: /\w'\w/, bad: "the platform's key", good: 'the platform’s key' },
  { name: 'straight quotation marks', pattern: /(^|\s)"\w/, bad: 'press "Save"', good: 'press “Save”' },
  { name: 'three full stops for an ellipsis', pattern: /\.\.\./, bad: 'Saving...', good: 'Saving…' },
  { name: 'contraction', pattern: /\b\w+n[’']t\b/, bad: 'It isn’t there', good: 'Not found' },
  { name: 'mailbox or e-mail', pattern: /\bmailbox|\be-mail/i, bad: 'Enter the mailbox', good: 'Enter the email address' },
  { name: 'make for create', pattern: /\b([Mm]akes? (?!sure\b)|[Mm]ade (?!up\b))/, bad: 'Make a backup', good: 'Create backup. Missed runs are not made up.' },
  {
    name: 'there is no',
    isForDocuments: false,
    pattern: /\bthere (is|are) no\b|\bno such\b|\bis no (?!longer\b)[a-z]/i,
    bad: 'There is no such role',
    good: 'The role is no longer in use',
  },
  { name: 'somebody', pattern: /\b(whoever|somebody|nobody|everybody|anybody)\b/i, bad: 'Somebody changed it', good: 'Someone else changed it' },
  {
    name: 'genitive of a title',
    pattern: /\b(Keys?|Settings|Check|Currency|Retention|Networks|Hosts|Parts|Picture|Name|Time) of /,
    bad: 'Settings of backups',
    good: 'Backup settings',
  },
  { name: 'begin', pattern: /\b[Bb]eg[aiu]n(s|ning)?\b/, bad: 'Begin again', good: 'Start again after BEGIN CERTIFICATE' },
  { name: 'you may not', pattern: /\byou (may not|are not allowed)\b/i, bad: 'You may not do this', good: 'You do not have permission to do this' },
  { name: 'asks for', pattern: /\basks? for\b/i, bad: 'Your role asks for it', good: 'Your role requires it' },
  { name: 'id in lower case', pattern: /(^|[a-z] )[Ii]ds?\b(?!-|\.server)/, bad: 'Request id', good: 'Request ID' },
  { name: 'at once', pattern: /\bat once\b/i, bad: 'Ends at once', good: 'Ends immediately' },
  { name: 'stands or lies', pattern: /\b(stands?|lies) /i, bad: 'It stands below', good: 'It is shown below' },
  { name: 'good for, for good, over', pattern: /\bgood for\b|\bfor good\b|\bstill good\b|\bis over\b/i, bad: 'Good for a day', good: 'Valid for 1 day' },
  {
    name: 'empty as a condition',
    pattern: /\bEmpty: |\bwhen empty\b|\bempty for (?!no limit\b)/i,
    bad: 'Empty for the default',
    good: 'Leave empty to use the default. Leave empty for no limit.',
  },
  { name: 'goes on, anew, no more', pattern: /\bgo(es)? on\b|\banew\b|\bany\s?more\b|\bno more\b/i, bad: 'It is sealed anew', good: 'It is encrypted again' },
  { name: 'comma before try again', pattern: /, try again/i, bad: 'Too many requests, try again later', good: 'Too many requests. Try again later.' },
  { name: 'gave no answer', pattern: /\b(gave|gives) no\b|never answered/i, bad: 'It gave no answer', good: 'It did not respond' },
  { name: 'milliseconds of any size', pattern: /\} ms\b/, bad: 'took {time} ms', good: 'took {elapsed}' },
  { name: 'count that does not agree', pattern: new RegExp(`\\{${counts}\\} (more |of the )?[a-z-]+s\\b`), bad: '{count} records', good: '{counted}' },
  {
    name: 'full stop after a single sentence',
    isForDocuments: false,
    pattern: /^[A-Z\d{][^.!?:<]*\.$/,
    bad: 'Backup created.',
    good: 'Backup created. Keep it.',
  },
  { name: 'exclamation mark', pattern: /!(?!\w)/, bad: 'Saved!', good: 'Saved' },
  { name: 'octets', pattern: /\boctets?\b/i, bad: 'at most 63 octets', good: 'at most 63 bytes' },
  { name: 'second factor', pattern: /\bsecond (factor|step)s?\b/i, bad: 'Second factor', good: 'Two-factor authentication' },
  // A path to a page of another company keeps that company’s name for it.
  { name: 'API key', pattern: /(?<!→ )\bAPI keys?\b/, bad: 'API keys', good: 'API tokens, provider console → API keys' },
  { name: 'log in', pattern: /\blog(ged)? (in|out)\b/i, bad: 'Log in', good: 'Sign in' },
  { name: 'acting as', pattern: /\bact(s|ing)? as\b/i, bad: 'You act as X', good: 'You are signed in as X' },
  { name: 'right for permission', pattern: /(?<!\{)\brights\b/i, bad: 'Rights', good: 'Permissions' },
  { name: 'picture', pattern: /\bpictures?\b/i, bad: 'Pictures', good: 'Images' },
  { name: 'recharge', pattern: /\brecharges?\b/i, bad: 'Recharge', good: 'Top-up' },
  { name: 'audit chain', pattern: /\baudit chain\b/i, bad: 'Audit chain', good: 'Audit trail' },
  { name: 'saved state', pattern: /\bsaved states?\b/i, bad: 'Saved state', good: 'Version' },
  { name: 'ordinary user', pattern: /\bordinary users?\b/i, bad: 'Ordinary users', good: 'Users' },
  { name: 'mend', pattern: /\bmend(s|ed|ing)?\b/i, bad: 'Mend the errors first', good: 'Fix the errors first' },
  { name: 'tick', pattern: /\b(un)?tick(s|ed|ing)?\b(?!\})/i, bad: 'Ticked menus', good: 'Selected menus' },
  { name: 'letter for email', pattern: /\b(test|each|every|this|queued|in-site) letters?\b/i, bad: 'Send a test letter', good: 'Send test email' },
  { name: 'sealed', pattern: /\b(un|re)?seal(s|ed|ing)?\b(?!\})/i, bad: 'The key is sealed', good: 'The key is encrypted' },
  {
    name: 'holds for contains',
    pattern: /\bholds? (no|other|the|a|an|more|what)\b(?! lock\b)/i,
    bad: 'The folder holds other files',
    good: 'Contains other files',
  },
  { name: 'hand out', pattern: /\bhand(s|ed)? out\b/i, bad: 'Hand out rights', good: 'Grant permissions' },
  { name: 'trash, tray', pattern: /\btrash\b|\bunsaved edits\b|\btray\b/i, bad: 'Unsaved edits', good: 'Pending changes' },
  {
    name: 'bind WeChat',
    pattern: /\b(un)?(bind|binds|binding|bound)\b.*WeChat|WeChat.*\b(un)?(bind|binds|binding|bound)\b/i,
    bad: 'Bind your WeChat',
    good: 'Link WeChat',
  },
  { name: 'currency of the books', pattern: /\bcurrency of the books\b/i, bad: 'Currency of the books', good: 'Billing currency' },
  { name: 'outer system', pattern: /\bouter (systems?|world)\b/i, bad: 'Call an outer system', good: 'Call an external system' },
  { name: 'audience, receiver', pattern: /\breceivers?\b|\baudience\b/i, bad: 'Its audience', good: 'Its recipients' },
  { name: 'at present', pattern: /\bat present\b/i, bad: 'Closed at present', good: 'Currently closed' },
  { name: 'switched on or off', pattern: /\bswitch(ed|es|ing)? (it |them )?(on|off)\b/i, bad: 'Switched off', good: 'Disabled' },
  { name: 'tries', pattern: /\btries\b/i, bad: 'Five tries', good: '5 attempts' },
  { name: 'within reach', pattern: /\b(within|beyond) (\w+ )?reach\b/i, bad: 'A user within reach', good: 'A user within the data scope' },
  { name: 'by mail', pattern: /\bby mail\b/i, bad: 'Sent by mail', good: 'Sent by email' },
  { name: 'and so on', pattern: /\band so on\b|\betc\./i, bad: 'Logs, settings and so on', good: 'Logs and settings' },
  { name: 'elapsed time by hand', pattern: /\{toFixed\} (m?s|seconds)\b/, bad: 'took {toFixed} s', good: 'took {elapsed}' },
  { name: 'plural by hand', pattern: plurals, bad: '{pending} domains left', good: '{counted} left, {type} records' },
  { name: 'domain itself', isForDocuments: false, pattern: /\bdomain itself\b/i, bad: '@ is the domain itself', good: '@ is the zone apex' },
  { name: 'internet with a capital', pattern: /\bthe Internet\b/, bad: 'on the Internet', good: 'on the internet' },
]

const han = '\\p{Script=Han}'
const fullWidth = '，。；：？！、（）“”【】'

const chinese: readonly Rule[] = [
  { name: '吗？', pattern: /吗？/, bad: '确定要删除吗？', good: '删除 3 个角色？' },
  { name: '您', pattern: /您/, bad: '您的密码', good: '你的密码' },
  { name: '感叹号', pattern: /！/, bad: '已保存！', good: '已保存' },
  { name: '半角标点', pattern: new RegExp(`${han}[,;:!?]|\\.\\.\\.|"${han}`, 'u'), bad: '请重试,谢谢', good: '请重试，谢谢' },
  { name: '汉字与拉丁字母、数字之间没有空格', pattern: new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9]${han}`, 'u'), bad: '共3个IP', good: '共 3 个 IP' },
  { name: '全角标点旁有空格', pattern: new RegExp(`[${fullWidth}] | [${fullWidth}]`, 'u'), bad: '已保存， 请重试', good: '已保存，请重试' },
  { name: '单句句号', isForDocuments: false, pattern: /^[^。？：<]*。$/, bad: '已保存。', good: '停用 X？现有会话立即结束。' },
  { name: '域名本身', pattern: /域名(本|自)身/, bad: '@ 表示域名本身', good: '@ 表示主域名' },
  { name: '再试', pattern: /再试/, bad: '请稍后再试', good: '请稍后重试' },
  { name: '没有加载成功', pattern: /没有加载成功/, bad: '概览没有加载成功', good: '概览加载失败' },
  { name: '正在而无省略号', pattern: /^正在[^，。…]{1,8}$/, bad: '正在加载', good: '正在加载…' },
  // A version that does not suit cannot be restored: that is no warning of a deletion.
  { name: '不可恢复的别称', pattern: /(?<!版本[^。]*)不能恢复|无法找回|无法撤销/, bad: '删除后不能恢复', good: '此版本有错误，不能恢复' },
  { name: '选填的别称', pattern: /可不填|可留空|(?<!末尾的点)可省略/, bad: '备注（可省略）', good: '备注（选填），末尾的点可省略' },
  { name: '范围', pattern: /[\d}](?:[~–]| [至到] )[\d{]/, bad: '1 至 10', good: '1～10' },
  // After `10m、`, an example of how a TTL may be typed.
  { name: '24h', pattern: /(?<!\dm、)\b\d+h\b/, bad: '24h 解析量', good: '24 小时解析量，TTL 可填 10m、1h' },
  { name: '毫秒', pattern: /\} ?毫秒/, bad: '用时 {time} 毫秒', good: '用时 {elapsed}' },
  { name: '推演、应答码', pattern: /推演|应答码/, bad: '推演结果', good: '预期应答' },
  { name: '密文', pattern: /密文/, bad: '密文', good: '敏感信息' },
  { name: '泛主机名', pattern: /泛主机名/, bad: '泛主机名', good: '泛解析' },
  { name: '外网、互联网', pattern: /外网|互联网/, bad: '外网地址', good: '公网地址' },
  { name: '代登录', pattern: /代登录|登陆/, bad: '代登录', good: '以用户身份登录' },
  { name: '本系统', pattern: /本系统|当前系统/, bad: '本系统的备份', good: '平台的备份' },
  { name: '系统设置、定时任务', pattern: /系统设置|定时任务/, bad: '系统设置', good: '系统配置' },
  { name: '试恢复、备份密钥', pattern: /试恢复|备份密钥/, bad: '试恢复', good: '恢复演练' },
  { name: '支付平台、认证平台', pattern: /支付平台|认证平台|支付方式/, bad: '支付平台', good: '支付渠道' },
  { name: '撰写', pattern: /撰写/, bad: '撰写消息', good: '新建消息' },
  { name: '线路段、地址段', pattern: /线路段|地址段/, bad: '地址段', good: 'IP 段' },
  { name: '缺省', pattern: /缺省/, bad: '缺省线路', good: '默认线路' },
  { name: '域名服务器、解析服务器、前转', pattern: /域名服务器|解析服务器|前转/, bad: '域名服务器', good: 'DNS 服务器' },
  { name: '验证器', pattern: /验证器(?!应用)/, bad: '验证器', good: '身份验证器应用' },
  { name: '授权文件', pattern: /授权文件/, bad: '授权文件', good: '许可证' },
  { name: '试付', pattern: /试付/, bad: '试付一笔', good: '支付测试' },
  { name: '执行日志', pattern: /执行日志/, bad: '执行日志', good: '执行记录' },
  { name: '审计记录', pattern: /审计记录/, bad: '审计记录', good: '审计链' },
  { name: '同组、整组', pattern: /同组|整组|记录组(?!成)/, bad: '同组记录', good: '同一记录集，操作记录组成审计链' },
]

export const wordingRules: Readonly<Record<Language, readonly Rule[]>> = { en: english, zh: chinese }

/** Texts of the specification (points 5 and 8), to the letter. */
const fixed: ReadonlySet<string> = new Set([
  'IP格式错误',
  'URL地址格式错误',
  'IP格式不正确：{line}',
  'IP不能重复：{line}',
  'IP段格式错误：{line}',
  '起始IP不能大于截止IP：{line}',
  'IP区间重复：{line}',
  '端口号格式错误（1~65535）',
  '密码格式错误，不能包含中文（4~32）',
  '名称格式错误，不能包含中文（4~32）',
  'SMTP服务器不能为空',
  'sdkAppId不能为空',
  '请输入API ADDR',
  '请输入API KEY',
  'Enter the API KEY',
  'Login expired, you need to log in again',
])

/** The rules that a text breaks; a document's paragraph breaks fewer. */
export function brokenRules(language: Language, text: string, isOfDocument = false): string[] {
  if (fixed.has(text)) return []
  return wordingRules[language].filter((rule) => !(isOfDocument && rule.isForDocuments === false) && rule.pattern.test(text)).map(({ name }) => name)
}
