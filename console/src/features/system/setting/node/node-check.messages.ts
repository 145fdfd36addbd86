import { counted } from '@nameplane/contract/counted'
import { formatNumber } from '../../../../i18n/format.ts'
import { defineMessages } from '../../../../i18n/messages.ts'

export const nodeCheckMessages = defineMessages({
  zh: {
    help: '检测 CDN 节点是否可用，并在节点异常时通知',
    notices: '异常通知',
    key: {
      title: '检测接口',
      help: '节点用令牌从接口获取检测任务，并上报结果到 app/cdn/check/report',
      token: 'API 令牌',
      url: 'API 地址',
      show: '显示',
      hide: '隐藏',
      renew: '更换令牌',
      renewAsk: '更换令牌？当前令牌立即失效，所有节点都需要换上新令牌。',
      noRight: '没有权限查看检测令牌',
    },
    nodes: {
      title: '检测结果',
      none: '还没有节点',
      failed: '失败率',
      states: { reachable: '正常', failing: '异常', unknown: '暂无结果' },
      unknownHelp: '节点配置好令牌并上报后，这里会显示结果',
      reporters: (count: number) => `${formatNumber(count, 'zh')} 个节点上报`,
    },
    hint: '检测频率过高，可能被节点所在机房误判为攻击而封禁',
    helps: {
      DnsDispatchMode: '决定何时检测。异常节点的切换随调度管理提供。',
      ModeTimingFrequency: '60～3600 秒，以 60 秒为单位',
      checkNodePortList: '多个端口用 | 分隔，例如 80|443|8181',
      checkNodeFrequency: '10～300 秒，以 10 秒为单位',
      failPercent: '一轮检测中失败的比例达到该值时，视为节点异常',
    },
    choices: { DnsDispatchMode: { online: '实时：按检测频率检测', timing: '定时：每个定时周期检测一次', random: '随机：围绕检测频率随机错开' } },
  },
  en: {
    help: 'Checks that CDN nodes are reachable and sends alerts',
    notices: 'Notices',
    key: {
      title: 'Check API',
      help: 'Nodes use the token to fetch checks and to report results to app/cdn/check/report',
      token: 'API token',
      url: 'API endpoint',
      show: 'Show',
      hide: 'Hide',
      renew: 'Replace token',
      renewAsk: 'Replace the token? The current one stops working immediately. Every node needs the new one.',
      noRight: 'You do not have permission to view the check token',
    },
    nodes: {
      title: 'Results',
      none: 'No nodes yet',
      failed: 'Failure rate',
      states: { reachable: 'Reachable', failing: 'Failing', unknown: 'No result' },
      unknownHelp: 'Results appear here once nodes have the token and report',
      reporters: (count) => `reported by ${counted(count, 'node')}`,
    },
    hint: 'Checking too often can look like an attack and get the node blocked',
    helps: {
      DnsDispatchMode: 'When nodes run their checks. Switching away from failing nodes comes with dispatch management.',
      ModeTimingFrequency: '60–3,600 seconds, in steps of 60',
      checkNodePortList: 'Separate ports with |. For example, 80|443|8181',
      checkNodeFrequency: '10–300 seconds, in steps of 10',
      failPercent: 'A node is failing when at least this share of one round of checks fails',
    },
    choices: {
      DnsDispatchMode: { online: 'Online: at the frequency', timing: 'Timing: once per timing period', random: 'Random: spread around the frequency' },
    },
  },
})
