import { defineMessages } from '../../../i18n/messages.ts'

/** The words of the page beside. */
export const nsCheckMessages = defineMessages({
  zh: {
    help: '定时检测每个域名在注册商处的 DNS 服务器是否指向平台。执行时间在“计划任务”中设置。',
    helps: {
      resolvers: '每行一个 IP 地址，可加端口。留空则使用系统的递归服务器。至少两台一致认为不正确，才计入天数。ALIAS 记录的目标也由这些服务器查询。',
      isRemovalOn: '域名移入回收站，可以恢复。移除前 7 天和 1 天会通知域名所属用户。',
      mostRemovalsPerDay: '避免递归服务器出错时误移除大量域名',
    },
  },
  en: {
    help: 'Checks that the name servers of each domain point to this platform. Set run times under Schedule.',
    helps: {
      resolvers:
        'One IP address per line, with the port if it is not 53. Leave empty to use the system resolvers. A day counts only when at least two agree. Targets of ALIAS records are looked up there too.',
      isRemovalOn: 'Domains move to the recycle bin and can be restored. Owners are notified 7 days and 1 day before.',
      mostRemovalsPerDay: 'Limits removals if resolvers fail',
    },
  },
})
