import { counted } from '@nameplane/contract/counted'
import { fieldNames } from '@nameplane/contract/dns/domain'
import { formatNumber } from '../../../../i18n/format.ts'
import { defineMessages } from '../../../../i18n/messages.ts'
import { fieldWords } from '../../../../screen-parts/form/field-words.ts'
import { domainMessages } from '../domain.messages.ts'

export const settingMessages = defineMessages({
  zh: {
    locked: '域名已锁定。解锁后才能修改。',
    noRight: '没有修改域名的权限',
    recycled: { title: '域名在回收站中', help: '恢复后可以继续修改设置', open: '前往回收站恢复' },
    general: {
      title: '常规与 SOA',
      help: '保存后立即发布到节点',
      basics: '常规',
      soa: 'SOA',
      soaOfPrimaries: 'SOA 来自主服务器，这里的值在接管后使用',

      save: '保存',
    },
    mname: '主服务器（MNAME）',
    rname: '负责人邮箱（RNAME）',
    serial: '序列号',
    helps: {
      defaultTtlSeconds: '新记录的默认 TTL，可填秒数或 10m、1h',
      serviceGroupId: '决定节点；未选择其他 NS 时，也决定 NS',
      userId: '转移后，原所属用户不能再管理此域名',
      soaRefreshSeconds: '从服务器多久检查一次是否有更新',
      soaRetrySeconds: '检查失败后的等待时间，必须小于刷新间隔',
      soaExpireSeconds: '从服务器联系不上多久后停止应答',
      soaMinimumSeconds: '递归服务器缓存“不存在”的时间，新增的名称最多晚这么久可见',
      domain: '可以输入中文域名',
    },
    state: {
      title: '状态与锁定',
      active: '节点正在应答此域名',
      paused: '已暂停，节点拒绝应答',
      locked: '已锁定。设置与解析记录不能修改，域名不能删除。',
      unlocked: '未锁定。锁定可以防止误修改和误删除，解析不受影响。',
    },
    delegation: {
      title: 'DNS 服务器（NS）检测',
      help: 'DNS 服务器不正确的域名会在 30 天后移入回收站，之前会提醒所属用户',
      expected: '应设置为',
      seen: '各递归服务器的结果',
      resolver: '递归服务器',
      names: '查到的 NS',
      none: '没有授权',
      never: '尚未检测',
      checked: (time: string) => `检测于 ${time}`,
      since: (time: string) => `自 ${time} 起不正确`,
      left: (days: number) => `${days} 天后移入回收站`,
      check: '立即检测',
      checking: '正在检测…',
      failures: {
        no_root: '没有根区数据，结果不可信',
        ETIMEOUT: '没有响应',
        ECONNREFUSED: '拒绝连接',
        ESERVFAIL: '查询失败（SERVFAIL）',
        EREFUSED: '拒绝查询（REFUSED）',
      },
      failed: (code: string) => `查询失败（${code}）`,
    },
    copies: {
      title: '模板与克隆',
      help: '从模板添加常用记录，或用同样的记录和设置添加另一个域名',
      template: '从模板添加',
      clone: '克隆域名',
      cloneTitle: (name: string) => `克隆 ${name}`,
      cloneHelp: (records: number) => `将复制 ${formatNumber(records, 'zh')} 条记录，以及所属用户、服务组、备注、默认 TTL 与 SOA`,
      renames: (values: number) => `${formatNumber(values, 'zh')} 条记录的值中有以原域名结尾的名称，不勾选则保持不变`,
    },
    dnssec: {
      title: 'DNSSEC',
      state: '未签名',
      nodes: (signing: number, all: number) =>
        all === 0
          ? '没有服务此域名的节点'
          : signing === 0
            ? all === 1
              ? '服务此域名的节点不能签名'
              : `服务此域名的 ${formatNumber(all, 'zh')} 个节点都不能签名`
            : `服务此域名的 ${formatNumber(all, 'zh')} 个节点中有 ${formatNumber(signing, 'zh')} 个能签名`,
      help: '此域名的应答不带 DNSSEC。请勿在注册商处添加 DS 记录，否则校验 DNSSEC 的递归服务器无法解析此域名。',
      never: '尚未检测上级的 DS 记录',
      none: (time: string) => `上级没有 DS 记录，检测于 ${time}`,
      unknown: (time: string) => `递归服务器未应答 DS 记录的查询，检测于 ${time}`,
      found: (time: string) => `上级有 DS 记录，而此域名未签名：校验 DNSSEC 的递归服务器无法解析此域名。请在注册商处删除以下 DS 记录。检测于 ${time}`,
      keyTag: '密钥标签',
      algorithm: '算法',
      digestType: '摘要类型',
      digest: '摘要',
      check: '检测 DS 记录',
      checking: '正在检测…',
      keyRecords: (count: number) => `此域名有 ${formatNumber(count, 'zh')} 条 CDS 或 CDNSKEY 记录。节点照常应答，但没有签名，上级不会采用。请删除或暂停。`,
      toRecords: '查看解析记录',
    },
    transfers: {
      title: '从服务器与 TSIG 密钥',
      help: '哪些从服务器可以传送此域名，在从服务器页面设置',
      none: '没有可以传送此域名的从服务器',
      count: (servers: number) => `${formatNumber(servers, 'zh')} 台从服务器可以传送此域名`,
      key: (name: string, algorithm: string) => `密钥 ${name}（${algorithm}）`,
      noKey: '不使用密钥',
      more: (servers: number) => `另有 ${formatNumber(servers, 'zh')} 台`,
      open: '前往从服务器',
      noRight: '没有查看从服务器的权限',
    },
    searchEngines: {
      title: '搜索引擎线路',
      help: (lines: string) => `来自搜索引擎的查询总是优先使用这些线路的记录，没有时使用其他线路：${lines}`,
      none: '没有使用搜索引擎线路的记录，搜索引擎得到与其他客户端相同的应答。添加记录时选择这些线路即可。',
      records: (line: string, count: number) => `${line}：${formatNumber(count, 'zh')} 条记录`,
      noRight: '没有查看解析记录的权限',
    },
    danger: { title: '删除域名', help: '域名与全部记录移入回收站，节点停止应答，可以从回收站恢复' },
  },
  en: {
    locked: 'This domain is locked. Unlock it first.',
    noRight: 'You do not have permission to edit domains',
    recycled: { title: 'Domain is in the recycle bin', help: 'Restore it to change its settings', open: 'Restore from recycle bin' },
    general: {
      title: 'General and SOA',
      help: 'Changes are published to the nodes immediately',
      basics: 'General',
      soa: 'SOA',
      soaOfPrimaries: 'The SOA comes from the primaries. These values are used once the domain is taken over.',
      save: 'Save',
    },
    mname: 'Primary server (MNAME)',
    rname: 'Contact (RNAME)',
    serial: 'Serial',
    helps: {
      defaultTtlSeconds: 'TTL of new records. For example, 600, 10m or 1h.',
      serviceGroupId: 'Defines the nodes, and the name servers unless others are chosen below',
      userId: 'The previous owner can no longer manage this domain',
      soaRefreshSeconds: 'How often secondary servers check for changes',
      soaRetrySeconds: 'Pause after a failed check. Must be shorter than refresh.',
      soaExpireSeconds: 'When secondary servers stop answering without contact',
      soaMinimumSeconds: 'How long resolvers cache that a name does not exist. New names can appear this much later.',
      domain: 'Internationalised names are accepted',
    },
    state: {
      title: 'Status and lock',
      active: 'Nodes answer for this domain',
      paused: 'Paused. Nodes refuse queries.',
      locked: 'Locked. Settings and records cannot be changed, and the domain cannot be deleted.',
      unlocked: 'Not locked. A lock prevents accidental changes and deletion. Answers are not affected.',
    },
    delegation: {
      title: 'Name server check',
      help: 'Domains with incorrect name servers move to the recycle bin after 30 days. The owner is warned before.',
      expected: 'Expected',
      seen: 'Results by resolver',
      resolver: 'Resolver',
      names: 'Name servers found',
      none: 'No delegation',
      never: 'Not checked yet',
      checked: (time) => `Checked ${time}`,
      since: (time) => `Incorrect since ${time}`,
      left: (days) => `Moves to the recycle bin in ${counted(days, 'day')}`,
      check: 'Check now',
      checking: 'Checking…',
      failures: {
        no_root: 'No root zone, result not reliable',
        ETIMEOUT: 'Did not respond',
        ECONNREFUSED: 'Connection refused',
        ESERVFAIL: 'Query failed (SERVFAIL)',
        EREFUSED: 'Query refused (REFUSED)',
      },
      failed: (code) => `Query failed (${code})`,
    },
    copies: {
      title: 'Templates and clones',
      help: 'Add common records from a template, or add another domain with the same records and settings',
      template: 'Add from template',
      clone: 'Clone domain',
      cloneTitle: (name) => `Clone ${name}`,
      cloneHelp: (records) => `Copies ${counted(records, 'record')}, and the owner, service group, remark, default TTL and SOA`,
      renames: (values) => `${counted(values, 'record value')} with names that end in the old name. Leave unselected to keep them.`,
    },
    dnssec: {
      title: 'DNSSEC',
      state: 'Not signed',
      nodes: (signing, all) =>
        all === 0
          ? 'No nodes serve this domain'
          : signing === 0
            ? all === 1
              ? 'The node that serves this domain cannot sign it'
              : `None of the ${counted(all, 'node')} that serve this domain can sign it`
            : `${formatNumber(signing, 'en')} of the ${counted(all, 'node')} that serve this domain can sign it`,
      help: 'Answers for this domain have no DNSSEC. Do not add DS records at the registrar: validating resolvers could no longer resolve this domain.',
      never: 'DS records at the parent have not been checked yet',
      none: (time) => `No DS records at the parent. Checked ${time}.`,
      unknown: (time) => `Resolvers did not answer for DS records. Checked ${time}.`,
      found: (time) =>
        `The parent has DS records, but this domain is not signed: validating resolvers cannot resolve it. Delete these DS records at the registrar. Checked ${time}.`,
      keyTag: 'Key tag',
      algorithm: 'Algorithm',
      digestType: 'Digest type',
      digest: 'Digest',
      check: 'Check DS records',
      checking: 'Checking…',
      keyRecords: (count) =>
        `This domain has ${counted(count, 'CDS or CDNSKEY record')}. Nodes answer with them, but unsigned, and parents ignore them. Delete or pause them.`,
      toRecords: 'View records',
    },
    transfers: {
      title: 'Secondary servers and TSIG keys',
      help: 'Which secondary servers may transfer this domain. Set on the page of secondary servers.',
      none: 'No secondary server may transfer this domain',
      count: (servers) => `${counted(servers, 'secondary server')} may transfer this domain`,
      key: (name, algorithm) => `Key ${name} (${algorithm})`,
      noKey: 'No key',
      more: (servers) => `${formatNumber(servers, 'en')} more`,
      open: 'Open secondary servers',
      noRight: 'You do not have permission to view secondary servers',
    },
    searchEngines: {
      title: 'Search engine lines',
      help: (lines) => `Queries from search engines always use the records of these lines first, and other lines if there are none: ${lines}`,
      none: 'No records use these lines. Search engines get the same answers as other clients. Select one of these lines for a record to change that.',
      records: (line, count) => `${line}: ${counted(count, 'record')}`,
      noRight: 'You do not have permission to view records',
    },
    danger: {
      title: 'Delete domain',
      help: 'The domain moves to the recycle bin with all its records. Nodes stop answering. You can restore it from the recycle bin.',
    },
  },
})

export const settingWords = fieldWords(fieldNames, settingMessages, domainMessages)
