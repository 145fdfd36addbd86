import { fieldNames } from '@nameplane/contract/account/api-token'
import { counted } from '@nameplane/contract/counted'
import { formatNumber } from '../../../../i18n/format.ts'
import { defineMessages } from '../../../../i18n/messages.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'

export const apiTokenMessages = defineMessages({
  zh: {
    tabs: { rules: '登录规则', api: 'API 令牌' },
    help: '供脚本和其他系统调用接口，请求头为 Authorization: Bearer 令牌',
    add: '创建令牌',
    search: '名称、账号',
    none: '还没有 API 令牌',
    noneHelp: '创建令牌后，脚本无需登录即可调用接口',
    notOwn: '只有令牌所属的账号可以修改',
    deleteAsk: (names: string) => `删除令牌 ${names}？使用它们的脚本将立即无法调用接口。`,
    allScopes: '所属账号的全部权限',
    someScopes: (count: number) => `${count} 项权限`,
    chooseScopes: '只限以下权限',
    anywhere: '不限',
    forever: '永不过期',
    expired: '已过期',
    neverUsed: '从未使用',
    calls: (count: string) => `${count} 次 / 5 分钟`,
    noLimit: '不限',
    daysOf: (days: number) => `${formatNumber(days, 'zh')} 天`,
    helps: {
      name: '便于识别用途，例如“监控脚本”',
      networks: 'IP 或网段，例如 192.0.2.0/24；留空则不限制',
      callsPerFiveMinutes: '每 5 分钟的调用次数，留空则不限制',
      password: '创建令牌需要再次确认身份',
    },
    created: '令牌已创建',
    shownOnce: '请立即复制并妥善保存，关闭后无法再次查看',
    token: '令牌',
    done: '我已保存',
    addTitle: '创建 API 令牌',
    editTitle: (name: string) => `修改“${name}”`,
  },
  en: {
    tabs: { rules: 'Sign-in rules', api: 'API tokens' },
    help: 'For scripts and other systems. Header: Authorization: Bearer TOKEN',
    add: 'Create token',
    search: 'Name or account',
    none: 'No API tokens yet',
    noneHelp: 'With a token, scripts call the API without signing in',
    notOwn: 'Only the owner of a token can change it',
    deleteAsk: (names) => `Delete ${names}? Scripts using them stop working immediately.`,
    allScopes: 'All permissions of its account',
    someScopes: (count) => counted(count, 'permission'),
    chooseScopes: 'Only these permissions',
    anywhere: 'Anywhere',
    forever: 'Never',
    expired: 'Expired',
    neverUsed: 'Never',
    calls: (count) => `${count} / 5 min`,
    noLimit: 'No limit',
    daysOf: (days) => counted(days, 'day'),
    helps: {
      name: 'Purpose of the token. For example, “monitoring script”',
      networks: 'IP addresses or networks. For example, 192.0.2.0/24. Leave empty for no limit.',
      callsPerFiveMinutes: 'Calls per 5 minutes. Leave empty for no limit.',
      password: 'Confirms your identity',
    },
    created: 'API token created',
    shownOnce: 'Copy it now and store it safely. It is shown only once.',
    token: 'API token',
    done: 'I have saved it',
    addTitle: 'Create API token',
    editTitle: (name) => `Edit “${name}”`,
  },
})

export const apiTokenWords = fieldWords(fieldNames, apiTokenMessages)
