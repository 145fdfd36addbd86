import { defineMessages } from '../../../../i18n/messages.ts'

export const recordFormMessages = defineMessages({
  zh: {
    addTitle: '添加记录', editTitle: '修改记录', close: '关闭', fullScreen: '全屏', cancel: '取消', keep: '放入待保存修改', keepAndNext: '放入并再加一条',
    hostHelp: (zone: string) => `填写 ${zone} 之前的部分；@ 表示域名本身，* 表示泛解析`,
    lineHelp: '只有来自这条线路的用户会得到这条记录', lineSearch: '搜索线路名称或代码', lineRecent: '最近使用', lineNone: '没有符合的线路',
    ttlHelp: '秒，也可以写 10m、1h30m', ttlWrong: '请输入 1 到 2147483647 秒，或 10m、1h 这样的时长',
    weightHelp: '0–100，留空表示整组一起返回', weightShare: (share: string, records: number) => `约 ${share} 的应答，同组共 ${records} 条`, weightWrong: '请输入 0 到 100 的整数，或留空', remarkHelp: '最多 200 个字符，只在控制台显示',
    raw: '直接编辑记录值', structured: '按字段填写', wire: '线上形式', optional: '（可不填）', required: '不能为空', otherType: '其他类型…',
    unsaved: '关闭后，这里填写的内容会丢失。要关闭吗？', leave: '关闭', stay: '继续填写',
    textHelp: '直接粘贴原文，超过 255 字节会自动分段', svcHelp: '目标填 . 表示主机自身；优先级为 0 时不能有参数', paramAdd: '添加参数', paramKey: '参数名', paramValue: '参数值', paramNoValue: '无需填写值', paramRemove: '移除参数', nameHelp: '完整域名，末尾的点可省略', unknownHelp: '按 RFC 3597 填写，例如 \\# 4 0A000001',
    names: {
      address: '地址', target: '目标', preference: '优先级', exchange: '邮件服务器', text: '文本', host: '主机名', priority: '优先级', weight: '权重', port: '端口', flags: '标志', tag: '标签', value: '值', params: '参数',
      usage: '用途', selector: '选择器', matchingType: '匹配方式', certificate: '证书数据（十六进制）', algorithm: '算法', fingerprintType: '指纹类型', fingerprint: '指纹（十六进制）', order: '次序', services: '服务', regexp: '正则替换', replacement: '替换域名',
      keyTag: '密钥标签', digestType: '摘要类型', digest: '摘要（十六进制）', location: '位置', rdata: '数据（十六进制）', protocol: '协议', publicKey: '公钥（Base64）', cpu: 'CPU', os: '操作系统', mname: '主服务器', rname: '管理员邮箱', serial: '序列号', refresh: '刷新间隔', retry: '重试间隔', expire: '过期时间', minimum: '否定缓存',
    },
    pasteTitle: '粘贴多行', pasteHelp: '每行一条：主机记录、类型、记录值、TTL、线路、权重、备注，用制表符分隔（从表格复制即可）；也可以按区域文件的写法。', pasteRead: (rows: number, refused: number) => `识别 ${rows} 条${refused > 0 ? `，${refused} 行无法识别` : ''}`, pasteRefused: (line: number, shown: string) => `第 ${line} 行：${shown}`, pasteTake: (rows: number) => `放入 ${rows} 条`,
  },
  en: {
    addTitle: 'Add record', editTitle: 'Edit record', close: 'Close', fullScreen: 'Full screen', cancel: 'Cancel', keep: 'Add to unsaved edits', keepAndNext: 'Add and start another',
    hostHelp: (zone) => `The part before ${zone}; @ is the domain itself, * matches every name`,
    lineHelp: 'Only clients of this line get the record', lineSearch: 'Search line name or code', lineRecent: 'Recent', lineNone: 'No line matches',
    ttlHelp: 'Seconds, or 10m, 1h30m', ttlWrong: 'Enter 1 to 2147483647 seconds, or a time such as 10m or 1h',
    weightHelp: '0–100; empty answers the whole set', weightShare: (share, records) => `About ${share} of the answers, of ${records} in the set`, weightWrong: 'Enter a whole number from 0 to 100, or nothing', remarkHelp: 'At most 200 characters, shown in the console only',
    raw: 'Edit the value itself', structured: 'Fill in by field', wire: 'On the wire', optional: ' (optional)', required: 'Required', otherType: 'Other type…',
    unsaved: 'What you typed here will be lost. Close?', leave: 'Close', stay: 'Go on typing',
    textHelp: 'Paste the text as it is; beyond 255 octets it is split', svcHelp: 'Target . means the host itself; priority 0 takes no parameters', paramAdd: 'Add parameter', paramKey: 'Parameter', paramValue: 'Value of', paramNoValue: 'takes no value', paramRemove: 'Remove parameter', nameHelp: 'A whole name; the final dot may be left out', unknownHelp: 'In the form of RFC 3597, such as \\# 4 0A000001',
    names: {
      address: 'Address', target: 'Target', preference: 'Preference', exchange: 'Mail server', text: 'Text', host: 'Host name', priority: 'Priority', weight: 'Weight', port: 'Port', flags: 'Flags', tag: 'Tag', value: 'Value', params: 'Parameters',
      usage: 'Usage', selector: 'Selector', matchingType: 'Matching type', certificate: 'Certificate data (hex)', algorithm: 'Algorithm', fingerprintType: 'Fingerprint type', fingerprint: 'Fingerprint (hex)', order: 'Order', services: 'Services', regexp: 'Regular expression', replacement: 'Replacement',
      keyTag: 'Key tag', digestType: 'Digest type', digest: 'Digest (hex)', location: 'Location', rdata: 'Data (hex)', protocol: 'Protocol', publicKey: 'Public key (Base64)', cpu: 'CPU', os: 'OS', mname: 'Primary server', rname: 'Mailbox', serial: 'Serial', refresh: 'Refresh', retry: 'Retry', expire: 'Expire', minimum: 'Negative TTL',
    },
    pasteTitle: 'Paste rows', pasteHelp: 'One a line: host, type, value, TTL, line, weight, remark, separated by tabs (copy them from a spreadsheet); or as in a zone file.', pasteRead: (rows, refused) => `${rows} read${refused > 0 ? `, ${refused} not understood` : ''}`, pasteRefused: (line, shown) => `Line ${line}: ${shown}`, pasteTake: (rows) => `Add ${rows}`,
  },
})
