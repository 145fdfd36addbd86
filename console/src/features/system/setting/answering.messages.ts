import { defineMessages } from '../../../i18n/messages.ts'

/** The words of the page beside. */
export const answeringMessages = defineMessages({
  zh: {
    help: '节点如何应答客户端的查询。保存后一秒内在所有节点生效。',
    limit: '查询限速',
    clients: '客户端网络',
    cookies: 'DNS Cookie',
    self: '节点标识',
    redirects: 'URL 转发',
    choices: { limitMode: { on: '开启', log: '仅计数，不限制', off: '关闭' } },
    helps: {
      limitMode: '只限制 UDP。超出部分的数量显示在服务概览的节点中。',
      answersPerSecond: '一个客户端网络每秒可得到的同类应答：同一名称和类型，或同一域名中不存在的名称',
      burst: '空闲之后可连续得到的应答',
      slipEvery: '0～10。超出限速的查询，每隔这么多次提示客户端改用 TCP 或携带 Cookie 重试，其余丢弃。0 表示全部丢弃。',
      unlimitedNetworks: '每行一个 IP 地址或网段。前面加感叹号的网段仍然限速，前缀最长的一行优先。本机不限速。',
      areCookiesOn: '携带有效 Cookie 的客户端不限速',
      nsid: '客户端询问时返回（RFC 5001），{node} 代表节点名称。留空则不返回。',
      idServer: 'CHAOS 类的 TXT 查询（RFC 4892）。留空则拒绝应答。',
      versionBind: '同时用于 version.server',
      redirectAddresses:
        '每行一个 IPv4 或 IPv6 地址，URL 记录解析到这些地址。服务端口由节点的 NAMEPLANE_REDIRECT_PORT 设置，访问者使用 80 端口。目前只支持 HTTP，不支持 HTTPS。',
    },
  },
  en: {
    help: 'How nodes answer queries. Changes apply to every node within a second.',
    limit: 'Rate limit',
    clients: 'Client networks',
    cookies: 'DNS cookies',
    self: 'Node identity',
    redirects: 'URL redirects',
    choices: { limitMode: { on: 'On', log: 'Count only, do not limit', off: 'Off' } },
    helps: {
      limitMode: 'Applies to UDP. The dashboard shows the number of limited queries of each node.',
      answersPerSecond: 'Equal answers for one client network: the same name and type, or missing names of the same domain',
      burst: 'Answers in a row after a pause',
      slipEvery: '0–10. Of the queries over the limit, every n-th is told to retry by TCP or with a cookie. The others are dropped. 0 drops all.',
      unlimitedNetworks:
        'One IP address or CIDR block per line. An exclamation mark before a block limits it again. The longest prefix applies. This server is not limited.',
      areCookiesOn: 'Clients with a valid cookie are not limited',
      nsid: 'Returned to clients that request it (RFC 5001). {node} is the node name. Leave empty to return nothing.',
      idServer: 'TXT queries of class CHAOS (RFC 4892). Leave empty to refuse them.',
      versionBind: 'Also used for version.server',
      redirectAddresses:
        'One IPv4 or IPv6 address per line. URL records resolve to them. NAMEPLANE_REDIRECT_PORT of the node sets the port. Visitors use port 80. HTTP only, HTTPS is not supported yet.',
    },
  },
})
