import type { EmailScenarioKey } from './email-scenarios.ts'

/** Subject, HTML and plain text of a letter, variables in them. An empty plain text is made from the HTML. */
export type EmailWords = { readonly subject: string; readonly html: string; readonly text: string }

const codeStyle = 'font-family:Consolas,Menlo,monospace;font-size:28px;letter-spacing:6px;font-weight:600;margin:20px 0'
const linkStyle = 'word-break:break-all;margin:20px 0'
const factsStyle = 'border-collapse:collapse;margin:16px 0'

/** A fact and its name, one below the other. */
const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<table style="${factsStyle}">\n${rows
    .map(([name, value]) => `<tr><td style="padding:4px 24px 4px 0;color:#6b7280">${name}</td><td style="padding:4px 0">{{${value}}}</td></tr>`)
    .join('\n')}\n</table>`

const words = (subject: string, ...html: readonly string[]): EmailWords => ({ subject, html: html.join('\n'), text: '' })

/** What letters say until an administrator writes something else. */
export const emailDefaults: Record<EmailScenarioKey, { readonly zh: EmailWords; readonly en: EmailWords }> = {
  reset_code: {
    zh: words(
      '{{code}} 是你的验证码',
      '<p>账号 <strong>{{username}}</strong> 正在找回密码，验证码：</p>',
      `<p style="${codeStyle}">{{code}}</p>`,
      '<p>{{minutes}} 分钟内有效，只能使用一次。</p>',
      '<p>如果不是你本人操作，请忽略这封邮件，密码不会改变。</p>',
    ),
    en: words(
      '{{code}} is your verification code',
      '<p>Use this code to reset the password for <strong>{{username}}</strong>:</p>',
      `<p style="${codeStyle}">{{code}}</p>`,
      '<p>It expires in {{minutes}} minutes and works once.</p>',
      '<p>If you did not request this, ignore this email.</p>',
    ),
  },
  registration_link: {
    zh: words(
      '注册 {{site}}',
      '<p>请打开以下链接，设置账号和密码，完成注册：</p>',
      `<p style="${linkStyle}">{{link}}</p>`,
      '<p>{{minutes}} 分钟内有效。</p>',
      '<p>如果不是你本人操作，请忽略这封邮件，不会创建账号。</p>',
    ),
    en: words(
      'Register at {{site}}',
      '<p>Open this link to choose a username and password:</p>',
      `<p style="${linkStyle}">{{link}}</p>`,
      '<p>It expires in {{minutes}} minutes.</p>',
      '<p>If you did not request this, ignore this email. No account is created.</p>',
    ),
  },
  // Without links: it goes to administrators too, who would type their password where one leads.
  registration_known: {
    zh: words(
      '{{site}}：该邮箱已有账号',
      '<p>有人用这个邮箱申请注册。账号 <strong>{{username}}</strong> 已在使用该邮箱，因此没有创建新账号。</p>',
      '<p>如果是你本人操作，请打开登录页，用账号 <strong>{{username}}</strong> 登录；忘记密码时，在登录页点击“忘记密码？”。</p>',
      '<p>如果不是你本人操作，请忽略这封邮件，账号没有变化。</p>',
    ),
    en: words(
      'You already have an account at {{site}}',
      '<p>Someone tried to register with this email address. Account <strong>{{username}}</strong> already uses it, so no new account was created.</p>',
      '<p>If it was you, open the sign-in page and sign in with username <strong>{{username}}</strong>. If you forgot the password, select “Forgot password?” there.</p>',
      '<p>If it was not you, ignore this email. Your account has not changed.</p>',
    ),
  },
  test: {
    zh: words(
      '{{site}} 测试邮件',
      '<p>邮件服务器工作正常。</p>',
      facts([
        ['邮件服务器', 'server'],
        ['发送时间', 'time'],
      ]),
    ),
    en: words(
      'Test email from {{site}}',
      '<p>Your mail server is working.</p>',
      facts([
        ['Mail server', 'server'],
        ['Sent at', 'time'],
      ]),
    ),
  },
  message_notice: {
    zh: words('{{title}}', '<p>{{username}}，你好：</p>', '<h3>{{title}}</h3>', '<p>{{text}}</p>'),
    en: words('{{title}}', '<p>Hello {{username}},</p>', '<h3>{{title}}</h3>', '<p>{{text}}</p>'),
  },
  new_device: {
    zh: words(
      '账号 {{username}} 在新设备登录',
      '<p>账号 <strong>{{username}}</strong> 刚刚在新的设备或网络登录：</p>',
      facts([
        ['IP 地址', 'address'],
        ['浏览器', 'agent'],
        ['时间', 'time'],
      ]),
      '<p>如果不是你本人操作，请立即修改密码，并在会话列表中结束该会话。</p>',
    ),
    en: words(
      'New sign-in to {{username}}',
      '<p>New sign-in to <strong>{{username}}</strong> from a new device or network:</p>',
      facts([
        ['IP address', 'address'],
        ['Browser', 'agent'],
        ['Time', 'time'],
      ]),
      '<p>If this was not you, change your password immediately and end this session under Sessions.</p>',
    ),
  },
  node_alert: {
    zh: words(
      '节点{{state}}：{{node}}',
      '<p>节点检测发现状态变化：</p>',
      facts([
        ['节点', 'node'],
        ['状态', 'state'],
        ['原因', 'reason'],
        ['时间', 'time'],
      ]),
    ),
    en: words(
      'Node {{node}}: {{state}}',
      '<p>The node check detected a status change:</p>',
      facts([
        ['Node', 'node'],
        ['Status', 'state'],
        ['Reason', 'reason'],
        ['Time', 'time'],
      ]),
    ),
  },
  domain_wrong_ns: {
    zh: words(
      '域名 {{domain}} 的 DNS 服务器不正确',
      '<p>{{username}}，你好：</p>',
      '<p>域名 <strong>{{domain}}</strong> 的 DNS 服务器不正确，请在 {{days}} 天内修改，否则将从平台移除。</p>',
      facts([
        ['当前 DNS 服务器', 'found'],
        ['正确的 DNS 服务器', 'expected'],
      ]),
    ),
    en: words(
      'Incorrect name servers for {{domain}}',
      '<p>Hello {{username}},</p>',
      '<p>The name servers of <strong>{{domain}}</strong> are incorrect. Change them in time, or the domain will be removed from the platform.</p>',
      facts([
        ['Days left', 'days'],
        ['Current name servers', 'found'],
        ['Correct name servers', 'expected'],
      ]),
    ),
  },
}
