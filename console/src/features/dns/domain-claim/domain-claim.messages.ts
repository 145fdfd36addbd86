import { counted } from '@nameplane/contract/counted'
import { fieldNames } from '@nameplane/contract/dns/domain-claim'
import { formatNumber } from '../../../i18n/format.ts'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const domainClaimMessages = defineMessages({
  zh: {
    title: '域名找回',
    help: '域名已在平台上但属于其他用户时，添加指定的 TXT 记录证明控制权，检测通过后域名连同解析记录转入申请人名下。申请 7 天内有效。',
    add: '找回域名',
    note: '提交后得到每个域名的 TXT 记录，请在当前的 DNS 服务商处添加，再点击检测',
    search: '域名',
    none: '还没有找回申请',
    noneHelp: '提交属于其他用户的域名，即可得到用于验证的 TXT 记录',
    check: '检测',
    checked: (retrieved: number, waiting: number) => `已找回 ${formatNumber(retrieved, 'zh')} 个域名，${formatNumber(waiting, 'zh')} 个未通过`,
    copyName: '复制 TXT 主机名',
    copyValue: '复制 TXT 记录值',
    copyAll: '复制 TXT 记录',
    over: '申请已过期或已完成',
    deleteAsk: (names: string) => `删除 ${names} 的找回申请？已找回的域名不受影响。`,
    ownAccount: '当前账号',
    seenLocked: '已检测到，但域名已锁定或属于反向解析网段',
    never: '未检测',
    until: (time: string) => `有效期至 ${time}`,
    ends: (when: string) => `${when}到期`,
    helps: { domains: '每行一个域名，最多 500 个' },
    choices: {
      state: { waiting: '待验证', retrieved: '已找回', expired: '已过期' },
      finding: { missing: '没有 TXT 记录', different: 'TXT 记录值不符', unknown: '递归服务器没有响应', seen: '已检测到' },
    },
  },
  en: {
    title: 'Domain retrieval',
    help: 'Domains of other users move to the requester with their records once a TXT record shows control. Requests are valid for 7 days.',
    add: 'Retrieve domains',
    note: 'Each domain gets a TXT record. Add it at the current DNS provider, then select Check.',
    search: 'Domain',
    none: 'No retrieval requests yet',
    noneHelp: 'Enter domains that belong to other users to get their TXT records',
    check: 'Check',
    checked: (retrieved, waiting) => `${counted(retrieved, 'domain')} retrieved, ${formatNumber(waiting, 'en')} not verified`,
    copyName: 'Copy TXT name',
    copyValue: 'Copy TXT value',
    copyAll: 'Copy TXT records',
    over: 'Expired or done',
    deleteAsk: (names) => `Delete the retrieval requests for ${names}? Retrieved domains stay.`,
    ownAccount: 'Your account',
    seenLocked: 'Found, but the domain is locked or a reverse zone',
    never: 'Not checked',
    until: (time) => `Valid until ${time}`,
    ends: (when) => `expires ${when}`,
    helps: { domains: 'One domain per line, at most 500' },
    choices: {
      state: { waiting: 'Waiting', retrieved: 'Retrieved', expired: 'Expired' },
      finding: { missing: 'No TXT record', different: 'Different TXT value', unknown: 'No response from resolvers', seen: 'Found' },
    },
  },
})

export const domainClaimWords = fieldWords(fieldNames, domainClaimMessages)
