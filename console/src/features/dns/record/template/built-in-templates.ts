import type { TypedFields } from '../form/value-fields.ts'

/*
 * What others ask a domain to have: facts from their own documentation, named at each. Names are whole, with their final dot.
 * Keys that a provider makes for one customer (DKIM, codes) are not here; they are in no documentation.
 */

export type TemplateGroup = 'mail' | 'protection' | 'website'

export type ParameterName =
  | 'mailServers'
  | 'region'
  | 'mailServer'
  | 'ownServers'
  | 'networks'
  | 'includes'
  | 'others'
  | 'policy'
  | 'reports'
  | 'authority'
  | 'wildcards'
  | 'incidents'
  | 'host'
  | 'text'
  | 'ipv4'
  | 'ipv6'

/** How a parameter is typed and checked; a choice is among options. */
export type ParameterKind = 'text' | 'choice' | 'email' | 'names' | 'networks'

export type TemplateParameter = {
  readonly name: ParameterName
  readonly kind: ParameterKind
  readonly options?: readonly string[]
  readonly initial?: (zone: string) => string
  readonly isOptional?: true
}

export type TemplateRecord = { readonly host: string; readonly type: string; readonly fields: TypedFields }

export type RecordTemplate = {
  readonly id: string
  readonly group: TemplateGroup
  readonly parameters: readonly TemplateParameter[]
  /** The records, from the parameters by their names and the domain without its final dot. */
  readonly records: (given: (name: ParameterName) => string, zone: string) => readonly TemplateRecord[]
}

const mx = (preference: number, exchange: string): TemplateRecord => ({ host: '@', type: 'MX', fields: { preference: String(preference), exchange } })
const txt = (host: string, text: string): TemplateRecord => ({ host, type: 'TXT', fields: { text } })
const cname = (host: string, target: string): TemplateRecord => ({ host, type: 'CNAME', fields: { target } })
const caa = (tag: string, value: string): TemplateRecord => ({ host: '@', type: 'CAA', fields: { flags: '0', tag, value } })
const choice = (name: ParameterName, ...options: string[]): TemplateParameter => ({ name, kind: 'choice', options })

/** What is separated by white space or commas. */
export const wordsOf = (text: string): string[] => text.split(/[\s,，、]+/u).filter((word) => word !== '')

