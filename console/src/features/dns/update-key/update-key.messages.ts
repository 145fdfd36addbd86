import { fieldNames } from '@nameplane/contract/dns/update-key'
import { defineMessages } from '../../../i18n/messages.ts'
import { fieldWords } from '../../../screen-parts/form/field-words.ts'

export const updateKeyMessages = defineMessages({
  zh: {
    title: '更新密钥',
    help: 'nsupdate、certbot、DHCP 服务器等程序用更新密钥签名（TSIG），以 DNS 更新（RFC 2136）修改默认线路的解析记录',
    add: '添加更新密钥',
    editTitle: (name: string) => `修改更新密钥 ${name}`,
    search: '名称',
    none: '还没有更新密钥',
    noneHelp: '没有更新密钥时，节点拒绝对该域名的 DNS 更新',
    renew: '更换密钥',
    renewAsk: (name: string) => `更换 ${name} 的密钥？节点立即拒绝用原密钥签名的更新。`,
    deleteAsk: (names: string) => `删除更新密钥 ${names}？使用它的程序将无法再修改解析记录，此操作不可恢复。`,
    never: '从未',
    created: '更新密钥已添加',
    renewed: '密钥已更换',
    shownOnce: '请立即保存密钥，关闭后无法再次查看',
    done: '我已保存',
    secret: '密钥',
    parameter: 'nsupdate 参数',
    configuration: 'BIND 格式',
    configurationNote: '可保存为文件，供 nsupdate -k、DHCP 服务器等使用',
    helps: {
      name: '小写字母、数字与连字符，最多 40 个字符，添加后不能修改',
      policy: '每行一个主机记录及其记录类型，最多 50 行。@ 表示主域名，*.dhcp 表示 dhcp 以下的所有主机记录，* 表示所有主机记录；类型写 * 表示所有类型。',
    },
    choices: { algorithm: { 'hmac-sha256': 'HMAC-SHA256', 'hmac-sha512': 'HMAC-SHA512' } },
  },
  en: {
    title: 'Update keys',
    help: 'Programs such as nsupdate, certbot and DHCP servers sign DNS UPDATE (RFC 2136) with an update key (TSIG) to change records of the default line',
    add: 'Add update key',
    editTitle: (name) => `Edit update key ${name}`,
    search: 'Name',
    none: 'No update keys yet',
    noneHelp: 'Without an update key, nodes refuse DNS UPDATE of this domain',
    renew: 'Renew secret',
    renewAsk: (name) => `Renew the secret of ${name}? Nodes immediately refuse updates signed with the old one.`,
    deleteAsk: (names) => `Delete update key ${names}? Programs that use it can no longer change records. This cannot be undone.`,
    never: 'Never',
    created: 'Update key added',
    renewed: 'Secret renewed',
    shownOnce: 'Save the secret now. It cannot be shown again.',
    done: 'Saved it',
    secret: 'Secret',
    parameter: 'nsupdate parameter',
    configuration: 'BIND format',
    configurationNote: 'Can be saved as a file for nsupdate -k, DHCP servers and others',
    helps: {
      name: 'Lowercase letters, digits and hyphens, at most 40 characters. Cannot be changed later.',
      policy:
        'One host and its record types per line, at most 50 lines. @ is the zone apex, *.dhcp is all hosts below dhcp, and * is all hosts. Enter * as the type for all types.',
    },
    choices: { algorithm: { 'hmac-sha256': 'HMAC-SHA256', 'hmac-sha512': 'HMAC-SHA512' } },
  },
})

export const updateKeyWords = fieldWords(fieldNames, updateKeyMessages)
