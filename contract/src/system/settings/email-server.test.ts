import { describe, expect, it } from 'vitest'
import { readInput } from '../../issues.ts'
import { problems } from '../../problems.ts'
import { emailDefaults } from '../email/email-defaults.ts'
import { emailTextProblems } from '../email/email-template.ts'
import { emailScenarios, emailScenarioKeys } from '../email/email-scenarios.ts'
import { emailPresets } from '../email/email-presets.ts'
import { EmailServer } from './email-server.ts'

const whole = { host: 'smtp.example.com', username: 'platform@example.com', password: 'secret', port: 465 }
function problemsOf(changed: Record<string, unknown>): Record<string, string> {
  const read = readInput(EmailServer, { ...whole, ...changed })
  return read.isRight ? {} : Object.fromEntries(read.issues.map(({ path, code }) => [path.join('.'), code]))
}
const words = { subject: '{{code}}', html: '<p>{{code}}</p>', text: '' }
const oauth = { tenant: 'contoso.example', clientId: 'client', clientSecret: 'secret', refreshToken: 'token' }

describe('the mail server of the settings', () => {
  it('says of every empty field at once what the specification says', () => {
    const read = readInput(EmailServer, { host: '', username: '', password: '', port: '' })
    expect(read.isRight).toBe(false)
    if (read.isRight) return
    expect(Object.fromEntries(read.issues.map(({ path, code }) => [path.join('.'), problems[code].zh]))).toEqual({
      host: 'SMTP服务器不能为空',
      username: '发件邮箱不能为空',
      password: '授权密码不能为空',
      port: '端口不能为空',
    })
    expect(Object.keys(problemsOf({ host: undefined, username: undefined, password: undefined, port: undefined }))).toHaveLength(4)
  })

  it.each([
    [{ port: '25' }, {}],
    [{ port: 65_534 }, {}],
    [{ port: 65_535 }, { port: 'invalid_port' }],
    [{ port: 'abc' }, { port: 'invalid_port' }],
    [{ port: 2.5 }, { port: 'invalid_port' }],
    [{ host: '203.0.113.7' }, {}],
    [{ host: '2001:db8::25' }, {}],
    [{ host: 'localhost' }, {}],
    [{ host: 'mail.example.com:25' }, { host: 'smtp_host_invalid' }],
    [{ host: 'https://mail.example.com' }, { host: 'smtp_host_invalid' }],
    [{ host: '300.1.1.1' }, { host: 'smtp_host_invalid' }],
    [{ host: 'a\r\nb' }, { host: 'smtp_host_invalid' }],
    [{ username: 'platform' }, { username: 'invalid_email' }],
    [{ senderName: 'Name\r\nBcc: x' }, { senderName: 'control_characters' }],
    [{ caCertificate: 'a certificate' }, { caCertificate: 'smtp_certificate_invalid' }],
    [{ caCertificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }, {}],
    [{ protocol: 'pop3' }, { protocol: 'invalid_value' }],
    [{ authentication: 'oauth2', password: '', oauth }, {}],
    [
      { authentication: 'oauth2', password: '' },
      {
        'oauth.tenant': 'smtp_tenant_required',
        'oauth.clientId': 'smtp_client_required',
        'oauth.clientSecret': 'smtp_client_secret_required',
        'oauth.refreshToken': 'smtp_refresh_token_required',
      },
    ],
    [{ authentication: 'oauth2', password: '', oauth: { ...oauth, tenant: '../other' } }, { 'oauth.tenant': 'smtp_tenant_invalid' }],
    [{ authentication: 'oauth2', password: '', oauth: { ...oauth, authority: 'file:///etc' } }, { 'oauth.authority': 'smtp_authority_invalid' }],
  ])('with %j is refused with %j', (changed, expected) => {
    expect(problemsOf(changed)).toEqual(expected)
  })

  it('takes every preset', () => {
    for (const { host, port } of emailPresets) expect(problemsOf({ host, port }), host).toEqual({})
    expect(emailPresets.map(({ host, port }) => `${host}:${port}`)).toEqual([
      'smtp.exmail.qq.com:465',
      'smtp.qq.com:465',
      'smtp.aliyun.com:465',
      'smtp.qiye.aliyun.com:465',
      'smtp.office365.com:587',
      'smtp-mail.outlook.com:587',
      'smtp.gmail.com:465',
    ])
  })
})

describe('the templates of the mail server', () => {
  it.each([
    [{ name: 'reset_code', zh: words }, {}],
    [{ name: 'reset_code', zh: { ...words, subject: '{{password}}' } }, { 'templates.0.zh.subject': 'letter_variable_unknown' }],
    [{ name: 'reset_code', en: { ...words, html: '<p>{{ code }} {{constructor}}</p>' } }, { 'templates.0.en.html': 'letter_variable_unknown' }],
    [{ name: 'reset_code', zh: { ...words, html: '<p>no code</p>' } }, { 'templates.0.zh.html': 'letter_variable_missing' }],
    [{ name: 'reset_code', zh: { ...words, text: 'no code' } }, { 'templates.0.zh.text': 'letter_variable_missing' }],
    [{ name: 'reset_code', zh: { ...words, html: '<p>{{code}}<script>1</script></p>' } }, { 'templates.0.zh.html': 'letter_html_refused' }],
    [{ name: 'reset_code', status: 0, zh: words }, { 'templates.0.status': 'letter_template_essential' }],
    [{ name: 'node_alert', status: 0 }, {}],
    [
      { name: 'reset_code', zh: { subject: '', html: '' } },
      { 'templates.0.zh.subject': 'required', 'templates.0.zh.html': 'required' },
    ],
    [{ name: 'of another version', zh: { subject: '{{anything}}', html: '<b>' } }, {}],
  ])('with %j are refused with %j', (template, expected) => {
    expect(problemsOf({ templates: [template] })).toEqual(expected)
  })

  it('name the variable that there is none of, and those that there are', () => {
    const read = readInput(EmailServer, { ...whole, templates: [{ name: 'test', en: { subject: '{{user}}', html: '<p>x</p>' } }] })
    expect(read.isRight ? [] : read.issues).toEqual([
      { path: ['templates', '0', 'en', 'subject'], code: 'letter_variable_unknown', params: { variable: '{{user}}', known: '{{server}} {{time}} {{site}}' } },
    ])
  })

  it('are one for each scenario', () => {
    const template = { name: 'test', zh: { subject: 'x', html: '<p>x</p>' } }
    expect(problemsOf({ templates: [template, template] })).toEqual({ 'templates.1.name': 'letter_template_repeated' })
  })

  it('keep members that this version does not know', () => {
    const template = { name: 'test', colour: 'red', zh: { ...words, subject: 'x', html: '<p>x</p>', preheader: 'first words' } }
    const read = readInput(EmailServer, { ...whole, templates: [template] })
    expect(read.isRight && read.value.templates[0]).toMatchObject(template)
  })

  it.each(emailScenarioKeys)('of the platform itself are right: %s', (key) => {
    for (const language of ['zh', 'en'] as const) expect(emailTextProblems(emailScenarios[key], emailDefaults[key][language])).toEqual([])
  })
})