export const builtInTemplates = [
  {
    // open.work.weixin.qq.com/help, domain settings of Tencent Exmail: MX and SPF.
    id: 'exmail',
    group: 'mail',
    parameters: [],
    records: () => [mx(5, 'mxbiz1.qq.com.'), mx(10, 'mxbiz2.qq.com.'), txt('@', 'v=spf1 include:spf.mail.qq.com ~all')],
  },
  {
    // help.aliyun.com, document 36710: MX, CNAME and SPF of Alibaba Mail.
    id: 'alibaba',
    group: 'mail',
    parameters: [],
    records: () => [
      mx(5, 'mx1.qiye.aliyun.com.'),
      mx(10, 'mx2.qiye.aliyun.com.'),
      mx(15, 'mx3.qiye.aliyun.com.'),
      txt('@', 'v=spf1 include:spf.qiye.aliyun.com -all'),
      cname('mail', 'qiye.aliyun.com.'),
      cname('imap', 'imap.qiye.aliyun.com.'),
      cname('pop3', 'pop.qiye.aliyun.com.'),
      cname('smtp', 'smtp.qiye.aliyun.com.'),
    ],
  },
  {
    // qiye.163.com, help on domain records: the console of the customer names one of two pairs of servers.
    id: 'netease',
    group: 'mail',
    parameters: [choice('mailServers', 'qiye163mx', 'hzmx')],
    records: (given) => [
      mx(5, `${given('mailServers')}01.mxmail.netease.com.`),
      mx(10, `${given('mailServers')}02.mxmail.netease.com.`),
      txt('@', 'v=spf1 include:spf.163.com -all'),
    ],
  },
  {
    // feishu.cn/hc, article 875569252485 and the page on DNS records of Feishu Mail.
    id: 'feishu',
    group: 'mail',
    parameters: [],
    records: () => [mx(1, 'mx1.feishu.cn.'), mx(5, 'mx2.feishu.cn.'), mx(10, 'mx3.feishu.cn.'), txt('@', 'v=spf1 +include:_netblocks.m.feishu.cn -all')],
  },
  {
    // larksuite.com/hc, articles 360048488073 (DNS records) and 061274427780 (SPF).
    id: 'lark',
    group: 'mail',
    parameters: [],
    records: () => [
      mx(1, 'mx1.larksuite.com.'),
      mx(5, 'mx2.larksuite.com.'),
      mx(10, 'mx3.larksuite.com.'),
      txt('@', 'v=spf1 +include:spf.onlarksuite.com -all'),
    ],
  },
  {
    // support.google.com/a/answer/174125 (MX) and /33786 (SPF).
    id: 'google',
    group: 'mail',
    parameters: [],
    records: () => [mx(1, 'smtp.google.com.'), txt('@', 'v=spf1 include:_spf.google.com ~all')],
  },
  {
    // learn.microsoft.com/microsoft-365/enterprise/external-domain-name-system-records: MX, SPF and autodiscover.
    id: 'microsoft',
    group: 'mail',
    parameters: [{ name: 'mailServer', kind: 'text', initial: (zone) => `${zone.replaceAll('.', '-')}.mail.protection.outlook.com` }],
    records: (given) => [
      mx(0, given('mailServer')),
      txt('@', 'v=spf1 include:spf.protection.outlook.com -all'),
      cname('autodiscover', 'autodiscover.outlook.com.'),
    ],
  },
  {
    // zoho.com/mail/help/adminconsole: configure-email-delivery (MX) and spf-configuration, by data centre.
    id: 'zoho',
    group: 'mail',
    parameters: [choice('region', 'com', 'eu')],
    records: (given) => [
      mx(10, `mx.zoho.${given('region')}.`),
      mx(20, `mx2.zoho.${given('region')}.`),
      mx(50, `mx3.zoho.${given('region')}.`),
      txt('@', `v=spf1 include:zohomail.${given('region')} ~all`),
    ],
  },
  {
    // RFC 7208: mechanisms of §5 in the order of their cost, `all` last.
    id: 'spf',
    group: 'protection',
    parameters: [
      choice('ownServers', 'mx', 'none'),
      { name: 'networks', kind: 'networks', isOptional: true },
      { name: 'includes', kind: 'names', isOptional: true },
      choice('others', '~all', '-all'),
    ],
    records: (given) => {
      const networks = wordsOf(given('networks')).map((network) => `${network.includes(':') ? 'ip6' : 'ip4'}:${network}`)
      const includes = wordsOf(given('includes')).map((name) => `include:${name}`)
      return [txt('@', ['v=spf1', ...networks, ...(given('ownServers') === 'mx' ? ['mx'] : []), ...includes, given('others')].join(' '))]
    },
  },
  {
    // RFC 7489 §6.3.
    id: 'dmarc',
    group: 'protection',
    parameters: [choice('policy', 'none', 'quarantine', 'reject'), { name: 'reports', kind: 'email', isOptional: true }],
    records: (given) => [txt('_dmarc', `v=DMARC1; p=${given('policy')}${given('reports') === '' ? '' : `; rua=mailto:${given('reports')}`}`)],
  },
  {
    // RFC 7505 §3 (null MX), RFC 7208 §10.1.2 (no senders), RFC 7489 §6.3.
    id: 'noMail',
    group: 'protection',
    parameters: [],
    records: () => [mx(0, '.'), txt('@', 'v=spf1 -all'), txt('_dmarc', 'v=DMARC1; p=reject')],
  },
  {
    // RFC 8659 §4. The names are those of the certification practice statements; ZeroSSL certificates are issued by Sectigo.
    id: 'caa',
    group: 'protection',
    parameters: [
      choice('authority', 'letsencrypt.org', 'sectigo.com', 'digicert.com', 'globalsign.com', 'pki.goog', 'amazon.com'),
      choice('wildcards', 'same', 'none'),
      { name: 'incidents', kind: 'email', isOptional: true },
    ],
    records: (given) => [
      caa('issue', given('authority')),
      ...(given('wildcards') === 'none' ? [caa('issuewild', ';')] : []),
      ...(given('incidents') === '' ? [] : [caa('iodef', `mailto:${given('incidents')}`)]),
    ],
  },
  {
    id: 'verification',
    group: 'website',
    parameters: [
      { name: 'host', kind: 'text', initial: () => '@' },
      { name: 'text', kind: 'text' },
    ],
    records: (given) => [txt(given('host'), given('text'))],
  },
  {
    // RFC 1912 §2.4: the zone apex has SOA and NS, so that it needs addresses where www may be an alias.
    id: 'website',
    group: 'website',
    parameters: [
      { name: 'ipv4', kind: 'text' },
      { name: 'ipv6', kind: 'text', isOptional: true },
    ],
    records: (given, zone) => [
      { host: '@', type: 'A', fields: { address: given('ipv4') } },
      ...(given('ipv6') === '' ? [] : [{ host: '@', type: 'AAAA', fields: { address: given('ipv6') } }]),
      cname('www', `${zone}.`),
    ],
  },
] as const satisfies readonly RecordTemplate[]

export type TemplateId = (typeof builtInTemplates)[number]['id']
